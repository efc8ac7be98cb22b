//! `em-13-forest-leaves`, `em-13-logistic-leaves`, `em-13-svm`, `em-13-tree`: the learned ensemble as its thesis has it.
//!
//! Section 5.2 of S. Gupta, "Advancing and Benchmarking Large-Scale Content Extraction from the Web" (thesis,
//! Weimar 2022): for each leaf of the page, which of thirteen extractors' outputs include its text; a classifier in a
//! second layer judges by these thirteen bits alone. The thesis has a random forest and a logistic regression, and
//! names a support vector machine and a decision tree as what should be tried next. It learns from as many leaves of
//! each class, each leaf counting the same however long it is: the extractors [`super::em13`] differ in all of this.
//! What a classifier says of the 8,192 patterns of votes is all there is to it, so that is what trees are stored as.

use super::em13::{MEMBERS, PATTERNS, members};
use super::file::ModelFile;
use crate::Members;
use crate::ensemble::inclusion::{Votes, select_by_votes};
use crate::languages;
use crate::shared::texts::Marked;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Reason, Registry, Selection};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists them.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "em-13-forest-leaves",
        "what a random forest makes of the extractors whose output includes a leaf's text",
        "em_13 of Gupta, thesis, Weimar 2022, random forest; trained by `dehusk train em-13-leaves`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13Leaves::shipped(registry, Layer::Forest)?)),
    ),
    Entry::new(
        "em-13-logistic-leaves",
        "what a logistic regression makes of the extractors whose output includes a leaf's text",
        "em_13 of Gupta, thesis, Weimar 2022, logistic regression; trained by `dehusk train em-13-leaves`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13Leaves::shipped(registry, Layer::Logistic)?)),
    ),
    Entry::new(
        "em-13-svm",
        "what a linear SVM makes of the extractors whose output includes a leaf's text",
        "em_13 of Gupta, thesis, Weimar 2022, with the SVM it wishes for; trained by `dehusk train em-13-leaves`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13Leaves::shipped(registry, Layer::Svm)?)),
    ),
    Entry::new(
        "em-13-tree",
        "what a decision tree makes of the extractors whose output includes a leaf's text",
        "em_13 of Gupta, thesis, Weimar 2022, with the tree it wishes for; trained by `dehusk train em-13-leaves`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13Leaves::shipped(registry, Layer::Tree)?)),
    ),
];

/// The classifiers of the second layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A random forest.
    Forest,
    /// A logistic regression.
    Logistic,
    /// A linear support vector machine.
    Svm,
    /// A decision tree.
    Tree,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 4] = [Layer::Forest, Layer::Logistic, Layer::Svm, Layer::Tree];

    /// What figures call it.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Forest => "forest",
            Layer::Logistic => "logistic",
            Layer::Svm => "svm",
            Layer::Tree => "tree",
        }
    }
}

/// What patterns of votes are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The forest's probability of content for each pattern, in 255 parts.
    pub forest: Vec<u8>,
    /// The tree's.
    pub tree: Vec<u8>,
    /// The regression's weight of each vote, and the bias.
    pub logistic: Vec<f32>,
    /// The SVM's.
    pub svm: Vec<f32>,
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let table = |part: usize| file.parts.get(part).filter(|t| t.len() == PATTERNS).cloned();
        let weights = |part| file.floats(part).filter(|w| w.len() == MEMBERS.len() + 1);
        let (forest, tree) = (table(0)?, table(1)?);
        Some(Model { forest, tree, logistic: weights(2)?, svm: weights(3)? })
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.extend([self.forest.clone(), self.tree.clone()]);
        file.push_floats(&self.logistic);
        file.push_floats(&self.svm);
    }

    /// What a classifier says of a pattern: above 0 is content. For the SVM it is the distance from its border, for
    /// the others how far the probability is above a half.
    pub fn score(&self, pattern: usize, layer: Layer) -> f32 {
        let stored =
            |table: &[u8]| f32::from(table.get(pattern).copied().unwrap_or(0)) / 255.0 - 0.5;
        match layer {
            Layer::Forest => stored(&self.forest),
            Layer::Tree => stored(&self.tree),
            Layer::Logistic => 1.0 / (1.0 + (-sum(&self.logistic, pattern)).exp()) - 0.5,
            Layer::Svm => sum(&self.svm, pattern),
        }
    }
}

/// The weights of a pattern's votes and the bias, which is the last.
pub fn sum(weights: &[f32], pattern: usize) -> f32 {
    let (bias, weights) = weights.split_last().unwrap_or((&0.0, &[]));
    let votes = weights.iter().enumerate().filter(|(n, _)| pattern >> n & 1 == 1);
    votes.fold(*bias, |sum, (_, weight)| sum + weight)
}

/// The pattern of some votes.
pub fn pattern(votes: Votes) -> usize {
    votes as usize % PATTERNS
}

static SHIPPED: LazyLock<Option<Model>> =
    LazyLock::new(|| Model::of(&super::shipped("em-13-leaves")?));

/// The learned ensemble over leaves.
pub(crate) struct Em13Leaves {
    model: &'static Model,
    members: Members,
    layer: Layer,
}

impl Em13Leaves {
    /// With the shipped model.
    pub fn shipped(registry: &Registry, layer: Layer) -> Result<Em13Leaves, BuildError> {
        let model = super::usable("em-13-leaves", &SHIPPED)?;
        Ok(Em13Leaves { model, members: members(registry)?, layer })
    }
}

impl Extractor for Em13Leaves {
    fn extract(&self, document: &Document) -> Selection {
        let judge = |votes| {
            let score = self.model.score(pattern(votes), self.layer);
            (score > 0.0, score)
        };
        let reason = |text: &Marked| {
            let relation = if text.keep { "above" } else { "not above" };
            Reason::measured("what the votes are worth", text.score, relation, 0.0)
        };
        select_by_votes(document, &self.members, judge, reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::testing::kept;

    fn model() -> Model {
        let mut weights = vec![0.0; MEMBERS.len() + 1];
        // bte's vote is needed.
        (weights[2], weights[13]) = (2.0, -1.0);
        let tree = (0..PATTERNS).map(|pattern| if pattern >> 2 & 1 == 1 { 255 } else { 0 });
        let tree: Vec<u8> = tree.collect();
        Model { forest: tree.clone(), tree, logistic: weights.clone(), svm: weights }
    }

    #[test]
    fn every_layer_judges_by_the_votes_for_a_text() {
        let registry = crate::registry();
        let html = "<p><a href=x>one two</a></p><p>far</p><b></b><b></b><b></b>\
                    <p>zero one two three four five six</p>";
        for layer in Layer::ALL {
            let model: &'static Model = Box::leak(Box::new(model()));
            let members = members(&registry).unwrap();
            let ensemble = Em13Leaves { model, members, layer };
            // The link's text stands in what bte keeps.
            let expected = "one two zero one two three four five six";
            assert_eq!(kept(&ensemble, html), expected, "{}", layer.name());
        }
    }

    #[test]
    fn a_model_comes_back_from_its_file() {
        let mut file = ModelFile::default();
        model().write(&mut file);
        assert_eq!(Model::of(&file), Some(model()));
        file.parts.pop();
        assert_eq!(Model::of(&file), None);
    }
}
