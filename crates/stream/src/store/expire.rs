//! Old articles go when somebody said how many or how long they are kept.
//!
//! Rows are deleted in a transaction, and then the segments in which no article is left. A crash between the
//! two leaves files that are removed when the store is opened the next time.
//!
//! Of an article that goes, history keeps eight bytes of its key and eight of its text, as it does of items: a feed
//! that tells of it again with another date would else have it delivered a second time.

use super::segments::entry::Entry;
use super::segments::{self, End};
use super::{Batch, Store, StoreError, TextHash, meta};
use crate::files::Files;
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;
use twox_hash::XxHash3_64;

/// Articles whose hashes make an entry of a segment.
const ARTICLES_OF_AN_ENTRY: usize = 4096;
/// The first segment that is still needed.
const FIRST_SEGMENT: &str = "first_segment";
/// Tell hashes of keys and texts apart from each other, and from those of items.
const KEYS: u64 = 1;
const TEXTS: u64 = 2;

/// How long articles are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// So many, the newest.
    Newest(u64),
    /// Those that were fetched in this time.
    For(Duration),
}

impl FromStr for Keep {
    type Err = String;

    /// A number of articles, or a time such as `12h`, `90d` or `8w`.
    fn from_str(text: &str) -> Result<Keep, String> {
        let wrong = || "give a number of articles, or a time such as 12h, 90d or 8w".to_string();
        let (digits, unit) =
            text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let number: u64 = digits.parse().map_err(|_| wrong())?;
        let hours = match unit {
            "" => return Ok(Keep::Newest(number)),
            "h" => 1,
            "d" => 24,
            "w" => 24 * 7,
            _ => return Err(wrong()),
        };
        let seconds = number.checked_mul(hours * 3600).ok_or_else(wrong)?;
        Ok(Keep::For(Duration::from_secs(seconds)))
    }
}

impl Store {
    /// Says which articles are kept from now on. Those that one of the sinks has not got yet stay until it has.
    pub fn set_retention(&mut self, keep: Keep, sinks: Vec<String>) {
        self.retention = Some((keep, sinks));
    }

    /// Deletes the articles that are not to be kept any more, after `say` was told which. Gives how many went.
    pub fn expire(&mut self, now: i64, say: impl FnOnce(&str)) -> Result<u64, StoreError> {
        let Some((keep, sinks)) = &self.retention else { return Ok(0) };
        let connection = &self.connection;
        let mut through = last_unwanted(connection, *keep, now)?;
        for sink in sinks {
            let position = super::sinks::read(connection, sink)?;
            through = through.min(position.map_or(0, |(position, _)| position.seq));
            let again = "SELECT min(seq) FROM again WHERE sink = ?1";
            let again: Option<i64> = connection.query_row(again, [sink], |row| row.get(0))?;
            through = again.map_or(through, |first| through.min(first - 1));
        }
        let sql = "SELECT count(*), min(fetched), max(fetched) FROM articles WHERE seq <= ?1";
        let (number, oldest, newest) = connection
            .query_row(sql, [through], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let number: i64 = number;
        let (Some(oldest), Some(newest)) = (oldest, newest) else { return Ok(0) };
        let day = |ms: i64| crate::record::iso(ms).chars().take(10).collect::<String>();
        let left = self.count()? - number;
        say(&format!(
            "{number} articles fetched from {} to {} are deleted, {left} are kept",
            day(oldest),
            day(newest)
        ));
        let end = self.segments.end();
        self.batch(|batch| batch.delete_through(through, end))?;
        remove_passed(&self.files, &self.directory, &self.connection, end)?;
        Ok(number.cast_unsigned())
    }

    fn count(&self) -> Result<i64, StoreError> {
        Ok(self.connection.query_row("SELECT count(*) FROM articles", [], |row| row.get(0))?)
    }
}

/// The number up to which articles are not to be kept.
fn last_unwanted(connection: &Connection, keep: Keep, now: i64) -> Result<i64, StoreError> {
    let (sql, limit) = match keep {
        Keep::Newest(number) => {
            let sql = "SELECT max(seq) - ?1 FROM articles";
            (sql, i64::try_from(number).unwrap_or(i64::MAX))
        }
        // They came in the order of their numbers, nearly.
        Keep::For(time) => {
            let sql = "SELECT coalesce((SELECT min(seq) FROM articles WHERE fetched >= ?1) - 1,
                       (SELECT max(seq) FROM articles))";
            (sql, now.saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
        }
    };
    let through: Option<i64> = connection.query_row(sql, [limit], |row| row.get(0))?;
    Ok(through.unwrap_or_default().max(0))
}

impl Batch<'_> {
    fn delete_through(&mut self, through: i64, end: End) -> Result<(), StoreError> {
        self.remember_through(through)?;
        self.connection.execute("DELETE FROM articles WHERE seq <= ?1", [through])?;
        self.connection.execute("DELETE FROM pages WHERE article <= ?1", [through])?;
        self.connection.execute("DELETE FROM lost WHERE last <= ?1", [through])?;
        self.connection.execute("DELETE FROM set_aside WHERE seq <= ?1", [through])?;
        self.connection.execute("DELETE FROM again WHERE seq <= ?1", [through])?;
        meta::set(self.connection, meta::EXPIRED, through)?;
        self.segments.add(&Entry::Expired(through), &[])?;
        let first = first_segment(self.connection)?.unwrap_or(end.segment).min(end.segment);
        if i64::from(first) > meta::get(self.connection, FIRST_SEGMENT)? {
            meta::set(self.connection, FIRST_SEGMENT, first.into())?;
            self.note_everything()?;
        }
        Ok(())
    }

