//! Logistic regression over patterns of votes.

use super::{Cells, no_weights, with_bias};
use dehusk_suite::classic_learned::em13_leaves::sum;

/// Gradient descent over the cells: the weight of each vote, and the bias.
pub(crate) fn logistic(cells: &Cells) -> Vec<f32> {
    let total: f32 = cells.iter().flatten().sum();
    let mut weights = no_weights();
    for _ in 0..400 {
        let mut gradient = no_weights();
        for (pattern, cell) in cells.iter().enumerate().filter(|(_, cell)| cell[0] + cell[1] > 0.0)
        {
            let p = 1.0 / (1.0 + (-sum(&weights, pattern)).exp());
            let slope = cell[1] * (1.0 - p) - cell[0] * p;
            let voted =
                gradient.iter_mut().enumerate().filter(|(n, _)| with_bias(pattern) >> n & 1 == 1);
            voted.for_each(|(_, weight)| *weight += slope);
        }
        let steps = weights.iter_mut().zip(gradient);
        steps.for_each(|(weight, slope)| *weight += 2.0 * slope / total.max(1.0));
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cells, right};
    use super::*;

    #[test]
    fn a_regression_learns_the_votes_that_tell() {
        let weights = logistic(&cells());
        assert_eq!(right(|pattern| sum(&weights, pattern) > 0.0), 64);
        // Who says nothing has no weight.
        assert!(weights[5].abs() < 0.05 && weights[0] > 1.0, "{weights:?}");
    }
}
