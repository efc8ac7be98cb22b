//! Extractors: those there are, and what it takes to write one.
//!
//! ```
//! use dehusk::Options;
//! use dehusk::extractor::{Document, Extractor, Selection, Verdict};
//!
//! /// Keeps what is long.
//! struct Long;
//!
//! impl Extractor for Long {
//!     fn extract(&self, document: &Document) -> Selection {
//!         let verdict = |words: u32| match words >= 8 {
//!             true => Verdict::keep(words as f32, "eight words or more"),
//!             false => Verdict::drop(words as f32, "fewer than eight words"),
//!         };
//!         let verdicts = document.blocks().iter().map(|block| verdict(block.words)).collect();
//!         Selection::from_blocks(document, verdicts)
//!     }
//! }
//!
//! let html = "<p>Home<p>The ferry came in late, as it had all week.";
//! let article = Options::new().with_extractor(Long)?.extract(html);
//! assert_eq!(article.text(), "The ferry came in late, as it had all week.");
//! # Ok::<_, dehusk::Error>(())
//! ```
//!
//! A [`Registry`] takes it as well, so that others can ask it by its name:
//!
//! ```
//! # use dehusk::extractor::{Document, Extractor, Selection};
//! # struct Long;
//! # impl Extractor for Long {
//! #     fn extract(&self, document: &Document) -> Selection { Selection::everything(document) }
//! # }
//! use dehusk::extractor::{Entry, registry};
//! let registry = registry().with(Entry::ready("long", "blocks of eight words or more", Long));
//! assert_eq!(registry.find("long").unwrap().about(), "blocks of eight words or more");
//! ```

pub use dehusk_auto::diagnosis::diagnose;
pub use dehusk_auto::readability::{Options as ReadabilityOptions, Readability};
pub use dehusk_blocks::{Block, Blocks, Features};
pub use dehusk_extract::{
    Appraisal, BlockHint, BuildError, Counted, Counting, Decision, Derived, Diagnosis, Document,
    Entry, Explain, Extractor, IntoExtractor, NamedExtractor, Needs, NodeSet, PageType, Reason,
    Reasons, Registry, Role, Selection, ShapeHint, SiteExtractor, SiteHint, Trouble, Verdict,
};
pub use dehusk_page::{NodeId, Page};
#[cfg(feature = "suite")]
pub use dehusk_suite::{R4, R4Options};

use crate::Error;
use std::sync::LazyLock;

/// Every extractor of this build, the default first.
///
/// ```
/// use dehusk::extractor::registry;
/// assert_eq!(registry().entries()[0].name(), "auto");
/// assert!(registry().find("readability").is_some());
/// ```
pub fn registry() -> Registry {
    known().clone()
}

/// The extractor of a name of the [`registry`].
///
/// ```
/// let readability = dehusk::extractor::named("readability")?;
/// assert_eq!(readability.name(), "readability");
/// # Ok::<_, dehusk::Error>(())
/// ```
pub fn named(name: &str) -> Result<NamedExtractor, Error> {
    name.into_extractor(known())?.ok_or_else(|| Error::unknown_extractor(name))
}

/// The extractor of a name, for who gives pages to it together with what their sites have shown before: also one that
/// goes by that alone.
///
/// ```
/// # #[cfg(feature = "site-level")]
/// # {
/// use dehusk::extractor::{named, named_with_memory};
/// assert!(named_with_memory("url-tree-strict").is_ok());
/// assert!(named("url-tree-strict").unwrap_err().to_string().contains("--memory FILE"));
/// # }
/// ```
pub fn named_with_memory(name: &str) -> Result<NamedExtractor, Error> {
    let entry = entry(name)?;
    Ok(NamedExtractor::new(entry.name(), entry.build_with_memory(known())?))
}

/// The entry of a name of the [`registry`].
pub fn entry(name: &str) -> Result<Entry, Error> {
    known().find(name).ok_or_else(|| Error::unknown_extractor(name))
}

/// The registry without a copy, for who only looks something up.
pub(crate) fn known() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(all);
    &REGISTRY
}

#[cfg(feature = "site-level")]
fn all() -> Registry {
    dehusk_site_level::add_to(of_pages())
}

#[cfg(not(feature = "site-level"))]
fn all() -> Registry {
    of_pages()
}

#[cfg(feature = "suite")]
fn of_pages() -> Registry {
    dehusk_suite::registry()
}

#[cfg(not(feature = "suite"))]
fn of_pages() -> Registry {
    Registry::default().with_all(dehusk_auto::ENTRIES)
}
