//! Items: the history by their hashes, and the queue of those whose document is still to be fetched.

use super::{Batch, Reader, StoreError};
use rusqlite::Row;

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

impl Batch<'_> {
    /// Queues an item unless it was seen before.
    pub fn add_item(&mut self, feed: i64, item: NewItem) -> Result<Option<ItemRow>, StoreError> {
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

    /// An item is done: only its hash is still needed.
    pub fn finish_item(&mut self, id: i64) -> Result<(), StoreError> {
        let sql =
            "UPDATE items SET state = 1, url = NULL, title = NULL, error = NULL WHERE id = ?1";
        self.connection.prepare_cached(sql)?.execute([id])?;
        Ok(())
    }

    /// An item failed: it is tried again at `due`, or given up.
    pub fn fail_item(&mut self, id: i64, error: &str, due: Option<i64>) -> Result<(), StoreError> {
        let sql =
            "UPDATE items SET state = CASE WHEN ?3 IS NULL THEN 2 ELSE 0 END, tries = tries + 1,
                   due = coalesce(?3, due), error = ?2 WHERE id = ?1";
        self.connection.prepare_cached(sql)?.execute((id, error, due))?;
        Ok(())
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

    /// How many items are in the queue, done, and given up.
    pub fn item_counts(&self) -> Result<[i64; 3], StoreError> {
        let sql = "SELECT state, count(*) FROM items GROUP BY state";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut counts = [0; 3];
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            let (state, count): (u32, i64) = row?;
            if let Some(slot) = counts.get_mut(state as usize) {
                *slot = count;
            }
        }
        Ok(counts)
    }

    /// Items that were given up, by what went wrong.
    pub fn given_up(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT coalesce(error, ''), count(*) FROM items WHERE state = 2 GROUP BY 1 ORDER BY 2 DESC";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