    /// Has history know the articles up to a number by their keys and texts.
    fn remember_through(&mut self, through: i64) -> Result<(), StoreError> {
        let sql = "SELECT key, text_hash, site FROM articles WHERE seq <= ?1";
        let mut articles = self.connection.prepare_cached(sql)?;
        let known = |row: &rusqlite::Row<'_>| {
            let (key, text, site): (String, TextHash, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok([history_of_key(&key), history_of_text(&text, &site)])
        };
        let known = articles.query_map([through], known)?.collect::<Result<Vec<_>, _>>()?;
        let mut keep =
            self.connection.prepare_cached("INSERT OR IGNORE INTO history VALUES (?1)")?;
        known.iter().flatten().try_for_each(|hash| keep.execute([hash]).map(drop))?;
        for some in known.chunks(ARTICLES_OF_AN_ENTRY) {
            self.segments.add(&Entry::Done(some.concat()), &[])?;
        }
        Ok(())
    }

    /// Writes to the segments what only the database has: segments with what was said before may go.
    pub(super) fn note_everything(&mut self) -> Result<(), StoreError> {
        let mut feeds = self.connection.prepare("SELECT id FROM feeds ORDER BY id")?;
        let feeds = feeds.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        feeds.into_iter().try_for_each(|id| self.note_feed(id))?;
        let mut sinks = self.connection.prepare("SELECT name, seq, state FROM sinks")?;
        let entry = |row: &rusqlite::Row<'_>| {
            Ok(Entry::Position { sink: row.get(0)?, seq: row.get(1)?, state: row.get(2)? })
        };
        let sinks = sinks.query_map([], entry)?.collect::<Result<Vec<Entry>, _>>()?;
        sinks.iter().try_for_each(|entry| self.segments.add(entry, &[]).map(drop))
    }
}

/// What history keeps of the key of an article.
pub(super) fn history_of_key(key: &str) -> i64 {
    XxHash3_64::oneshot_with_seed(KEYS, key.as_bytes()).cast_signed()
}

/// What history keeps of a text within its site.
pub(super) fn history_of_text(text: &TextHash, site: &str) -> i64 {
    let seed = XxHash3_64::oneshot_with_seed(TEXTS, site.as_bytes());
    XxHash3_64::oneshot_with_seed(seed, text).cast_signed()
}

fn first_segment(connection: &Connection) -> Result<Option<u32>, StoreError> {
    let sql = "SELECT segment FROM articles ORDER BY seq LIMIT 1";
    Ok(connection.query_row(sql, [], |row| row.get(0)).optional()?)
}

/// Removes segments that are noted as passed and of which no row speaks. Both have to say so, since one of
/// them may be damaged.
pub fn remove_passed(
    files: &Files,
    directory: &Path,
    connection: &Connection,
    end: End,
) -> Result<(), StoreError> {
    let noted = u32::try_from(meta::get(connection, FIRST_SEGMENT)?).unwrap_or_default();
    let first = noted.min(first_segment(connection)?.unwrap_or(end.segment)).min(end.segment);
    let passed: Vec<u32> = segments::list(directory)?.into_iter().filter(|n| *n < first).collect();
    for number in &passed {
        files.remove(&segments::path(directory, *number))?;
    }
    if !passed.is_empty() {
        files.sync_folder(&segments::folder(directory))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_said_in_articles_or_time() {
        assert_eq!("1000".parse(), Ok(Keep::Newest(1000)));
        assert_eq!("12h".parse(), Ok(Keep::For(Duration::from_secs(12 * 3600))));
        assert_eq!("90d".parse(), Ok(Keep::For(Duration::from_secs(90 * 86_400))));
        assert_eq!("2w".parse(), Ok(Keep::For(Duration::from_secs(14 * 86_400))));
        for wrong in ["", "d", "3 d", "-1", "1.5d", "3m", "99999999999999999999w"] {
            assert!(wrong.parse::<Keep>().is_err(), "{wrong}");
        }
    }
}
