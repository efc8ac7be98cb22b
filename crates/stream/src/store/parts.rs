//! Feeds that other feeds named: the parts of a sitemap index, the feed of a page.
//!
//! Whoever answers for an index chooses what it names, so what it names has bounds: parts have no parts of their own,
//! as the sitemap protocol has it, and of one index there are so many at a time. When it names others, those it
//! no longer names make room.

use super::{Batch, StoreError};
use crate::feed::Source;
use rusqlite::OptionalExtension;

/// Parts of one feed that are read at a time.
const MAX_PARTS: i64 = 200;

/// Whose part a feed is. One that is not named any more may come back; one that the reader dropped may not.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS parts(
    feed INTEGER PRIMARY KEY,
    whole INTEGER NOT NULL,
    retired INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS parts_whole ON parts(whole, retired);";

/// What became of the parts a feed named.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PartsAdded {
    /// The new ones, and when they are due.
    pub due: Vec<(i64, i64)>,
    /// How many were left out because the feed is a part itself.
    pub too_deep: usize,
    /// How many were retired because there are too many.
    pub retired: usize,
}

impl Batch<'_> {
    /// Adds the feeds that a feed names; those that are known stay as they are.
    pub fn add_parts(
        &mut self,
        whole: i64,
        parts: &[Source],
        first_interval: i64,
        now: i64,
    ) -> Result<PartsAdded, StoreError> {
        let mut added = PartsAdded::default();
        if parts.is_empty() {
            return Ok(added);
        }
        let is_part = "SELECT 1 FROM parts WHERE feed = ?1";
        if self.connection.prepare_cached(is_part)?.exists([whole])? {
            added.too_deep = parts.len();
            return Ok(added);
        }
        let mut named = Vec::with_capacity(parts.len());
        for part in parts {
            let (id, new) = match self.known_part(&part.url, now)? {
                Some(known) => known,
                None => (self.new_part(whole, part, first_interval, now)?, true),
            };
            named.push(id);
            added.due.extend(new.then_some((now, id)));
        }
        added.retired = self.retire_parts(whole, &named)?;
        Ok(added)
    }

    /// The number of a feed that is known, and whether it comes back.
    fn known_part(&mut self, url: &str, now: i64) -> Result<Option<(i64, bool)>, StoreError> {
        let sql = "SELECT id, coalesce(retired, 0) FROM feeds LEFT JOIN parts ON feed = id WHERE url = ?1";
        let known = self
            .connection
            .prepare_cached(sql)?
            .query_row([url], |row| Ok((row.get(0)?, row.get(1)?)));
        let Some((id, retired)) = known.optional()? else { return Ok(None) };
        if retired {
            let sql = "UPDATE feeds SET wanted = 1, due = ?2 WHERE id = ?1";
            self.connection.prepare_cached(sql)?.execute((id, now))?;
            self.connection
                .prepare_cached("UPDATE parts SET retired = 0 WHERE feed = ?1")?
                .execute([id])?;
            self.note_feed(id)?;
        }
        Ok(Some((id, retired)))
    }

    fn new_part(
        &mut self,
        whole: i64,
        part: &Source,
        first_interval: i64,
        now: i64,
    ) -> Result<i64, StoreError> {
        let id = self.insert_feed(part, first_interval, now)?;
        self.note_feed(id)?;
        let sql = "INSERT OR REPLACE INTO parts(feed, whole) VALUES (?1, ?2)";
        self.connection.prepare_cached(sql)?.execute((id, whole))?;
        Ok(id)
    }

    /// The oldest parts beyond the bound that are not named any more go: those that never brought anything
    /// altogether, the others until they are named again.
    fn retire_parts(&mut self, whole: i64, named: &[i64]) -> Result<usize, StoreError> {
        let sql = "SELECT feed FROM parts WHERE whole = ?1 AND retired = 0 ORDER BY feed";
        let mut statement = self.connection.prepare_cached(sql)?;
        let parts =
            statement.query_map([whole], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
        drop(statement);
        let beyond = parts.len().saturating_sub(usize::try_from(MAX_PARTS).unwrap_or_default());
        let going: Vec<i64> =
            parts.into_iter().filter(|id| !named.contains(id)).take(beyond).collect();
        for id in &going {
            self.connection
                .prepare_cached("UPDATE feeds SET wanted = 0 WHERE id = ?1")?
                .execute([id])?;
            self.note_feed(*id)?;
            let gone = "DELETE FROM feeds WHERE id = ?1 AND items = 0";
            let sql = match self.connection.prepare_cached(gone)?.execute([id])? {
                0 => "UPDATE parts SET retired = 1 WHERE feed = ?1",
                _ => "DELETE FROM parts WHERE feed = ?1",
            };
            self.connection.prepare_cached(sql)?.execute([id])?;
        }
        Ok(going.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FeedUpdate, Reader, Store};
    use super::*;
    use crate::testing::Folder;

    fn sources(numbers: std::ops::Range<usize>) -> Vec<Source> {
        numbers
            .map(|n| Source { url: format!("http://a.example/{n}.xml"), ..Source::default() })
            .collect()
    }

    fn wanted(folder: &Folder) -> usize {
        Reader::open(folder.path()).unwrap().feeds().unwrap().len()
    }

    #[test]
    fn an_index_without_end_has_parts_within_a_bound() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let index = Source { url: "http://a.example/index.xml".into(), ..Source::default() };
        let index = store.batch(|batch| batch.add_feed(&index, 1, 0)).unwrap().0;
        let mut retired = 0;
        for round in 0..20 {
            let named = sources(round * 50..round * 50 + 50);
            let added = store.batch(|batch| {
                let added = batch.add_parts(index, &named, 1, 0)?;
                // The first of each round brings something.
                let update = FeedUpdate::default();
                batch.update_feed(added.due[0].1, &update, 1, 0)?;
                Ok(added)
            });
            let added = added.unwrap();
            assert_eq!((added.due.len(), added.too_deep), (50, 0));
            retired += added.retired;
        }
        assert_eq!(wanted(&folder), 1 + 200);
        assert_eq!(retired, 20 * 50 - 200);
        let again = store.batch(|batch| batch.add_parts(index, &sources(0..1), 1, 7)).unwrap();
        assert_eq!(again.due.len(), 1, "one that is named again comes back");
        assert_eq!(wanted(&folder), 1 + 200);
    }

    #[test]
    fn what_a_reader_adds_is_no_part_any_more_and_stays() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        store
            .batch(|batch| {
                let index = batch.add_feed(&sources(0..1)[0], 1, 0)?.0;
                batch.add_parts(index, &sources(1..51), 1, 0)?;
                let (mine, new) = batch.add_feed(&sources(7..8)[0], 1, 5)?;
                assert!(!new, "it is known");
                for round in 1..20 {
                    batch.add_parts(index, &sources(round * 50..round * 50 + 50), 1, 0)?;
                }
                // It may name parts of its own, as any feed that somebody asked for.
                assert_eq!(batch.add_parts(mine, &sources(5000..5002), 1, 0)?.due.len(), 2);
                Ok(())
            })
            .unwrap();
        let feeds = Reader::open(folder.path()).unwrap().feeds().unwrap();
        assert!(feeds.iter().any(|feed| feed.url == "http://a.example/7.xml"));
        assert_eq!(feeds.len(), 1 + 200 + 1 + 2);
    }

    #[test]
    fn parts_have_no_parts_and_what_was_dropped_stays_dropped() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let (first, deeper, again) = store
            .batch(|batch| {
                let index = batch.add_feed(&sources(0..1)[0], 1, 0)?.0;
                let first = batch.add_parts(index, &sources(1..3), 1, 0)?;
                let deeper = batch.add_parts(first.due[0].1, &sources(3..9), 1, 0)?;
                batch.drop_feed(first.due[1].1)?;
                Ok((first, deeper, batch.add_parts(index, &sources(1..3), 1, 0)?))
            })
            .unwrap();
        assert_eq!(first.due.len(), 2);
        assert_eq!((deeper.due.len(), deeper.too_deep), (0, 6));
        assert_eq!(again, PartsAdded::default());
        assert_eq!(wanted(&folder), 2);
    }
}
