//! A linear support vector machine by dual coordinate descent.
//!
//! The machine is the one that J. C. Platt's sequential minimal optimisation finds, which the papers here use; with rows
//! whose weights go from one to a thousand that takes more steps than there is time for, and a machine that is stopped
//! early is none. So it is found by C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi, S. Sundararajan: "A dual coordinate
//! descent method for large-scale linear SVM" (ICML 2008), where the threshold is the weight of a column of ones. Numbers
//! are brought to 0 to 1; a row's weight multiplies its penalty; more than two classes are decided by the votes of all
//! pairs.

use super::{Classifier, Data, Learner, certain};
use fastrand::Rng;

/// Learns a machine.
#[derive(Clone, Copy, Debug)]
pub struct LinearSvm {
    /// What an error costs.
    pub penalty: f64,
    /// How much the rows' slopes may differ in the end.
    pub tolerance: f64,
    /// Passes over the rows at most: past that the machine is taken as it is.
    pub most_passes: usize,
}

impl Default for LinearSvm {
    fn default() -> LinearSvm {
        LinearSvm { penalty: 1.0, tolerance: 1e-2, most_passes: 1000 }
    }
}

impl Learner for LinearSvm {
    fn learn(&self, data: &Data, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        let scale = Scale::of(data, rows);
        let mut pairs = Vec::new();
        for first in 0..data.class_count() {
            for second in first + 1..data.class_count() {
                let of = |row: &&u32| [first, second].contains(&data.class(**row));
                let chosen: Vec<u32> = rows.iter().filter(of).copied().collect();
                let mut problem = Problem::new(self, data, &chosen, second, &scale);
                problem.solve(&mut Rng::with_seed(seed));
                pairs.push((first, second, problem.weights));
            }
        }
        Box::new(Votes { scale, pairs, classes: data.class_count() })
    }
}

/// Brings columns to 0 to 1.
struct Scale(Vec<(f32, f32)>);

impl Scale {
    fn of(data: &Data, rows: &[u32]) -> Scale {
        let range = |column: usize| {
            let values = rows.iter().map(|&row| data.value(row, column));
            let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), v| {
                (low.min(v), high.max(v))
            });
            (low, if high > low { (high - low).recip() } else { 0.0 })
        };
        Scale((0..data.width()).map(range).collect())
    }

    /// The row in that range, and the one of the threshold.
    fn row(&self, row: &[f32]) -> Vec<f32> {
        let scaled = row.iter().zip(&self.0).map(|(value, (low, factor))| (value - low) * factor);
        scaled.chain([1.0]).collect()
    }
}

fn dot(weights: &[f64], row: &[f32]) -> f64 {
    weights.iter().zip(row).map(|(weight, value)| weight * f64::from(*value)).sum()
}

/// The rows of two classes, a multiplier each, and the weights that these amount to.
struct Problem<'s> {
    settings: &'s LinearSvm,
    width: usize,
    values: Vec<f32>,
    squares: Vec<f64>,
    signs: Vec<f64>,
    bounds: Vec<f64>,
    alphas: Vec<f64>,
    weights: Vec<f64>,
}

impl<'s> Problem<'s> {
    fn new(
        settings: &'s LinearSvm,
        data: &Data,
        rows: &[u32],
        second: usize,
        scale: &Scale,
    ) -> Problem<'s> {
        let values: Vec<f32> = rows.iter().flat_map(|&row| scale.row(data.row(row))).collect();
        let width = data.width() + 1;
        let square = |row: &[f32]| row.iter().map(|v| f64::from(*v).powi(2)).sum();
        let sign = |row: &u32| if data.class(*row) == second { 1.0 } else { -1.0 };
        Problem {
            settings,
            width,
            squares: values.chunks_exact(width).map(square).collect(),
            values,
            signs: rows.iter().map(sign).collect(),
            bounds: rows.iter().map(|&row| settings.penalty * data.weight(row)).collect(),
            alphas: vec![0.0; rows.len()],
            weights: vec![0.0; width],
        }
    }

    fn row(&self, at: usize) -> &[f32] {
        self.values.get(at * self.width..(at + 1) * self.width).unwrap_or_default()
    }

    /// Passes over the rows in a drawn order, until none of them pulls much more than another. Rows that stay at a bound
    /// are left out, until the others are done.
    fn solve(&mut self, random: &mut Rng) {
        // A row that costs nothing has nothing to say.
        let costs = |at: &usize| self.bounds[*at] > 0.0;
        let all: Vec<usize> = (0..self.signs.len()).filter(costs).collect();
        let mut active = all.clone();
        // How far a slope has to point out of the bounds for its row to be left out.
        let mut limits = (f64::NEG_INFINITY, f64::INFINITY);
        for _ in 0..self.settings.most_passes {
            random.shuffle(&mut active);
            let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
            active.retain(|&at| {
                let Some(slope) = self.pull(at, limits) else { return false };
                (most, least) = (most.max(slope), least.min(slope));
                true
            });
            if most - least <= self.settings.tolerance || active.is_empty() {
                if active.len() == all.len() {
                    return;
                }
                active.clone_from(&all);
                limits = (f64::NEG_INFINITY, f64::INFINITY);
                continue;
            }
            limits = (
                if least < 0.0 { least } else { f64::NEG_INFINITY },
                if most > 0.0 { most } else { f64::INFINITY },
            );
        }
    }

    /// Moves a row's multiplier to where it is best while all others stay. None where it is at a bound and far from
    /// leaving it, else the slope that it had within its bounds.
    fn pull(&mut self, at: usize, (least, most): (f64, f64)) -> Option<f64> {
        let slope = self.signs[at] * dot(&self.weights, self.row(at)) - 1.0;
        let (alpha, bound) = (self.alphas[at], self.bounds[at]);
        let inside = match alpha {
            _ if alpha <= 0.0 && slope > most => return None,
            _ if alpha >= bound && slope < least => return None,
            _ if alpha <= 0.0 => slope.min(0.0),
            _ if alpha >= bound => slope.max(0.0),
            _ => slope,
        };
        if inside != 0.0 {
            let moved = (alpha - slope / self.squares[at]).clamp(0.0, bound);
            let by = (moved - alpha) * self.signs[at];
            self.alphas[at] = moved;
            let row = at * self.width..(at + 1) * self.width;
            let values = self.values.get(row).unwrap_or_default();
            for (weight, value) in self.weights.iter_mut().zip(values) {
                *weight += by * f64::from(*value);
            }
        }
        Some(inside)
    }
}

