//! Where the content of a page stands, as far as that can be told from its blocks alone.
//!
//! Metadata needs to know roughly where the content begins and ends and what language it is in. That is no reason
//! to run an extractor.

use dehusk_extract::{Document, Extractor, Selection, Verdict};

/// Words of a block that is more than a label.
const MIN_WORDS: u32 = 15;
/// The share of words in links of a block that is no list of them.
const MAX_LINKS: f32 = 0.34;

/// Keeps what reads like sentences.
pub(super) struct Prose;

impl Extractor for Prose {
    fn extract(&self, document: &Document) -> Selection {
        let blocks = document.blocks();
        let verdict = |index: usize| {
            let block = blocks.block(index);
            match block.words >= MIN_WORDS && block.link_density() <= MAX_LINKS {
                true => Verdict::keep(1.0, "a paragraph"),
                false => Verdict::drop(0.0, "too short, or links"),
            }
        };
        Selection::from_blocks(document, (0..blocks.len()).map(verdict).collect())
    }
}
