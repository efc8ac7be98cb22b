//! The tables, and which version of them a store has.

use super::items::short_hash;
use super::{StoreError, meta};
use rusqlite::{Connection, OptionalExtension, Transaction};

/// The version of the tables below. A new one comes with a step from the one before.
pub const VERSION: i64 = 3;

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
    wanted INTEGER NOT NULL DEFAULT 1,
    -- What the hub knows it by.
    topic TEXT
);
CREATE TABLE items(
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    feed INTEGER NOT NULL,
    url TEXT, title TEXT, published INTEGER,
    -- 0 in the queue, 2 given up.
    state INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    -- When it may be tried, or when it was given up.
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

/// What version 2 added to the tables of version 1.
const SECOND: &str = "
-- Items that are over and done with: the first half of their hash, and nothing else.
CREATE TABLE history(hash INTEGER PRIMARY KEY);
CREATE TABLE totals(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
-- The newest pages as they were fetched, by the number of their article.
CREATE TABLE pages(
    article INTEGER PRIMARY KEY,
    url TEXT NOT NULL, content_type TEXT, content_encoding TEXT, bytes BLOB NOT NULL
);
CREATE TABLE subscriptions(
    feed INTEGER PRIMARY KEY,
    hub TEXT NOT NULL, topic TEXT NOT NULL, secret TEXT NOT NULL,
    asked INTEGER NOT NULL,
    -- When it ends; none until the hub has made sure that we want it.
    expires INTEGER
);
";

/// What version 3 added: what makes the store known, and checks.
const THIRD: &str = "
CREATE TABLE meta(name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
-- Numbers of articles that were lost and are not looked for any more.
CREATE TABLE lost(first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
ALTER TABLE sinks ADD COLUMN checksum INTEGER;
-- Articles that a sink will not take, however often it gets them.
CREATE TABLE set_aside(
    sink TEXT NOT NULL, seq INTEGER NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (sink, seq)
) WITHOUT ROWID;
";

/// The version of a store; none if there are no tables.
pub fn version(connection: &Connection) -> Result<Option<i64>, StoreError> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE name = 'store_part'";
    if connection.query_row(there, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(None);
    }
    let sql = "SELECT version FROM store_part WHERE name = 'stream'";
    Ok(connection.query_row(sql, [], |row| row.get(0)).optional()?)
}

/// Makes the tables if they are not there, or brings them up to this version. The table of versions is the
/// site memory's, who came first. Says whether they were of an earlier version.
pub fn create(transaction: &Transaction<'_>) -> Result<bool, StoreError> {
    // Older programs do without them, so they make no new version.
    transaction.execute_batch(super::parts::TABLE)?;
    transaction.execute_batch(super::again::TABLE)?;
    transaction.execute_batch(super::marks::TABLE)?;
    match version(transaction)? {
        None => {
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(SECOND)?;
            transaction.execute("INSERT INTO store_part VALUES ('stream', ?1)", [VERSION])?;
            to_third(transaction)?;
            Ok(false)
        }
        Some(1) => {
            from_first(transaction)?;
            to_third(transaction)?;
            Ok(true)
        }
        Some(2) => to_third(transaction).map(|()| true),
        Some(VERSION) => Ok(false),
        Some(newer) if newer > VERSION => Err(StoreError::Newer(newer)),
        Some(never) => Err(StoreError::NoVersion(never)),
    }
}

fn to_third(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch(THIRD)?;
    meta::set_identity(transaction, meta::new_identity()?)?;
    transaction.execute("UPDATE store_part SET version = ?1 WHERE name = 'stream'", [VERSION])?;
    Ok(())
}

/// Version 1 kept a whole row of every item it ever saw.
fn from_first(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch("ALTER TABLE feeds ADD COLUMN topic TEXT;")?;
    transaction.execute_batch(SECOND)?;
    let mut done = transaction.prepare("SELECT hash FROM items WHERE state = 1")?;
    let mut keep = transaction.prepare("INSERT OR IGNORE INTO history VALUES (?1)")?;
    let mut rows = done.query([])?;
    let mut number = 0;
    while let Some(row) = rows.next()? {
        keep.execute([short_hash(row.get_ref(0)?.as_blob().unwrap_or_default())])?;
        number += 1;
    }
    transaction.execute("DELETE FROM items WHERE state = 1", [])?;
    transaction.execute("INSERT INTO totals VALUES ('done', ?1)", [number])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{NewItem, Reader, Store};
    use super::*;
    use crate::testing::Folder;
    use dehusk_site::store::SiteShelf;

    fn item(first: u8) -> NewItem {
        NewItem { hash: [first; 16], url: "http://a.example/".into(), title: None, published: None }
    }

    #[test]
    fn a_store_of_the_first_version_is_read() {
        let folder = Folder::new();
        let mut first = Connection::open(folder.path().join("dehusk.sqlite")).unwrap();
        let transaction = first.transaction().unwrap();
        SiteShelf::create(&transaction).unwrap();
        let tables = TABLES
            .replace("DEFAULT 1,\n    -- What the hub knows it by.\n    topic TEXT", "DEFAULT 1");
        assert_ne!(tables, TABLES);
        transaction.execute_batch(&tables).unwrap();
        transaction.execute("INSERT INTO store_part VALUES ('stream', 1)", []).unwrap();
        for (hash, state) in [([1u8; 16], 1), ([2; 16], 0), ([3; 16], 2)] {
            let sql =
                "INSERT INTO items(hash, feed, url, state) VALUES (?1, 1, 'http://a.example/', ?2)";
            transaction.execute(sql, (hash, state)).unwrap();
        }
        transaction.commit().unwrap();
        drop(first);
        let mut store = Store::open(folder.path()).unwrap();
        let added = store.batch(|batch| {
            (0..5).map(|n| Ok(batch.add_item(1, item(n))?.is_some())).collect::<Result<Vec<_>, _>>()
        });
        assert_eq!(added.unwrap(), [true, false, false, false, true]);
        let reader = Reader::open(folder.path()).unwrap();
        assert_eq!(reader.item_counts().unwrap(), [3, 1, 1]);
        drop((reader, store));
        Store::open(folder.path()).expect("it is of this version now");
    }

    #[test]
    fn a_version_there_never_was_is_not_called_newer() {
        let folder = Folder::new();
        drop(Store::open(folder.path()).unwrap());
        let opened_as = |version: i64| {
            let database = Connection::open(folder.path().join("dehusk.sqlite")).unwrap();
            let sql = "UPDATE store_part SET version = ?1 WHERE name = 'stream'";
            database.execute(sql, [version]).unwrap();
            drop(database);
            Store::open(folder.path()).unwrap_err()
        };
        assert!(matches!(opened_as(0), StoreError::NoVersion(0)));
        assert!(matches!(opened_as(VERSION + 1), StoreError::Newer(_)));
    }
}