/// A machine for each pair of classes.
struct Votes {
    scale: Scale,
    /// Two classes and the weights, positive for the second one.
    pairs: Vec<(usize, usize, Vec<f64>)>,
    classes: usize,
}

impl Classifier for Votes {
    fn distribution(&self, row: &[f32]) -> Vec<f64> {
        let row = self.scale.row(row);
        let winner = |(first, second, weights): &(usize, usize, Vec<f64>)| {
            if dot(weights, &row) > 0.0 { *second } else { *first }
        };
        if let [pair] = self.pairs.as_slice() {
            return certain(winner(pair), self.classes);
        }
        let mut votes = vec![0.0; self.classes];
        let share = 1.0 / self.pairs.len().max(1) as f64;
        self.pairs.iter().for_each(|pair| votes[winner(pair)] += share);
        votes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_of_two_points_is_half_way() {
        let mut data = Data::new(vec!["x".into(), "y".into()], 2);
        for (x, y, class) in [(0.0, 0.0, 0), (2.0, 2.0, 1), (-1.0, -1.0, 0), (3.0, 2.5, 1)] {
            data.push(&[x, y], class, 100.0);
        }
        let rows = data.rows();
        let scale = Scale::of(&data, &rows);
        let settings = LinearSvm { tolerance: 1e-6, ..LinearSvm::default() };
        let mut problem = Problem::new(&settings, &data, &rows, 1, &scale);
        problem.solve(&mut Rng::with_seed(1));
        let says: Vec<f64> = (0..4).map(|at| dot(&problem.weights, problem.row(at))).collect();
        // The two in the middle are at the margin.
        assert!((says[0] + 1.0).abs() < 0.01 && (says[1] - 1.0).abs() < 0.01, "{says:?}");
        assert!(says[2] < says[0] && says[3] > says[1] && problem.weights[0] > 0.0, "{says:?}");
    }

    #[test]
    fn three_classes_vote() {
        let mut data = Data::new(vec!["x".into(), "y".into()], 3);
        for n in 0..90_usize {
            let class = n % 3;
            let jitter = (n * 37 % 10) as f32 / 10.0;
            let (x, y) = [(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)][class];
            data.push(&[x + jitter, y + jitter], class, 1.0);
        }
        let votes = LinearSvm::default().learn(&data, &data.rows(), 1);
        let class = |x, y| super::super::heaviest(&votes.distribution(&[x, y]));
        assert_eq!([class(0.5, 0.5), class(5.5, 0.5), class(0.5, 5.5)], [0, 1, 2]);
    }

    #[test]
    fn weight_moves_the_threshold() {
        let mut data = Data::new(vec!["x".into()], 2);
        for n in 0..40_usize {
            let class = n % 2;
            // Both classes between 4 and 6; the second one weighs ten times as much.
            let x = class as f32 * 4.0 + (n / 2 % 7) as f32;
            data.push(&[x], class, if class == 1 { 100.0 } else { 10.0 });
        }
        let learned = LinearSvm::default().learn(&data, &data.rows(), 1);
        assert_eq!(learned.distribution(&[4.5]), [0.0, 1.0]);
        assert_eq!(learned.distribution(&[0.0]), [1.0, 0.0]);
    }
}
