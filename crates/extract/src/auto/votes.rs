//! What other extractors keep. They look at a page in ways that features of single blocks do not, and over
//! the same parse they cost little.

use crate::algorithms::{boilerpipe, readability};
use crate::{Document, NodeSet};

/// Whose votes are counted.
pub(super) const NAMES: [&str; 2] = ["readability", "boilerpipe-article"];

/// Their places among the votes.
pub(super) const READABILITY: usize = 0;
pub(super) const BOILERPIPE: usize = 1;

/// For each extractor and each block 1 where some of its text is kept.
pub(super) fn of(document: &Document) -> [Vec<f32>; 2] {
    let readability = readability::Readability::default().kept(document);
    let article = boilerpipe::ARTICLE.kept_texts(document);
    [readability, article].map(|kept| votes(document, &kept))
}

fn votes(document: &Document, kept: &NodeSet) -> Vec<f32> {
    let blocks = document.blocks();
    let is_kept = |block| blocks.nodes(block).iter().any(|&node| kept.contains(node));
    (0..blocks.len()).map(|block| f32::from(u8::from(is_kept(block)))).collect()
}
