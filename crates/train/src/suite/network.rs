//! Training of small networks: gradients by hand, steps by Adam.

use crate::split_mix::SplitMix64;
use dehusk_suite::classic_learned::matrix::Matrix;
use dehusk_suite::classic_learned::network::{Layer, Network, softmax};

/// A sequence of rows with a class for each, and how much each counts.
pub(super) struct Lesson {
    pub rows: Matrix,
    pub classes: Vec<usize>,
    pub weights: Vec<f32>,
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
    epochs: usize,
    rate: f32,
    numbers: &mut SplitMix64,
) {
    let zeros = || network.layers.iter().map(|l| vec![0.0; l.weights.len()]).collect::<Vec<_>>();
    let mut adam = Adam { mean: zeros(), square: zeros(), steps: 0 };
    for epoch in 0..epochs {
        numbers.shuffle(lessons);
        let rate = rate / (1.0 + epoch as f32 * 0.5);
        for lesson in lessons.iter().filter(|lesson| !lesson.rows.is_empty()) {
            let gradient = gradient(network, lesson);
            adam.step(network, &gradient, rate);
        }
    }
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
fn gradient(network: &Network, lesson: &Lesson) -> Vec<Vec<f32>> {
    let mut inputs = vec![lesson.rows.clone()];
    for (number, layer) in network.layers.iter().enumerate() {
        let mut rows = layer.apply(&inputs[number]);
        if number + 1 < network.layers.len() {
            rows.values_mut().iter_mut().for_each(|x| *x = x.max(0.0));
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
        let (own, before) = backward(layer, &inputs[number], &errors, number > 0);
        gradients[number] = own;
        errors = before;
    }
    gradients
}

/// A layer's own gradient, and the errors of the rows that came in.
fn backward(layer: &Layer, rows: &Matrix, errors: &Matrix, rectified: bool) -> (Vec<f32>, Matrix) {
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
    if rectified {
        // What was cut off to 0 before this layer changes nothing.
        for (at, row) in rows.rows().enumerate() {
            let errors = before.row_mut(at).iter_mut().zip(row);
            errors.filter(|(_, x)| **x <= 0.0).for_each(|(e, _)| *e = 0.0);
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
        let gradient = gradient(&network, &lesson);
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
        train(&mut network, &mut [lesson()], 3000, 0.02, &mut numbers);
        let lesson = lesson();
        let out = network.runner().run(lesson.rows.clone());
        let right =
            out.rows().zip(&lesson.classes).filter(|(o, c)| usize::from(o[1] > o[0]) == **c);
        assert!(right.count() >= 10);
    }
}
