//! Site memories on disk: in one SQLite file, safe against a crash, and only the sites in use in memory.
//!
//! A memory of a busy site has megabytes, and a document changes a few hundred bytes of it. So a document
//! is written as its [`Observation`] at the end of the site's log, and only when the log has grown to a
//! share of the memory itself, the memory is written as a whole and the log begins anew. What was written
//! with both is read with both: the last whole memory, then the log played on it.
//!
//! [`SiteStore`] owns its file. Who keeps more than site memories in one file, and wants them to change
//! together, opens the file himself and hands his transactions to [`SiteShelf`]; where those who learn are not
//! those who write, to [`Learner`] and [`Lesson`].

mod error;
mod learner;
mod resident;
mod shelf;
mod tables;

pub use error::StoreError;
pub use learner::{Learner, Lesson};
pub use shelf::SiteShelf;
pub use tables::{APPLICATION, SiteEntry};

use crate::{Observation, Retention, SiteMemory};
use dehusk_extract::{Extractor, SiteHint};
use error::at;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a store is kept.
#[derive(Clone, Copy, Debug)]
pub struct StoreOptions {
    retention: Retention,
    budget: usize,
    most_bytes: Option<u64>,
}

impl Default for StoreOptions {
    fn default() -> StoreOptions {
        StoreOptions { retention: Retention::default(), budget: 256 << 20, most_bytes: None }
    }
}

impl StoreOptions {
    /// What sites that are new remember.
    pub fn with_retention(mut self, retention: Retention) -> StoreOptions {
        self.retention = retention;
        self
    }

    /// Bytes of memory for the sites that were used last; the others rest on disk. One site is always held,
    /// however large. 256 MB unless told.
    pub fn with_budget(mut self, bytes: usize) -> StoreOptions {
        self.budget = bytes;
        self
    }

    /// The most bytes the file may have, the log of SQLite beside it not counted. Documents that do not fit
    /// any more are refused with [`StoreError::Full`].
    pub fn with_most_bytes(mut self, bytes: Option<u64>) -> StoreOptions {
        self.most_bytes = bytes;
        self
    }
}

/// Site memories in a file of their own.
///
/// ```
/// use dehusk_extract::Document;
/// use dehusk_site::{Keys, Observation};
/// use dehusk_site::store::{SiteStore, StoreOptions};
/// # let path = std::env::temp_dir().join(format!("dehusk-doc-{}.sqlite", std::process::id()));
/// let mut store = SiteStore::open(&path, StoreOptions::default())?;
/// let document = Document::new(dehusk_page::Page::parse("<p>About us<p>News"));
/// let seen = Observation::of(Keys::default().key("https://a.example/1", None).unwrap(), 0, &document);
/// store.observe(&seen)?;
/// drop(store);
/// let mut store = SiteStore::open(&path, StoreOptions::default())?;
/// assert_eq!(store.memory("a.example")?.map(|memory| memory.tree().len()), Some(1));
/// # drop(store);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<_, dehusk_site::store::StoreError>(())
/// ```
#[derive(Debug)]
pub struct SiteStore {
    path: PathBuf,
    connection: Connection,
    shelf: SiteShelf,
}

impl SiteStore {
    /// Opens a store, or makes one where there is none.
    pub fn open(path: &Path, options: StoreOptions) -> Result<SiteStore, StoreError> {
        let mut connection = Connection::open(path).map_err(at(path))?;
        prepare(&connection, options.most_bytes).map_err(at(path))?;
        let transaction = begin(&mut connection).map_err(at(path))?;
        SiteShelf::create(&transaction).map_err(|error| error.in_file(path))?;
        transaction.commit().map_err(at(path))?;
        let shelf = SiteShelf::new(options.retention, options.budget);
        Ok(SiteStore { path: path.to_path_buf(), connection, shelf })
    }

    /// Learns from a document. When this returns, the document is on disk and stays there.
    pub fn observe(&mut self, seen: &Observation) -> Result<(), StoreError> {
        self.observe_all(std::slice::from_ref(seen))
    }

    /// Learns from several documents, which come to disk together or not at all: much faster than one by
    /// one, because a disk takes as long for many as for one.
    pub fn observe_all(&mut self, seen: &[Observation]) -> Result<(), StoreError> {
        self.change(|shelf, transaction| {
            seen.iter().try_for_each(|one| shelf.observe(transaction, one))
        })
    }

    /// What the site has shown so far, for a document that was not observed yet.
    pub fn hint(&mut self, seen: &Observation) -> Result<SiteHint, StoreError> {
        let hint = self.shelf.hint(&self.connection, seen);
        hint.map_err(|error| error.in_file(&self.path))
    }

    /// The same, with what an extractor wants counted, if it does.
    pub fn hint_for(
        &mut self,
        extractor: &dyn Extractor,
        seen: &Observation,
    ) -> Result<SiteHint, StoreError> {
        let hint = self.shelf.hint_for(&self.connection, extractor, seen);
        hint.map_err(|error| error.in_file(&self.path))
    }

    /// Whether a parameter of addresses of a site is known to say nothing, for
    /// [`Keys::careful_key`](crate::Keys::careful_key).
    pub fn says_nothing(
        &mut self,
        domain: &str,
        form: &str,
        name: &str,
    ) -> Result<bool, StoreError> {
        let memory = self.memory(domain)?;
        Ok(memory.is_some_and(|memory| memory.says_nothing(form, name)))
    }

    /// The memory of a site; none if it was never seen.
    pub fn memory(&mut self, domain: &str) -> Result<Option<&mut SiteMemory>, StoreError> {
        let memory = self.shelf.memory(&self.connection, domain);
        memory.map_err(|error| error.in_file(&self.path))
    }

    /// Puts a memory in the place of what is known of a site.
    pub fn import(&mut self, domain: &str, memory: SiteMemory) -> Result<(), StoreError> {
        self.change(|shelf, transaction| shelf.import(transaction, domain, memory))
    }

    /// Forgets a site; false if it was never seen.
    pub fn forget(&mut self, domain: &str) -> Result<bool, StoreError> {
        self.change(|shelf, transaction| shelf.forget(transaction, domain))
    }

    /// All sites by their names, without reading what is known of them.
    pub fn sites(&self) -> Result<Vec<SiteEntry>, StoreError> {
        tables::entries(&self.connection).map_err(at(&self.path))
    }

    /// The sites whose memories turned out to be damaged since this was asked last: see
    /// [`SiteShelf::take_damaged`].
    pub fn take_damaged(&mut self) -> Vec<String> {
        self.shelf.take_damaged()
    }

    /// Bytes of memory that the sites in use take.
    pub fn held_bytes(&self) -> usize {
        self.shelf.held_bytes()
    }

    /// The sites in use.
    pub fn held_sites(&self) -> usize {
        self.shelf.held_sites()
    }

    fn change<T>(
        &mut self,
        work: impl FnOnce(&mut SiteShelf, &Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let path = &self.path;
        let transaction = begin(&mut self.connection).map_err(at(path))?;
        let done = work(&mut self.shelf, &transaction).map_err(|error| error.in_file(path))?;
        transaction.commit().map_err(at(path))?;
        Ok(done)
    }
}

/// A transaction that is the only writer from its beginning, so that what it read stays true.
fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// Sets what makes a commit durable: a log ahead of the file, synchronised at every commit.
fn prepare(connection: &Connection, most_bytes: Option<u64>) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    if let Some(most) = most_bytes {
        let page: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        let pages = (i64::try_from(most).unwrap_or(i64::MAX) / page.max(1)).max(1);
        connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
    }
    Ok(())
}
