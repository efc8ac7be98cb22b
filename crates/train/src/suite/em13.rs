//! A random forest and a logistic regression over votes.

use super::votes::{Cells, Growth, empty, forest, logistic};
use super::{Figures, Split, f1};
use crate::sample::Sample;
use crate::split_mix::SplitMix64;
use dehusk::extractor::Document;
use dehusk_suite::Members;
use dehusk_suite::classic_learned::em13::Model;
use dehusk_suite::classic_learned::file::ModelFile;
use rayon::prelude::*;

const GROWTH: Growth = Growth { trees: 60, depth: 8, tried: 4 };

pub(super) fn train(split: &Split<'_>, members: &Members) -> ModelFile {
    let pages: Vec<Vec<(u16, f32, bool)>> = split
        .learn
        .par_iter()
        .map(|sample| {
            let blocks = sample.document.blocks().iter().zip(&sample.labels);
            let seen = votes_of(&sample.document, members)
                .into_iter()
                .zip(blocks)
                .filter(|(_, (_, label))| label.known);
            seen.map(|(vote, (block, label))| {
                (vote, (block.words as f32).sqrt(), label.is_content())
            })
            .collect()
        })
        .collect();
    let mut cells = empty();
    for &(vote, weight, content) in pages.iter().flatten() {
        cells[usize::from(vote)][usize::from(content)] += weight;
    }
    let forest = forest(GROWTH, split.seed, |numbers| drawn(&cells, numbers));
    let model = Model { forest, logistic: logistic(&cells) };
    let mut file = ModelFile::default();
    model.write(&mut file);
    file
}

pub(super) fn figures(model: &Model, members: &Members, test: &[&Sample]) -> Figures {
    let figure = |logistic| {
        f1(test, |document| {
            votes_of(document, members)
                .into_iter()
                .map(|vote| model.probability(vote, logistic) >= 0.5)
                .collect()
        })
    };
    vec![("forest".into(), figure(false)), ("logistic".into(), figure(true))]
}

/// The votes for the blocks of a document, which does not keep the answers of the voters.
fn votes_of(document: &Document, members: &Members) -> Vec<u16> {
    members.votes(&Document::new(document.page().clone()))
}

/// A cell is many blocks: drawing them again changes its weight a little around what it is.
fn drawn(cells: &Cells, numbers: &mut SplitMix64) -> Cells {
    let draw = |cell: &[f32; 2]| {
        let factor = 1.0 + 0.5 * numbers.signed();
        cell.map(|weight| weight * factor)
    };
    cells.iter().map(draw).collect()
}
