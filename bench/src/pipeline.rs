//! The stages of an extraction, one by one, so that each can be timed and counted.

use dehusk::Article;
use dehusk::extractor::{Document, Page, Selection};

/// Cuts a document into blocks; their number keeps it from being skipped.
pub fn blocks(document: &Document) -> usize {
    document.blocks().len()
}

/// Computes all features of a document's blocks.
pub fn features(document: &Document) -> usize {
    document.features().len()
}

/// The article that keeps all text of a page: the most a renderer can get.
pub fn everything(page: Page) -> Article {
    let document = Document::new(page);
    let selection = Selection::everything(&document);
    Article::new(document, selection, "text")
}
