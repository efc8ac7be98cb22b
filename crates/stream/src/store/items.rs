//! Items: the queue of those whose document is still to be fetched, and the history of all others.
//!
//! A stream sees millions of items, and of one that is done nothing is needed but to know it again. So a row
//! leaves the queue when its item is done and leaves eight bytes of its hash behind, for good: nothing is
//! fetched twice, however old. Among a hundred million items a new one is taken for an old one once in
//! 200,000,000,000 times. Items that were given up stay for a while with what went wrong.

use super::segments::entry::Entry;
use super::{Batch, Reader, StoreError};
use rusqlite::{OptionalExtension, Row};
use twox_hash::XxHash3_128;

/// Milliseconds for which it is told why an item was given up: 30 days.
const TOLD: i64 = 30 * 86_400_000;

/// An item that was never seen before.
#[derive(Clone, Debug)]
pub struct NewItem {
    /// What it is known by.
    pub hash: [u8; 16],
    /// Where its document is.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// When it was published, in seconds.
    pub published: Option<i64>,
}

/// An item in the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRow {
    /// Its number.
    pub id: i64,
    /// The feed it came by.
    pub feed: i64,
    /// Where its document is.
    pub url: String,
    /// Its title in the feed.
    pub title: Option<String>,
    /// When it was published, in seconds.
    pub published: Option<i64>,
    /// How often it was tried.
    pub tries: u32,
    /// When it may be tried.
    pub due: i64,
}

impl ItemRow {
    fn read(row: &Row<'_>) -> rusqlite::Result<ItemRow> {
        Ok(ItemRow {
            id: row.get(0)?,
            feed: row.get(1)?,
            url: row.get(2)?,
            title: row.get(3)?,
            published: row.get(4)?,
            tries: row.get(5)?,
            due: row.get(6)?,
        })
    }
}

/// The part of a hash that history keeps.
pub(super) fn short_hash(hash: &[u8]) -> i64 {
    hash.first_chunk().map_or(0, |half| i64::from_be_bytes(*half))
}

/// What an item is known by that was given up: only for the feed it came by. Another feed may have named it
/// before it was there, by mistake or on purpose, and must not keep it from the feed whose item it is.
fn given_up_hash(hash: &[u8], feed: i64) -> [u8; 16] {
    XxHash3_128::oneshot_with_seed(feed.cast_unsigned(), hash).to_be_bytes()
}

impl Batch<'_> {
    /// Queues an item unless it was seen before, or given up when it came by the same feed.
    pub fn add_item(&mut self, feed: i64, item: NewItem) -> Result<Option<ItemRow>, StoreError> {
        let given_up = given_up_hash(&item.hash, feed);
        let known = "SELECT 1 FROM history WHERE hash IN (?1, ?2)
                     UNION ALL SELECT 1 FROM items WHERE hash = ?3";
        let hashes = (short_hash(&item.hash), short_hash(&given_up), given_up);
        if self.connection.prepare_cached(known)?.exists(hashes)? {
            return Ok(None);
        }
        let sql = "INSERT OR IGNORE INTO items(hash, feed, url, title, published) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.connection.prepare_cached(sql)?;
        let added = insert.execute((&item.hash, feed, &item.url, &item.title, item.published))?;
        if added == 0 {
            return Ok(None);
        }
        let id = self.connection.last_insert_rowid();
        let NewItem { url, title, published, .. } = item;
        Ok(Some(ItemRow { id, feed, url, title, published, tries: 0, due: 0 }))
    }

    /// An item is done: it goes from the queue into history.
    pub fn finish_item(&mut self, id: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM items WHERE id = ?1 RETURNING hash";
        let hash = self.connection.prepare_cached(sql)?.query_row([id], |row| row.get(0));
        let hash: Option<Vec<u8>> = hash.optional()?;
        hash.map_or(Ok(()), |hash| self.remember(&hash))
    }

    fn remember(&mut self, hash: &[u8]) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO history VALUES (?1)";
        self.connection.prepare_cached(sql)?.execute([short_hash(hash)])?;
        self.segments.note(Entry::Done(vec![short_hash(hash)]));
        let sql =
            "INSERT INTO totals VALUES ('done', 1) ON CONFLICT DO UPDATE SET value = value + 1";
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// An item failed: it is tried again at `due`, or given up.
    pub fn fail_item(
        &mut self,
        id: i64,
        error: &str,
        due: Option<i64>,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql =
            "UPDATE items SET state = ?2, tries = tries + 1, due = ?3, error = ?4 WHERE id = ?1
                   RETURNING hash, feed";
        let (state, at) = due.map_or((2, now), |due| (0, due));
        let row = self
            .connection
            .prepare_cached(sql)?
            .query_row((id, state, at, error), |row| Ok((row.get(0)?, row.get(1)?)));
        let row: Option<(Vec<u8>, i64)> = row.optional()?;
        if let (Some((hash, feed)), None) = (row, due) {
            let sql = "UPDATE OR REPLACE items SET hash = ?2 WHERE id = ?1";
            let hash = given_up_hash(&hash, feed);
            self.connection.prepare_cached(sql)?.execute((id, hash))?;
        }
        Ok(())
    }

    /// Items that were given up long ago go into history; how many.
    pub fn prune_items(&mut self, now: i64) -> Result<usize, StoreError> {
        let sql = "DELETE FROM items WHERE state = 2 AND due < ?1 RETURNING hash";
        let mut delete = self.connection.prepare_cached(sql)?;
        let rows = delete.query_map([now - TOLD], |row| row.get(0))?;
        let hashes = rows.collect::<Result<Vec<Vec<u8>>, _>>()?;
        drop(delete);
        hashes.iter().try_for_each(|hash| self.remember(hash))?;
        Ok(hashes.len())
    }
}

