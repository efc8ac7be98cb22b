//! The tables, and which version of them a store has.

use super::StoreError;
use rusqlite::{OptionalExtension, Transaction};

/// The version of the tables below. A new one comes with a step from the one before.
const VERSION: i64 = 1;

/// Times are in milliseconds since 1970.
const TABLES: &str = "
CREATE TABLE feeds(
    id INTEGER PRIMARY KEY,
    -- What the reader calls it by, and where it is now.
    url TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    title TEXT, folder TEXT, kind TEXT, page TEXT,
    etag TEXT, last_modified TEXT,
    interval INTEGER NOT NULL, due INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0, error TEXT,
    checked INTEGER, changed INTEGER,
    items INTEGER NOT NULL DEFAULT 0,
    hub TEXT,
    -- Whether it is still wanted.
    wanted INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE items(
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    feed INTEGER NOT NULL,
    -- Forgotten when the item is done.
    url TEXT, title TEXT, published INTEGER,
    -- 0 in the queue, 1 done, 2 given up.
    state INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL DEFAULT 0,
    error TEXT
);
CREATE INDEX items_queue ON items(id) WHERE state = 0;
CREATE TABLE articles(
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    site TEXT NOT NULL,
    feed INTEGER NOT NULL,
    url TEXT NOT NULL, title TEXT, published INTEGER, fetched INTEGER NOT NULL,
    confidence REAL, words INTEGER NOT NULL, language TEXT,
    support INTEGER NOT NULL,
    text_hash BLOB NOT NULL,
    segment INTEGER NOT NULL, frame INTEGER NOT NULL, start INTEGER NOT NULL, bytes INTEGER NOT NULL
);
CREATE INDEX articles_site ON articles(site, seq);
CREATE INDEX articles_text ON articles(text_hash);
CREATE TABLE sinks(name TEXT PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE segments(one INTEGER PRIMARY KEY CHECK (one = 1), segment INTEGER NOT NULL, length INTEGER NOT NULL);
CREATE TABLE minutes(minute INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (minute, name)) WITHOUT ROWID;
";

/// Makes the tables if they are not there. The table of versions is the site memory's, who came first.
pub fn create(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    let sql = "SELECT version FROM store_part WHERE name = 'stream'";
    let version = transaction.query_row(sql, [], |row| row.get(0)).optional()?;
    match version {
        None => {
            transaction.execute_batch(TABLES)?;
            transaction.execute("INSERT INTO store_part VALUES ('stream', ?1)", [VERSION])?;
            Ok(())
        }
        Some(VERSION) => Ok(()),
        Some(newer) => Err(StoreError::Newer(newer)),
    }
}
