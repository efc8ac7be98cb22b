//! How far each sink is.

use super::{Batch, Reader, StoreError};
use rusqlite::OptionalExtension;

/// How far a sink is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The number of the last article it has.
    pub seq: i64,
    /// What it needs to go on there, in its own words.
    pub state: String,
}

impl Batch<'_> {
    /// Notes how far a sink is.
    pub fn set_position(&mut self, sink: &str, position: &Position) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO sinks VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seq = ?2, state = ?3";
        self.connection.prepare_cached(sql)?.execute((sink, position.seq, &position.state))?;
        Ok(())
    }
}

impl Reader {
    /// How far a sink is.
    pub fn position(&self, sink: &str) -> Result<Position, StoreError> {
        let sql = "SELECT seq, state FROM sinks WHERE name = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = statement
            .query_row([sink], |row| Ok(Position { seq: row.get(0)?, state: row.get(1)? }));
        Ok(row.optional()?.unwrap_or_default())
    }
}
