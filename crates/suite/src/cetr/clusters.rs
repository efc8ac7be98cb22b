//! K-means with one centre that stays at the origin.
//!
//! The others begin on the way from the origin to the largest values, so that the same page always gives
//! the same clusters.

use super::K;

/// Rounds after which the clusters are taken as they are.
const MAX_ROUNDS: usize = 100;

/// Which points belong to a cluster other than that of the origin.
pub(super) fn away_from_origin(points: &[[f32; 2]]) -> Vec<bool> {
    let mut centres = first_centres(points);
    let mut clusters = vec![0; points.len()];
    let mut round = assign(points, &centres, &mut clusters);
    for _ in 0..MAX_ROUNDS {
        move_centres(&round.sums, &mut centres);
        round = assign(points, &centres, &mut clusters);
        if !round.changed {
            break;
        }
    }
    clusters.into_iter().map(|cluster| cluster != 0).collect()
}

fn first_centres(points: &[[f32; 2]]) -> [[f32; 2]; K] {
    let largest = |axis: usize| points.iter().map(|p| p[axis]).fold(0.0, f32::max);
    let corner = [largest(0), largest(1)];
    std::array::from_fn(|i| corner.map(|side| side * i as f32 / (K - 1) as f32))
}

/// What came of giving each point to a cluster.
struct Round {
    /// Whether any has changed.
    changed: bool,
    /// The sums of both coordinates and the number of points, for each cluster but the first.
    sums: [[f64; 3]; K],
}

/// Gives each point to its nearest centre, the first of those that are equally near.
fn assign(points: &[[f32; 2]], centres: &[[f32; 2]; K], clusters: &mut [u32]) -> Round {
    let distance = |a: &[f32; 2], b: &[f32; 2]| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
    let mut round = Round { changed: false, sums: [[0.0; 3]; K] };
    for (point, cluster) in points.iter().zip(&mut *clusters) {
        let (mut nearest, mut least) = (0, distance(point, &centres[0]));
        for (number, centre) in (0..).zip(centres).skip(1) {
            let distance = distance(point, centre);
            let nearer = distance < least;
            nearest = if nearer { number } else { nearest };
            least = if nearer { distance } else { least };
        }
        round.changed |= *cluster != nearest;
        *cluster = nearest;
    }
    // The first centre stays where it is, and most points are its own.
    for (point, &cluster) in points.iter().zip(&*clusters).filter(|(_, cluster)| **cluster != 0) {
        let sum = &mut round.sums[cluster as usize];
        sum[0] += f64::from(point[0]);
        sum[1] += f64::from(point[1]);
        sum[2] += 1.0;
    }
    round
}

fn move_centres(sums: &[[f64; 3]; K], centres: &mut [[f32; 2]; K]) {
    for (centre, sum) in centres.iter_mut().zip(sums).skip(1).filter(|(_, sum)| sum[2] > 0.0) {
        *centre = [(sum[0] / sum[2]) as f32, (sum[1] / sum[2]) as f32];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_stay_at_the_origin() {
        let points = [[1.0, 0.0], [2.0, 1.0], [50.0, 10.0], [100.0, 5.0], [0.0, 0.0]];
        assert_eq!(away_from_origin(&points), [false, false, true, true, false]);
    }

    #[test]
    fn nothing_is_content_where_all_is_zero() {
        assert_eq!(away_from_origin(&[[0.0, 0.0]; 3]), [false; 3]);
        assert!(away_from_origin(&[]).is_empty());
    }
}
