//! The identity of the store, how far each sink is, and what it did not take.

use super::{Batch, Reader, Store, StoreError, now_ms};
use ring::rand::{SecureRandom, SystemRandom};
use rusqlite::{OptionalExtension, Transaction};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS identity(one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);
-- Articles that a sink will not take, however often it gets them.
CREATE TABLE IF NOT EXISTS set_aside(
    sink TEXT NOT NULL, seq INTEGER NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (sink, seq)
) WITHOUT ROWID;
";

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

/// Makes the tables, and the identity of a store that has none: a number nobody else has, by which sinks know
/// what this store wrote.
pub(super) fn create(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch(TABLES)?;
    let mut bytes = [0; 8];
    let random = SystemRandom::new().fill(&mut bytes);
    random.map_err(|_| std::io::Error::other("the system gives no random numbers"))?;
    let id = format!("{:016x}", u64::from_be_bytes(bytes));
    transaction.execute("INSERT OR IGNORE INTO identity VALUES (1, ?1)", [id])?;
    Ok(())
}

impl Batch<'_> {
    /// Notes how far a sink is.
    pub fn set_position(&mut self, sink: &str, position: &Position) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO sinks VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seq = ?2, state = ?3";
        self.connection.prepare_cached(sql)?.execute((sink, position.seq, &position.state))?;
        Ok(())
    }

    /// Notes articles that a sink will not take.
    pub fn set_aside(&mut self, sink: &str, articles: &[SetAside]) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO set_aside VALUES (?1, ?2, ?3, ?4)";
        let mut statement = self.connection.prepare_cached(sql)?;
        let now = now_ms();
        for article in articles {
            statement.execute((sink, article.seq, &article.reason, now))?;
        }
        Ok(())
    }
}

impl Store {
    /// The identity of the store.
    pub fn identity(&self) -> Result<String, StoreError> {
        Ok(self.connection.query_row("SELECT id FROM identity", [], |row| row.get(0))?)
    }
}

impl Reader {
    /// How far a sink is; none if nothing was ever delivered to it.
    pub fn position(&self, sink: &str) -> Result<Option<Position>, StoreError> {
        let sql = "SELECT seq, state FROM sinks WHERE name = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = statement
            .query_row([sink], |row| Ok(Position { seq: row.get(0)?, state: row.get(1)? }));
        Ok(row.optional()?)
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
