//! Why the store does not do what it was asked, in words that name the file and what to do.

use rusqlite::ErrorCode;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// What can go wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database.
    #[error("the store cannot be used: {0}")]
    Database(rusqlite::Error),
    /// The files beside it.
    #[error("the store cannot be used: {0}")]
    Files(#[from] std::io::Error),
    /// The site memory in it.
    #[error(transparent)]
    Site(#[from] dehusk_site::store::StoreError),
    /// There is nothing to read.
    #[error("{}: there is no store of dehusk here", .0.display())]
    NoStore(PathBuf),
    /// The folder holds something else.
    #[error("{}: this folder holds files that dehusk did not write: give --data a new or an empty one", .0.display())]
    NotAStore(PathBuf),
    /// There is no folder and none can be made.
    #[error("{}: {source}: give --data a folder, or the name of one that can be made", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It was written by a later version.
    #[error("the store is of version {0}, which is newer than this program: use a newer dehusk")]
    Newer(i64),
    /// It says that it was written by a version there never was.
    #[error("the store is of version {0}, which no dehusk has written: {REPAIR}")]
    NoVersion(i64),
    /// Another process has it.
    #[error("the store in {0} is in use by another dehusk: stop that one first")]
    InUse(String),
    /// The texts are there and their database is not.
    #[error("{}: the texts are there, but their database dehusk.sqlite is gone: put it back, or {REPAIR}", .0.display())]
    DatabaseGone(PathBuf),
    /// The database cannot be trusted.
    #[error("the database of the store is damaged ({0}): {REPAIR}")]
    DatabaseDamaged(String),
    /// The files are not as the database says, so that nothing may be written to them.
    #[error("{}: {what}: {REPAIR}", file.display())]
    Unsound {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A text cannot be read back. The other ones can.
    #[error("{0}")]
    Damaged(Box<Damage>),
}

/// What to do about a damaged store.
const REPAIR: &str = "run `dehusk store repair` on the folder";

/// A text that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The file it is in.
    pub file: PathBuf,
    /// Where in the file its frame begins.
    pub offset: u64,
    /// The number of the article and its key, where they are known.
    pub article: Option<(i64, String)>,
    /// What is wrong.
    pub what: String,
}

impl Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is damaged at byte {}: {}", self.file.display(), self.offset, self.what)?;
        match &self.article {
            Some((seq, key)) => write!(f, " (article {seq}, {key})"),
            None => Ok(()),
        }
    }
}

impl Damage {
    /// Damage of which it is not known yet whose text it is.
    pub(super) fn at(file: &Path, offset: u64, what: impl Display) -> Damage {
        Damage { file: file.into(), offset, article: None, what: what.to_string() }
    }

    /// An error from reading a file: what is not there or cannot be read is damage, anything else may pass.
    pub(super) fn of_read(file: &Path, offset: u64, error: std::io::Error) -> StoreError {
        use std::io::ErrorKind::{InvalidData, NotFound, UnexpectedEof};
        /// The number under which systems report that a disk cannot read a block.
        const EIO: i32 = 5;
        let lost = matches!(error.kind(), InvalidData | NotFound | UnexpectedEof)
            || error.raw_os_error() == Some(EIO);
        match error.kind() {
            UnexpectedEof => Damage::at(file, offset, "the file ends early").into(),
            _ if lost => Damage::at(file, offset, error).into(),
            _ => StoreError::Files(error),
        }
    }
}

impl From<Damage> for StoreError {
    fn from(damage: Damage) -> StoreError {
        StoreError::Damaged(Box::new(damage))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, SqlInputError,
            Utf8Error,
        };
        let damaged = match error.sqlite_error_code() {
            // What is asked is always the same, so it is a table that is not as it was made.
            _ if matches!(error, SqlInputError { .. }) => true,
            Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
            // A value of another kind than was written.
            None => matches!(
                error,
                FromSqlConversionFailure(..)
                    | IntegralValueOutOfRange(..)
                    | InvalidColumnType(..)
                    | Utf8Error(..)
            ),
        };
        match damaged {
            true => StoreError::DatabaseDamaged(error.to_string()),
            false => StoreError::Database(error),
        }
    }
}
