//! Decision trees over the shallow features of the labelled blocks of a corpus that has classes.

use super::{Figures, Split};
use crate::error::TrainError;
use crate::sample::Sample;
use dehusk_eval::learners::{C45, Classifier, Data, Predictions, Pruning};
use dehusk_eval::measures::labels_of_pieces;
use dehusk_suite::classic_learned::c45::Classes;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::shallow::{Atoms, names, rows};
use dehusk_suite::classic_learned::tree::DecisionTree;
use rayon::prelude::*;

/// The paper's settings: leaves of 1,000 words at least, pruned as C4.5 does it.
const LEARNER: C45 = C45 { least: 1000.0, pruning: Pruning::Confidence(0.25) };

pub(super) fn train(split: &Split<'_>) -> Result<ModelFile, TrainError> {
    let mut file = ModelFile::default();
    for classes in Classes::ALL {
        let data = data(&split.learn, classes);
        let tree = LEARNER.tree(&data, &data.rows(), split.seed).ok_or(TrainError::NoLabels)?;
        tree.write(&mut file);
    }
    Ok(file)
}

/// The labelled blocks of pages, each as heavy as it has words.
fn data(samples: &[&Sample], classes: Classes) -> Data {
    let page = |sample: &&Sample| {
        let page = sample.document.page();
        let atoms = Atoms::of(page);
        let pieces = atoms.list().iter().map(|atom| atoms.nodes(atom));
        let labels = labels_of_pieces(&sample.record, page, pieces)?;
        let words = atoms.list().iter().map(|atom| atom.measures.words);
        Some(rows(&atoms).into_iter().zip(labels).zip(words).collect::<Vec<_>>())
    };
    let pages: Vec<_> = samples.par_iter().filter_map(page).collect();
    let mut data = Data::new(names().to_vec(), classes.names().len());
    for ((row, label), words) in pages.into_iter().flatten() {
        data.push(&row, classes.of_label(label), words);
    }
    data
}

/// Each tree's figures over the words of all blocks.
pub(super) fn figures(trees: &[DecisionTree; 2], test: &[&Sample]) -> Figures {
    let mut figures = Vec::new();
    for ((tree, classes), name) in trees.iter().zip(Classes::ALL).zip(["two", "four"]) {
        let data = data(test, classes);
        let predict =
            |row: u32| (data.class(row), data.weight(row), tree.distribution(data.row(row)));
        let scores = Predictions(data.rows().into_iter().map(predict).collect()).scores();
        figures.push((format!("{name} classes, F1"), scores.f1));
        figures.push((format!("{name} classes, AUC"), scores.auc));
    }
    figures
}
