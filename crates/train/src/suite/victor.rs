//! Learns the conditional random field by stochastic gradient ascent on its likelihood.
//!
//! Pages have from two blocks to tens of thousands, and a step must not grow with them: steps by the sum over a page's
//! blocks threw the weights so far on the longest pages that the rest of an epoch did not bring them back. So a page's
//! slope is the mean over its blocks, each weight's steps get shorter by the slopes that it has seen (AdaGrad), and
//! the model is the mean of the weights over the later epochs, which does not depend on which pages came last. Blocks
//! count by their words, as they do in what is measured.

use super::{Figures, Split, f1};
use crate::sample::Sample;
use crate::split_mix::SplitMix64;
use dehusk_suite::classic_learned::file::ModelFile;
use dehusk_suite::classic_learned::rows::{SHALLOW, shallow};
use dehusk_suite::classic_learned::victor::{BINS, Model, WIDTH, viterbi};

const EPOCHS: usize = 12;
/// Epochs before the weights count in the mean.
const EARLY: usize = 4;
const RATE: f32 = 0.1;
/// How strongly weights are drawn to 0.
const DECAY: f32 = 1e-5;
/// The power of a block's words by which it counts.
const WORDS: f32 = 0.75;
/// What is tried to be added for content in every block.
const SHIFTS: [f32; 7] = [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
/// Weights of indicators, then of pairs of labels.
const WEIGHTS: usize = WIDTH + 4;

/// A page as its indicators and labels.
struct Sequence {
    indicators: Vec<[usize; SHALLOW + 1]>,
    labels: Vec<usize>,
    /// How much each block counts, 1 in the mean.
    weights: Vec<f32>,
}

pub(super) fn train(split: &Split<'_>) -> ModelFile {
    let mut model = Model { cuts: cuts(split), weights: vec![0.0; WIDTH], moves: [[0.0; 2]; 2] };
    let whole = split.learn.iter().filter(|sample| sample.has_text());
    let mut sequences: Vec<Sequence> = whole
        .map(|sample| Sequence {
            indicators: shallow(&sample.document).iter().map(|row| model.indicators(row)).collect(),
            labels: sample.labels.iter().map(|label| usize::from(label.is_content())).collect(),
            weights: weights(sample),
        })
        .filter(|sequence| !sequence.labels.is_empty())
        .collect();
    let mut numbers = SplitMix64(split.seed);
    let mut ascent = Ascent::default();
    for epoch in 0..EPOCHS {
        numbers.shuffle(&mut sequences);
        for sequence in &sequences {
            let slopes = slopes(&model, sequence);
            ascent.step(&mut model, &slopes);
            if epoch >= EARLY {
                ascent.remember(&model);
            }
        }
    }
    ascent.mean(&mut model);
    balance(&mut model, &split.learn);
    let mut file = ModelFile::default();
    model.write(&mut file);
    file
}

pub(super) fn figures(model: &Model, test: &[&Sample]) -> Figures {
    let labels = |document: &dehusk::extractor::Document| {
        viterbi(&model.emissions(document), |_| model.moves)
    };
    vec![("victor".into(), f1(test, labels))]
}

/// Adds what gives the best F1 on the pages learned from. The likeliest labels leave out what is less likely than not,
/// but a page has more text that is not content, and F1 loses more by content that is left out.
fn balance(model: &mut Model, learn: &[&Sample]) {
    let value = |shift: f32| {
        let labels = |document: &dehusk::extractor::Document| {
            let mut emissions = model.emissions(document);
            emissions.iter_mut().for_each(|emission| *emission += shift);
            viterbi(&emissions, |_| model.moves)
        };
        f1(learn, labels)
    };
    let best =
        SHIFTS.map(|shift| (value(shift), shift)).into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    model.weights[WIDTH - 1] += best.map_or(0.0, |(_, shift)| shift);
}

/// Blocks count by a power of their words, as they do in what is measured: a page has many more short blocks than long
/// ones, and to tell a menu's entries apart is worth little.
fn weights(sample: &Sample) -> Vec<f32> {
    let counts: Vec<f32> =
        sample.document.blocks().iter().map(|b| (b.words.max(1) as f32).powf(WORDS)).collect();
    let mean = counts.iter().sum::<f32>() / counts.len().max(1) as f32;
    counts.into_iter().map(|count| count / mean.max(f32::MIN_POSITIVE)).collect()
}

/// What the steps have to remember.
struct Ascent {
    /// Sums of squared slopes.
    squares: Vec<f32>,
    /// Sums of weights, and of how many.
    sums: Vec<f64>,
    seen: f64,
}

impl Default for Ascent {
    fn default() -> Ascent {
        Ascent { squares: vec![0.0; WEIGHTS], sums: vec![0.0; WEIGHTS], seen: 0.0 }
    }
}

impl Ascent {
    fn step(&mut self, model: &mut Model, slopes: &[f32]) {
        for ((weight, slope), square) in weights_mut(model).zip(slopes).zip(&mut self.squares) {
            let slope = slope - DECAY * *weight;
            *square += slope * slope;
            *weight += RATE * slope / (square.sqrt() + f32::EPSILON);
        }
    }

    fn remember(&mut self, model: &Model) {
        let weights = model.weights.iter().chain(model.moves.as_flattened());
        self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += f64::from(*weight));
        self.seen += 1.0;
    }

    /// Gives a model the mean of the weights remembered.
    fn mean(&self, model: &mut Model) {
        if self.seen > 0.0 {
            let means = self.sums.iter().map(|sum| (sum / self.seen) as f32);
            weights_mut(model).zip(means).for_each(|(weight, mean)| *weight = mean);
        }
    }
}

