//! What happened in each minute, for the plots.

use super::{Batch, Reader, StoreError};

/// Minutes that are kept: two weeks.
const KEPT: i64 = 14 * 24 * 60;

/// A name's sum in a minute.
#[derive(Clone, Debug, PartialEq)]
pub struct Minute {
    /// Minutes since 1970.
    pub minute: i64,
    /// What was counted.
    pub name: String,
    /// How much.
    pub value: f64,
}

impl Batch<'_> {
    /// Adds to what happened in a minute.
    pub fn add_to_minute(&mut self, now: i64, name: &str, value: f64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO minutes VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = value + ?3";
        self.connection.prepare_cached(sql)?.execute((now / 60_000, name, value))?;
        Ok(())
    }

    /// Forgets old minutes.
    pub fn forget_minutes(&mut self, now: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM minutes WHERE minute < ?1";
        self.connection.prepare_cached(sql)?.execute([now / 60_000 - KEPT])?;
        Ok(())
    }
}

impl Reader {
    /// What happened since a time, in order.
    pub fn minutes_since(&self, since: i64) -> Result<Vec<Minute>, StoreError> {
        let sql =
            "SELECT minute, name, value FROM minutes WHERE minute >= ?1 ORDER BY minute, name";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map([since / 60_000], |row| {
            Ok(Minute { minute: row.get(0)?, name: row.get(1)?, value: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
