//! Why a store does not do what it was asked.

use crate::DecodeError;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// What went wrong with a store. What was acknowledged before is not touched by any of these.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is something else.
    #[error("{}this is no store of dehusk", named(path))]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A later program wrote it.
    #[error(
        "{}the store has version {found}, this program knows versions up to {known}: use a newer dehusk",
        named(path)
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the store.
        found: i64,
        /// The latest version this program knows.
        known: i64,
    },
    /// There is no room: the disk is full, or the store has reached the size it was given.
    #[error(
        "{}there is no room for more: the disk is full or the store has its full size",
        named(path)
    )]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process kept the store for itself for too long.
    #[error("{}another process is writing to the store", named(path))]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// What is stored of a site can not be read.
    #[error("{}what is stored of {domain}: {source}", named(path))]
    Site {
        /// The file.
        path: PathBuf,
        /// The site.
        domain: String,
        /// What is wrong with it.
        source: DecodeError,
    },
    /// Anything else that the database or the system reported.
    #[error("{}{source}", named(path))]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Whether what is stored of a site is not what was written, so that nothing is lost by forgetting it.
    pub fn is_damage(&self) -> bool {
        use rusqlite::Error::{FromSqlConversionFailure, InvalidColumnType};
        match self {
            StoreError::Site { source, .. } => !matches!(source, DecodeError::Newer { .. }),
            StoreError::Database { source, .. } => {
                matches!(source, FromSqlConversionFailure(..) | InvalidColumnType(..))
            }
            _ => false,
        }
    }

    /// Names the file an error is about, where that was not known.
    pub fn in_file(mut self, file: &Path) -> StoreError {
        let (StoreError::NotAStore { path }
        | StoreError::Newer { path, .. }
        | StoreError::Full { path }
        | StoreError::Busy { path }
        | StoreError::Site { path, .. }
        | StoreError::Database { path, .. }) = &mut self;
        if path.as_os_str().is_empty() {
            *path = file.to_path_buf();
        }
        self
    }
}

/// A file and a colon, or nothing where the file is not known.
fn named(path: &Path) -> String {
    if path.as_os_str().is_empty() { String::new() } else { format!("{}: ", path.display()) }
}

/// For those who have no file but a transaction.
impl From<rusqlite::Error> for StoreError {
    fn from(source: rusqlite::Error) -> StoreError {
        let path = PathBuf::new();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::NotADatabase) => StoreError::NotAStore { path },
            _ => StoreError::Database { path, source },
        }
    }
}

pub(super) fn at(path: &Path) -> impl Fn(rusqlite::Error) -> StoreError + '_ {
    move |error| StoreError::from(error).in_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_without_a_file_has_no_empty_prefix() {
        let error = StoreError::from(rusqlite::Error::InvalidQuery);
        assert!(!error.to_string().starts_with(':'), "{error}");
        let error = error.in_file(Path::new("a.sqlite"));
        assert!(error.to_string().starts_with("a.sqlite: "), "{error}");
    }
}
