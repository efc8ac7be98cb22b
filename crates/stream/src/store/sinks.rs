//! How far each sink is, and what it did not take.

use super::segments::entry::Entry;
use super::{Batch, Reader, StoreError};
use rusqlite::{Connection, OptionalExtension};
use twox_hash::XxHash3_64;

/// How far a sink is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The number of the last article it has.
    pub seq: i64,
    /// What it needs to go on there, in its own words.
    pub state: String,
}

/// An article that a sink will not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// The number of the article.
    pub seq: i64,
    /// Why.
    pub reason: String,
}

/// A position that was altered would pass articles over or deliver them twice, so it is checked.
fn checksum(sink: &str, seq: i64, state: &str) -> i64 {
    let whole = format!("{seq} {} {sink}{state}", sink.len());
    XxHash3_64::oneshot(whole.as_bytes()).cast_signed()
}

/// Notes how far a sink is.
pub(super) fn write(
    connection: &Connection,
    sink: &str,
    seq: i64,
    state: &str,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO sinks(name, seq, state, checksum) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET seq = ?2, state = ?3, checksum = ?4";
    connection.prepare_cached(sql)?.execute((sink, seq, state, checksum(sink, seq, state)))?;
    Ok(())
}

/// The position of a sink and whether it can be trusted.
pub(super) fn read(
    connection: &Connection,
    sink: &str,
) -> Result<Option<(Position, bool)>, StoreError> {
    let sql = "SELECT seq, state, checksum FROM sinks WHERE name = ?1";
    let row = connection.prepare_cached(sql)?.query_row([sink], |row| {
        let position = Position { seq: row.get(0)?, state: row.get(1)? };
        // Positions of earlier versions have none.
        let noted: Option<i64> = row.get(2)?;
        let right = noted.is_none_or(|sum| sum == checksum(sink, position.seq, &position.state));
        Ok((position, right))
    });
    Ok(row.optional()?)
}

impl Batch<'_> {
    /// Notes how far a sink is.
    pub fn set_position(&mut self, sink: &str, position: &Position) -> Result<(), StoreError> {
        let Position { seq, state } = position;
        write(self.connection, sink, *seq, state)?;
        let (sink, state) = (sink.to_string(), state.clone());
        self.segments.note(Entry::Position { sink, seq: *seq, state });
        Ok(())
    }
    /// Notes articles that a sink will not take.
    pub fn set_aside(
        &mut self,
        sink: &str,
        articles: &[SetAside],
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO set_aside VALUES (?1, ?2, ?3, ?4)";
        let mut statement = self.connection.prepare_cached(sql)?;
        for article in articles {
            statement.execute((sink, article.seq, &article.reason, now))?;
        }
        Ok(())
    }
}

impl Reader {
    /// How far a sink is; none if nothing was ever delivered to it.
    pub fn position(&self, sink: &str) -> Result<Option<Position>, StoreError> {
        match read(&self.connection, sink)? {
            Some((_, false)) => {
                Err(StoreError::DatabaseDamaged(format!("how far {sink} is was altered")))
            }
            known => Ok(known.map(|(position, _)| position)),
        }
    }

    /// Articles that a sink will not take, the last of them first.
    pub fn set_aside(&self, sink: &str, limit: u32) -> Result<Vec<SetAside>, StoreError> {
        let sql = "SELECT seq, reason FROM set_aside WHERE sink = ?1 ORDER BY time DESC, seq DESC LIMIT ?2";
        let mut statement = self.connection.prepare_cached(sql)?;
        let rows = statement.query_map((sink, limit), |row| {
            Ok(SetAside { seq: row.get(0)?, reason: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
