//! Clusters as the thesis finds them (section 3.6): t-SNE places pages with like tags near each other in eight dimensions,
//! K-means parts them there.
//!
//! Where a page that comes later would be placed t-SNE does not say, so these are groups of pages that are at hand;
//! `--by cluster` parts the ratios themselves.

use super::{kmeans, tsne};

/// Pages whose distances to all others a silhouette is the mean of.
const DRAWN: usize = 400;

/// Points placed by t-SNE in a space of `D` dimensions.
pub(crate) struct Embedded<const D: usize>(Vec<Vec<f64>>);

impl<const D: usize> Embedded<D> {
    /// Places points.
    pub fn of(points: &[Vec<f64>], seed: u64) -> Embedded<D> {
        let places = tsne::<D>(points, seed);
        Embedded(places.iter().map(|place| place.to_vec()).collect())
    }

    /// The cluster of each point, the largest first, and the silhouette of all.
    pub fn clusters(&self, k: usize, seed: u64) -> (Vec<usize>, f64) {
        let labels = kmeans(&self.0, k, seed);
        let silhouette = silhouette(&self.0, &labels);
        (labels, silhouette)
    }
}

/// How much nearer points are to their own cluster than to the next one (Rousseeuw 1987), from -1 to 1: the mean of some
/// of them, which are drawn evenly.
pub(crate) fn silhouette(points: &[Vec<f64>], labels: &[usize]) -> f64 {
    let clusters = labels.iter().copied().max().map_or(0, |most| most + 1);
    let step = points.len().div_ceil(DRAWN).max(1);
    let values: Vec<f64> = (0..points.len())
        .step_by(step)
        .map(|own| {
            let (mut sums, mut counts) = (vec![0.0; clusters], vec![0.0; clusters]);
            for (other, &label) in labels.iter().enumerate().filter(|(other, _)| *other != own) {
                let pairs = points[own].iter().zip(&points[other]);
                sums[label] += pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                counts[label] += 1.0;
            }
            let mean = |label: usize| sums[label] / counts[label];
            let home = labels[own];
            let next = (0..clusters).filter(|&l| l != home && counts[l] > 0.0).map(mean);
            let next = next.fold(f64::INFINITY, f64::min);
            // Alone in its cluster, or in the only one, a point is neither near nor far.
            match counts[home] > 0.0 && next.is_finite() {
                true => (next - mean(home)) / next.max(mean(home)).max(f64::MIN_POSITIVE),
                false => 0.0,
            }
        })
        .collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silhouette_by_hand() {
        // 0 and 1 in one cluster, 4 in another: (4-1)/4, (3-1)/3, and 0 for the lonely one.
        let points = [vec![0.0], vec![1.0], vec![4.0]];
        let expected = (0.75 + 2.0 / 3.0) / 3.0;
        assert!((silhouette(&points, &[0, 0, 1]) - expected).abs() < 1e-12);
        assert_eq!(silhouette(&points, &[0, 0, 0]), 0.0);
    }

    #[test]
    fn as_many_clusters_as_there_are_heaps_fit_best() {
        let points: Vec<Vec<f64>> = (0..90)
            .map(|i| vec![f64::from(i % 3) * 4.0, f64::from(i % 7) / 20.0, f64::from(i % 5) / 20.0])
            .collect();
        let embedded = Embedded::<8>::of(&points, 1);
        let fit = |k| embedded.clusters(k, 1).1;
        assert!(fit(3) > fit(2) && fit(3) > fit(4), "{} {} {}", fit(2), fit(3), fit(4));
        let labels = embedded.clusters(3, 1).0;
        let alike = (0..90).filter(|&i| labels[i] == labels[i % 3]).count();
        // An embedding may leave a point behind on its way to the others.
        assert!(alike >= 88, "{alike}");
    }
}
