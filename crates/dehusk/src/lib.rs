//! Takes the husk off a page: its main content as text, Markdown, HTML, JSON or TEI, with metadata.
//!
//! ```
//! let article = dehusk::extract("<title>Hi</title><p>The only paragraph.");
//! assert_eq!(article.text(), "The only paragraph.");
//! assert_eq!(article.metadata().title.as_ref().unwrap().value, "Hi");
//! ```
//!
//! [`extract`] is for text. Bytes of unknown encoding, another extractor, the page's address or other
//! limits go through [`Options`]. Nothing here touches the network or needs an async runtime.

mod error;
mod options;

pub use dehusk_article::{Article, Feed, Format, Metadata, Sourced};
pub use dehusk_extract::{Document, Extractor, Selection, Verdict, registry};
pub use dehusk_page::{Hints, Limits, NodeId, NotAPage, Page, PageError, Warning};
pub use error::Error;
pub use options::Options;

/// The main content of a page, by the default extractor.
pub fn extract(html: &str) -> Article {
    Options::new().extract(html)
}

/// The main content of a page as it came from a disk or a server: the encoding is found, compression
/// is undone, and what is no page is an error.
///
/// ```
/// let article = dehusk::extract_bytes(b"<meta charset=windows-1252><p>Caf\xe9 au lait.")?;
/// assert_eq!(article.text(), "Café au lait.");
/// assert!(dehusk::extract_bytes(b"%PDF-1.7 ...").is_err());
/// # Ok::<_, dehusk::Error>(())
/// ```
pub fn extract_bytes(bytes: &[u8]) -> Result<Article, Error> {
    Options::new().extract_bytes(bytes)
}
