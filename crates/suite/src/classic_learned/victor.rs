//! `victor`: sequence labelling with a conditional random field.
//!
//! M. Spousta, M. Marek, P. Pecina: "Victor: the Web-Page Cleaning Tool" (WAC4 2008). The blocks of a page are a
//! sequence of labels, content or not. Each feature of a block is cut into bins, and a bin has a weight for each
//! label; so has each pair of labels of neighbours. The labels with the largest sum are found by Viterbi's
//! algorithm.

use super::file::ModelFile;
use super::rows::{self, SHALLOW};
use crate::languages;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Selection, Verdict};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "victor",
    "the likeliest labels of blocks by a conditional random field",
    "Spousta et al., WAC4 2008; trained by `dehusk train victor`",
    languages::TRAINED,
    |_| Ok(Arc::new(Victor::shipped()?)),
)];

/// Bins a feature is cut into.
pub const BINS: usize = 8;
/// Indicators of a block: a bin for each feature, and one that is always there.
pub const WIDTH: usize = SHALLOW * BINS + 1;

/// The weights of a linear-chain conditional random field with two labels, 0 for boilerplate and 1 for content.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The upper ends of the bins of each feature.
    pub cuts: Vec<f32>,
    /// For each indicator its weight for content; for boilerplate it is the negative.
    pub weights: Vec<f32>,
    /// For each label of a block and of the next.
    pub moves: [[f32; 2]; 2],
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let (cuts, weights, moves) = (file.floats(0)?, file.floats(1)?, file.floats(2)?);
        let fits = cuts.len() == SHALLOW * (BINS - 1) && weights.len() == WIDTH && moves.len() == 4;
        fits.then(|| Model { cuts, weights, moves: [[moves[0], moves[1]], [moves[2], moves[3]]] })
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.push_floats(&self.cuts);
        file.push_floats(&self.weights);
        file.push_floats(self.moves.as_flattened());
    }

    /// The indicators that a block has.
    pub fn indicators(&self, row: &[f32; SHALLOW]) -> [usize; SHALLOW + 1] {
        let bin = |feature: usize| {
            let cuts = &self.cuts[feature * (BINS - 1)..(feature + 1) * (BINS - 1)];
            // They are few, and in order: counting them all takes no branch.
            feature * BINS + cuts.iter().map(|&cut| usize::from(cut < row[feature])).sum::<usize>()
        };
        std::array::from_fn(|n| if n < SHALLOW { bin(n) } else { WIDTH - 1 })
    }

    /// What speaks for content in each block, by itself.
    pub fn emissions(&self, document: &Document) -> Vec<f32> {
        let sum = |row| self.indicators(row).iter().map(|&n| self.weights[n]).sum();
        rows::shallow(document).iter().map(sum).collect()
    }
}

/// The labels with the largest sum: `for_content` counts for content and against boilerplate.
pub fn viterbi(for_content: &[f32], moves: impl Fn(usize) -> [[f32; 2]; 2]) -> Vec<bool> {
    let mut best = [0.0_f32; 2];
    let mut came_from: Vec<[bool; 2]> = Vec::with_capacity(for_content.len());
    for (index, &emission) in for_content.iter().enumerate() {
        let own = [-emission, emission];
        if index == 0 {
            best = own;
            came_from.push([false; 2]);
            continue;
        }
        let moves = moves(index - 1);
        let mut next = [0.0; 2];
        let mut from = [false; 2];
        for label in 0..2 {
            let (no, yes) = (best[0] + moves[0][label], best[1] + moves[1][label]);
            from[label] = yes > no;
            next[label] = own[label] + yes.max(no);
        }
        best = next;
        came_from.push(from);
    }
    let mut label = best[1] > best[0];
    let mut labels = vec![false; for_content.len()];
    for index in (0..for_content.len()).rev() {
        labels[index] = label;
        label = came_from[index][usize::from(label)];
    }
    labels
}

static SHIPPED: LazyLock<Option<Model>> = LazyLock::new(|| Model::of(&super::shipped("victor")?));

/// Victor.
pub(crate) struct Victor {
    model: &'static Model,
}

impl Victor {
    /// With the shipped model.
    pub fn shipped() -> Result<Victor, BuildError> {
        Ok(Victor { model: super::usable("victor", &SHIPPED)? })
    }
}

impl Extractor for Victor {
    fn extract(&self, document: &Document) -> Selection {
        let model = self.model;
        let emissions = model.emissions(document);
        let labels = viterbi(&emissions, |_| model.moves);
        let verdict = |(&score, keep): (&f32, bool)| match keep {
            true => Verdict::keep(score, "content in the likeliest sequence of labels"),
            false => Verdict::drop(score, "boilerplate in the likeliest sequence of labels"),
        };
        Selection::from_blocks(document, emissions.iter().zip(labels).map(verdict).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_sequence_is_that_of_all_sequences() {
        let emissions = [1.0, -0.4, 0.3, -2.0, 0.2];
        let moves = [[0.5, -0.3], [-0.6, 0.7]];
        let value = |labels: u32| {
            let label = |n: usize| (labels >> n & 1) as usize;
            let own: f32 = (0..5).map(|n| emissions[n] * (2.0 * label(n) as f32 - 1.0)).sum();
            own + (0..4).map(|n| moves[label(n)][label(n + 1)]).sum::<f32>()
        };
        let best = (0..32).max_by(|&a, &b| value(a).total_cmp(&value(b))).unwrap();
        let expected: Vec<bool> = (0..5).map(|n| best >> n & 1 == 1).collect();
        assert_eq!(viterbi(&emissions, |_| moves), expected);
        assert!(viterbi(&[], |_| moves).is_empty());
    }

    #[test]
    fn bins_are_found() {
        let cuts = (0..SHALLOW * (BINS - 1)).map(|n| (n % (BINS - 1)) as f32).collect();
        let model = Model { cuts, weights: vec![0.0; WIDTH], moves: [[0.0; 2]; 2] };
        let found = model.indicators(&[2.5; SHALLOW]);
        assert_eq!((found[0], found[1], found[SHALLOW]), (3, BINS + 3, WIDTH - 1));
    }
}
