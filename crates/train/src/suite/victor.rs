//! Learns the conditional random field by stochastic gradient ascent on its likelihood.

use super::{Numbers, Split, Trained, f1};
use dehusk_extract::learned::file::ModelFile;
use dehusk_extract::learned::rows::{SHALLOW, shallow};
use dehusk_extract::learned::victor::{BINS, Model, WIDTH, viterbi};

const EPOCHS: usize = 12;
const RATE: f32 = 0.05;

/// A page as its indicators and labels.
struct Sequence {
    indicators: Vec<[usize; SHALLOW + 1]>,
    labels: Vec<usize>,
}

pub(super) fn train(split: &Split<'_>) -> Trained {
    let mut model = Model { cuts: cuts(split), weights: vec![0.0; WIDTH], moves: [[0.0; 2]; 2] };
    let whole = split.learn.iter().filter(|sample| sample.has_text());
    let mut sequences: Vec<Sequence> = whole
        .map(|sample| Sequence {
            indicators: shallow(&sample.document).iter().map(|row| model.indicators(row)).collect(),
            labels: sample.labels.iter().map(|label| usize::from(label.is_content())).collect(),
        })
        .filter(|sequence| !sequence.labels.is_empty())
        .collect();
    let mut numbers = Numbers(split.seed);
    for epoch in 0..EPOCHS {
        numbers.shuffle(&mut sequences);
        let rate = RATE / (1.0 + epoch as f32);
        sequences.iter().for_each(|sequence| step(&mut model, sequence, rate));
    }
    let mut file = ModelFile::default();
    model.write(&mut file);
    let f1 = f1(&split.test, |document| viterbi(&model.emissions(document), |_| model.moves));
    Trained { file, figures: vec![("victor".into(), f1)] }
}

/// The upper ends of bins with as many blocks each, where values differ that much.
fn cuts(split: &Split<'_>) -> Vec<f32> {
    let rows: Vec<[f32; SHALLOW]> = split.learn.iter().flat_map(|s| shallow(&s.document)).collect();
    let mut cuts = Vec::with_capacity(SHALLOW * (BINS - 1));
    for feature in 0..SHALLOW {
        let mut values: Vec<f32> = rows.iter().map(|row| row[feature]).collect();
        values.sort_by(f32::total_cmp);
        let place = |bin: usize| bin * values.len() / BINS;
        cuts.extend((1..BINS).map(|bin| values.get(place(bin)).copied().unwrap_or(0.0)));
    }
    cuts
}

/// One step uphill: what is observed less what is expected, by forward and backward sums.
fn step(model: &mut Model, sequence: &Sequence, rate: f32) {
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
    let total = log_sum(forward[len - 1]);
    // Long pages would move the weights as far as many short ones.
    let rate = rate / (len as f32).sqrt();
    for n in 0..len {
        let expected = (forward[n][1] + backward[n][1] - total).exp();
        let move_by = 2.0 * rate * (sequence.labels[n] as f32 - expected);
        sequence.indicators[n].iter().for_each(|&i| model.weights[i] += move_by);
    }
    let moves = model.moves;
    for n in 1..len {
        for (before, after) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let sum =
                forward[n - 1][before] + moves[before][after] + own[n][after] + backward[n][after];
            let seen = sequence.labels[n - 1] == before && sequence.labels[n] == after;
            model.moves[before][after] += rate * (f32::from(u8::from(seen)) - (sum - total).exp());
        }
    }
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
        let sequence = Sequence { indicators, labels: vec![0, 0, 1, 1] };
        for _ in 0..50 {
            step(&mut model, &sequence, 0.1);
        }
        let emissions: Vec<f32> =
            sequence.indicators.iter().map(|i| i.iter().map(|&n| model.weights[n]).sum()).collect();
        assert_eq!(viterbi(&emissions, |_| model.moves), [false, false, true, true]);
        assert!(model.moves[0][0] > model.moves[1][0]);
    }
}
