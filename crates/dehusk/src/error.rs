//! What can go wrong before there is an article.

use crate::extractor::{BuildError, known};
use dehusk_page::{ContentKind, PageError};

/// Why there is no article. Each message says what is wrong and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No extractor has that name.
    #[error("there is no extractor {name:?}: {}", advice(nearest.as_deref()))]
    UnknownExtractor {
        /// The name that was asked for.
        name: String,
        /// The name that is most like it, if one is.
        nearest: Option<String>,
    },
    /// The extractor can not be made.
    #[error(transparent)]
    Extractor(#[from] BuildError),
    /// The bytes are no web page.
    #[error("{}", plainly(.0))]
    Page(PageError),
    /// A CSS selector can not be read.
    #[cfg(feature = "css")]
    #[error(
        "{selector:?} is no CSS selector: write it as in a style sheet, such as \"article, .content > p\""
    )]
    BadSelector {
        /// What was given.
        selector: String,
    },
    /// No encoding has that label.
    #[error(
        "there is no encoding {label:?}: give a label of the Encoding Standard, such as utf-8 or windows-1252"
    )]
    UnknownCharset {
        /// The label that was asked for.
        label: String,
    },
}

impl Error {
    /// The error for a name that no extractor has.
    pub fn unknown_extractor(name: &str) -> Error {
        let nearest = known().nearest(name).map(|entry| entry.name().to_string());
        Error::UnknownExtractor { name: name.into(), nearest }
    }
}

// Not its source as well: the message says all that it knows.
impl From<PageError> for Error {
    fn from(error: PageError) -> Error {
        Error::Page(error)
    }
}

fn advice(nearest: Option<&str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name:?}?"),
        None => {
            let names: Vec<_> = known().entries().iter().map(|entry| entry.name()).collect();
            format!("choose one of {}", names.join(", "))
        }
    }
}

fn plainly(error: &PageError) -> String {
    match error {
        PageError::NotAPage(what) if what.kind == ContentKind::Crawl => {
            format!("this is a {what}, with many pages in it: use dehusk batch")
        }
        PageError::NotAPage(what) => format!("this is no web page ({what}): give an HTML page"),
        other => format!("{other}: give an HTML page"),
    }
}
