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
mod full_rows;
pub mod matrix;
pub mod mss;
pub mod ncleaner;
pub mod network;
pub mod odds;
pub mod one_row;
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

/// Who of some extractors keeps each block of a document, the first one's vote the lowest bit.
fn votes(document: &Document, voters: &[&str]) -> Vec<u16> {
    let mut votes = vec![0; document.blocks().len()];
    for (bit, voter) in voters.iter().enumerate() {
        let Some(selection) = document.answer(voter) else { continue };
        for (block, vote) in votes.iter_mut().enumerate() {
            *vote |= u16::from(selection.keeps_block(document, block)) << bit;
        }
    }
    votes
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

/// The names of the models.
pub const NAMES: &[&str] =
    &["ncleaner", "mss", "victor", "four-class", "em-13", "web2text", "choose"];

/// The model of that name that is shipped.
///
/// ```
/// use dehusk_extract::learned::{NAMES, shipped};
/// assert!(NAMES.iter().all(|name| shipped(name).is_some()));
/// ```
pub fn shipped(name: &str) -> Option<file::ModelFile> {
    let bytes: &[u8] = match name {
        "ncleaner" => include_bytes!("../../models/ncleaner.model"),
        "mss" => include_bytes!("../../models/mss.model"),
        "victor" => include_bytes!("../../models/victor.model"),
        "four-class" => include_bytes!("../../models/four-class.model"),
        "em-13" => include_bytes!("../../models/em-13.model"),
        "web2text" => include_bytes!("../../models/web2text.model"),
        "choose" => include_bytes!("../../models/choose.model"),
        _ => return None,
    };
    file::ModelFile::read(bytes)
}
