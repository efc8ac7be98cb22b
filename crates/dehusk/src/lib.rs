//! Takes the husk off a page: its main content as text, Markdown, HTML, JSON or TEI, with metadata.
//!
//! ```
//! let html = "<title>On bread</title><body>
//!     <p>Bread is flour and water and <b>time</b>, and of the three, time is what no baker can buy. A dough
//!     that had a night to rise needs little yeast, keeps for a week, and tastes of more than salt.</p>";
//! let article = dehusk::extract(html);
//! assert!(article.text().starts_with("On bread\n\nBread is flour and water and time"));
//! assert!(article.markdown().starts_with("# On bread\n\nBread is flour and water and **time**"));
//! assert_eq!(article.metadata().title.as_ref().unwrap().value, "On bread");
//! ```
//!
//! [`extract`] is for text, [`extract_bytes`] for what came from a disk or a server. Another extractor, the page's
//! address or other limits go through [`Options`]. Nothing here touches the network or needs an async runtime.
//!
//! | feature | brings |
//! | --- | --- |
//! | `html` | [`Format::Html`](Format), sanitised |
//! | `tei` | [`Format::Tei`](Format) |
//! | `css` | [`Options::selecting`](Options) and `removing`: CSS selectors before the extractor |
//! | `suite` | the extractors of the papers, by name |
//! | `site-level` | those that go by a site: they need a memory of it, or several of its pages |
//! | `models` | their learned ones too; each has a feature of its own name, such as `web2text` |

pub mod article;
pub mod auto;
#[cfg(feature = "css")]
mod css;
mod error;
pub mod extractor;
mod options;

pub use dehusk_article::{Article, Format, Media, Metadata, TitleAt, Warning};
pub use dehusk_page::Limits;
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
/// let page = b"<meta charset=windows-1252><p>A caf\xe9 is a place where a cup of coffee costs as much as the
///     hour it takes to drink it, and nobody there would ever tell you which of the two you paid for.";
/// assert!(dehusk::extract_bytes(page)?.text().starts_with("A café is a place"));
/// assert!(dehusk::extract_bytes(b"%PDF-1.7 ...").is_err());
/// # Ok::<_, dehusk::Error>(())
/// ```
pub fn extract_bytes(bytes: &[u8]) -> Result<Article, Error> {
    Options::new().extract_bytes(bytes)
}
