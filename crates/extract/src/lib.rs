//! Extractors: from a [`Document`] to a [`Selection`] of its nodes.
//!
//! An extractor is one file or folder in `algorithms/` and one entry of the [registry]. It reads the page and
//! its blocks and answers which leaves are content; what they become is not its matter.
//!
//! ```
//! use dehusk_extract::{Document, registry};
//! let html = "<p><a href=/>Home</a><p><a href=/news>News</a><h1>Late again</h1><p>The ferry came in late, \
//!             as it had all week, and nobody on the quay was surprised by it any more.";
//! let document = Document::new(dehusk_page::Page::parse(html));
//! let selection = registry::find("boilerpipe-article").unwrap().make().extract(&document);
//! let verdicts = selection.verdicts(&document);
//! assert!(!verdicts[0].keep && verdicts[0].reason == "link density 1 over 0.33");
//! assert!(verdicts[3].keep && verdicts[3].reason == "words 21 over 16");
//! ```

mod algorithms;
pub mod auto;
mod document;
pub mod embedded;
mod hint;
pub mod json;
pub mod language_codes;
pub mod learned;
mod nodes;
pub mod registry;
mod selection;
mod trouble;

pub use algorithms::r4::{R4, R4Options};
pub use algorithms::readability::{Options as ReadabilityOptions, Readability};
pub use document::Document;
pub use hint::{BlockHint, ShapeHint, SiteHint};
pub use nodes::NodeSet;
pub use selection::{Appraisal, Decision, Reason, Selection, Verdict};
pub use trouble::{Diagnosis, Trouble, diagnose};

/// One way to find the main content.
///
/// It reads the document and says which nodes are content; it never changes anything, so that many can
/// run over one parse.
pub trait Extractor: Send + Sync {
    /// Chooses the content of a document.
    fn extract(&self, document: &Document) -> Selection;

    /// Whether what the page's scripts hold may take the place of what was chosen, where that is far less;
    /// see [`embedded::instead_of`]. The classic algorithms know nothing of it.
    fn reads_embedded(&self) -> bool {
        false
    }
}
