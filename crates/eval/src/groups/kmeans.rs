//! K-means, seeded, so that the same pages give the same groups.

use fastrand::Rng;

/// Rounds at most; it settles long before.
const ROUNDS: usize = 100;

/// The cluster of each point. Clusters are numbered by size, the largest first.
pub fn kmeans(points: &[Vec<f64>], k: usize, seed: u64) -> Vec<usize> {
    if points.is_empty() || k == 0 {
        return vec![0; points.len()];
    }
    let mut centres = first_centres(points, k, &mut Rng::with_seed(seed));
    let mut labels = vec![usize::MAX; points.len()];
    for _ in 0..ROUNDS {
        let next: Vec<usize> = points.iter().map(|p| nearest(p, &centres).0).collect();
        if next == labels {
            break;
        }
        labels = next;
        for (cluster, centre) in centres.iter_mut().enumerate() {
            move_to_mean(
                centre,
                points.iter().zip(&labels).filter(|(_, l)| **l == cluster).map(|(p, _)| p),
            );
        }
    }
    by_size(labels, centres.len())
}

/// Far-apart first centres: each next one is drawn by its squared distance to those before (k-means++).
fn first_centres(points: &[Vec<f64>], k: usize, random: &mut Rng) -> Vec<Vec<f64>> {
    let mut centres = vec![points[random.usize(..points.len())].clone()];
    while centres.len() < k.min(points.len()) {
        let distances: Vec<f64> = points.iter().map(|p| nearest(p, &centres).1).collect();
        let mut left = random.f64() * distances.iter().sum::<f64>();
        let chosen = distances.iter().position(|d| {
            left -= d;
            left < 0.0
        });
        centres.push(points[chosen.unwrap_or(points.len() - 1)].clone());
    }
    centres
}

/// The nearest centre and its squared distance.
fn nearest(point: &[f64], centres: &[Vec<f64>]) -> (usize, f64) {
    let distance = |c: &Vec<f64>| c.iter().zip(point).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let distances = centres.iter().map(distance).enumerate();
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

fn move_to_mean<'a>(centre: &mut [f64], members: impl Iterator<Item = &'a Vec<f64>>) {
    let mut sum = vec![0.0; centre.len()];
    let mut count = 0.0;
    for member in members {
        sum.iter_mut().zip(member).for_each(|(s, m)| *s += m);
        count += 1.0;
    }
    if count > 0.0 {
        centre.iter_mut().zip(sum).for_each(|(c, s)| *c = s / count);
    }
}

fn by_size(labels: Vec<usize>, k: usize) -> Vec<usize> {
    let mut sizes: Vec<(usize, usize)> =
        (0..k).map(|c| (labels.iter().filter(|&&l| l == c).count(), c)).collect();
    sizes.sort_by_key(|&(size, cluster)| (std::cmp::Reverse(size), cluster));
    let mut number = vec![0; k];
    sizes.iter().enumerate().for_each(|(new, &(_, old))| number[old] = new);
    labels.into_iter().map(|label| number[label]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_heaps_are_told_apart() {
        let points: Vec<Vec<f64>> = (0..30)
            .map(|i| vec![if i < 20 { 0.0 } else { 9.0 } + f64::from(i % 5) / 10.0])
            .collect();
        let labels = kmeans(&points, 2, 1);
        assert!(labels[..20].iter().all(|&l| l == 0) && labels[20..].iter().all(|&l| l == 1));
        assert_eq!(labels, kmeans(&points, 2, 1));
    }

    #[test]
    fn fewer_points_than_clusters() {
        assert_eq!(kmeans(&[vec![1.0]], 3, 1), [0]);
        assert!(kmeans(&[], 3, 1).is_empty());
    }
}
