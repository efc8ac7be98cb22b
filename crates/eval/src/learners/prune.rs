//! Cutting off what a tree learned of chance.

use super::c45::Grown;
use super::{Data, heaviest};

/// Replaces subtrees by leaves where C4.5 expects these to err no more: errors are taken for a sample, and the upper
/// bound of their share at the confidence counts. With a confidence of 1 nothing is cut off.
pub(super) fn by_confidence(mut root: Grown, confidence: f64) -> Grown {
    if confidence < 1.0 {
        let z = normal_quantile(1.0 - confidence);
        replace(&mut root, confidence, z);
    }
    root
}

/// The errors that are expected of a subtree after it was pruned.
fn replace(node: &mut Grown, confidence: f64, z: f64) -> f64 {
    let all: f64 = node.weights.iter().sum();
    let wrong = all - node.weights.iter().copied().fold(0.0, f64::max);
    let leaf = wrong + added_errors(all, wrong, confidence, z);
    let Some((_, _, next)) = &mut node.split else { return leaf };
    let below: f64 = next.iter_mut().map(|next| replace(next, confidence, z)).sum();
    // A leaf that errs a tenth of a row more is the simpler one.
    if leaf <= below + 0.1 {
        node.split = None;
        return leaf;
    }
    below
}

/// Errors that `wrong` of `all` stand for beyond themselves (Quinlan's upper bound).
fn added_errors(all: f64, wrong: f64, confidence: f64, z: f64) -> f64 {
    if wrong < 1.0 {
        let none = all * (1.0 - confidence.powf(1.0 / all.max(f64::MIN_POSITIVE)));
        if wrong == 0.0 {
            return none;
        }
        return none + wrong * (added_errors(all, 1.0, confidence, z) - none);
    }
    if wrong + 0.5 >= all {
        return (all - wrong).max(0.0);
    }
    let share = (wrong + 0.5) / all;
    let root = (share / all - share * share / all + z * z / (4.0 * all * all)).sqrt();
    let bound = (share + z * z / (2.0 * all) + z * root) / (1.0 + z * z / all);
    bound * all - wrong
}

/// The number that a normal variable is below with this chance, by bisection.
fn normal_quantile(chance: f64) -> f64 {
    let below = |x: f64| {
        // Simpson's rule from 0; steps of a hundredth are exact to eight digits.
        let steps = 2 * ((x.abs() * 50.0) as usize + 1);
        let h = x / steps as f64;
        let density = |t: f64| (-t * t / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let inner = (1..steps).map(|n| density(n as f64 * h) * if n % 2 == 1 { 4.0 } else { 2.0 });
        0.5 + (density(0.0) + inner.sum::<f64>() + density(x)) * h / 3.0
    };
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if below(middle) < chance { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Replaces subtrees by leaves where these err no more on rows that the tree did not learn from.
pub(super) fn by_error(mut root: Grown, data: &Data, rows: &[u32]) -> Grown {
    reduce(&mut root, data, rows);
    root
}

/// What a subtree errs on some rows after it was pruned by them.
fn reduce(node: &mut Grown, data: &Data, rows: &[u32]) -> f64 {
    let class = heaviest(&node.weights);
    let wrong = rows.iter().filter(|&&row| data.class(row) != class);
    let leaf: f64 = wrong.map(|&row| data.weight(row)).sum();
    let Some((column, threshold, next)) = &mut node.split else { return leaf };
    let is_above = |row: &u32| data.value(*row, *column) > *threshold;
    let (above, below): (Vec<u32>, Vec<u32>) = rows.iter().copied().partition(is_above);
    let subtree = reduce(&mut next[0], data, &below) + reduce(&mut next[1], data, &above);
    if leaf <= subtree {
        node.split = None;
        return leaf;
    }
    subtree
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_quinlans() {
        let z = normal_quantile(0.75);
        assert!((z - 0.674_489_75).abs() < 1e-6);
        // The examples of Quinlan's book: no error in 6, 9 and 1 rows at a confidence of a quarter.
        for (all, expected) in [(6.0, 6.0 * 0.206), (9.0, 9.0 * 0.143), (1.0, 0.75)] {
            let found: f64 = added_errors(all, 0.0, 0.25, z);
            assert!((found - expected).abs() < 0.005, "{found} is not {expected}");
        }
        assert!((1.0 + added_errors(16.0, 1.0, 0.25, z) - 16.0 * 0.157).abs() < 0.06);
    }

    #[test]
    fn a_subtree_whose_leaves_are_expected_to_err_more_becomes_one() {
        let tree = |low: [f64; 2], high: [f64; 2]| {
            let leaf = |weights: [f64; 2]| Grown { weights: weights.to_vec(), split: None };
            let weights = vec![low[0] + high[0], low[1] + high[1]];
            Grown { weights, split: Some((0, 0.5, Box::new([leaf(low), leaf(high)]))) }
        };
        // 2 of 7 wrong are expected to be 3.4; 1 of 4 and 1 of 3 are 2.2 and 2.0.
        let useless = || tree([3.0, 1.0], [2.0, 1.0]);
        assert!(by_confidence(useless(), 0.25).split.is_none());
        assert!(by_confidence(useless(), 1.0).split.is_some());
        // 4 of 9 wrong are expected to be 5.5; 1 of 6 and 0 of 3 are 2.3 and 1.1.
        assert!(by_confidence(tree([5.0, 1.0], [0.0, 3.0]), 0.25).split.is_some());
    }

    #[test]
    fn a_subtree_that_does_not_help_on_other_rows_becomes_a_leaf() {
        let leaf = |weights: [f64; 2]| Grown { weights: weights.to_vec(), split: None };
        let tree = || Grown {
            weights: vec![5.0, 4.0],
            split: Some((0, 0.5, Box::new([leaf([5.0, 1.0]), leaf([0.0, 3.0])]))),
        };
        let mut data = Data::new(vec!["x".into()], 2);
        data.push(&[0.0], 0, 1.0);
        data.push(&[1.0], 0, 1.0);
        assert!(by_error(tree(), &data, &[0, 1]).split.is_none());
        data.push(&[1.0], 1, 2.0);
        assert!(by_error(tree(), &data, &[0, 1, 2]).split.is_some());
    }
}
