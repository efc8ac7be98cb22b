//! Training of small networks: gradients by hand, steps by Adam, dropout between layers.

use crate::split_mix::SplitMix64;
use dehusk_suite::classic_learned::matrix::Matrix;
use dehusk_suite::classic_learned::network::{Layer, Network, softmax};
use rayon::prelude::*;

/// A sequence of rows with a class for each, and how much each counts.
pub(super) struct Lesson {
    pub rows: Matrix,
    pub classes: Vec<usize>,
    pub weights: Vec<f32>,
}

/// How a network is trained.
#[derive(Clone, Copy)]
pub(super) struct Schedule {
    /// How often each lesson comes.
    pub epochs: usize,
    /// The first step's size; it falls with the epochs.
    pub rate: f32,
    /// Lessons that a step is made from. They are learned side by side.
    pub batch: usize,
    /// The share of what hidden layers say that is left out, another one for each lesson.
    pub dropout: f32,
}

/// A network of layers with these numbers of channels and radii, with small random weights.
pub(super) fn new(inputs: usize, layers: &[(usize, usize)], numbers: &mut SplitMix64) -> Network {
    let mut inputs = inputs;
    let layer = |&(outputs, radius): &(usize, usize)| {
        let len = Layer::len_of(inputs, outputs, radius);
        let scale = (3.0 / ((2 * radius + 1) * inputs) as f32).sqrt();
        let mut weights: Vec<f32> = (0..len).map(|_| numbers.signed() * scale).collect();
        weights[len - outputs..].fill(0.0);
        let layer = Layer { inputs, outputs, radius, weights };
        inputs = outputs;
        layer
    };
    Network { layers: layers.iter().map(layer).collect() }
}

/// Adam's memory of one network.
struct Adam {
    mean: Vec<Vec<f32>>,
    square: Vec<Vec<f32>>,
    steps: i32,
}

/// Trains for some epochs over the lessons, in an order that is drawn.
pub(super) fn train(
    network: &mut Network,
    lessons: &mut [Lesson],
    schedule: Schedule,
    numbers: &mut SplitMix64,
) {
    let zeros = || network.layers.iter().map(|l| vec![0.0; l.weights.len()]).collect::<Vec<_>>();
    let mut adam = Adam { mean: zeros(), square: zeros(), steps: 0 };
    for epoch in 0..schedule.epochs {
        numbers.shuffle(lessons);
        let rate = schedule.rate / (1.0 + epoch as f32 * 0.5);
        for batch in lessons.chunks(schedule.batch.max(1)) {
            let seeds: Vec<u64> = batch.iter().map(|_| numbers.below(usize::MAX) as u64).collect();
            let of_lesson = |(lesson, seed): (&Lesson, u64)| {
                gradient(network, lesson, schedule.dropout, &mut SplitMix64(seed))
            };
            let full = batch.par_iter().zip(seeds).filter(|(lesson, _)| !lesson.rows.is_empty());
            // Collected first: a sum of floats depends on its order.
            let gradients: Vec<Vec<Vec<f32>>> = full.map(of_lesson).collect();
            if let Some(gradient) = mean(gradients) {
                adam.step(network, &gradient, rate);
            }
        }
    }
}

/// The mean of gradients; none of none.
fn mean(gradients: Vec<Vec<Vec<f32>>>) -> Option<Vec<Vec<f32>>> {
    let count = gradients.len() as f32;
    let mut gradients = gradients.into_iter();
    let mut sum = gradients.next()?;
    for gradient in gradients {
        let values = sum.iter_mut().flatten().zip(gradient.into_iter().flatten());
        values.for_each(|(sum, value)| *sum += value);
    }
    sum.iter_mut().flatten().for_each(|value| *value /= count);
    Some(sum)
}

