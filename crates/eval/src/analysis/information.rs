//! Information gain of each feature on labelled blocks (figure 1 of Kohlschütter, Fankhauser and Nejdl,
//! "Boilerplate Detection using Shallow Text Features", WSDM 2010): which one by itself tells
//! content from the rest?

use serde::Serialize;

/// What a feature tells about the label.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// The feature's name.
    pub feature: String,
    /// Bits it saves of the label's entropy.
    pub bits: f64,
}

/// Parts a feature's range is cut into, with about as many blocks in each.
const BINS: usize = 20;

/// The gain of every feature, the largest first. `rows` has a value a feature, and the label.
pub fn information_gains(names: &[String], rows: &[(Vec<f32>, bool)]) -> Vec<Gain> {
    let gain = |(column, name): (usize, &String)| Gain {
        feature: name.clone(),
        bits: gain_of(column, rows),
    };
    let mut gains: Vec<Gain> = names.iter().enumerate().map(gain).collect();
    gains.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    gains
}

fn gain_of(column: usize, rows: &[(Vec<f32>, bool)]) -> f64 {
    let mut values: Vec<(f32, bool)> =
        rows.iter().map(|(v, label)| (v.get(column).copied().unwrap_or(0.0), *label)).collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole = entropy(&values);
    let mut rest = values.as_slice();
    let mut left = 0.0;
    while !rest.is_empty() {
        // Equal values stay together: a cut between them could not be made on another page.
        let aim = values.len().div_ceil(BINS).min(rest.len());
        let edge = rest[aim - 1].0;
        let size = rest.partition_point(|v| v.0.total_cmp(&edge).is_le());
        let (bin, more) = rest.split_at(size);
        left += entropy(bin) * bin.len() as f64 / values.len() as f64;
        rest = more;
    }
    (whole - left).max(0.0)
}

fn entropy(values: &[(f32, bool)]) -> f64 {
    let p = values.iter().filter(|v| v.1).count() as f64 / values.len().max(1) as f64;
    let term = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
    term(p) + term(1.0 - p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_is_the_label_gains_all_and_noise_nothing() {
        let rows: Vec<(Vec<f32>, bool)> =
            (0..100).map(|i| (vec![f32::from(i % 2 == 0), 1.0], i % 2 == 0)).collect();
        let gains = information_gains(&["label".into(), "constant".into()], &rows);
        assert_eq!(gains[0].feature, "label");
        assert!((gains[0].bits - 1.0).abs() < 1e-9);
        assert_eq!(gains[1].bits, 0.0);
    }
}
