//! Extractors of the literature that are learned: what they read from a page, and their models.
//!
//! Each is small, is trained by `dehusk train NAME`, and ships with a model that says what it was trained on.
//! They judge the document's blocks; [`rows`] is what several of them measure of a block, [`mod@file`] is how their
//! models are stored.

pub mod choose;
pub mod em13;
pub mod file;
pub mod forest;
pub mod four_class;
pub mod mss;
pub mod ncleaner;
pub mod network;
pub mod odds;
pub mod rows;
pub mod victor;
pub mod web2text;

use crate::selection::Explain;
use crate::{Document, Selection, Verdict};
use std::sync::Arc;

/// A selection from a score a block: those of at least `least` are content.
pub(crate) fn select(
    document: &Document,
    scores: &[f32],
    least: f32,
    what: &'static str,
) -> Selection {
    let keep: Vec<bool> = scores.iter().map(|&score| score >= least).collect();
    let explain = Scores { scores: scores.into(), least, what };
    Selection::explained(document, &keep, Arc::new(explain))
}

/// Scores that are put in words when somebody asks.
#[derive(Debug)]
struct Scores {
    scores: Box<[f32]>,
    least: f32,
    what: &'static str,
}

impl Explain for Scores {
    fn verdicts(&self, _: &Document) -> Vec<Verdict> {
        let (what, least) = (self.what, self.least);
        let verdict = |&score: &f32| match score >= least {
            true => Verdict::keep(score, format!("{what} {score:.2}, at least {least}")),
            false => Verdict::drop(score, format!("{what} {score:.2}, below {least}")),
        };
        self.scores.iter().map(verdict).collect()
    }
}

/// The names of the models, and the files that are shipped.
pub const NAMES: &[&str] =
    &["ncleaner", "mss", "victor", "four-class", "em-13", "web2text", "choose"];
