//! Full-text search: an index of SQLite's FTS5 that is filled like any other sink.
//!
//! It lies beside the store in a file of its own and can be thrown away; it is then made again. The index
//! holds no text, only where words are: the texts are in the store already.

use dehusk_stream::Record;
use dehusk_stream::sink::{Delivery, Sink, SinkError};
use dehusk_stream::store::Position;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};

const TABLES: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE VIRTUAL TABLE IF NOT EXISTS articles USING fts5(
        title, text, site, content='', tokenize='unicode61 remove_diacritics 2');
    CREATE TABLE IF NOT EXISTS position(one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);
    INSERT OR IGNORE INTO position VALUES (1, 0);";

/// Words of a query that are looked for.
const MAX_WORDS: usize = 20;

/// Where the index is.
pub fn path(directory: &Path) -> PathBuf {
    directory.join("search.sqlite")
}

/// The index, as a sink.
#[derive(Debug)]
pub struct SearchIndex {
    path: PathBuf,
    connection: Option<Connection>,
}

impl SearchIndex {
    /// The index of a store.
    pub fn new(directory: &Path) -> SearchIndex {
        SearchIndex { path: path(directory), connection: None }
    }

    fn add(&mut self, batch: &[Delivery]) -> Result<(), rusqlite::Error> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let transaction = connection.transaction()?;
        // What is in already must not come in twice.
        let had: i64 = transaction.query_row("SELECT seq FROM position", [], |row| row.get(0))?;
        for delivery in batch.iter().filter(|delivery| delivery.seq > had) {
            let Some(record) = Record::read(&delivery.record) else { continue };
            let sql = "INSERT INTO articles(rowid, title, text, site) VALUES (?1, ?2, ?3, ?4)";
            let row = (delivery.seq, record.title(), record.text(), &record.site);
            transaction.prepare_cached(sql)?.execute(row)?;
        }
        if let Some(last) = batch.last() {
            transaction.execute("UPDATE position SET seq = max(seq, ?1)", [last.seq])?;
        }
        transaction.commit()
    }
}

impl Sink for SearchIndex {
    fn name(&self) -> String {
        "search".into()
    }

    fn open(&mut self, _: &Position) -> Result<(), SinkError> {
        let open = || {
            let connection = Connection::open(&self.path)?;
            connection.busy_timeout(std::time::Duration::from_secs(10))?;
            connection.execute_batch(TABLES)?;
            Ok(connection)
        };
        let opened =
            open().map_err(|e: rusqlite::Error| SinkError(format!("search index: {e}")))?;
        self.connection = Some(opened);
        Ok(())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        self.add(batch).map_err(|error| SinkError(format!("search index: {error}")))?;
        Ok(Some(String::new()))
    }
}

/// Numbers of articles with all words of a query, best first. The last word may be a beginning.
pub fn find(path: &Path, query: &str, limit: u32) -> Result<Vec<i64>, rusqlite::Error> {
    let Some(expression) = expression(query) else { return Ok(Vec::new()) };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let sql = "SELECT rowid FROM articles WHERE articles MATCH ?1 ORDER BY bm25(articles, 5.0, 1.0, 1.0), rowid DESC LIMIT ?2";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((expression, limit), |row| row.get(0))?;
    rows.collect()
}

/// The query in the language of the index: every word quoted, so that none of them means anything there.
fn expression(query: &str) -> Option<String> {
    let words: Vec<String> = query
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(|word| format!("\"{word}\""))
        .collect();
    let complete = query.ends_with(|c: char| !c.is_alphanumeric());
    (!words.is_empty()).then(|| words.join(" ") + if complete { "" } else { "*" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_words_and_nothing_else() {
        assert_eq!(expression("late ferry").unwrap(), "\"late\" \"ferry\"*");
        assert_eq!(expression("a\" OR NEAR(b ").unwrap(), "\"a\" \"OR\" \"NEAR\" \"b\"");
        assert_eq!(expression(" -*: "), None);
    }
}
