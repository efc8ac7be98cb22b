//! Small convolutional networks over a sequence of rows.
//!
//! A layer looks at a row and its neighbours, as many to each side as its radius; between layers negative
//! numbers become 0. That is all that web2text's networks are made of.

use super::file::ModelFile;
use super::matrix::Matrix;

/// One layer: outputs from the rows in its radius.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Numbers of a row that comes in.
    pub inputs: usize,
    /// Numbers of a row that goes out.
    pub outputs: usize,
    /// Rows to each side.
    pub radius: usize,
    /// By output, row in the radius, input; then a bias for each output.
    pub weights: Vec<f32>,
}

impl Layer {
    /// Weights a layer of that shape has.
    pub fn len_of(inputs: usize, outputs: usize, radius: usize) -> usize {
        outputs * (2 * radius + 1) * inputs + outputs
    }

    /// The outputs for a sequence, before negative ones become 0. Beyond its ends there are zeros.
    pub fn apply(&self, rows: &Matrix) -> Matrix {
        Kernel::of(self).apply(rows)
    }
}

/// Sums that an output is made of, one for every eighth input: they do not wait for each other.
const SUMS: usize = 8;

/// A layer as it is computed: the weights of as many outputs as a vector of the processor holds, for the same input,
/// side by side.
#[derive(Clone, Debug)]
struct Kernel {
    inputs: usize,
    outputs: usize,
    radius: usize,
    /// By group of outputs, row in the radius, input, output in the group.
    weights: Vec<f32>,
    /// By group of outputs, output in the group.
    bias: Vec<f32>,
}

impl Kernel {
    fn of(layer: &Layer) -> Kernel {
        let Layer { inputs, outputs, radius, .. } = *layer;
        let lanes = pulp::Arch::new().dispatch(Lanes);
        let (of_output, padded) = ((2 * radius + 1) * inputs, outputs.next_multiple_of(lanes));
        let (weights, bias) = layer.weights.split_at(layer.weights.len().min(outputs * of_output));
        let weight = |output: usize, input: usize| match output < outputs {
            true => weights.get(output * of_output + input).copied().unwrap_or(0.0),
            false => 0.0,
        };
        let mut laid_out = Vec::with_capacity(padded * of_output);
        for group in (0..padded).step_by(lanes) {
            for input in 0..of_output {
                laid_out.extend((group..group + lanes).map(|output| weight(output, input)));
            }
        }
        let bias = (0..padded).map(|output| bias.get(output).copied().unwrap_or(0.0)).collect();
        Kernel { inputs, outputs, radius, weights: laid_out, bias }
    }

    fn apply(&self, rows: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(rows.len(), self.outputs);
        pulp::Arch::new().dispatch(Apply { kernel: self, rows, out: &mut out });
        out
    }
}

/// How many numbers a vector of the processor holds.
struct Lanes;

impl pulp::WithSimd for Lanes {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

/// The outputs for all rows.
struct Apply<'a> {
    kernel: &'a Kernel,
    rows: &'a Matrix,
    out: &'a mut Matrix,
}

impl pulp::WithSimd for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, simd: S) {
        let Apply { kernel, rows, out } = self;
        let (bias, _) = S::as_simd_f32s(&kernel.bias);
        let (weights, _) = S::as_simd_f32s(&kernel.weights);
        let per_row = kernel.inputs.max(1);
        let per_group = per_row * (2 * kernel.radius + 1);
        for row in 0..rows.len() {
            let mut place = out.row_mut(row);
            for (weights, bias) in weights.chunks_exact(per_group).zip(bias) {
                let mut sums = *bias;
                for (step, weights) in weights.chunks_exact(per_row).enumerate() {
                    let at = (row + step).checked_sub(kernel.radius);
                    if let Some(input) = at.and_then(|at| rows.get(at)) {
                        sums = simd.add_f32s(sums, products(simd, weights, input));
                    }
                }
                let (group, rest) = place.split_at_mut(S::F32_LANES.min(place.len()));
                simd.partial_store_f32s(group, sums);
                place = rest;
            }
        }
    }
}

/// The sums of the products of an input row with the weights of each output.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn products<S: pulp::Simd>(simd: S, weights: &[S::f32s], input: &[f32]) -> S::f32s {
    let add =
        |sum, weight, input| simd.add_f32s(sum, simd.mul_f32s(weight, simd.splat_f32s(input)));
    let ((whole, rest), (inputs, last)) = (weights.as_chunks::<SUMS>(), input.as_chunks::<SUMS>());
    let mut parts = [simd.splat_f32s(0.0); SUMS];
    for at in 0..whole.len().min(inputs.len()) {
        for part in 0..SUMS {
            parts[part] = add(parts[part], whole[at][part], inputs[at][part]);
        }
    }
    let mut others = simd.splat_f32s(0.0);
    for at in 0..rest.len().min(last.len()) {
        others = add(others, rest[at], last[at]);
    }
    let mut sum = simd.splat_f32s(0.0);
    for part in 0..SUMS {
        sum = simd.add_f32s(sum, parts[part]);
    }
    simd.add_f32s(sum, others)
}

/// Layers one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// First the one that reads the input.
    pub layers: Vec<Layer>,
}