fn weights_mut(model: &mut Model) -> impl Iterator<Item = &mut f32> {
    model.weights.iter_mut().chain(model.moves.as_flattened_mut())
}

/// The upper ends of bins that weigh the same, where values differ that much. Every page weighs the same: the entries of
/// a few endless lists would have most bins otherwise.
fn cuts(split: &Split<'_>) -> Vec<f32> {
    let mut rows: Vec<([f32; SHALLOW], f32)> = Vec::new();
    for sample in &split.learn {
        let weights = weights(sample);
        let share = 1.0 / weights.len().max(1) as f32;
        let weighed = shallow(&sample.document).into_iter().zip(weights);
        rows.extend(weighed.map(|(row, weight)| (row, weight * share)));
    }
    (0..SHALLOW)
        .flat_map(|feature| cuts_of(rows.iter().map(|(row, w)| (row[feature], *w))))
        .collect()
}

/// The values up to which each bin but the last goes.
fn cuts_of(values: impl Iterator<Item = (f32, f32)>) -> Vec<f32> {
    let mut values: Vec<(f32, f32)> = values.collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = values.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let mut cuts = Vec::with_capacity(BINS - 1);
    let mut before = 0.0;
    for (value, weight) in values {
        while cuts.len() < BINS - 1 && before >= total * (cuts.len() + 1) as f64 / BINS as f64 {
            cuts.push(value);
        }
        before += f64::from(weight);
    }
    let last = cuts.last().copied().unwrap_or(0.0);
    cuts.resize(BINS - 1, last);
    cuts
}

