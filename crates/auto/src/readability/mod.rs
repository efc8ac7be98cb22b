//! `readability`: the article as Mozilla's Readability finds it, the algorithm behind the reader views of
//! browsers.
//!
//! The steps: take out what can hardly be content and make paragraphs of what is used as such; give points
//! for text to the elements around it; choose the best element; join what belongs to it; clean it. If little
//! is left, try again with one rule less, up to three times, and keep the longest answer if none is long.
//!
//! The behaviour follows version 0.6 of the reference and the few rules it gained since, odd corners
//! included, because people compare with it. The work differs: the reference measures the text below an element whenever it needs a number, here
//! a tour of the tree measures all of them.

mod attempt;
mod breaks;
mod build;
mod candidate;
mod clean;
mod conditional;
mod join;
mod jsonld;
mod landmarks;
mod measure;
mod metadata;
mod options;
mod pictures;
mod prune;
mod score;
#[cfg(test)]
mod sketch;
mod stats;
mod tables;
mod tags;
#[cfg(test)]
mod tests;
mod title;
mod traits;
mod tree;
mod walk;
mod why;
mod words;

pub use options::Options;

use attempt::{Article, Attempts};
use dehusk_extract::{Derived, Document, Extractor, NodeSet, Selection};
use std::sync::Arc;

/// The extractor.
#[derive(Clone, Debug, Default)]
pub struct Readability {
    options: Options,
}

impl Readability {
    /// The extractor with other thresholds than the reference's.
    pub fn new(options: Options) -> Readability {
        Readability { options }
    }
}

impl Readability {
    fn article(&self, document: &Document) -> Option<Article> {
        Attempts::new(document, &self.options).and_then(Attempts::best)
    }
}

/// What Readability answers with the thresholds of the reference. Others ask for it as well, so it stays with the
/// document.
#[derive(Debug)]
pub struct Answer(pub Selection);

impl Derived for Answer {
    fn derive(document: &Document) -> Answer {
        Answer(Readability::default().select(document))
    }
}

impl Extractor for Readability {
    fn extract(&self, document: &Document) -> Selection {
        match self.options == Options::default() {
            true => document.derived::<Answer>().0.clone(),
            false => self.select(document),
        }
    }
}

impl Readability {
    fn select(&self, document: &Document) -> Selection {
        let page = document.page();
        match self.article(document) {
            Some(Article { kept, log, .. }) => {
                Selection::from_nodes_lazy(document, kept, Arc::new(log))
            }
            None => Selection::from_nodes(document, NodeSet::new(page.len()), Vec::new()),
        }
    }
}
