//! A linear support vector machine by sequential minimal optimisation.
//!
//! J. C. Platt: "Fast training of support vector machines using sequential minimal optimization" (1998), with the two
//! thresholds of S. S. Keerthi, S. K. Shevade, C. Bhattacharyya, K. R. K. Murthy (Neural Computation 13, 2001), the
//! first of their modifications. The kernel is the scalar product, so a row is judged by one vector of weights. Numbers
//! are brought to 0 to 1; a row's weight multiplies its penalty; more than two classes are decided by the votes of all
//! pairs.

use super::{Classifier, Data, Learner, certain};

/// Learns a machine.
#[derive(Clone, Copy, Debug)]
pub struct Smo {
    /// What an error costs.
    pub penalty: f64,
    /// How far from its bound a row may be.
    pub tolerance: f64,
    /// Steps at most, as many as rows: past that the machine is taken as it is.
    pub most_steps: usize,
}

impl Default for Smo {
    fn default() -> Smo {
        Smo { penalty: 1.0, tolerance: 1e-3, most_steps: 50 }
    }
}

/// A change of a multiplier below this share is none.
const LITTLE: f64 = 1e-12;

impl Learner for Smo {
    fn learn(&self, data: &Data, rows: &[u32], _seed: u64) -> Box<dyn Classifier> {
        let scale = Scale::of(data, rows);
        let mut pairs = Vec::new();
        for first in 0..data.class_count() {
            for second in first + 1..data.class_count() {
                let of = |row: &&u32| [first, second].contains(&data.class(**row));
                let chosen: Vec<u32> = rows.iter().filter(of).copied().collect();
                let mut problem = Problem::new(self, data, &chosen, second, &scale);
                problem.solve();
                pairs.push((first, second, problem.machine()));
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

    fn row(&self, row: &[f32]) -> Vec<f32> {
        row.iter().zip(&self.0).map(|(value, (low, factor))| (value - low) * factor).collect()
    }
}

/// Weights and threshold of what tells two classes apart.
struct Machine {
    weights: Vec<f64>,
    threshold: f64,
}

impl Machine {
    fn is_second(&self, row: &[f32]) -> bool {
        dot(&self.weights, row) > self.threshold
    }
}

fn dot(weights: &[f64], row: &[f32]) -> f64 {
    weights.iter().zip(row).map(|(weight, value)| weight * f64::from(*value)).sum()
}

/// The multipliers of a row's bound, its class as a sign, and what can still be done with it.
struct Problem<'s> {
    settings: &'s Smo,
    width: usize,
    values: Vec<f32>,
    squares: Vec<f64>,
    signs: Vec<f64>,
    bounds: Vec<f64>,
    alphas: Vec<f64>,
    weights: Vec<f64>,
    /// The largest and the smallest errors that rows have whose multipliers could go down or up, and these rows.
    low: (f64, usize),
    up: (f64, usize),
}

impl<'s> Problem<'s> {
    fn new(settings: &'s Smo, data: &Data, rows: &[u32], second: usize, scale: &Scale) -> Self {
        let values: Vec<f32> = rows.iter().flat_map(|&row| scale.row(data.row(row))).collect();
        let width = data.width().max(1);
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
            low: (-1.0, 0),
            up: (1.0, 0),
        }
    }

    fn machine(self) -> Machine {
        // Where it was stopped there may be one of the two only.
        let ends = [self.low.0, self.up.0].into_iter().filter(|end| end.is_finite());
        let (sum, count) = ends.fold((0.0, 0.0), |(sum, count), end| (sum + end, count + 1.0));
        Machine { threshold: sum / f64::max(count, 1.0), weights: self.weights }
    }

    fn row(&self, at: usize) -> &[f32] {
        self.values.get(at * self.width..(at + 1) * self.width).unwrap_or_default()
    }

    /// What the machine says of a row, less what it should say.
    fn error(&self, at: usize) -> f64 {
        dot(&self.weights, self.row(at)) - self.signs[at]
    }

    fn is_inside(&self, at: usize) -> bool {
        self.alphas[at] > 0.0 && self.alphas[at] < self.bounds[at]
    }

    /// Whether a row's multiplier can move so that its error may be above the threshold.
    fn may_be_up(&self, at: usize) -> bool {
        self.is_inside(at) || (self.signs[at] > 0.0) == (self.alphas[at] == 0.0)
    }

    fn may_be_low(&self, at: usize) -> bool {
        self.is_inside(at) || (self.signs[at] > 0.0) != (self.alphas[at] == 0.0)
    }

    /// Steps until no two rows contradict each other by more than the tolerance.
    fn solve(&mut self) {
        let of_sign = |sign: f64| self.signs.iter().position(|&s| s == sign);
        let (Some(first), Some(second)) = (of_sign(-1.0), of_sign(1.0)) else {
            // One class only: it is always right.
            let all = if self.signs.first() == Some(&1.0) { -1.0 } else { 1.0 };
            (self.low.0, self.up.0) = (all, all);
            return;
        };
        self.low = (1.0, first);
        self.up = (-1.0, second);
        let most = self.settings.most_steps * self.signs.len();
        let mut steps = 0;
        let mut all_rows = true;
        while steps < most {
            let before = steps;
            for at in 0..self.signs.len() {
                if (all_rows || self.is_inside(at)) && self.examine(at) {
                    steps += 1;
                }
                if steps >= most {
                    return;
                }
            }
            match (all_rows, steps == before) {
                (true, true) => return,
                (true, false) => all_rows = false,
                (false, true) => all_rows = true,
                (false, false) => {}
            }
            self.refresh();
        }
    }

    /// Finds the two thresholds anew among rows whose multipliers are inside their bounds and the last two.
    fn refresh(&mut self) {
        let kept = [self.low.1, self.up.1];
        let rows: Vec<usize> =
            (0..self.signs.len()).filter(|&at| self.is_inside(at) || kept.contains(&at)).collect();
        (self.low.0, self.up.0) = (f64::NEG_INFINITY, f64::INFINITY);
        rows.into_iter().for_each(|at| self.note(at, self.error(at)));
    }

    fn note(&mut self, at: usize, error: f64) {
        if self.may_be_low(at) && error > self.low.0 {
            self.low = (error, at);
        }
        if self.may_be_up(at) && error < self.up.0 {
            self.up = (error, at);
        }
    }

    /// Looks whether a row contradicts one of the two thresholds, and steps with the row of that one.
    fn examine(&mut self, at: usize) -> bool {
        let error = self.error(at);
        let slack = 2.0 * self.settings.tolerance;
        let from_low = self.may_be_up(at) && self.low.0 - error > slack;
        let from_up = self.may_be_low(at) && error - self.up.0 > slack;
        let other = match (from_low, from_up) {
            (true, true) if self.low.0 - error > error - self.up.0 => self.low.1,
            (_, true) => self.up.1,
            (true, false) => self.low.1,
            (false, false) => {
                self.note(at, error);
                return false;
            }
        };
        self.step(other, at, error)
    }

    /// Moves the multipliers of two rows to where they are best together.
    fn step(&mut self, a: usize, b: usize, error_b: f64) -> bool {
        if a == b {
            return false;
        }
        let (alpha_a, alpha_b) = (self.alphas[a], self.alphas[b]);
        let same = self.signs[a] * self.signs[b];
        let (low, high) = match same > 0.0 {
            true => (
                (alpha_a + alpha_b - self.bounds[a]).max(0.0),
                (alpha_a + alpha_b).min(self.bounds[b]),
            ),
            false => (
                (alpha_b - alpha_a).max(0.0),
                (self.bounds[a] + alpha_b - alpha_a).min(self.bounds[b]),
            ),
        };
        let between = self.row(a).iter().zip(self.row(b));
        let product: f64 = between.map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
        let curve = self.squares[a] + self.squares[b] - 2.0 * product;
        let error_a = self.error(a);
        if low >= high || curve <= LITTLE {
            return false;
        }
        let wanted = alpha_b + self.signs[b] * (error_a - error_b) / curve;
        let new_b = snapped(wanted.clamp(low, high), self.bounds[b]);
        if (new_b - alpha_b).abs() < LITTLE * (new_b + alpha_b + 1.0) {
            return false;
        }
        let new_a = snapped(alpha_a + same * (alpha_b - new_b), self.bounds[a]);
        let (by_a, by_b) = (self.signs[a] * (new_a - alpha_a), self.signs[b] * (new_b - alpha_b));
        (self.alphas[a], self.alphas[b]) = (new_a, new_b);
        for column in 0..self.width {
            let (x, y) =
                (self.values[a * self.width + column], self.values[b * self.width + column]);
            self.weights[column] += by_a * f64::from(x) + by_b * f64::from(y);
        }
        let (low, up) = (self.low.1, self.up.1);
        (self.low.0, self.up.0) = (f64::NEG_INFINITY, f64::INFINITY);
        [a, b, low, up].into_iter().for_each(|at| self.note(at, self.error(at)));
        true
    }
}

/// A multiplier that is next to a bound is at it.
fn snapped(alpha: f64, bound: f64) -> f64 {
    match alpha {
        _ if alpha < bound * 1e-9 => 0.0,
        _ if alpha > bound * (1.0 - 1e-9) => bound,
        _ => alpha,
    }
}

/// A machine for each pair of classes.
struct Votes {
    scale: Scale,
    pairs: Vec<(usize, usize, Machine)>,
    classes: usize,
}

impl Classifier for Votes {
    fn distribution(&self, row: &[f32]) -> Vec<f64> {
        let row = self.scale.row(row);
        let winner = |(first, second, machine): &(usize, usize, Machine)| {
            if machine.is_second(&row) { *second } else { *first }
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
        let settings = Smo::default();
        let mut problem = Problem::new(&settings, &data, &rows, 1, &scale);
        problem.solve();
        let inside: Vec<f64> = (0..4).map(|at| problem.error(at) + problem.signs[at]).collect();
        let machine = problem.machine();
        // The two in the middle are at the margin: 1 on either side of the threshold.
        assert!((inside[0] - machine.threshold + 1.0).abs() < 0.01, "{inside:?}");
        assert!((inside[1] - machine.threshold - 1.0).abs() < 0.01, "{inside:?}");
        let same_side = machine.weights[0] > 0.0 && machine.weights[1] > 0.0;
        assert!(same_side && inside[2] < inside[0] && inside[3] > inside[1]);
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
        let votes = Smo::default().learn(&data, &data.rows(), 1);
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
        let learned = Smo::default().learn(&data, &data.rows(), 1);
        assert_eq!(learned.distribution(&[4.5]), [0.0, 1.0]);
        assert_eq!(learned.distribution(&[0.0]), [1.0, 0.0]);
    }
}
