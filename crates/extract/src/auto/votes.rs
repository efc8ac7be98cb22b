//! What other extractors keep. They look at a page in ways that features of single blocks do not, and over
//! the same parse they cost little.

use crate::algorithms::{boilerpipe, readability};
use crate::{Document, Extractor};

/// Whose votes are counted.
pub(super) const NAMES: [&str; 3] = ["readability", "boilerpipe-article", "boilerpipe-default"];

/// For each extractor and each block 1 where it is kept.
pub(super) fn of(document: &Document) -> [Vec<f32>; 3] {
    let readability = readability::Readability::default();
    let voters: [&dyn Extractor; 3] = [&readability, &boilerpipe::ARTICLE, &boilerpipe::DEFAULT];
    voters.map(|voter| {
        let selection = voter.extract(document);
        let vote = |block| f32::from(u8::from(selection.keeps_block(document, block)));
        (0..document.blocks().len()).map(vote).collect()
    })
}
