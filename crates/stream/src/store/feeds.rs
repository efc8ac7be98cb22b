//! Feeds: where they are, what was said the last time, when they are due.

use super::segments::entry::{Entry, FeedEntry};
use super::{Batch, Reader, StoreError};
use crate::feed::Source;
use crate::fetch::Condition;
use rusqlite::{OptionalExtension, Row};
use serde::Serialize;

/// A feed as the store has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FeedRow {
    /// Its number.
    pub id: i64,
    /// What the reader calls it by.
    pub url: String,
    /// Where it is now.
    pub address: String,
    /// Its title.
    pub title: Option<String>,
    /// Where the reader has put it.
    pub folder: Option<String>,
    /// What it is.
    pub kind: Option<String>,
    /// The ETag of the last answer.
    pub etag: Option<String>,
    /// The date of the last answer.
    pub last_modified: Option<String>,
    /// Milliseconds between visits.
    pub interval: i64,
    /// When it is visited next.
    pub due: i64,
    /// Failures in a row.
    pub failures: u32,
    /// What the last one was.
    pub error: Option<String>,
    /// When it was visited last.
    pub checked: Option<i64>,
    /// When it last had something new.
    pub changed: Option<i64>,
    /// Items it has brought.
    pub items: i64,
    /// The hub that tells of changes.
    pub hub: Option<String>,
    /// What the hub knows it by.
    pub topic: Option<String>,
}

impl FeedRow {
    /// What is known from the last time.
    pub fn condition(&self) -> Condition {
        Condition { etag: self.etag.clone(), last_modified: self.last_modified.clone() }
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<FeedRow> {
        Ok(FeedRow {
            id: row.get(0)?,
            url: row.get(1)?,
            address: row.get(2)?,
            title: row.get(3)?,
            folder: row.get(4)?,
            kind: row.get(5)?,
            etag: row.get(6)?,
            last_modified: row.get(7)?,
            interval: row.get(8)?,
            due: row.get(9)?,
            failures: row.get(10)?,
            error: row.get(11)?,
            checked: row.get(12)?,
            changed: row.get(13)?,
            items: row.get(14)?,
            hub: row.get(15)?,
            topic: row.get(16)?,
        })
    }
}

const COLUMNS: &str = "id, url, address, title, folder, kind, etag, last_modified, interval, due, \
                       failures, error, checked, changed, items, hub, topic";

/// What a visit changed.
#[derive(Clone, Debug, Default)]
pub struct FeedUpdate {
    /// Where it is now, if it has moved.
    pub address: Option<String>,
    /// Its title, if it has told one.
    pub title: Option<String>,
    /// The page it belongs to.
    pub page: Option<String>,
    /// What it is.
    pub kind: Option<&'static str>,
    /// What to say the next time; none leaves it as it was.
    pub condition: Option<Condition>,
    /// Milliseconds between visits.
    pub interval: i64,
    /// When it is visited next.
    pub due: i64,
    /// Failures in a row.
    pub failures: u32,
    /// What went wrong.
    pub error: Option<String>,
    /// The hub that tells of changes, and what it knows the feed by, if that is not the address.
    pub hub: Option<(String, Option<String>)>,
}

impl Batch<'_> {
    /// Adds a feed that somebody asked for, or takes it up again if it was dropped; gives its number, and
    /// whether it is new. It is its reader's from now on, whatever else names it.
    pub fn add_feed(
        &mut self,
        source: &Source,
        first_interval: i64,
        now: i64,
    ) -> Result<(i64, bool), StoreError> {
        let moved = "SELECT 1 FROM feeds WHERE url = ?1 AND ?2 IS NOT NULL AND folder IS NOT nullif(?2, '')";
        let moved = self.connection.prepare_cached(moved)?.exists((&source.url, &source.folder))?;
        // One that was dropped is due again at once, as if it were new.
        let known = "UPDATE feeds SET wanted = 1, due = CASE WHEN wanted THEN due ELSE ?4 END,
                     title = coalesce(title, ?2), folder = nullif(coalesce(?3, folder), '')
                     WHERE url = ?1 RETURNING id, due = ?4";
        let named = (&source.url, &source.title, &source.folder, now);
        let known = self
            .connection
            .prepare_cached(known)?
            .query_row(named, |row| Ok((row.get(0)?, row.get(1)?)));
        let (id, new) = match known.optional()? {
            Some(known) => known,
            None => (self.insert_feed(source, first_interval, now)?, true),
        };
        self.connection.prepare_cached("DELETE FROM parts WHERE feed = ?1")?.execute([id])?;
        if new || moved {
            self.note_feed(id)?;
        }
        Ok((id, new))
    }

