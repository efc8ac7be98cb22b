//! Articles as sinks get them: checked against the segments, and none passed over without a word.

use super::{ArticleRow, Damage, Reader, StoreError};
use crate::record::Record;

/// The next articles for a sink.
#[derive(Clone, Debug, Default)]
pub struct Deliverable {
    /// Those that can be delivered, with their records.
    pub articles: Vec<(ArticleRow, Vec<u8>)>,
    /// Those that cannot be read any more.
    pub damaged: Vec<Damage>,
    /// The number of the last one of both; none if there was nothing.
    pub last: Option<i64>,
}

impl Reader {
    /// The next articles after a number, at most so many, each with its record. One whose text is damaged is
    /// told apart and the others are there. An error says that the database cannot be trusted: then nothing
    /// is to be delivered before it is repaired.
    pub fn deliverable(&self, after: i64, limit: u32) -> Result<Deliverable, StoreError> {
        // All questions are asked of the same moment, while somebody else goes on writing.
        let moment = self.connection.unchecked_transaction()?;
        let mut found = Deliverable::default();
        let mut before = after;
        let rows = self.articles_after(after, limit)?;
        let all = rows.len() < limit as usize;
        for row in rows {
            if row.seq != before + 1 {
                self.explain_gap(before + 1, row.seq - 1)?;
            }
            before = row.seq;
            match self.record(&row) {
                Ok(record) => found.articles.push((row, record)),
                Err(StoreError::Damaged(damage)) => found.damaged.push(*damage),
                Err(error) => return Err(error),
            }
            found.last = Some(before);
        }
        let given = self.last_given()?;
        if all && given > before {
            self.explain_gap(before + 1, given)?;
        }
        moment.finish()?;
        Ok(found)
    }

    /// The last number that was given to an article.
    pub(super) fn last_given(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'articles'";
        Ok(self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// Articles that are not there were deleted for their age, or lost and found to be so; or else rows of
    /// the database have vanished.
    pub(super) fn explain_gap(&self, first: i64, last: i64) -> Result<(), StoreError> {
        let sql =
            "SELECT max(?1, (SELECT coalesce(max(value), 0) + 1 FROM meta WHERE name = 'expired'))";
        let mut missing: i64 =
            self.connection.prepare_cached(sql)?.query_row([first], |row| row.get(0))?;
        let sql = "SELECT first, last FROM lost WHERE last >= ?1 AND first <= ?2 ORDER BY first";
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query((missing, last))?;
        while let Some(row) = rows.next()? {
            let (from, to): (i64, i64) = (row.get(0)?, row.get(1)?);
            if from <= missing {
                missing = missing.max(to + 1);
            }
        }
        match missing > last {
            true => Ok(()),
            false => Err(StoreError::DatabaseDamaged(format!(
                "articles {missing} to {last} are missing"
            ))),
        }
    }

    /// The record of an article: one line of JSON.
    pub fn record(&self, article: &ArticleRow) -> Result<Vec<u8>, StoreError> {
        let named = |mut damage: Damage| {
            damage.article = Some((article.seq, article.key.clone()));
            damage
        };
        let read = self.segments.text(article.place).map_err(|error| match error {
            StoreError::Damaged(damage) => named(*damage).into(),
            other => other,
        });
        let (record, entry) = read?;
        match entry {
            Some(entry) if article.is(&entry) => Ok(record),
            Some(_) => Err(StoreError::DatabaseDamaged(format!(
                "the row of article {} was altered",
                article.seq
            ))),
            // An old segment says nothing of its texts, but each says whose it is.
            None if Record::read(&record).is_some_and(|record| record.key == article.key) => {
                Ok(record)
            }
            None => {
                let damage = self.segments.damage(article.place, "the text was altered");
                Err(named(damage).into())
            }
        }
    }
}
