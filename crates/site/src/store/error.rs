//! Why a store does not do what it was asked.

use crate::DecodeError;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// What went wrong with a store. What was acknowledged before is not touched by any of these.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is something else.
    #[error("{}: this is no store of dehusk", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
    },
    /// A later program wrote it.
    #[error(
        "{}: the store has version {found}, this program knows versions up to {known}: use a newer dehusk",
        path.display()
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
    #[error("{}: there is no room for more: the disk is full or the store has its full size", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Another process kept the store for itself for too long.
    #[error("{}: another process is writing to the store", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// What is stored of a site can not be read.
    #[error("{}: what is stored of {domain}: {source}", path.display())]
    Site {
        /// The file.
        path: PathBuf,
        /// The site.
        domain: String,
        /// What is wrong with it.
        source: DecodeError,
    },
    /// Anything else that the database or the system reported.
    #[error("{}: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Adds the file that the error is about, where that was not known.
    pub(super) fn in_file(mut self, file: &Path) -> StoreError {
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
