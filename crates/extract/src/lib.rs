//! Extractors: from a [`Document`] to a [`Selection`] of its nodes.
//!
//! An extractor is one file in `algorithms/` and one line in the [registry].

mod algorithms;
mod document;
mod nodes;
pub mod registry;
mod selection;

pub use algorithms::readability::{Options as ReadabilityOptions, Readability};
pub use document::Document;
pub use nodes::NodeSet;
pub use selection::{Decision, Reason, Selection, Verdict, is_player};

/// One way to find the main content.
///
/// It reads the document and says which nodes are content; it never changes anything, so that many can
/// run over one parse.
pub trait Extractor: Send + Sync {
    /// Chooses the content of a document.
    fn extract(&self, document: &Document) -> Selection;
}
