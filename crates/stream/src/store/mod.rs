//! One directory for everything: feeds, history, queue, site memory, articles and how far each sink is.
//!
//! Rows are in SQLite (write-ahead log, synchronised in full), texts in compressed append-only
//! segments beside it. A segment is synchronised before the transaction that names its end is committed.
//! When the store is opened, whole frames behind that end are taken in and an unfinished one is cut off:
//! after a crash at any moment everything that was acknowledged is there. Every frame has a checksum and says
//! all that the rows of its articles say, so the database can be made again from the segments; it is never
//! believed more than they are. One thread writes; readers open their own connection.

mod again;
mod articles;
mod care;
mod deliverable;
mod error;
mod expire;
mod failed;
mod feeds;
mod items;
mod marks;
mod meta;
mod minutes;
mod open;
mod pages;
mod parts;
mod replay;
mod schema;
mod segments;
mod sinks;
mod subscriptions;

pub use articles::{ArticleRow, NewArticle, TextHash, Wanted};
pub use care::{Checked, Progress, Repaired, check, repair};
pub use deliverable::Deliverable;
pub use error::{Damage, StoreError};
pub use expire::Keep;
pub use failed::{FailedPage, FailedWanted};
pub use feeds::{FeedRow, FeedUpdate};
pub use items::{ItemRow, NewItem};
pub use marks::Marks;
pub use minutes::Minute;
pub(crate) use open::is_of_store;
pub use pages::KeptPage;
pub use parts::PartsAdded;
pub use segments::Place;
pub use sinks::{Position, SetAside};
pub use subscriptions::Subscription;

pub use crate::clock::real_ms as now_ms;
use crate::files::Files;
use dehusk_site::store::{Learner, Lesson, SiteShelf};
use dehusk_site::{Retention, SiteMemory};
use rusqlite::Connection;
use segments::{SegmentReader, SegmentWriter};
use std::path::PathBuf;

/// The store as its one writer has it.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    segments: SegmentWriter,
    files: Files,
    directory: PathBuf,
    identity: segments::frame::Identity,
    /// Which articles are kept, and the sinks that must have the others before they go.
    retention: Option<(Keep, Vec<String>)>,
    /// Held for as long as the store is open.
    _lock: std::fs::File,
}

/// What would be missed if the database were lost, and was not worth a write of its own, is written now.
impl Drop for Store {
    fn drop(&mut self) {
        if self.segments.has_notes() {
            // The database has it all; a disk that fails now has said so before.
            let _ = self.batch(|batch| batch.segments.write_notes());
        }
    }
}

/// The store as anybody may read it.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    segments: SegmentReader,
}

impl Store {
    /// What makes this store another than all others, in hexadecimal digits: a mark for what it has written
    /// elsewhere. It survives a repair.
    pub fn identity(&self) -> String {
        hexadecimal(self.identity)
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
                let commit = || transaction.commit().map_err(StoreError::from);
                let committed = self.files.commit(&open::database(&self.directory), commit);
                if committed.is_err() {
                    // Whether it is on the disk is not known. Opening the store finds out.
                    self.segments.give_up();
                }
                committed.map(|()| result)
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

fn hexadecimal(identity: segments::frame::Identity) -> String {
    format!("{:032x}", u128::from_be_bytes(identity))
}

impl Reader {
    /// What makes this store another than all others: see [`Store::identity`].
    pub fn identity(&self) -> Result<String, StoreError> {
        meta::identity(&self.connection).map(hexadecimal)
    }

    /// The number of the newest article; 0 if there is none.
    pub fn newest_seq(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM articles";
        Ok(self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
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
