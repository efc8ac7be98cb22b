//! What every extractor shares: the [`Document`] it reads, the [`Selection`] it answers with, the [`Registry`] it is
//! found in. No algorithm is here.
//!
//! An extractor is anything that implements [`Extractor`]. It reads the page and its blocks and says which leaves are
//! content; what they become is not its matter.
//!
//! ```
//! use dehusk_extract::{Document, Entry, Extractor, Registry, Selection, Verdict};
//!
//! /// Keeps blocks with a comma.
//! struct Commas;
//!
//! impl Extractor for Commas {
//!     fn extract(&self, document: &Document) -> Selection {
//!         let verdict = |text: &str| match text.contains(',') {
//!             true => Verdict::keep(1.0, "has a comma"),
//!             false => Verdict::drop(0.0, "has no comma"),
//!         };
//!         let verdicts = document.blocks().texts().map(verdict).collect();
//!         Selection::from_blocks(document, verdicts)
//!     }
//! }
//!
//! let registry = Registry::default().with(Entry::ready("commas", "blocks with a comma", Commas));
//! let commas = registry.find("commas").unwrap().build(&registry)?;
//! let document = Document::new(dehusk_page::Page::parse("<p>Home<p>The ferry came in late, as it had all week."));
//! let selection = commas.extract(&document);
//! assert!(!selection.keeps_block(&document, 0) && selection.keeps_block(&document, 1));
//! # Ok::<_, dehusk_extract::BuildError>(())
//! ```
//!
//! What an algorithm finds out of a page and others may want as well it keeps with the document, under a type of its
//! own: see [`Derived`].

mod cache;
pub mod derived;
mod diagnosis;
mod document;
mod hint;
pub mod json;
pub mod language_codes;
mod nodes;
mod page_type;
mod registry;
mod role;
mod selection;

pub use cache::Derived;
pub use diagnosis::{Diagnosis, Trouble};
pub use document::Document;
pub use hint::{BlockHint, Counted, Counting, ShapeHint, SiteHint};
pub use nodes::NodeSet;
pub use page_type::PageType;
pub use registry::{BuildError, Entry, IntoExtractor, NamedExtractor, Needs, Registry};
pub use role::Role;
pub use selection::{
    Appraisal, Appraise, Decision, Explain, Media, Reason, Reasons, Selection, Texts, Verdict,
};

/// One way to find the main content.
///
/// It reads the document and says which nodes are content; it never changes anything, so that many can
/// run over one parse.
pub trait Extractor: Send + Sync {
    /// Chooses the content of a document.
    fn extract(&self, document: &Document) -> Selection;

    /// The name that articles bear for it.
    fn name(&self) -> &str {
        "custom"
    }

    /// Whether what the page's scripts hold may take the place of what was chosen, where that is far less. The
    /// classic algorithms know nothing of it.
    fn reads_embedded(&self) -> bool {
        false
    }

    /// What it needs counted of the page's site, if it judges by that: without it, it finds nothing.
    fn counting(&self) -> Option<Counting> {
        None
    }
}

impl<E: Extractor + ?Sized> Extractor for std::sync::Arc<E> {
    fn extract(&self, document: &Document) -> Selection {
        (**self).extract(document)
    }

    fn name(&self) -> &str {
        (**self).name()
    }

    fn reads_embedded(&self) -> bool {
        (**self).reads_embedded()
    }

    fn counting(&self) -> Option<Counting> {
        (**self).counting()
    }
}

/// One way to find the main content by comparing pages of one site.
pub trait SiteExtractor: Send + Sync {
    /// The content of each of some pages of one site, which should come in the order of their time.
    fn extract(&self, pages: &[&Document]) -> Vec<Selection>;
}

/// A function is one too.
impl<F: Fn(&[&Document]) -> Vec<Selection> + Send + Sync> SiteExtractor for F {
    fn extract(&self, pages: &[&Document]) -> Vec<Selection> {
        self(pages)
    }
}