impl Adam {
    fn step(&mut self, network: &mut Network, gradient: &[Vec<f32>], rate: f32) {
        const DECAY: f32 = 1e-4;
        self.steps += 1;
        let (fix_mean, fix_square) =
            (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for (number, layer) in network.layers.iter_mut().enumerate() {
            for (n, weight) in layer.weights.iter_mut().enumerate() {
                let slope = gradient[number][n] + DECAY * *weight;
                let (mean, square) = (&mut self.mean[number][n], &mut self.square[number][n]);
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                *weight -= rate * (*mean / fix_mean) / ((*square / fix_square).sqrt() + 1e-8);
            }
        }
    }
}

/// The gradient of the mean cross-entropy, by layer.
fn gradient(
    network: &Network,
    lesson: &Lesson,
    dropout: f32,
    numbers: &mut SplitMix64,
) -> Vec<Vec<f32>> {
    let kept = 1.0 / (1.0 - dropout);
    let mut inputs = vec![lesson.rows.clone()];
    for (number, layer) in network.layers.iter().enumerate() {
        let mut rows = layer.apply(&inputs[number]);
        if number + 1 < network.layers.len() {
            rows.values_mut().iter_mut().for_each(|x| *x = x.max(0.0));
            if dropout > 0.0 {
                let mut is_dropped = || (numbers.signed() + 1.0) / 2.0 < dropout;
                let values = rows.values_mut().iter_mut();
                values.for_each(|x| *x = if is_dropped() { 0.0 } else { *x * kept });
            }
        }
        inputs.push(rows);
    }
    let total: f32 = lesson.weights.iter().sum::<f32>().max(1e-6);
    let mut errors = inputs.last().cloned().unwrap_or_default();
    for (row, (&class, weight)) in lesson.classes.iter().zip(&lesson.weights).enumerate() {
        let error = errors.row_mut(row);
        softmax(error);
        error[class] -= 1.0;
        error.iter_mut().for_each(|e| *e = *e * weight / total);
    }
    let mut gradients = vec![Vec::new(); network.layers.len()];
    for (number, layer) in network.layers.iter().enumerate().rev() {
        let hidden = (number > 0).then_some(kept);
        let (own, before) = backward(layer, &inputs[number], &errors, hidden);
        gradients[number] = own;
        errors = before;
    }
    gradients
}

/// A layer's own gradient, and the errors of the rows that came in. Those of a hidden layer were multiplied by a factor
/// after what was negative or dropped had become 0.
fn backward(
    layer: &Layer,
    rows: &Matrix,
    errors: &Matrix,
    hidden: Option<f32>,
) -> (Vec<f32>, Matrix) {
    let width = 2 * layer.radius + 1;
    let bias = layer.outputs * width * layer.inputs;
    let mut own = vec![0.0; layer.weights.len()];
    let mut before = Matrix::zeros(rows.len(), layer.inputs);
    for (row, error) in errors.rows().enumerate() {
        for (out, &error) in error.iter().enumerate().filter(|(_, error)| **error != 0.0) {
            own[bias + out] += error;
            for step in 0..width {
                let Some(at) = (row + step).checked_sub(layer.radius).filter(|&n| n < rows.len())
                else {
                    continue;
                };
                let start = (out * width + step) * layer.inputs;
                let weights = &layer.weights[start..start + layer.inputs];
                let slopes = &mut own[start..start + layer.inputs];
                slopes.iter_mut().zip(rows.row(at)).for_each(|(slope, x)| *slope += error * x);
                before.row_mut(at).iter_mut().zip(weights).for_each(|(e, w)| *e += error * w);
            }
        }
    }
    if let Some(factor) = hidden {
        // What was cut off to 0 before this layer changes nothing.
        for (at, row) in rows.rows().enumerate() {
            let errors = before.row_mut(at).iter_mut().zip(row);
            errors.for_each(|(e, x)| *e = if *x > 0.0 { *e * factor } else { 0.0 });
        }
    }
    (own, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson() -> Lesson {
        let rows = Matrix::of_rows(2, (0..12).map(|n| [(n % 3) as f32, (n % 4) as f32 - 1.0]));
        // Content is what follows a large first number: a network has to look at the row before.
        let classes = (0..12).map(|n| usize::from(n > 0 && (n - 1) % 3 == 2)).collect();
        Lesson { rows, classes, weights: vec![1.0; 12] }
    }

    fn loss(network: &Network, lesson: &Lesson) -> f32 {
        let mut out = network.runner().run(lesson.rows.clone());
        let each = lesson.classes.iter().enumerate().map(|(row, &class)| {
            softmax(out.row_mut(row));
            -out.row(row)[class].ln()
        });
        each.sum::<f32>() / lesson.rows.len() as f32
    }

    #[test]
    fn gradients_are_slopes() {
        let lesson = lesson();
        let mut network = new(2, &[(3, 1), (2, 1)], &mut SplitMix64(7));
        let gradient = gradient(&network, &lesson, 0.0, &mut SplitMix64(1));
        for (layer, n) in [(0, 0), (0, 5), (0, 20), (1, 3), (1, 18)] {
            let before = network.layers[layer].weights[n];
            let mut at = |value: f32| {
                network.layers[layer].weights[n] = value;
                loss(&network, &lesson)
            };
            let slope = (at(before + 1e-2) - at(before - 1e-2)) / 2e-2;
            at(before);
            assert!((slope - gradient[layer][n]).abs() < 5e-3, "{slope} {}", gradient[layer][n]);
        }
    }

    #[test]
    fn a_network_learns_from_its_neighbours() {
        let mut numbers = SplitMix64(7);
        let mut network = new(2, &[(6, 1), (2, 0)], &mut numbers);
        let schedule = Schedule { epochs: 3000, rate: 0.02, batch: 1, dropout: 0.0 };
        train(&mut network, &mut [lesson()], schedule, &mut numbers);
        let lesson = lesson();
        let out = network.runner().run(lesson.rows.clone());
        let right =
            out.rows().zip(&lesson.classes).filter(|(o, c)| usize::from(o[1] > o[0]) == **c);
        assert!(right.count() >= 10);
    }

    #[test]
    fn dropout_leaves_out_a_share_and_keeps_the_mean() {
        // One linear path: the gradient of the last weight is the error times what was let through.
        let layer = |weights| Layer { inputs: 1, outputs: 1, radius: 0, weights };
        let network = Network {
            layers: vec![
                layer(vec![1.0, 0.0]),
                Layer { inputs: 1, outputs: 2, radius: 0, weights: vec![0.0; 4] },
            ],
        };
        let rows = Matrix::of_rows(1, vec![[2.0_f32]; 4000]);
        let lesson = Lesson { rows, classes: vec![1; 4000], weights: vec![1.0; 4000] };
        let slope = |dropout| gradient(&network, &lesson, dropout, &mut SplitMix64(3))[1][0];
        // Each row's error is a half, and 2 is let through.
        assert!((slope(0.0) - 1.0).abs() < 1e-4);
        assert!((slope(0.2) - 1.0).abs() < 0.05 && slope(0.2) != 1.0, "{}", slope(0.2));
    }
}
