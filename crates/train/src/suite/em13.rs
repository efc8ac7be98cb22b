//! A random forest and a logistic regression over votes.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use crate::split_mix::SplitMix64;
use dehusk::extractor::Document;
use dehusk_suite::Members;
use dehusk_suite::classic_learned::em13::{MEMBERS, Model, PATTERNS};
use dehusk_suite::classic_learned::file::ModelFile;
use rayon::prelude::*;

const TREES: usize = 60;
const DEPTH: usize = 8;
/// Votes that a question is chosen from.
const TRIED: usize = 4;

/// How often each pattern of votes was content, and how often not, by the root of words.
type Cells = Vec<[f32; 2]>;

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
    let mut cells: Cells = vec![[0.0; 2]; PATTERNS];
    for &(vote, weight, content) in pages.iter().flatten() {
        cells[usize::from(vote)][usize::from(content)] += weight;
    }
    let model = Model { forest: forest(&cells, split.seed), logistic: logistic(&cells) };
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

/// The mean of trees, each grown on a sample of the cells, for every pattern.
fn forest(cells: &Cells, seed: u64) -> Vec<u8> {
    let mut sums = vec![0.0; PATTERNS];
    for tree in 0..TREES {
        let mut numbers = SplitMix64(seed ^ (tree as u64) << 32);
        let drawn: Cells = cells
            .iter()
            .map(|cell| {
                // A cell is many blocks: drawing them again changes its weight a little around what it is.
                let factor = 1.0 + 0.5 * numbers.signed();
                cell.map(|weight| weight * factor)
            })
            .collect();
        let patterns: Vec<usize> = (0..PATTERNS).collect();
        grow(&drawn, patterns, 0, &mut numbers, &mut sums);
    }
    sums.iter().map(|sum| (sum / TREES as f32 * 255.0).round() as u8).collect()
}

/// Parts patterns by the vote that tells most of some that are tried, down to a depth.
fn grow(
    cells: &Cells,
    patterns: Vec<usize>,
    depth: usize,
    numbers: &mut SplitMix64,
    sums: &mut [f32],
) {
    let total = sum(cells, patterns.iter());
    let best = (0..TRIED)
        .map(|_| numbers.below(MEMBERS.len()))
        .max_by(|&a, &b| gain(cells, &patterns, a).total_cmp(&gain(cells, &patterns, b)));
    let is_pure = total[0].min(total[1]) < 1.0;
    let Some(vote) =
        best.filter(|&vote| depth < DEPTH && !is_pure && gain(cells, &patterns, vote) > 0.0)
    else {
        let share = (total[1] + 0.5) / (total[0] + total[1] + 1.0);
        patterns.into_iter().for_each(|pattern| sums[pattern] += share);
        return;
    };
    let (yes, no): (Vec<usize>, Vec<usize>) =
        patterns.into_iter().partition(|pattern| pattern >> vote & 1 == 1);
    grow(cells, yes, depth + 1, numbers, sums);
    grow(cells, no, depth + 1, numbers, sums);
}

fn sum<'p>(cells: &Cells, patterns: impl Iterator<Item = &'p usize>) -> [f32; 2] {
    patterns.fold([0.0; 2], |sum, &p| [sum[0] + cells[p][0], sum[1] + cells[p][1]])
}

/// How much Gini's impurity falls by a question.
fn gain(cells: &Cells, patterns: &[usize], vote: usize) -> f32 {
    let impurity = |[no, yes]: [f32; 2]| {
        let all = no + yes;
        if all > 0.0 { 2.0 * no * yes / all } else { 0.0 }
    };
    let side = |yes: usize| sum(cells, patterns.iter().filter(|p| *p >> vote & 1 == yes));
    let (yes, no) = (side(1), side(0));
    impurity([yes[0] + no[0], yes[1] + no[1]]) - impurity(yes) - impurity(no)
}

/// Gradient descent over the cells.
fn logistic(cells: &Cells) -> Vec<f32> {
    let total: f32 = cells.iter().flatten().sum();
    let mut model = Model { forest: vec![0; PATTERNS], logistic: vec![0.0; MEMBERS.len() + 1] };
    for _ in 0..400 {
        let mut gradient = vec![0.0; MEMBERS.len() + 1];
        for (pattern, cell) in cells.iter().enumerate().filter(|(_, cell)| cell[0] + cell[1] > 0.0)
        {
            let p = model.probability(pattern as u16, true);
            let slope = cell[1] * (1.0 - p) - cell[0] * p;
            // The bias stands behind the weights, and is there for every pattern.
            let with_bias = pattern | 1 << MEMBERS.len();
            let voted = gradient.iter_mut().enumerate().filter(|(n, _)| with_bias >> n & 1 == 1);
            voted.for_each(|(_, weight)| *weight += slope);
        }
        let steps = model.logistic.iter_mut().zip(gradient);
        steps.for_each(|(weight, slope)| *weight += 2.0 * slope / total.max(1.0));
    }
    model.logistic
}
