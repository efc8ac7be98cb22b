//! Why a sink does not take articles.

use std::io;
use std::path::Path;
use std::time::Duration;

/// Why a sink does not take articles.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SinkError {
    /// The place holds something that this store did not write.
    #[error(
        "{place} {what}: give --to another name, or add --append to keep what is there and write after it"
    )]
    NotOurs {
        /// The place.
        place: String,
        /// What there is about it.
        what: String,
    },
    /// Another process writes to the place.
    #[error("{0} is in use by another dehusk: stop that one first, or give --to another name")]
    InUse(String),
    /// The place cannot be used at all.
    #[error("{place}: {why}")]
    Unusable {
        /// The place.
        place: String,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// It failed, and may not fail the next time.
    #[error("{place}: {why}")]
    Failed {
        /// The place.
        place: String,
        /// What happened.
        why: String,
    },
    /// It wants to be left alone for a while.
    #[error("{place}: {why}")]
    Busy {
        /// The place.
        place: String,
        /// What it said.
        why: String,
        /// For how long.
        pause: Duration,
    },
    /// Nobody reads what is written any more.
    #[error("{0} is closed: nobody reads it any more")]
    Closed(String),
}

impl SinkError {
    /// Something holds what this store did not write.
    pub(super) fn not_ours(place: &Path, what: &str) -> SinkError {
        SinkError::NotOurs { place: place.display().to_string(), what: what.into() }
    }

    /// What it wrote to is not there any more. It is opened anew, and what is not known to have arrived comes again.
    pub(super) fn gone(place: &Path) -> SinkError {
        SinkError::failed(place.display(), "somebody moved or removed this while it was written to")
    }

    /// It failed.
    pub fn failed(place: impl ToString, why: impl ToString) -> SinkError {
        SinkError::Failed { place: place.to_string(), why: why.to_string() }
    }
}

/// A failure with the path it happened at.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> SinkError + '_ {
    move |error| SinkError::failed(path.display(), error)
}
