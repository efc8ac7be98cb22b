//! One directory for everything: feeds, history, queue, site memory, articles and how far each sink is.
//!
//! Rows are in SQLite (write-ahead log, synchronised in full), texts in compressed append-only
//! segments beside it. A segment is synchronised before the transaction that names its end is
//! committed, and what lies behind that end is cut off when the store is opened: after a crash at any moment
//! everything is as the last commit left it. One thread writes; readers open their own connection.

mod articles;
mod feeds;
mod items;
mod minutes;
mod pages;
mod parts;
mod schema;
mod segments;
mod sinks;
mod subscriptions;

pub use articles::{ArticleRow, NewArticle, TextHash, Wanted};
pub use feeds::{FeedRow, FeedUpdate};
pub use items::{ItemRow, NewItem};
pub use minutes::Minute;
pub use pages::KeptPage;
pub use parts::PartsAdded;
pub use segments::Place;
pub use sinks::{Position, SetAside};
pub use subscriptions::Subscription;

use dehusk_site::store::{Learner, Lesson, SiteShelf};
use dehusk_site::{Retention, SiteMemory};
use rusqlite::{Connection, OpenFlags};
use segments::{SegmentReader, SegmentWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What can go wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database.
    #[error("the store cannot be used: {0}")]
    Database(#[from] rusqlite::Error),
    /// The files beside it.
    #[error("the store cannot be used: {0}")]
    Files(#[from] std::io::Error),
    /// The site memory in it.
    #[error(transparent)]
    Site(#[from] dehusk_site::store::StoreError),
    /// It was written by a later version.
    #[error("the store is of version {0}, which is newer than this program: use a newer dehusk")]
    Newer(i64),
    /// Another process has it.
    #[error("the store in {0} is in use by another dehusk: stop that one first")]
    InUse(String),
    /// A place for articles cannot be used.
    #[error("{0}")]
    Sink(String),
    /// A text cannot be read back.
    #[error("the store is damaged: {0}")]
    Damaged(String),
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// The store as its one writer has it.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    segments: SegmentWriter,
    /// Held for as long as the store is open.
    _lock: std::fs::File,
}

/// The store as anybody may read it.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    segments: SegmentReader,
}

fn database(directory: &Path) -> PathBuf {
    directory.join("dehusk.sqlite")
}

impl Store {
    /// Opens the store in a directory, which is made if it is not there.
    pub fn open(directory: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(directory)?;
        let lock = std::fs::File::create(directory.join("lock"))?;
        if lock.try_lock().is_err() {
            return Err(StoreError::InUse(directory.display().to_string()));
        }
        let mut connection = Connection::open(database(directory))?;
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "cache_size", -32_768)?;
        connection.set_prepared_statement_cache_capacity(64);
        let transaction = connection.transaction()?;
        SiteShelf::create(&transaction)?;
        schema::create(&transaction)?;
        sinks::create(&transaction)?;
        transaction.commit()?;
        let segments = SegmentWriter::open(directory, segments::end(&connection)?)?;
        Ok(Store { connection, segments, _lock: lock })
    }

    /// The number of the newest article.
    pub fn newest(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM articles";
        Ok(self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// Does many things as one: all of them are kept, or none.
    pub fn batch<T>(
        &mut self,
        act: impl FnOnce(&mut Batch<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let before = self.segments.end();
        let transaction = self.connection.transaction()?;
        let mut batch = Batch { connection: &transaction, segments: &mut self.segments };
        let done = act(&mut batch).and_then(|result| {
            let end = batch.segments.sync()?;
            segments::set_end(batch.connection, end)?;
            Ok(result)
        });
        match done {
            Ok(result) => {
                transaction.commit()?;
                Ok(result)
            }
            Err(error) => {
                drop(transaction);
                self.segments.back_to(before)?;
                Err(error)
            }
        }
    }
}

/// Many things that are done as one.
#[derive(Debug)]
pub struct Batch<'s> {
    connection: &'s rusqlite::Transaction<'s>,
    segments: &'s mut SegmentWriter,
}

impl Batch<'_> {
    /// What a site's memory has learned from a document.
    pub fn learn(&mut self, lesson: &Lesson) -> Result<(), StoreError> {
        Ok(lesson.keep(self.connection)?)
    }
}

impl Reader {
    /// Opens the store of a directory for reading; there has to be one.
    pub fn open(directory: &Path) -> Result<Reader, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(database(directory), flags)?;
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.pragma_update(None, "cache_size", -8_192)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Reader { connection, segments: SegmentReader::new(directory) })
    }

    /// The memory of a site, for the one who learns for it.
    pub fn learner(&self, site: &str) -> Result<Learner, StoreError> {
        Ok(Learner::open(&self.connection, site, Retention::default())?)
    }

    /// What is remembered of a site; none if it was never seen.
    pub fn memory(&self, site: &str) -> Result<Option<SiteMemory>, StoreError> {
        let mut shelf = SiteShelf::new(Retention::default(), 0);
        Ok(shelf.memory(&self.connection, site)?.cloned())
    }
}