impl Reader {
    /// Everything in the queue, in the order it came.
    pub fn queue(&self) -> Result<Vec<ItemRow>, StoreError> {
        let sql = "SELECT id, feed, url, title, published, tries, due FROM items WHERE state = 0 ORDER BY id";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], ItemRow::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many items are in the queue, done, and given up of late.
    pub fn item_counts(&self) -> Result<[i64; 3], StoreError> {
        let sql = "SELECT sum(state = 0), (SELECT value FROM totals WHERE name = 'done'), sum(state = 2) FROM items";
        let mut statement = self.connection.prepare_cached(sql)?;
        let counts: [Option<i64>; 3] =
            statement.query_row([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
        Ok(counts.map(Option::unwrap_or_default))
    }

    /// Items that were given up, by what went wrong.
    pub fn given_up(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT coalesce(error, ''), count(*) FROM items WHERE state = 2 GROUP BY 1 ORDER BY 2 DESC";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;
    use crate::testing::Folder;

    fn item(number: u8) -> NewItem {
        let url = format!("http://a.example/{number}");
        NewItem { hash: [number; 16], url, title: None, published: None }
    }

    #[test]
    fn what_leaves_the_queue_is_known_for_good() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let ids = store.batch(|batch| {
            let add = |n| batch.add_item(1, item(n)).map(|row| row.unwrap().id);
            (0..3).map(add).collect::<Result<Vec<_>, _>>()
        });
        let ids = ids.unwrap();
        let month = 31 * 86_400_000;
        let (late, pruned) = store
            .batch(|batch| {
                batch.finish_item(ids[0])?;
                batch.finish_item(ids[0])?;
                batch.fail_item(ids[1], "gone", None, 1000)?;
                let late = batch.prune_items(1000)?;
                Ok((late, batch.prune_items(1000 + month)?))
            })
            .unwrap();
        assert_eq!((late, pruned), (0, 1));
        let reader = Reader::open(folder.path()).unwrap();
        assert_eq!(reader.item_counts().unwrap(), [1, 2, 0]);
        assert_eq!(reader.queue().unwrap().len(), 1);
        let again = store.batch(|batch| {
            let add = |n| Ok(batch.add_item(1, item(n))?.is_some());
            (0..4).map(add).collect::<Result<Vec<_>, _>>()
        });
        assert_eq!(again.unwrap(), [false, false, false, true]);
    }

    #[test]
    fn a_failed_fetch_marks_no_other_feeds_item_as_seen() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let month = 31 * 86_400_000;
        let mut added = |feed, number| {
            store.batch(|batch| {
                let row = batch.add_item(feed, item(number))?;
                // It is not there; when nobody asks any more, it goes into history.
                if let Some(row) = &row {
                    batch.fail_item(row.id, "status_404", None, 0)?;
                    batch.prune_items(if number == 1 { 0 } else { month })?;
                }
                Ok(row.is_some())
            })
        };
        for number in [1, 2] {
            assert!(added(1, number).unwrap());
            assert!(!added(1, number).unwrap(), "its own feed named it once");
            assert!(added(2, number).unwrap(), "another feed may have it");
            assert!(!added(2, number).unwrap() && !added(1, number).unwrap());
        }
    }
}
