//! Numbers cut where that tells most of the class, and what a column tells when it is cut so.
//!
//! U. M. Fayyad, K. B. Irani: "Multi-interval discretization of continuous-valued attributes for classification
//! learning" (IJCAI 1993): a range is cut where the entropy of its two sides is least, and the sides again, as long as
//! a cut saves more bits than it takes to write down.

use super::Data;

/// The entropy of weights, in bits.
pub fn entropy(weights: &[f64]) -> f64 {
    let all: f64 = weights.iter().sum();
    if all <= 0.0 {
        return 0.0;
    }
    let share = |weight: &f64| weight / all;
    weights.iter().map(share).filter(|&p| p > 0.0).map(|p| -p * p.log2()).sum()
}

/// Bits that a column saves of the entropy of the class, over rows that weigh anything.
pub fn information_gain(data: &Data, column: usize) -> f64 {
    let sorted = data.sorted(&data.rows(), column);
    let whole = data.class_weights(&sorted);
    let all: f64 = whole.iter().sum();
    let mut left = 0.0;
    let mut open = vec![sorted.as_slice()];
    while let Some(range) = open.pop() {
        match cut(data, range, column) {
            Some(at) => open.extend([&range[at..], &range[..at]]),
            None => {
                let weights = data.class_weights(range);
                left +=
                    entropy(&weights) * weights.iter().sum::<f64>() / all.max(f64::MIN_POSITIVE);
            }
        }
    }
    (entropy(&whole) - left).max(0.0)
}

/// Where a range is cut; none if no cut is worth its bits.
fn cut(data: &Data, range: &[u32], column: usize) -> Option<usize> {
    let whole = data.class_weights(range);
    let all: f64 = whole.iter().sum();
    let mut left = vec![0.0; whole.len()];
    let mut right = whole.clone();
    let mut best: Option<(f64, usize)> = None;
    let mut cuts = 0.0;
    for at in 1..range.len() {
        let before = range[at - 1];
        left[data.class(before)] += data.weight(before);
        right[data.class(before)] -= data.weight(before);
        if data.value(before, column) == data.value(range[at], column) {
            continue;
        }
        cuts += 1.0;
        let weight = left.iter().sum::<f64>();
        let bits = (entropy(&left) * weight + entropy(&right) * (all - weight)) / all;
        if best.is_none_or(|(least, _)| bits < least) {
            best = Some((bits, at));
        }
    }
    let (bits, at) = best?;
    let (low, high) = range.split_at(at);
    let (low, high) = (data.class_weights(low), data.class_weights(high));
    let gain = entropy(&whole) - bits;
    let classes = |weights: &[f64]| weights.iter().filter(|&&weight| weight > 0.0).count() as f64;
    let delta = (3_f64.powf(classes(&whole)) - 2.0).log2()
        - (classes(&whole) * entropy(&whole)
            - classes(&low) * entropy(&low)
            - classes(&high) * entropy(&high));
    (gain > (f64::log2(cuts) + delta) / all).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_that_is_the_class_gains_all_and_noise_nothing() {
        let mut data = Data::new(vec!["class".into(), "constant".into(), "noise".into()], 2);
        for n in 0..200_usize {
            data.push(&[(n % 2) as f32, 1.0, (n * 7919 % 101) as f32], n % 2, 1.0);
        }
        assert!((information_gain(&data, 0) - 1.0).abs() < 1e-9);
        assert_eq!(information_gain(&data, 1), 0.0);
        assert_eq!(information_gain(&data, 2), 0.0);
    }

    #[test]
    fn weight_counts_not_rows() {
        let mut data = Data::new(vec!["x".into()], 2);
        // One heavy row on the one side, many light ones of two classes on the other.
        data.push(&[9.0], 1, 1000.0);
        (0..100).for_each(|n| data.push(&[0.0], n % 2, 1.0));
        // H = H(50, 1050) = 0.26676 bits; what is left is one bit for 100 of 1,100.
        let expected = entropy(&[50.0, 1050.0]) - 100.0 / 1100.0;
        assert!((information_gain(&data, 0) - expected).abs() < 1e-9);
    }

    #[test]
    fn three_parts_take_two_cuts() {
        let mut data = Data::new(vec!["x".into()], 2);
        (0..300).for_each(|n| data.push(&[n as f32], usize::from((100..200).contains(&n)), 1.0));
        assert!((information_gain(&data, 0) - entropy(&[200.0, 100.0])).abs() < 1e-9);
    }
}
