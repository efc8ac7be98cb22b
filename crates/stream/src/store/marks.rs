//! What a reader has marked: articles that were read, and those with a star. Nothing else knows it, so a repair takes
//! it over from the old database as far as it can be read.

use super::{Batch, Reader, StoreError};
use rusqlite::OptionalExtension;

/// The times at which articles were read and got their star.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS marks(
    article INTEGER PRIMARY KEY, read INTEGER, starred INTEGER
);";

/// What is to be marked: none leaves it as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Whether it was read.
    pub read: Option<bool>,
    /// Whether it has a star.
    pub starred: Option<bool>,
}

impl Batch<'_> {
    /// Marks articles; how many of them are there.
    pub fn mark(&mut self, articles: &[i64], marks: Marks, now: i64) -> Result<usize, StoreError> {
        let sql = "INSERT INTO marks SELECT seq, CASE WHEN ?2 THEN ?4 END, CASE WHEN ?3 THEN ?4 END
                   FROM articles WHERE seq = ?1
                   ON CONFLICT(article) DO UPDATE SET
                   read = CASE WHEN ?2 IS NULL OR (?2 AND read IS NOT NULL) THEN read ELSE excluded.read END,
                   starred = CASE WHEN ?3 IS NULL OR (?3 AND starred IS NOT NULL) THEN starred ELSE excluded.starred END";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut number = 0;
        for seq in articles {
            number += statement.execute((seq, marks.read, marks.starred, now))?;
        }
        Ok(number)
    }
}

impl Reader {
    /// When an article was read, and when it got its star.
    pub fn marks(&self, article: i64) -> Result<(Option<i64>, Option<i64>), StoreError> {
        let sql = "SELECT read, starred FROM marks WHERE article = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement.query_row([article], |row| Ok((row.get(0)?, row.get(1)?)));
        Ok(found.optional()?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, Wanted};
    use super::*;
    use crate::testing::{Folder, new_article};

    #[test]
    fn marks_stay_until_they_are_taken_away() {
        let folder = Folder::new();
        let mut store = Store::open(folder.path()).unwrap();
        let (read, unread) = (Some(true), Some(false));
        store
            .batch(|batch| {
                for number in 1..4 {
                    batch.add_article(&new_article(number), 0)?;
                }
                assert_eq!(batch.mark(&[1, 2, 9], Marks { read, starred: None }, 10)?, 2);
                batch.mark(&[2], Marks { read: None, starred: read }, 20)?;
                batch.mark(&[2], Marks { read, starred: read }, 30)
            })
            .unwrap();
        let reader = Reader::open(folder.path()).unwrap();
        assert_eq!(reader.marks(2).unwrap(), (Some(10), Some(20)), "the first time stays");
        let numbers = |wanted: Wanted<'_>| {
            let found = reader.newest(&wanted, 10).unwrap();
            found.iter().map(|row| row.seq).collect::<Vec<_>>()
        };
        assert_eq!(numbers(Wanted { unread: true, ..Wanted::default() }), [3]);
        assert_eq!(numbers(Wanted { starred: true, ..Wanted::default() }), [2]);
        store.batch(|batch| batch.mark(&[2], Marks { read: unread, starred: None }, 40)).unwrap();
        assert_eq!(numbers(Wanted { unread: true, ..Wanted::default() }), [3, 2]);
        assert_eq!(reader.marks(2).unwrap(), (None, Some(20)));
    }
}