    pub(super) fn insert_feed(
        &mut self,
        source: &Source,
        first_interval: i64,
        now: i64,
    ) -> Result<i64, StoreError> {
        let sql = "INSERT INTO feeds(url, address, title, folder, interval, due) VALUES (?1, ?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.connection.prepare_cached(sql)?;
        Ok(insert.insert((&source.url, &source.title, &source.folder, first_interval, now))?)
    }

    /// Leaves a feed out from now on; what it brought stays.
    pub fn drop_feed(&mut self, id: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE feeds SET wanted = 0 WHERE id = ?1";
        let found = self.connection.prepare_cached(sql)?.execute([id])? > 0;
        if found {
            self.note_feed(id)?;
        }
        Ok(found)
    }

    /// Notes in the segments which feeds are wanted, and at once: nothing else knows.
    pub(super) fn note_feed(&mut self, id: i64) -> Result<(), StoreError> {
        let sql = "SELECT url, title, folder, wanted FROM feeds WHERE id = ?1";
        let entry = self.connection.prepare_cached(sql)?.query_row([id], |row| {
            let (url, title, folder) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(FeedEntry { id, url, title, folder, wanted: row.get(3)? })
        })?;
        self.segments.add(&Entry::Feed(entry), &[])?;
        Ok(())
    }

    /// Notes what a visit changed.
    pub fn update_feed(
        &mut self,
        id: i64,
        update: &FeedUpdate,
        new_items: usize,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE feeds SET address = coalesce(?2, address), title = coalesce(?3, title),
            page = coalesce(?4, page), kind = coalesce(?5, kind),
            etag = CASE WHEN ?6 THEN ?7 ELSE etag END, last_modified = CASE WHEN ?6 THEN ?8 ELSE last_modified END,
            interval = ?9, due = ?10, failures = ?11, error = ?12, checked = ?13,
            changed = CASE WHEN ?14 > 0 THEN ?13 ELSE changed END, items = items + ?14,
            hub = coalesce(?15, hub), topic = CASE WHEN ?15 IS NULL THEN topic ELSE ?16 END WHERE id = ?1";
        let condition = update.condition.as_ref();
        self.connection.prepare_cached(sql)?.execute(rusqlite::params![
            id,
            update.address,
            update.title,
            update.page,
            update.kind,
            condition.is_some(),
            condition.and_then(|c| c.etag.as_deref()),
            condition.and_then(|c| c.last_modified.as_deref()),
            update.interval,
            update.due,
            update.failures,
            update.error,
            now,
            i64::try_from(new_items).unwrap_or(i64::MAX),
            update.hub.as_ref().map(|(hub, _)| hub),
            update.hub.as_ref().and_then(|(_, topic)| topic.as_ref()),
        ])?;
        Ok(())
    }

    /// A feed is to be visited at another time than was planned; whether there is one.
    pub fn set_due(&mut self, id: i64, due: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE feeds SET due = ?2 WHERE id = ?1 AND wanted = 1";
        Ok(self.connection.prepare_cached(sql)?.execute((id, due))? > 0)
    }
}

impl Reader {
    /// A feed by its number.
    pub fn feed(&self, id: i64) -> Result<Option<FeedRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM feeds WHERE id = ?1 AND wanted = 1");
        let row = self.connection.prepare_cached(&sql)?.query_row([id], FeedRow::read);
        Ok(row.optional()?)
    }

    /// The address that a feed came by: of the feed that named it, or its own. None if there never was such a feed.
    pub fn named_by(&self, id: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT coalesce(whole.url, feeds.url) FROM feeds
                   LEFT JOIN parts ON parts.feed = feeds.id LEFT JOIN feeds AS whole ON whole.id = parts.whole
                   WHERE feeds.id = ?1";
        let row = self.connection.prepare_cached(sql)?.query_row([id], |row| row.get(0));
        Ok(row.optional()?)
    }

    /// All feeds that are wanted, by number.
    pub fn feeds(&self) -> Result<Vec<FeedRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM feeds WHERE wanted = 1 ORDER BY id");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map([], FeedRow::read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// When each feed is due.
    pub fn due(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        let sql = "SELECT due, id FROM feeds WHERE wanted = 1 ORDER BY due, id";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
