//! `text`: everything a reader could see.

use crate::{Document, Extractor, Selection, Verdict};

/// Keeps every block.
pub(crate) struct Text;

impl Extractor for Text {
    fn extract(&self, document: &Document) -> Selection {
        let verdict = Verdict { keep: true, score: 1.0, reason: "all visible text is kept".into() };
        Selection::from_blocks(document, vec![verdict; document.blocks().len()])
    }
}
