//! Why a page of a corpus gave no text.

use crate::pool::Failure;
use dehusk_page::PageError;
use dehusk_site::KeyError;
use std::io;

/// Why a page of a corpus gave no text. It counts as an empty one, and the run goes on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PageFault {
    #[error("the page can not be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("{0}")]
    NoPage(#[from] PageError),
    #[error("neither its address nor its host is known")]
    NoAddress,
    #[error("{base:?}: {source}")]
    Host { base: String, source: url::ParseError },
    #[error("{0}")]
    Key(#[from] KeyError),
    #[error("{0}")]
    Failed(#[from] Failure),
    #[error("the page can not be read")]
    NotPlayed,
}
