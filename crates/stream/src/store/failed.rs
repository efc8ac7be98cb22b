//! What failed, with its reason: pages that are tried again, and those that were given up of late.

use super::{Batch, Reader, StoreError};
use rusqlite::{OptionalExtension, Row};

/// A page that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedPage {
    /// The number of its item.
    pub id: i64,
    /// The feed that named it.
    pub feed: i64,
    /// Where it is.
    pub url: String,
    /// Its title in the feed.
    pub title: Option<String>,
    /// Why it failed the last time.
    pub reason: String,
    /// How often it was tried.
    pub tries: u32,
    /// Whether it was given up.
    pub given_up: bool,
    /// When it is tried again, or when it was given up.
    pub time: i64,
}

impl FailedPage {
    fn read(row: &Row<'_>) -> rusqlite::Result<FailedPage> {
        Ok(FailedPage {
            id: row.get(0)?,
            feed: row.get(1)?,
            url: row.get(2)?,
            title: row.get(3)?,
            reason: row.get(4)?,
            tries: row.get(5)?,
            given_up: row.get::<_, i64>(6)? == 2,
            time: row.get(7)?,
        })
    }
}

/// Which pages that failed are wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct FailedWanted {
    /// Only those that were given up, or only those that are tried again.
    pub given_up: Option<bool>,
    /// Only those before this number.
    pub before: Option<i64>,
    /// Of those that were given up, only the ones since this time.
    pub since: i64,
}

impl Reader {
    /// Pages that failed, the newest items first.
    pub fn failed_pages(
        &self,
        wanted: &FailedWanted,
        limit: u32,
    ) -> Result<Vec<FailedPage>, StoreError> {
        let sql = "SELECT id, feed, coalesce(url, ''), title, coalesce(error, ''), tries, state, due FROM items
             WHERE tries > 0 AND error IS NOT NULL AND id < coalesce(?1, 9223372036854775807)
             AND (?2 IS NULL OR (state = 2) = ?2) AND (state = 0 OR due >= ?3) ORDER BY id DESC LIMIT ?4";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = (wanted.before, wanted.given_up, wanted.since, limit);
        let rows = statement.query_map(row, FailedPage::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The feeds that failed at their last visit.
    pub fn failing_feeds(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT id FROM feeds WHERE wanted = 1 AND error IS NOT NULL";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Batch<'_> {
    /// The address a feed is called by.
    pub fn feed_url(&self, id: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT url FROM feeds WHERE id = ?1";
        Ok(self.connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NewItem, Store};
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn pages_that_failed_are_told_with_their_reasons() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        store
            .batch(|batch| {
                for number in 0..4u8 {
                    let url = format!("http://a.example/{number}");
                    let item = NewItem { hash: [number; 16], url, title: None, published: None };
                    batch.add_item(1, item)?;
                }
                batch.fail_item(1, "status_404: gone", None, 1000)?;
                batch.fail_item(2, "timeout: slow", Some(5000), 1000)?;
                batch.fail_item(3, "dns: nowhere", None, 2000)
            })
            .unwrap();
        let reader = Reader::open(folder.path()).unwrap();
        let ids = |wanted: FailedWanted| {
            let found = reader.failed_pages(&wanted, 10).unwrap();
            found.iter().map(|page| page.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(FailedWanted::default()), [3, 2, 1]);
        assert_eq!(ids(FailedWanted { given_up: Some(true), ..Default::default() }), [3, 1]);
        assert_eq!(ids(FailedWanted { given_up: Some(false), ..Default::default() }), [2]);
        assert_eq!(ids(FailedWanted { before: Some(3), ..Default::default() }), [2, 1]);
        assert_eq!(ids(FailedWanted { since: 1500, ..Default::default() }), [3, 2]);
        let page = &reader.failed_pages(&FailedWanted::default(), 1).unwrap()[0];
        assert_eq!((page.reason.as_str(), page.given_up, page.time), ("dns: nowhere", true, 2000));
    }
}
