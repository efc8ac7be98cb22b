//! Many dimensions in few: t-SNE, exact and seeded.
//!
//! Exact means quadratic, so callers give it a sample. In two dimensions it is a picture for people, which looks the
//! same every time; the thesis looks for clusters in eight. In more than two, far points are told apart by a
//! t-distribution of one degree of freedom less than there are dimensions (van der Maaten, AISTATS 2009), as
//! scikit-learn has it, which the thesis used.

use fastrand::Rng;

const PERPLEXITY: f64 = 30.0;
const ROUNDS: usize = 350;
/// Rounds in which attraction is exaggerated, so that clusters form before they are pulled apart.
const EARLY: usize = 80;
const EXAGGERATION: f64 = 12.0;

/// Places each point in a space of `D` dimensions, of which there is an even number.
pub fn tsne<const D: usize>(points: &[Vec<f64>], seed: u64) -> Vec<[f64; D]> {
    let n = points.len();
    if n < 4 {
        return (0..n).map(|i| [i as f64; D]).collect();
    }
    let likeness = joint(points);
    let mut random = Rng::with_seed(seed);
    let mut place: Vec<[f64; D]> =
        (0..n).map(|_| std::array::from_fn(|_| (random.f64() - 0.5) * 1e-3)).collect();
    let mut speed = vec![[0.0; D]; n];
    let mut nearness = vec![0.0; n * n];
    let rate = (n as f64 / EXAGGERATION).max(50.0);
    for round in 0..ROUNDS {
        let exaggeration = if round < EARLY { EXAGGERATION } else { 1.0 };
        let momentum = if round < EARLY { 0.5 } else { 0.8 };
        let slope = gradient(&likeness, &place, &mut nearness, exaggeration);
        for i in 0..n {
            for d in 0..D {
                speed[i][d] = momentum * speed[i][d] - rate * slope[i][d];
                place[i][d] += speed[i][d];
            }
        }
    }
    place
}

/// How likely two points are neighbours, symmetric, summing to one.
fn joint(points: &[Vec<f64>]) -> Vec<f64> {
    let n = points.len();
    let mut p = vec![0.0; n * n];
    for i in 0..n {
        let distances: Vec<f64> = points.iter().map(|q| square(&points[i], q)).collect();
        conditional(&distances, i, &mut p[i * n..(i + 1) * n]);
    }
    for i in 0..n {
        for j in 0..i {
            let both = ((p[i * n + j] + p[j * n + i]) / (2.0 * n as f64)).max(1e-12);
            (p[i * n + j], p[j * n + i]) = (both, both);
        }
    }
    p
}

/// A point's neighbours with the bandwidth that gives the wanted perplexity, by bisection.
fn conditional(distances: &[f64], own: usize, row: &mut [f64]) {
    let target = PERPLEXITY.min((distances.len() - 1) as f64 / 3.0).max(1.5).ln();
    let (mut low, mut high, mut precision) = (0.0, f64::INFINITY, 1.0);
    for _ in 0..50 {
        let mut sum = 1e-300;
        let mut weighted = 0.0;
        for (j, &d) in distances.iter().enumerate() {
            row[j] = if j == own { 0.0 } else { (-d * precision).exp() };
            sum += row[j];
            weighted += d * row[j];
        }
        row.iter_mut().for_each(|r| *r /= sum);
        let entropy = sum.ln() + precision * weighted / sum;
        if (entropy - target).abs() < 1e-4 {
            break;
        }
        if entropy > target {
            low = precision
        } else {
            high = precision
        }
        precision = if high.is_finite() { (low + high) / 2.0 } else { precision * 2.0 };
    }
}

fn gradient<const D: usize>(
    p: &[f64],
    place: &[[f64; D]],
    nearness: &mut [f64],
    exaggeration: f64,
) -> Vec<[f64; D]> {
    let n = place.len();
    let freedom = (D as f64 - 1.0).max(1.0);
    // A pair's weight is a power of its nearness: half of the dimensions.
    let weight = |nearness: f64| nearness.powi((D / 2).max(1) as i32);
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..i {
            let near = 1.0 / (1.0 + square(&place[i], &place[j]) / freedom);
            nearness[i * n + j] = near;
            total += 2.0 * weight(near);
        }
    }
    let strength = 2.0 * (freedom + 1.0) / freedom;
    let mut slope = vec![[0.0; D]; n];
    for i in 0..n {
        for j in 0..i {
            let near = nearness[i * n + j];
            let pull = strength * (exaggeration * p[i * n + j] - weight(near) / total) * near;
            for d in 0..D {
                let step = pull * (place[i][d] - place[j][d]);
                slope[i][d] += step;
                slope[j][d] -= step;
            }
        }
    }
    slope
}

fn square(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_heaps_stay_apart() {
        let points: Vec<Vec<f64>> = (0..40)
            .map(|i| {
                vec![
                    if i < 20 { 0.0 } else { 5.0 },
                    f64::from(i % 7) / 50.0,
                    f64::from(i % 3) / 50.0,
                ]
            })
            .collect();
        let places = tsne::<2>(&points, 7);
        let mean = |range: std::ops::Range<usize>| {
            let n = range.len() as f64;
            let sum = |d: usize| places[range.clone()].iter().map(|p| p[d]).sum::<f64>() / n;
            [sum(0), sum(1)]
        };
        let (a, b) = (mean(0..20), mean(20..40));
        let gap = (a[0] - b[0]).hypot(a[1] - b[1]);
        let spread =
            places[..20].iter().map(|p| (p[0] - a[0]).hypot(p[1] - a[1])).sum::<f64>() / 20.0;
        assert!(gap > 2.0 * spread, "gap {gap}, spread {spread}");
        assert_eq!(places, tsne(&points, 7));
    }

    #[test]
    fn the_slope_is_that_of_the_divergence() {
        // The divergence of the two distributions, as it is defined.
        fn divergence(p: &[f64], place: &[[f64; 4]]) -> f64 {
            let n = place.len();
            let q = |i: usize, j: usize| (1.0 + square(&place[i], &place[j]) / 3.0).powi(-2);
            let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j);
            let total: f64 = pairs().map(|(i, j)| q(i, j)).sum();
            pairs().map(|(i, j)| p[i * n + j] * (p[i * n + j] / (q(i, j) / total)).ln()).sum()
        }
        let points: Vec<Vec<f64>> =
            (0..8).map(|i| vec![f64::from(i), f64::from(i * i % 5), 1.0]).collect();
        let p = joint(&points);
        // In what is given to it the pairs sum to one without those of a point with itself.
        let own: f64 = (0..8).map(|i| p[i * 9]).sum();
        assert!(own < 1e-9);
        let mut place: Vec<[f64; 4]> =
            (0..8).map(|i| std::array::from_fn(|d| ((i * 7 + d * 3) % 11) as f64 / 5.0)).collect();
        let slope = gradient(&p, &place, &mut vec![0.0; 64], 1.0);
        for (i, d) in [(0, 0), (3, 2), (7, 3)] {
            let before = place[i][d];
            let mut at = |value: f64| {
                place[i][d] = value;
                divergence(&p, &place)
            };
            let measured = (at(before + 1e-5) - at(before - 1e-5)) / 2e-5;
            at(before);
            assert!((measured - slope[i][d]).abs() < 1e-4, "{measured} {}", slope[i][d]);
        }
    }
}
