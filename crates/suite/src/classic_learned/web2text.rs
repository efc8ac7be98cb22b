//! `web2text`: two networks and the likeliest sequence of labels.
//!
//! T. Vogels, O.-E. Ganea, C. Eickhoff: "Web2Text: Deep Structured Boilerplate Removal" (ECIR 2018). One network
//! says how likely each block is content, from 128 features of it and its neighbours; another how likely each
//! pair of labels is for two neighbours, from 25 features of their edge. Viterbi's algorithm finds the labels
//! with the largest sum of log-probabilities, those of pairs counting by [`LAMBDA`]. The paper adds the probability of
//! both labels of a pair. How likely a label is by itself is in that a second time, after the first network said it, and
//! most blocks are boilerplate: pairs then cost accuracy. Here it is the probability of the second label given the
//! first. `web2text-full` has the paper's networks of five layers; those of `web2text` have three and two, and fewer
//! channels: they run over every page.

use super::file::ModelFile;
use super::matrix::Matrix;
use super::network::{Network, Runner, log_softmax};
use super::rows;
use super::victor::viterbi;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection, Verdict};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "web2text",
        "two small networks over the features of blocks and edges, and the likeliest labels",
        "Vogels et al., ECIR 2018; trained by `dehusk train web2text`",
        languages::TRAINED,
        |_| Ok(Arc::new(Web2Text { judge: super::usable("web2text", &SMALL)? })),
    ),
    Entry::new(
        "web2text-full",
        "two networks of the paper's size over the features of blocks and edges, and the likeliest labels",
        "Vogels et al., ECIR 2018; trained by `dehusk train web2text-full`",
        languages::TRAINED,
        |_| Ok(Arc::new(Web2Text { judge: super::usable("web2text-full", &FULL_SIZE)? })),
    ),
];

/// How much pairs count beside single blocks.
pub const LAMBDA: f32 = 0.5;
/// The logarithm of the least probability that is told apart from 0, one in a million.
const LEAST: f32 = -13.8;

/// The networks, and what makes features comparable.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Means, then deviations, of the features of blocks, then of edges.
    pub scale: Vec<f32>,
    /// Content or not.
    pub unary: Network,
    /// Labels of two neighbours: neither, the second, the first, both.
    pub pairwise: Network,
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let model = Model {
            scale: file.floats(0)?,
            unary: Network::of(file, 1)?,
            pairwise: Network::of(file, 3)?,
        };
        let shape = |n: &Network| Some((n.layers.first()?.inputs, n.layers.last()?.outputs));
        let fits = model.scale.len() == 2 * (rows::FULL + rows::EDGE)
            && shape(&model.unary) == Some((rows::FULL, 2))
            && shape(&model.pairwise) == Some((rows::EDGE, 4));
        fits.then_some(model)
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.push_floats(&self.scale);
        self.unary.write(file);
        self.pairwise.write(file);
    }

    /// The features of blocks and edges, made comparable.
    pub fn inputs(&self, document: &Document) -> (Matrix, Matrix) {
        let mut blocks = rows::full(document);
        let mut edges = rows::edges(document, &blocks);
        let (of_blocks, of_edges) = self.scale.split_at(2 * rows::FULL);
        scale(&mut blocks, of_blocks);
        scale(&mut edges, of_edges);
        (blocks, edges)
    }

    /// The model ready to judge pages.
    pub fn judge(self) -> Judge {
        Judge { unary: self.unary.runner(), pairwise: self.pairwise.runner(), model: self }
    }
}

/// A model with its networks laid out for running.
#[derive(Clone, Debug)]
pub struct Judge {
    model: Model,
    unary: Runner,
    pairwise: Runner,
}

impl Judge {
    /// The probability of content for each block by itself, and the labels of the likeliest sequence.
    pub fn labels(&self, document: &Document) -> (Vec<f32>, Vec<bool>) {
        let (blocks, edges) = self.model.inputs(document);
        let single = self.unary.run(blocks);
        let ahead = |row: &[f32]| if let [no, yes] = row { yes - no } else { 0.0 };
        let ahead: Vec<f32> = single.rows().map(ahead).collect();
        let pair = |row: &[f32]| {
            let [neither, second, first, both]: [f32; 4] = row.try_into().unwrap_or_default();
            let given = |labels| log_softmax(labels).map(|log: f32| LAMBDA * log.max(LEAST));
            [given([neither, second]), given([first, both])]
        };
        let pairs: Vec<[[f32; 2]; 2]> = self.pairwise.run(edges).rows().map(pair).collect();
        // Half the log-odds for content and against boilerplate is the same as both log-probabilities.
        let emissions: Vec<f32> =
            ahead.iter().map(|odds| odds.clamp(LEAST, -LEAST) / 2.0).collect();
        let labels = viterbi(&emissions, |n| pairs.get(n).copied().unwrap_or_default());
        (ahead.iter().map(|odds| 1.0 / (1.0 + (-odds).exp())).collect(), labels)
    }
}

/// Subtracts means and divides by deviations, which follow them, and cuts off what is far out.
pub fn scale(rows: &mut Matrix, scale: &[f32]) {
    let (means, deviations) = scale.split_at(rows.width().min(scale.len()));
    let factors: Vec<f32> = deviations.iter().map(|deviation| 1.0 / deviation.max(1e-3)).collect();
    for row in 0..rows.len() {
        let values = rows.row_mut(row).iter_mut();
        for ((value, mean), factor) in values.zip(means).zip(&factors) {
            *value = ((*value - mean) * factor).clamp(-5.0, 5.0);
        }
    }
}

static SMALL: LazyLock<Option<Judge>> = LazyLock::new(|| shipped("web2text"));
static FULL_SIZE: LazyLock<Option<Judge>> = LazyLock::new(|| shipped("web2text-full"));

fn shipped(name: &str) -> Option<Judge> {
    Some(Model::of(&super::shipped(name)?)?.judge())
}

/// Web2Text.
pub(crate) struct Web2Text {
    judge: &'static Judge,
}

impl Extractor for Web2Text {
    fn extract(&self, document: &Document) -> Selection {
        let (single, labels) = self.judge.labels(document);
        let verdict = |(&p, keep): (&f32, bool)| match keep {
            true => Verdict::keep(p, "content in the likeliest sequence; the score is by itself"),
            false => {
                Verdict::drop(p, "boilerplate in the likeliest sequence; the score is by itself")
            }
        };
        Selection::from_blocks(document, single.iter().zip(labels).map(verdict).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_made_comparable() {
        let mut rows = Matrix::of_rows(3, [[3.0, 1.0, 1000.0], [1.0, 1.0, -2.0]]);
        scale(&mut rows, &[1.0, 1.0, 0.0, 2.0, 0.0, 1.0]);
        assert_eq!(rows, Matrix::of_rows(3, [[1.0, 0.0, 5.0], [0.0, 0.0, -2.0]]));
    }
}
