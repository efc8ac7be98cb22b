//! What each group of features is worth: the first model without it, cross-validated. Words say nothing here: what
//! they are worth would have to be learned anew in every part.

use crate::auto::Progress;
use crate::boost::{Goal, Rows, Settings};
use crate::error::TrainError;
use crate::parts::Parts;
use crate::sample::Sample;
use dehusk_auto::input;
use dehusk_auto::training::{Forest, Lexicon, Table, choose, probabilities};
use dehusk_eval::measures::lcs;
use dehusk_eval::tokens::Vocabulary;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A group of features and the mean F1 over corpora without it.
#[derive(Clone, Debug)]
pub struct Without {
    /// The group; none for all features.
    pub group: Option<String>,
    /// The mean over corpora of the mean F1 of their pages.
    pub f1: f64,
}

/// Trees of each model: enough to tell groups apart.
const ROUNDS: usize = 60;

/// Trains the first model with all features, then without each group of them. A group is the first word of
/// a feature's name.
pub fn ablate(
    samples: &[Sample],
    parts: Parts,
    seed: u64,
    say: Progress,
) -> Result<Vec<Without>, TrainError> {
    let names = input::first_names();
    let group = |name: &String| name.split('_').next().unwrap_or_default().to_string();
    let mut groups: Vec<String> = names.iter().map(group).collect();
    groups.dedup();
    let mut out = Vec::new();
    for left_out in std::iter::once(None).chain(groups.into_iter().map(Some)) {
        say(&format!("without {}", left_out.as_deref().unwrap_or("nothing")));
        let keeps: Vec<bool> = names.iter().map(|n| Some(group(n)) != left_out).collect();
        let f1 = cross_validated(samples, parts, seed, &keeps)?;
        out.push(Without { group: left_out, f1 });
    }
    Ok(out)
}

fn cross_validated(
    samples: &[Sample],
    parts: Parts,
    seed: u64,
    keeps: &[bool],
) -> Result<f64, TrainError> {
    let part_of = parts.of(samples);
    let (mut values, mut targets, mut weights, mut row_parts) = (vec![], vec![], vec![], vec![]);
    for (sample, &part) in samples.iter().zip(&part_of) {
        let table = wordless(sample);
        let rows = sample.weights().into_iter().zip(&sample.labels).enumerate();
        for (block, (weight, label)) in rows.filter(|(_, (weight, _))| *weight > 0.0) {
            values
                .extend(table.row(block).iter().zip(keeps).map(|(v, &k)| if k { *v } else { 0.0 }));
            targets.push(f32::from(u8::from(label.is_content())));
            weights.push(weight);
            row_parts.push(part);
        }
    }
    let rows = Rows::new(values, keeps.len(), &targets, &weights)?;
    let settings = Settings {
        rounds: ROUNDS,
        rate: 0.2,
        columns: 0.25,
        rows: 0.4,
        leaves: 16,
        least: 5.0,
        seed,
    };
    let mut forests = Vec::new();
    for part in 0..parts.count(samples) {
        let chosen: Vec<usize> =
            (0..row_parts.len()).filter(|&row| row_parts[row] != part).collect();
        // Where all pages are of one part nothing can be learned without it.
        forests.extend(match chosen.is_empty() {
            true => vec![Forest::default()],
            false => rows.select(&chosen)?.train(Goal::Probability, &settings)?,
        });
    }
    Ok(mean_f1(samples, &part_of, &forests, keeps))
}

fn mean_f1(samples: &[Sample], parts: &[usize], forests: &[Forest], keeps: &[bool]) -> f64 {
    let scored: Vec<(&str, f64)> = samples
        .par_iter()
        .zip(parts)
        .filter(|(sample, _)| sample.has_text())
        .map(|(sample, &part)| (sample.corpus.as_str(), f1(sample, &forests[part], keeps)))
        .collect();
    let mut corpora: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for (corpus, f1) in scored {
        let sum = corpora.entry(corpus).or_default();
        *sum = (sum.0 + f1, sum.1 + 1);
    }
    let means = corpora.values().map(|(sum, count)| sum / *count as f64);
    means.sum::<f64>() / corpora.len().max(1) as f64
}

/// What the first model sees of a page, with words that say nothing.
fn wordless(sample: &Sample) -> Table {
    let nothing = Lexicon::default();
    let scores = nothing.scores(&sample.document);
    input::first(&sample.document, &scores, 0..sample.labels.len())
}

fn f1(sample: &Sample, forest: &Forest, keeps: &[bool]) -> f64 {
    let mut table = wordless(sample);
    for (column, _) in keeps.iter().enumerate().filter(|(_, keep)| !**keep) {
        table.fill_column(column, 0.0);
    }
    let choice = choose(&probabilities(forest, &table), &input::weights(&sample.document), 1.0);
    let blocks = sample.document.blocks();
    let mut vocabulary = Vocabulary::default();
    let gold = vocabulary.encode(&sample.record.gold);
    let kept = (0..blocks.len()).filter(|&block| choice.keep[block]);
    let text: Vec<u32> = kept.flat_map(|block| vocabulary.encode(blocks.text(block))).collect();
    lcs(&gold, &text).f1
}
