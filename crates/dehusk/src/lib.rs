//! Takes the husk off a page: its main content as text, Markdown, HTML, JSON or TEI, with metadata.
//!
//! ```
//! let article = dehusk::extract("<title>Hi</title><p>The only paragraph.");
//! assert_eq!(article.text(), "The only paragraph.");
//! assert_eq!(article.metadata().title.as_ref().unwrap().value, "Hi");
//! ```

mod options;

pub use dehusk_article::{Article, Feed, Format, Metadata, Sourced};
pub use dehusk_extract::{Document, Extractor, Selection, Verdict, registry};
pub use dehusk_page::{
    Encoded, EncodingSource, Hints, Limits, NodeId, NotAPage, Page, PageError, Warning, decode,
};
pub use options::{Error, Options};

/// The main content of a page, by the default extractor.
pub fn extract(html: &str) -> Article {
    Options::new().extract(html)
}
