//! The stages of an extraction, one by one, so that each can be timed and counted.

use dehusk::extractor::{Document, Page, Selection};
use dehusk::{Article, Format};

/// Every way to write an article out, with its name.
pub const FORMATS: [(&str, Format); 5] = [
    ("text", Format::Text),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("json", Format::Json),
    ("tei", Format::Tei),
];

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
