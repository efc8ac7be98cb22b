//! K-means with a start that is the same in every run.

/// Rounds after which no more is moved.
const MAX_ROUNDS: usize = 20;

/// The cluster of each point. The first centres are spread from the least to the largest sum of coordinates.
pub(super) fn of(points: &[[f32; 2]], k: usize) -> Vec<usize> {
    let mut centres = first_centres(points, k);
    let mut clusters = vec![0; points.len()];
    for _ in 0..MAX_ROUNDS {
        let nearest: Vec<usize> = points.iter().map(|point| nearest(point, &centres)).collect();
        if nearest == clusters {
            break;
        }
        clusters = nearest;
        move_centres(points, &clusters, &mut centres);
    }
    clusters
}

fn first_centres(points: &[[f32; 2]], k: usize) -> Vec<[f32; 2]> {
    let mut order: Vec<[f32; 2]> = points.to_vec();
    order.sort_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])));
    let last = order.len().saturating_sub(1);
    (0..k).filter_map(|n| order.get(n * last / (k - 1).max(1)).copied()).collect()
}

fn nearest(point: &[f32; 2], centres: &[[f32; 2]]) -> usize {
    let distance = |c: &[f32; 2]| (point[0] - c[0]).powi(2) + (point[1] - c[1]).powi(2);
    let by_distance = |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1);
    centres.iter().map(distance).enumerate().min_by(by_distance).map_or(0, |(n, _)| n)
}

fn move_centres(points: &[[f32; 2]], clusters: &[usize], centres: &mut [[f32; 2]]) {
    let mut sums = vec![([0.0; 2], 0.0); centres.len()];
    for (point, &cluster) in points.iter().zip(clusters) {
        let (sum, count) = &mut sums[cluster];
        *sum = [sum[0] + point[0], sum[1] + point[1]];
        *count += 1.0;
    }
    for (centre, (sum, count)) in
        centres.iter_mut().zip(sums).filter(|(_, (_, count))| *count > 0.0)
    {
        *centre = [sum[0] / count, sum[1] / count];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_points_share_a_cluster() {
        let points = [[0.0, 0.0], [0.9, 1.0], [0.1, 0.0], [0.5, 0.5], [1.0, 1.0]];
        let clusters = of(&points, 3);
        assert_eq!(clusters, [0, 2, 0, 1, 2]);
    }

    #[test]
    fn few_points_are_fine() {
        assert!(of(&[], 3).is_empty());
        assert_eq!(of(&[[1.0, 1.0]], 3).len(), 1);
    }
}
