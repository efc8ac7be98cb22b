//! Small convolutional networks over a sequence of rows.
//!
//! A layer looks at a row and its neighbours, as many to each side as its radius; between layers negative
//! numbers become 0. That is all that web2text's networks are made of.

use super::file::ModelFile;

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
    pub fn apply(&self, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let width = 2 * self.radius + 1;
        let bias = self.outputs * width * self.inputs;
        let at = |row: usize| {
            let output = |out: usize| {
                let mut sum = self.weights[bias + out];
                for step in 0..width {
                    let Some(input) =
                        (row + step).checked_sub(self.radius).and_then(|n| rows.get(n))
                    else {
                        continue;
                    };
                    let start = (out * width + step) * self.inputs;
                    let weights = &self.weights[start..start + self.inputs];
                    sum += dot(weights, input);
                }
                sum
            };
            (0..self.outputs).map(output).collect()
        };
        (0..rows.len()).map(at).collect()
    }
}

/// The sum of products, in eight sums that go side by side.
fn dot(weights: &[f32], input: &[f32]) -> f32 {
    let ((whole, rest), (inputs, last)) = (weights.as_chunks::<8>(), input.as_chunks::<8>());
    let mut sums = [0.0; 8];
    for (weights, inputs) in whole.iter().zip(inputs) {
        for at in 0..8 {
            sums[at] += weights[at] * inputs[at];
        }
    }
    let rest: f32 = rest.iter().zip(last).map(|(w, x)| w * x).sum();
    sums.iter().sum::<f32>() + rest
}

/// Layers one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// First the one that reads the input.
    pub layers: Vec<Layer>,
}

impl Network {
    /// The outputs for a sequence.
    pub fn run(&self, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let mut rows = rows.to_vec();
        for (number, layer) in self.layers.iter().enumerate() {
            rows = layer.apply(&rows);
            if number + 1 < self.layers.len() {
                rows.iter_mut().flatten().for_each(|x| *x = x.max(0.0));
            }
        }
        rows
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

/// Numbers to probabilities.
pub fn softmax(values: &[f32]) -> Vec<f32> {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = values.iter().map(|v| (v - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.iter().map(|p| p / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_sees_its_neighbours() {
        // The sum of a row and the one before, plus one.
        let layer = Layer { inputs: 1, outputs: 1, radius: 1, weights: vec![1.0, 1.0, 0.0, 1.0] };
        let rows: Vec<Vec<f32>> = [2.0, 3.0, 4.0].iter().map(|&x| vec![x]).collect();
        assert_eq!(layer.apply(&rows), [[3.0], [6.0], [8.0]]);
        let network = Network { layers: vec![layer] };
        let mut file = ModelFile::default();
        network.write(&mut file);
        assert_eq!(Network::of(&file, 0), Some(network));
    }

    #[test]
    fn probabilities_add_up() {
        assert_eq!(softmax(&[0.0, 0.0]), [0.5, 0.5]);
        assert!((softmax(&[1000.0, 0.0, -1000.0]).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
