//! What readability keeps. It looks at a page in ways that features of single blocks do not, and over the
//! same parse it costs little. Boilerpipe's answer was tried as well: with it the models were no better.

use crate::readability::Answer;
use dehusk_extract::Document;

/// The column's name.
pub(super) const NAME: &str = "vote_readability";

/// For each block 1 where some of its text is kept. The answer stays with the document: who asks for it as well does
/// not pay again.
pub(super) fn of(document: &Document) -> Vec<f32> {
    // Before the blocks, since it is what takes most memory.
    let kept = document.derived::<Answer>().0.nodes();
    let blocks = document.blocks();
    let is_kept = |block| blocks.nodes(block).iter().any(|&node| kept.contains(node));
    (0..blocks.len()).map(|block| f32::from(u8::from(is_kept(block)))).collect()
}
