//! From a score a block to a selection.

use dehusk_extract::{Document, Explain, Selection, Verdict};
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
    Selection::from_blocks_lazy(document, &keep, Arc::new(explain))
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
