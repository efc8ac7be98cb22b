//! What can still be read of a damaged database and is not in the segments: the queue, the history, site
//! memories, when feeds are due and how far sinks are.

use crate::store::open::{database, read_only};
use crate::store::{StoreError, sinks};
use dehusk_site::Retention;
use dehusk_site::store::SiteShelf;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, Transaction};
use std::path::Path;

/// Tables that are taken over as they are, and whether their rows have numbers to go through backwards.
const TABLES: [(&str, bool); 12] = [
    ("items", true),
    ("history", true),
    ("totals", false),
    ("minutes", false),
    ("subscriptions", true),
    ("pages", true),
    ("site", true),
    ("site_log", false),
    ("set_aside", false),
    ("again", false),
    ("parts", true),
    ("marks", true),
];

/// The old database, if it can be opened at all.
pub fn open(directory: &Path) -> Option<Connection> {
    let path = database(directory);
    read_only(&path).ok().filter(|_| path.exists())
}

/// Takes over what can be read; the sites whose memories could not.
pub fn take_over(old: &Connection, new: &Transaction<'_>) -> Result<Vec<String>, StoreError> {
    for (table, numbered) in TABLES {
        let whole = copy(old, new, table, "", |_| true)?;
        if !whole && numbered {
            copy(old, new, table, "ORDER BY rowid DESC", |_| true)?;
        }
    }
    // What the segments say of a feed is checked and as new; the database says more, such as when it is due.
    let said = "CREATE TEMP TABLE said AS SELECT id, wanted, folder FROM feeds";
    new.execute_batch(said)?;
    copy(old, new, "feeds", "", |row| {
        let (id, url): (Option<i64>, Option<String>) = (row.get("id").ok(), row.get("url").ok());
        let noted = new.prepare_cached("SELECT url FROM feeds WHERE id = ?1");
        let noted = noted.and_then(|mut sql| sql.query_row([id], |row| row.get(0)));
        noted.map_or(true, |noted: String| Some(noted) == url)
    })?;
    new.execute_batch(
        "UPDATE feeds SET (wanted, folder) = (SELECT wanted, folder FROM said WHERE said.id = feeds.id)
         WHERE id IN (SELECT id FROM said); DROP TABLE said",
    )?;
    let checked = old.prepare("SELECT checksum FROM sinks").is_ok();
    copy(old, new, "sinks", "", |row| {
        let name: String = row.get("name").unwrap_or_default();
        let noted = sinks::read(new, &name).ok().flatten().map_or(0, |(noted, _)| noted.seq);
        let right =
            || sinks::read(old, &name).is_ok_and(|read| read.is_some_and(|(_, right)| right));
        (!checked || right()) && row.get("seq").is_ok_and(|seq: i64| seq >= noted)
    })?;
    let damaged = SiteShelf::damaged(new)?;
    let mut shelf = SiteShelf::new(Retention::default(), 0);
    for site in &damaged {
        shelf.forget(new, site)?;
    }
    Ok(damaged)
}

/// Copies the rows of a table until one cannot be read; whether all could.
fn copy(
    old: &Connection,
    new: &Transaction<'_>,
    table: &str,
    order: &str,
    wanted: impl Fn(&Row<'_>) -> bool,
) -> Result<bool, StoreError> {
    let Ok(mut select) = old.prepare(&format!("SELECT * FROM {table} {order}")) else {
        return Ok(false);
    };
    let columns: Vec<String> = select.column_names().map(str::to_string).collect();
    let places: Vec<String> = (1..=columns.len()).map(|number| format!("?{number}")).collect();
    let (names, places) = (columns.join(", "), places.join(", "));
    let sql = format!("INSERT OR REPLACE INTO {table}({names}) VALUES ({places})");
    // Columns with damaged names: there is no such table here.
    let Ok(mut insert) = new.prepare(&sql) else { return Ok(false) };
    let Ok(mut rows) = select.query([]) else { return Ok(false) };
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(true),
            Err(_) => return Ok(false),
        };
        let values = (0..columns.len()).map(|at| row.get(at)).collect::<Result<Vec<Value>, _>>();
        if let Ok(values) = values
            && wanted(row)
        {
            // A row that breaks a rule of its table was not written like this.
            let _ = insert.execute(rusqlite::params_from_iter(values));
        }
    }
}

/// Numbers and keys of the articles that the database had, as far as they can be read.
pub fn articles(old: &Connection) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    for order in ["seq", "seq DESC"] {
        let sql = format!("SELECT seq, key FROM articles ORDER BY {order}");
        let Ok(mut select) = old.prepare(&sql) else { return found };
        let Ok(mut rows) = select.query([]) else { return found };
        loop {
            match rows.next() {
                Ok(Some(row)) => found.extend(row.get(0).ok().zip(row.get(1).ok())),
                Ok(None) => return found,
                Err(_) => break,
            }
        }
    }
    found
}