/// A network ready to run.
#[derive(Clone, Debug)]
pub struct Runner {
    kernels: Vec<Kernel>,
}

impl Runner {
    /// The outputs for a sequence.
    pub fn run(&self, rows: Matrix) -> Matrix {
        let mut rows = rows;
        for (number, kernel) in self.kernels.iter().enumerate() {
            rows = kernel.apply(&rows);
            if number + 1 < self.kernels.len() {
                rows.values_mut().iter_mut().for_each(|x| *x = x.max(0.0));
            }
        }
        rows
    }
}

impl Network {
    /// Lays the weights out for running.
    pub fn runner(&self) -> Runner {
        Runner { kernels: self.layers.iter().map(Kernel::of).collect() }
    }

    /// Adds its parts to a file: the shape, then the weights.
    pub fn write(&self, file: &mut ModelFile) {
        let shape = |l: &Layer| [l.inputs as f32, l.outputs as f32, l.radius as f32];
        file.push_floats(&self.layers.iter().flat_map(shape).collect::<Vec<f32>>());
        let weights: Vec<f32> =
            self.layers.iter().flat_map(|l| l.weights.iter().copied()).collect();
        file.push_floats(&weights);
    }

    /// From two parts of a file; none if they do not fit together.
    pub fn of(file: &ModelFile, part: usize) -> Option<Network> {
        let (shape, weights) = (file.floats(part)?, file.floats(part + 1)?);
        let mut rest = &weights[..];
        let mut layers: Vec<Layer> = Vec::new();
        for shape in shape.chunks_exact(3) {
            let [inputs, outputs, radius] =
                [shape[0] as usize, shape[1] as usize, shape[2] as usize];
            let follows = layers.last().is_none_or(|last| last.outputs == inputs);
            if inputs.max(outputs) > 4096 || radius > 16 || !follows {
                return None;
            }
            let weights = rest.split_off(..Layer::len_of(inputs, outputs, radius))?.to_vec();
            layers.push(Layer { inputs, outputs, radius, weights });
        }
        rest.is_empty().then_some(Network { layers })
    }
}

/// The logarithms of the probabilities that numbers stand for.
pub fn log_softmax<const N: usize>(values: [f32; N]) -> [f32; N] {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = values.iter().map(|v| (v - most).exp()).sum();
    let all = most + sum.ln();
    values.map(|v| v - all)
}

/// Numbers to probabilities, in place.
pub fn softmax(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|v| *v = (*v - most).exp());
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|p| *p /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_sees_its_neighbours() {
        // The sum of a row and the one before, plus one.
        let layer = Layer { inputs: 1, outputs: 1, radius: 1, weights: vec![1.0, 1.0, 0.0, 1.0] };
        let rows = Matrix::of_rows(1, [[2.0], [3.0], [4.0]]);
        assert_eq!(layer.apply(&rows), Matrix::of_rows(1, [[3.0], [6.0], [8.0]]));
        let network = Network { layers: vec![layer] };
        let mut file = ModelFile::default();
        network.write(&mut file);
        assert_eq!(Network::of(&file, 0), Some(network));
    }

    #[test]
    fn all_weights_count_whatever_the_shape() {
        for (inputs, outputs, radius) in [(25, 9, 1), (8, 8, 0), (3, 2, 2), (17, 20, 0)] {
            let len = Layer::len_of(inputs, outputs, radius);
            let weights: Vec<f32> = (0..len).map(|n| (n * 7 % 11) as f32 - 5.0).collect();
            let layer = Layer { inputs, outputs, radius, weights: weights.clone() };
            let mut rows = Matrix::zeros(4, inputs);
            rows.values_mut().iter_mut().enumerate().for_each(|(n, x)| *x = (n * 5 % 7) as f32);
            let (out, width) = (layer.apply(&rows), 2 * radius + 1);
            for (row, output) in (0..4).flat_map(|row| (0..outputs).map(move |o| (row, o))) {
                let mut sum = weights[outputs * width * inputs + output];
                for step in (0..width).filter(|s| (radius..radius + 4).contains(&(row + s))) {
                    let weights = &weights[(output * width + step) * inputs..][..inputs];
                    let input = rows.row(row + step - radius);
                    sum += weights.iter().zip(input).map(|(w, x)| w * x).sum::<f32>();
                }
                assert_eq!(out.row(row)[output], sum);
            }
        }
    }

    #[test]
    fn negative_numbers_between_layers_are_cut() {
        let layer =
            |weight: f32| Layer { inputs: 1, outputs: 1, radius: 0, weights: vec![weight, 0.0] };
        let network = Network { layers: vec![layer(-1.0), layer(-2.0)] };
        let out = network.runner().run(Matrix::of_rows(1, [[3.0], [-3.0]]));
        assert_eq!(out, Matrix::of_rows(1, [[0.0], [-6.0]]));
    }

    #[test]
    fn probabilities_add_up() {
        let mut values = [0.0, 0.0];
        softmax(&mut values);
        assert_eq!(values, [0.5, 0.5]);
        let mut values = [1000.0, 0.0, -1000.0];
        softmax(&mut values);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(log_softmax([7.0, 7.0]), [7.0 - (7.0 + 2.0_f32.ln()); 2]);
        assert_eq!(log_softmax([0.0, 1000.0]), [-1000.0, 0.0]);
    }
}
