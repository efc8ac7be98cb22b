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

/// Outputs that are summed up together: what the vectors of a processor hold.
const LANES: usize = 8;
/// Sums that an output is made of, one for every eighth input: they do not wait for each other.
const SUMS: usize = 8;
type Lane = [f32; LANES];

/// A layer as it is computed: weights of [`LANES`] outputs for the same input side by side.
#[derive(Clone, Debug)]
struct Kernel {
    inputs: usize,
    outputs: usize,
    radius: usize,
    /// By group of outputs, row in the radius, input.
    weights: Vec<Lane>,
    /// By group of outputs.
    bias: Vec<Lane>,
}

impl Kernel {
    fn of(layer: &Layer) -> Kernel {
        let Layer { inputs, outputs, radius, .. } = *layer;
        let (width, groups) = (2 * radius + 1, outputs.div_ceil(LANES));
        let inputs_in_all = width * inputs;
        let weight = |output: usize, input: usize| match output < outputs {
            true => layer.weights.get(output * inputs_in_all + input).copied().unwrap_or(0.0),
            false => 0.0,
        };
        let lane =
            |group: usize, input: usize| std::array::from_fn(|n| weight(group * LANES + n, input));
        let weights = (0..groups).flat_map(|g| (0..inputs_in_all).map(move |n| (g, n)));
        let bias = layer.weights.get(outputs * inputs_in_all..).unwrap_or_default();
        let bias_of = |output: usize| bias.get(output).copied().unwrap_or(0.0);
        Kernel {
            inputs,
            outputs,
            radius,
            weights: weights.map(|(group, input)| lane(group, input)).collect(),
            bias: (0..groups).map(|g| std::array::from_fn(|n| bias_of(g * LANES + n))).collect(),
        }
    }

    fn apply(&self, rows: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(rows.len(), self.outputs);
        pulp::Arch::new().dispatch(Apply { kernel: self, rows, out: &mut out });
        out
    }
}

/// The outputs for all rows. All of it has to be one function for the compiler to use the processor's own vectors.
struct Apply<'a> {
    kernel: &'a Kernel,
    rows: &'a Matrix,
    out: &'a mut Matrix,
}

impl pulp::WithSimd for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Apply { kernel, rows, out } = self;
        let per_row = kernel.inputs.max(1);
        let per_group = per_row * (2 * kernel.radius + 1);
        for row in 0..rows.len() {
            let mut place = out.row_mut(row);
            for (weights, bias) in kernel.weights.chunks_exact(per_group).zip(&kernel.bias) {
                let mut sums = *bias;
                for (step, weights) in weights.chunks_exact(per_row).enumerate() {
                    let at = (row + step).checked_sub(kernel.radius);
                    if let Some(input) = at.and_then(|at| rows.get(at)) {
                        add_products(weights, input, &mut sums);
                    }
                }
                let (group, rest) = place.split_at_mut(LANES.min(place.len()));
                group.copy_from_slice(&sums[..group.len()]);
                place = rest;
            }
        }
    }
}

/// Adds to each sum the products of an input row with the weights of its output. Counts instead of iterating: adapters
/// are functions of their own, which the compiler may leave apart.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn add_products(weights: &[Lane], input: &[f32], sums: &mut Lane) {
    let ((whole, rest), (inputs, last)) = (weights.as_chunks::<SUMS>(), input.as_chunks::<SUMS>());
    let mut parts = [[0.0; LANES]; SUMS];
    for (weights, inputs) in whole.iter().zip(inputs) {
        for part in 0..SUMS {
            for at in 0..LANES {
                parts[part][at] += weights[part][at] * inputs[part];
            }
        }
    }
    let mut others = [0.0; LANES];
    for (weights, &input) in rest.iter().zip(last) {
        for at in 0..LANES {
            others[at] += weights[at] * input;
        }
    }
    for at in 0..LANES {
        let mut sum = 0.0;
        for part in 0..SUMS {
            sum += parts[part][at];
        }
        sums[at] += sum + others[at];
    }
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
    }
}
