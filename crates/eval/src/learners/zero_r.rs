//! ZeroR: the heaviest class, whatever the row.

use super::{Classifier, Data, Learner};

/// Learns how much each class weighs, and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct ZeroR;

impl Learner for ZeroR {
    fn learn(&self, data: &Data, rows: &[u32], _seed: u64) -> Box<dyn Classifier> {
        let weights = data.class_weights(rows);
        let all = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        Box::new(Shares(weights.into_iter().map(|weight| weight / all).collect()))
    }
}

struct Shares(Vec<f64>);

impl Classifier for Shares {
    fn distribution(&self, _row: &[f32]) -> Vec<f64> {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::noisy;
    use super::*;

    #[test]
    fn the_shares_of_the_classes() {
        let mut data = Data::new(vec!["x".into()], 2);
        data.push(&[0.0], 0, 3.0);
        data.push(&[1.0], 1, 1.0);
        let learned = ZeroR.learn(&data, &data.rows(), 1);
        assert_eq!(learned.distribution(&[7.0]), [0.75, 0.25]);
        assert_eq!(noisy(9).class_weights(&[0, 1]), [2.0, 1.0]);
    }
}
