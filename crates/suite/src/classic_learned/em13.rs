//! `em-13`, `em-13-logistic`: thirteen extractors vote, and what their votes are worth is learned.
//!
//! Section 5.2 of S. Gupta, "Advancing and Benchmarking Large-Scale Content Extraction from the Web" (thesis,
//! Weimar 2022): a random forest or a logistic regression over the votes of thirteen extractors for a block.
//! Thirteen votes make 8,192 patterns, so that the whole forest is stored as its answer to each of them.

use super::file::ModelFile;
use crate::Members;
use crate::languages;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Registry, Selection};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "em-13",
        "what a random forest makes of thirteen extractors' votes",
        "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13::shipped(registry, false)?)),
    ),
    Entry::new(
        "em-13-logistic",
        "what a logistic regression makes of thirteen extractors' votes",
        "em_13 of Gupta, thesis, Weimar 2022; trained by `dehusk train em-13`",
        languages::MEMBERS,
        |registry| Ok(Arc::new(Em13::shipped(registry, true)?)),
    ),
];

/// Those of the thesis: all it compares but web2text.
pub const MEMBERS: [&str; 13] = [
    "boilerpipe-article",
    "bs4",
    "bte",
    "domdistiller",
    "lxml-cleaner",
    "goose",
    "html2text",
    "html-text",
    "inscriptis",
    "justext",
    "readability",
    "resiliparse",
    "trafilatura",
];
/// Patterns of votes.
pub const PATTERNS: usize = 1 << MEMBERS.len();

/// What a pattern of votes is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The forest's probability of content for each pattern, in 255 parts.
    pub forest: Vec<u8>,
    /// The regression's weight of each vote, and the bias.
    pub logistic: Vec<f32>,
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let model = Model { forest: file.parts.first()?.clone(), logistic: file.floats(1)? };
        let fits = model.forest.len() == PATTERNS && model.logistic.len() == MEMBERS.len() + 1;
        fits.then_some(model)
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.push(self.forest.clone());
        file.push_floats(&self.logistic);
    }

    /// The probability of content for a pattern.
    pub fn probability(&self, pattern: u16, logistic: bool) -> f32 {
        if !logistic {
            return f32::from(self.forest.get(usize::from(pattern)).copied().unwrap_or(0)) / 255.0;
        }
        let (bias, weights) = self.logistic.split_last().unwrap_or((&0.0, &[]));
        let votes = weights.iter().enumerate().filter(|(n, _)| pattern >> n & 1 == 1);
        1.0 / (1.0 + (-bias - votes.map(|(_, weight)| weight).sum::<f32>()).exp())
    }
}

/// Those who vote, from a registry that has them.
pub fn members(registry: &Registry) -> Result<Members, BuildError> {
    Members::of("em-13", &MEMBERS, registry)
}

static SHIPPED: LazyLock<Option<Model>> = LazyLock::new(|| Model::of(&super::shipped("em-13")?));

/// The learned ensemble.
pub(crate) struct Em13 {
    model: &'static Model,
    members: Members,
    logistic: bool,
}

impl Em13 {
    /// With the shipped model: its forest, or its regression.
    pub fn shipped(registry: &Registry, logistic: bool) -> Result<Em13, BuildError> {
        let model = super::usable("em-13", &SHIPPED)?;
        Ok(Em13 { model, members: members(registry)?, logistic })
    }
}

impl Extractor for Em13 {
    fn extract(&self, document: &Document) -> Selection {
        let votes = self.members.votes(document).into_iter();
        let scores: Vec<f32> =
            votes.map(|vote| self.model.probability(vote, self.logistic)).collect();
        super::scores::select(document, &scores, 0.5, "probability by the votes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn all_members_vote() {
        let members = members(&crate::registry()).unwrap();
        let votes = members.votes(&Document::new(Page::parse("<p>text")));
        assert_eq!(votes.len(), 1);
        assert_eq!(votes[0] >> 1 & 1, 1, "bs4 keeps everything");
    }

    #[test]
    fn weights_add_up() {
        let mut logistic = vec![0.0; 14];
        (logistic[1], logistic[13]) = (2.0, -2.0);
        let model = Model { forest: vec![0; PATTERNS], logistic };
        assert_eq!(model.probability(0b10, true), 0.5);
        assert!(model.probability(0b01, true) < 0.2);
    }
}
