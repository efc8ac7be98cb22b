//! What the thesis leaves open: the complexity group from the page alone.
//!
//! The group needs the gold, which a user does not have. Tag ratios, the size of the page and how much of
//! it each extractor keeps need none; a softmax regression over them is trained on some hosts and tried on
//! the others.

use super::{Complexity, complexity_groups};
use crate::corpus::fnv1a;
use crate::results::PageResult;
use serde::Serialize;
use std::collections::BTreeSet;

/// How well the group can be told without the gold.
#[derive(Clone, Debug, Serialize)]
pub struct GroupPrediction {
    /// Pages that were predicted.
    pub pages: usize,
    /// Share predicted right, each page by a model that saw no page of its host.
    pub accuracy: f64,
    /// Share that would be right by always saying the largest group.
    pub baseline: f64,
    /// Pages by true group (rows) and predicted group: easy, mid-complex, complex.
    pub confusion: [[usize; 3]; 3],
}

const FOLDS: usize = 5;
const ROUNDS: usize = 400;
const RATE: f64 = 0.5;
const DECAY: f64 = 1e-4;

/// Predicts every page's group by five-fold cross-validation over hosts.
pub fn predict_complexity(results: &[PageResult]) -> Option<GroupPrediction> {
    let (groups, _) = complexity_groups(results);
    let extractors: BTreeSet<&String> = results.iter().flat_map(|r| r.extractors.keys()).collect();
    let examples: Vec<Example> = results
        .iter()
        .zip(groups)
        .filter_map(|(r, group)| {
            Some(Example { fold: fold(r), group: group? as usize, inputs: inputs(r, &extractors) })
        })
        .collect();
    if examples.len() < 2 * FOLDS {
        return None;
    }
    let mut confusion = [[0; 3]; 3];
    for held in 0..FOLDS {
        let train: Vec<&Example> = examples.iter().filter(|e| e.fold != held).collect();
        let Some(model) = Softmax::train(&train) else { continue };
        for example in examples.iter().filter(|e| e.fold == held) {
            confusion[example.group][model.predict(&example.inputs)] += 1;
        }
    }
    let pages: usize = confusion.iter().flatten().sum();
    let right: usize = (0..3).map(|g| confusion[g][g]).sum();
    let largest = confusion.iter().map(|row| row.iter().sum::<usize>()).max().unwrap_or(0);
    let share = |n: usize| n as f64 / pages.max(1) as f64;
    Some(GroupPrediction { pages, accuracy: share(right), baseline: share(largest), confusion })
}

struct Example {
    fold: usize,
    group: usize,
    inputs: Vec<f64>,
}

/// Pages of a host share a fold; a page without a host stands for itself.
fn fold(result: &PageResult) -> usize {
    let key = result.host.as_ref().unwrap_or(&result.id);
    (fnv1a(key.as_bytes()) >> 32) as usize % FOLDS
}

fn inputs(result: &PageResult, extractors: &BTreeSet<&String>) -> Vec<f64> {
    let page = &result.page;
    let tokens = page.tokens.max(1) as f64;
    let kept = |name: &&String| {
        let text = result.extractors.get(*name).and_then(|o| o.text.as_ref());
        text.map_or(0.0, |t| (t.extracted_tokens as f64 / tokens).min(2.0))
    };
    let size =
        [tokens.ln(), (page.bytes.max(1) as f64).ln(), (tokens / page.bytes.max(1) as f64).ln()];
    page.tag_ratios.iter().copied().chain(size).chain(extractors.iter().map(kept)).collect()
}

/// Softmax regression over standardised inputs.
struct Softmax {
    mean: Vec<f64>,
    scale: Vec<f64>,
    weights: [Vec<f64>; 3],
}

impl Softmax {
    fn train(examples: &[&Example]) -> Option<Softmax> {
        let width = examples.first()?.inputs.len();
        let n = examples.len() as f64;
        let mean: Vec<f64> =
            (0..width).map(|d| examples.iter().map(|e| e.inputs[d]).sum::<f64>() / n).collect();
        let spread =
            |d: usize| examples.iter().map(|e| (e.inputs[d] - mean[d]).powi(2)).sum::<f64>() / n;
        let scale = (0..width).map(|d| spread(d).sqrt().max(1e-9)).collect();
        let mut model =
            Softmax { mean, scale, weights: std::array::from_fn(|_| vec![0.0; width + 1]) };
        let inputs: Vec<Vec<f64>> = examples.iter().map(|e| model.standardise(&e.inputs)).collect();
        for _ in 0..ROUNDS {
            model.step(&inputs, examples, n);
        }
        Some(model)
    }

    fn step(&mut self, inputs: &[Vec<f64>], examples: &[&Example], n: f64) {
        let mut slope: [Vec<f64>; 3] = std::array::from_fn(|_| vec![0.0; self.weights[0].len()]);
        for (input, example) in inputs.iter().zip(examples) {
            let chances = self.chances(input);
            for (group, slope) in slope.iter_mut().enumerate() {
                let miss = chances[group] - f64::from(u8::from(group == example.group));
                slope.iter_mut().zip(input).for_each(|(s, x)| *s += miss * x / n);
            }
        }
        for (weights, slope) in self.weights.iter_mut().zip(slope) {
            weights.iter_mut().zip(slope).for_each(|(w, s)| *w -= RATE * (s + DECAY * *w));
        }
    }

    /// Inputs of mean zero and spread one, with a constant at the end.
    fn standardise(&self, inputs: &[f64]) -> Vec<f64> {
        let scaled =
            inputs.iter().zip(self.mean.iter().zip(&self.scale)).map(|(x, (m, s))| (x - m) / s);
        scaled.chain([1.0]).collect()
    }

    fn chances(&self, input: &[f64]) -> [f64; 3] {
        let score = |w: &Vec<f64>| w.iter().zip(input).map(|(w, x)| w * x).sum::<f64>();
        let scores = self.weights.each_ref().map(score);
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers = scores.map(|s| (s - top).exp());
        let sum: f64 = powers.iter().sum();
        powers.map(|p| p / sum)
    }

    fn predict(&self, inputs: &[f64]) -> usize {
        let chances = self.chances(&self.standardise(inputs));
        (0..3)
            .max_by(|&a, &b| chances[a].total_cmp(&chances[b]))
            .unwrap_or(Complexity::Mid as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::PageFacts;

    #[test]
    fn a_ratio_that_gives_the_group_away_is_found() {
        let page = |i: usize| PageResult {
            id: format!("page {i}"),
            page: PageFacts {
                bytes: 1000,
                tokens: 100,
                gold_tokens: 1 + i % 97,
                tag_ratios: vec![(i % 97) as f64 / 97.0],
                ..PageFacts::default()
            },
            ..PageResult::default()
        };
        let pages: Vec<PageResult> = (0..300).map(page).collect();
        let prediction = predict_complexity(&pages).expect("enough pages");
        assert_eq!(prediction.pages, 300);
        assert!(prediction.accuracy > 0.8, "{prediction:?}");
        assert!(prediction.baseline < 0.6);
    }
}
