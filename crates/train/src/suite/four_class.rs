//! Boosted trees over the labelled blocks of a corpus that has classes.

use super::{Figures, Split};
use crate::boost::{Goal, Rows, Settings};
use crate::error::TrainError;
use crate::sample::Sample;
use dehusk_auto::training::Forest;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::forest;
use dehusk_suite::classic_learned::four_class::{CLASSES, WIDTH, classes, table};
use std::collections::HashMap;
use std::num::NonZeroUsize;

const ROUNDS: usize = 30;

pub(super) fn train(split: &Split<'_>) -> Result<ModelFile, TrainError> {
    let (mut values, mut targets) = (Vec::new(), Vec::new());
    let mut weights = Vec::new();
    for sample in &split.learn {
        let rows = table(&sample.document);
        for (block, class) in labelled(sample) {
            values.extend(rows.row(block));
            targets.push(class as f32);
            weights.push((sample.document.blocks().block(block).words as f32).sqrt().max(1.0));
        }
    }
    if targets.is_empty() {
        return Err(TrainError::NoLabels);
    }
    let rows = Rows::new(values, WIDTH, &targets, &weights)?;
    let goal = Goal::Class(NonZeroUsize::new(CLASSES.len()).unwrap_or(NonZeroUsize::MIN));
    let settings = Settings {
        rounds: ROUNDS,
        rate: 0.3,
        columns: 0.6,
        rows: 0.8,
        leaves: 16,
        least: 5.0,
        seed: split.seed,
    };
    let forests = rows.train(goal, &settings)?;
    let mut file = ModelFile::default();
    forests.iter().for_each(|forest| forest::write(forest, &mut file));
    Ok(file)
}

/// The blocks of a page whose class is known: those whose text a labelled block has, or that a labelled block is
/// a part of.
fn labelled(sample: &Sample) -> Vec<(usize, usize)> {
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let known: HashMap<String, u8> =
        sample.record.blocks.iter().map(|(text, label)| (folded(text), *label)).collect();
    if known.is_empty() {
        return Vec::new();
    }
    let whole: Vec<(&String, u8)> = known.iter().map(|(text, &label)| (text, label)).collect();
    let find = |text: &str| {
        known.get(text).copied().or_else(|| {
            let part = |(other, _): &&(&String, u8)| text.len() > 20 && other.contains(text);
            whole.iter().filter(part).map(|&(_, label)| label).max()
        })
    };
    let blocks = sample.document.blocks();
    let labels =
        (0..blocks.len()).filter_map(|n| Some((n, class_of(find(&folded(blocks.text(n)))?))));
    labels.collect()
}

/// Not content and related content are boilerplate; comments count as full text.
fn class_of(label: u8) -> usize {
    match label {
        1 => 1,
        2 | 5 => 2,
        3 => 3,
        _ => 0,
    }
}

/// F1 of each class by words over all held-out blocks, and their mean weighted by words.
pub(super) fn figures(forests: &[Forest], test: &[&Sample]) -> Figures {
    let mut confusion = [[0.0_f64; 4]; 4];
    for sample in test.iter().filter(|sample| !sample.record.blocks.is_empty()) {
        let predicted = classes(forests, &sample.document);
        for (block, class) in labelled(sample) {
            let words = f64::from(sample.document.blocks().block(block).words);
            confusion[class][predicted[block].0] += words;
        }
    }
    let all: f64 = confusion.as_flattened().iter().sum();
    let mut figures = Vec::new();
    let mut mean = 0.0;
    for (class, name) in CLASSES.iter().enumerate() {
        let right = confusion[class][class];
        let wanted: f64 = confusion[class].iter().sum();
        let given: f64 = confusion.iter().map(|row| row[class]).sum();
        let f1 = if wanted + given > 0.0 { 2.0 * right / (wanted + given) } else { 0.0 };
        mean += f1 * wanted / all.max(1.0);
        figures.push((name.to_string(), f1));
    }
    figures.push(("weighted mean".into(), mean));
    figures
}