/// The slope of a page's likelihood, a mean over its blocks: what is observed less what is expected, by forward and
/// backward sums.
fn slopes(model: &Model, sequence: &Sequence) -> Vec<f32> {
    let emission = |indicators: &[usize; SHALLOW + 1]| -> [f32; 2] {
        let sum: f32 = indicators.iter().map(|&n| model.weights[n]).sum();
        [-sum, sum]
    };
    let own: Vec<[f32; 2]> = sequence.indicators.iter().map(emission).collect();
    let len = own.len();
    let (mut forward, mut backward) = (own.clone(), vec![[0.0; 2]; len]);
    for n in 1..len {
        for label in 0..2 {
            let from = [0, 1].map(|before| forward[n - 1][before] + model.moves[before][label]);
            forward[n][label] = own[n][label] + log_sum(from);
        }
    }
    for n in (0..len - 1).rev() {
        for label in 0..2 {
            let to = [0, 1]
                .map(|next| model.moves[label][next] + own[n + 1][next] + backward[n + 1][next]);
            backward[n][label] = log_sum(to);
        }
    }
    let mut slopes = vec![0.0; WEIGHTS];
    let share = 1.0 / len as f32;
    for n in 0..len {
        // The odds of both labels at a block, not against the sum of the page: that is too large to be exact.
        let [no, yes] = [0, 1].map(|label| forward[n][label] + backward[n][label]);
        let expected = (yes - log_sum([no, yes])).exp();
        let slope = 2.0 * share * sequence.weights[n] * (sequence.labels[n] as f32 - expected);
        sequence.indicators[n].iter().for_each(|&i| slopes[i] += slope);
    }
    for n in 1..len {
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let sums = pairs.map(|(before, after)| {
            forward[n - 1][before] + model.moves[before][after] + own[n][after] + backward[n][after]
        });
        let total = log_sum([log_sum([sums[0], sums[1]]), log_sum([sums[2], sums[3]])]);
        let seen = 2 * sequence.labels[n - 1] + sequence.labels[n];
        let share = share * (sequence.weights[n - 1] + sequence.weights[n]) / 2.0;
        for (pair, sum) in sums.into_iter().enumerate() {
            let observed = f32::from(u8::from(pair == seen));
            slopes[WIDTH + pair] += share * (observed - (sum - total).exp());
        }
    }
    slopes
}

fn log_sum([a, b]: [f32; 2]) -> f32 {
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_observed_gets_likelier() {
        let mut model = Model {
            cuts: vec![0.5; SHALLOW * (BINS - 1)],
            weights: vec![0.0; WIDTH],
            moves: [[0.0; 2]; 2],
        };
        let row = |value: f32| [value; SHALLOW];
        let indicators = [0.0, 0.0, 1.0, 1.0].iter().map(|&v| model.indicators(&row(v))).collect();
        let sequence = Sequence { indicators, labels: vec![0, 0, 1, 1], weights: vec![1.0; 4] };
        let mut ascent = Ascent::default();
        for _ in 0..50 {
            let slopes = slopes(&model, &sequence);
            ascent.step(&mut model, &slopes);
        }
        let emissions: Vec<f32> =
            sequence.indicators.iter().map(|i| i.iter().map(|&n| model.weights[n]).sum()).collect();
        assert_eq!(viterbi(&emissions, |_| model.moves), [false, false, true, true]);
        assert!(model.moves[0][0] > model.moves[1][0]);
    }

    #[test]
    fn a_long_page_steps_no_further_than_a_short_one() {
        let model = Model {
            cuts: vec![0.5; SHALLOW * (BINS - 1)],
            weights: vec![0.0; WIDTH],
            moves: [[0.0; 2]; 2],
        };
        let furthest = |blocks: usize| {
            let indicators = vec![model.indicators(&[1.0; SHALLOW]); blocks];
            let (labels, weights) = (vec![1; blocks], vec![1.0; blocks]);
            let slopes = slopes(&model, &Sequence { indicators, labels, weights });
            slopes.into_iter().fold(0.0, f32::max)
        };
        assert!((furthest(20_000) - furthest(2)).abs() < 1e-3);
    }

    #[test]
    fn bins_weigh_the_same() {
        let even: Vec<f32> = cuts_of((0..80).rev().map(|n| (n as f32, 1.0)));
        assert_eq!(even, [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0]);
        let heavy = cuts_of((0..8).map(|n| (n as f32, if n == 3 { 100.0 } else { 1.0 })));
        assert_eq!(heavy, [4.0; BINS - 1], "the fourth value has nearly all of the weight");
        assert_eq!(cuts_of(std::iter::empty()), [0.0; BINS - 1]);
    }

    #[test]
    fn the_mean_of_weights_is_what_remains() {
        let mut model = Model { cuts: vec![], weights: vec![1.0; WIDTH], moves: [[2.0; 2]; 2] };
        let mut ascent = Ascent::default();
        ascent.remember(&model);
        model.weights.fill(3.0);
        ascent.remember(&model);
        ascent.mean(&mut model);
        assert_eq!((model.weights[0], model.moves[1][1]), (2.0, 2.0));
    }
}
