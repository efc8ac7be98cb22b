//! The tables of the store, and every statement that touches them.
//!
//! A site is a row with its last whole memory, and a log of what it has observed since. The row also has a
//! stamp, a hash chain over all observations: two histories with the same stamp are the same history, so a
//! memory that is held can be compared with the disk without reading it.

use super::error::StoreError;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::path::PathBuf;

/// Says that a SQLite file is ours: "dhsk".
pub const APPLICATION: i64 = 0x6468_736b;
/// The version of the tables; older ones are brought up to it when a store is opened.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS store_part (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS site (
        id INTEGER PRIMARY KEY,
        domain TEXT NOT NULL UNIQUE,
        stamp INTEGER NOT NULL,
        observed INTEGER NOT NULL,
        log_bytes INTEGER NOT NULL,
        memory BLOB NOT NULL
    );
    CREATE TABLE IF NOT EXISTS site_log (
        site INTEGER NOT NULL,
        number INTEGER NOT NULL,
        observation BLOB NOT NULL,
        PRIMARY KEY (site, number)
    ) WITHOUT ROWID;
";

/// What the store knows of a site without reading its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteEntry {
    /// Its registered domain.
    pub domain: String,
    /// Documents it has observed, those it has forgotten since included.
    pub observed: u64,
    /// Bytes it takes on disk.
    pub bytes: u64,
}

/// A site's row without its memory.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub id: i64,
    pub stamp: i64,
    pub observed: i64,
    pub log_bytes: i64,
}

/// Makes the tables where they are missing, and refuses files that are not ours to touch.
pub fn create(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let path = PathBuf::new();
    let application: i64 = transaction.pragma_query_value(None, "application_id", |r| r.get(0))?;
    if application != APPLICATION {
        let count = "SELECT count(*) FROM sqlite_schema";
        let tables: i64 = transaction.query_row(count, [], |row| row.get(0))?;
        if application != 0 || tables != 0 {
            return Err(StoreError::NotAStore { path });
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
    }
    transaction.execute_batch(TABLES)?;
    let found = transaction
        .query_row("SELECT version FROM store_part WHERE name = 'site'", [], |row| row.get(0))
        .optional()?;
    match found {
        None => {
            transaction.execute("INSERT INTO store_part VALUES ('site', ?1)", params![VERSION])?;
        }
        Some(found) if found > VERSION => {
            return Err(StoreError::Newer { path, found, known: VERSION });
        }
        Some(_) => {}
    }
    Ok(())
}

/// The row of a site.
pub fn row(connection: &Connection, domain: &str) -> rusqlite::Result<Option<Row>> {
    let mut find = connection
        .prepare_cached("SELECT id, stamp, observed, log_bytes FROM site WHERE domain = ?1")?;
    find.query_row([domain], |row| {
        Ok(Row {
            id: row.get(0)?,
            stamp: row.get(1)?,
            observed: row.get(2)?,
            log_bytes: row.get(3)?,
        })
    })
    .optional()
}

/// Puts a whole memory in the place of the last one and of the log.
pub fn write(
    transaction: &Transaction<'_>,
    domain: &str,
    stamp: i64,
    observed: i64,
    memory: &[u8],
) -> rusqlite::Result<Row> {
    let mut put = transaction.prepare_cached(
        "INSERT INTO site (domain, stamp, observed, log_bytes, memory) VALUES (?1, ?2, ?3, 0, ?4)
         ON CONFLICT (domain) DO UPDATE
         SET stamp = ?2, observed = ?3, log_bytes = 0, memory = ?4 RETURNING id",
    )?;
    let id = put.query_row(params![domain, stamp, observed, memory], |row| row.get(0))?;
    transaction.prepare_cached("DELETE FROM site_log WHERE site = ?1")?.execute([id])?;
    Ok(Row { id, stamp, observed, log_bytes: 0 })
}

/// Adds an observation to a site's log; `row` is how the site's row is afterwards.
pub fn append(transaction: &Transaction<'_>, row: &Row, bytes: &[u8]) -> rusqlite::Result<()> {
    transaction.prepare_cached("INSERT INTO site_log VALUES (?1, ?2, ?3)")?.execute(params![
        row.id,
        row.observed,
        bytes
    ])?;
    transaction
        .prepare_cached("UPDATE site SET stamp = ?2, observed = ?3, log_bytes = ?4 WHERE id = ?1")?
        .execute(params![row.id, row.stamp, row.observed, row.log_bytes])?;
    Ok(())
}

/// The last whole memory of a site.
pub fn memory(connection: &Connection, id: i64) -> rusqlite::Result<Vec<u8>> {
    connection
        .prepare_cached("SELECT memory FROM site WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
}

/// Calls `each` with the observations since then, oldest first.
pub fn log(
    connection: &Connection,
    id: i64,
    mut each: impl FnMut(&[u8]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut find = connection
        .prepare_cached("SELECT observation FROM site_log WHERE site = ?1 ORDER BY number")?;
    let mut rows = find.query([id])?;
    while let Some(row) = rows.next()? {
        each(row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?)?;
    }
    Ok(())
}

/// Takes a site out.
pub fn delete(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM site_log WHERE site = ?1")?.execute([id])?;
    transaction.prepare_cached("DELETE FROM site WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// All sites, by their names.
pub fn entries(connection: &Connection) -> rusqlite::Result<Vec<SiteEntry>> {
    let mut find = connection.prepare_cached(
        "SELECT domain, observed, log_bytes + length(memory) FROM site ORDER BY domain",
    )?;
    let entry = |row: &rusqlite::Row<'_>| {
        let count = |at| row.get::<_, i64>(at).map(|n| u64::try_from(n).unwrap_or_default());
        Ok(SiteEntry { domain: row.get(0)?, observed: count(1)?, bytes: count(2)? })
    };
    find.query_map([], entry)?.collect()
}
