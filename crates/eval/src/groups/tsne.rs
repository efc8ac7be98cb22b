//! A picture of many dimensions in two: t-SNE, exact and seeded.
//!
//! Exact means quadratic, so callers give it a sample; what is wanted is a picture for people, and one
//! that looks the same every time.

use fastrand::Rng;

const PERPLEXITY: f64 = 30.0;
const ROUNDS: usize = 350;
/// Rounds in which attraction is exaggerated, so that clusters form before they are pulled apart.
const EARLY: usize = 80;
const EXAGGERATION: f64 = 12.0;

/// Places each point in the plane.
pub fn tsne(points: &[Vec<f64>], seed: u64) -> Vec<[f64; 2]> {
    let n = points.len();
    if n < 4 {
        return (0..n).map(|i| [i as f64, 0.0]).collect();
    }
    let likeness = joint(points);
    let mut random = Rng::with_seed(seed);
    let mut place: Vec<[f64; 2]> =
        (0..n).map(|_| [random.f64() - 0.5, random.f64() - 0.5].map(|x| x * 1e-3)).collect();
    let mut speed = vec![[0.0; 2]; n];
    let mut weights = vec![0.0; n * n];
    let rate = (n as f64 / EXAGGERATION).max(50.0);
    for round in 0..ROUNDS {
        let exaggeration = if round < EARLY { EXAGGERATION } else { 1.0 };
        let momentum = if round < EARLY { 0.5 } else { 0.8 };
        let slope = gradient(&likeness, &place, &mut weights, exaggeration);
        for i in 0..n {
            for d in 0..2 {
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
        let square =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
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

fn gradient(
    p: &[f64],
    place: &[[f64; 2]],
    weights: &mut [f64],
    exaggeration: f64,
) -> Vec<[f64; 2]> {
    let n = place.len();
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..i {
            let (dx, dy) = (place[i][0] - place[j][0], place[i][1] - place[j][1]);
            let weight = 1.0 / (1.0 + dx * dx + dy * dy);
            weights[i * n + j] = weight;
            total += 2.0 * weight;
        }
    }
    let mut slope = vec![[0.0; 2]; n];
    for i in 0..n {
        for j in 0..i {
            let weight = weights[i * n + j];
            let pull = 4.0 * (exaggeration * p[i * n + j] - weight / total) * weight;
            for d in 0..2 {
                let step = pull * (place[i][d] - place[j][d]);
                slope[i][d] += step;
                slope[j][d] -= step;
            }
        }
    }
    slope
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
        let places = tsne(&points, 7);
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
}
