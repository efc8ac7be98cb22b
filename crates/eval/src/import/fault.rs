//! What is wrong with one file or entry of an original. It costs that page, never the import.

use super::literal::SyntaxError;
use dehusk_page::PageError;
use std::io;

/// Why a file or an entry of an original gives no record.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file can not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is no page.
    #[error("{0}")]
    Page(#[from] PageError),
    /// The file is no text.
    #[error("not a text: it holds zero bytes")]
    NotText,
    /// The entry can not be parsed.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The entry lacks something, or has it in another form.
    #[error("{key:?}: {source}")]
    Shape {
        /// The key of the entry.
        key: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The entry names a page that is not there.
    #[error("{key:?}: gold without a page: there is no {name}")]
    NoPage {
        /// The key of the entry.
        key: String,
        /// The page's name.
        name: String,
    },
    /// The entry names a page that is there more than once.
    #[error("{key:?}: several pages are called {name}, none in a folder {corpus:?}")]
    ManyPages {
        /// The key of the entry.
        key: String,
        /// The pages' name.
        name: String,
        /// The corpus that it should be of.
        corpus: String,
    },
}
