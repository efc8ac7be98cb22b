//! The stages of an extraction, one by one, so that each can be timed and counted.

use dehusk::registry::{self, Entry};
use dehusk::{Article, Document, Page};

/// Cuts a document into blocks; their number keeps it from being skipped.
pub fn blocks(document: &Document) -> usize {
    document.blocks().len()
}

/// Computes all features of a document's blocks.
pub fn features(document: &Document) -> usize {
    document.features().len()
}

/// The extractor of a name, or what there is.
pub fn extractor(name: &str) -> Result<&'static Entry, String> {
    let names = || registry::ENTRIES.iter().map(|e| e.name).collect::<Vec<_>>().join(", ");
    registry::find(name)
        .ok_or_else(|| format!("there is no extractor {name:?}; there are {}", names()))
}

/// The article that keeps all text of a page: the most a renderer can get.
pub fn everything(page: Page) -> Article {
    let document = Document::new(page);
    let (name, selection) = match registry::find("text") {
        Some(entry) => (entry.name, entry.make().extract(&document)),
        None => (registry::default().name, registry::default().make().extract(&document)),
    };
    Article::new(document, selection, name)
}
