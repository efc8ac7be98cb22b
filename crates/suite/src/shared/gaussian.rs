//! Smoothing a row of numbers.

/// The row after a Gaussian kernel of radius `r` and standard deviation `r`, cut off after `r` steps to each
/// side: `k_i = e^(-i²/2r²)`, normalised. At the ends the kernel is normalised over what there is.
pub(crate) fn smooth(row: &[f32], r: usize) -> Vec<f32> {
    let weight =
        |distance: usize| (-((distance * distance) as f32) / (2 * r * r).max(1) as f32).exp();
    let kernel: Vec<f32> = (0..=2 * r).map(|place| weight(place.abs_diff(r))).collect();
    let all: f32 = kernel.iter().sum();
    let weigh = |values: &[f32], weights: &[f32]| {
        values.iter().zip(weights).fold(0.0, |sum, (value, weight)| sum + weight * value)
    };
    let at = |i: usize| {
        if let Some(values) = i.checked_sub(r).and_then(|first| row.get(first..=i + r)) {
            return weigh(values, &kernel) / all;
        }
        let (first, end) = (i.saturating_sub(r), (i + r + 1).min(row.len()));
        let weights = &kernel[r + first - i..r + end - i];
        weigh(&row[first..end], weights) / weights.iter().sum::<f32>()
    };
    (0..row.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_is_shared_with_its_neighbours() {
        let smoothed = smooth(&[0.0, 0.0, 1.0, 0.0, 0.0], 1);
        let e = (-0.5_f32).exp();
        assert!((smoothed[2] - 1.0 / (1.0 + 2.0 * e)).abs() < 1e-6);
        assert!((smoothed[1] - e / (1.0 + 2.0 * e)).abs() < 1e-6);
        assert_eq!((smoothed[0], smoothed[4]), (0.0, 0.0));
    }

    #[test]
    fn a_level_row_stays_level_to_its_ends() {
        assert!(smooth(&[2.0; 7], 3).iter().all(|v| (v - 2.0).abs() < 1e-6));
        assert!(smooth(&[], 1).is_empty());
    }
}
