//! A table in an SQLite file, for those who want to ask it questions.

use super::{Delivery, Sink, SinkError};
use crate::record::Record;
use crate::store::Position;
use rusqlite::{Connection, params};
use std::path::PathBuf;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS articles(
    key TEXT PRIMARY KEY, site TEXT, url TEXT, request_url TEXT, feed TEXT, title TEXT, authors TEXT,
    published TEXT, fetched TEXT, language TEXT, extractor TEXT, confidence REAL, site_support INTEGER,
    text TEXT, markdown TEXT)";

/// Articles as rows, one for each key.
#[derive(Debug)]
pub struct SqliteFile {
    path: PathBuf,
    connection: Option<Connection>,
}

impl SqliteFile {
    /// Rows into the table `articles` of this file.
    pub fn new(path: impl Into<PathBuf>) -> SqliteFile {
        SqliteFile { path: path.into(), connection: None }
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> SinkError + use<> {
        let path = self.path.display().to_string();
        move |error| SinkError(format!("{path}: {error}"))
    }
}

impl Sink for SqliteFile {
    fn name(&self) -> String {
        format!("sqlite:{}", self.path.display())
    }

    fn open(&mut self, _: &Position) -> Result<(), SinkError> {
        super::jsonl::make_parent(&self.path)?;
        let open = || {
            let connection = Connection::open(&self.path)?;
            connection.busy_timeout(std::time::Duration::from_secs(10))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.execute_batch(TABLE)?;
            Ok(connection)
        };
        self.connection = Some(open().map_err(self.failed())?);
        Ok(())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        let failed = self.failed();
        let Some(connection) = &mut self.connection else {
            return Err(SinkError("the file is not open".into()));
        };
        let transaction = connection.transaction().map_err(&failed)?;
        batch.iter().try_for_each(|d| insert(&transaction, d)).map_err(&failed)?;
        transaction.commit().map_err(&failed)?;
        Ok(Some(String::new()))
    }
}

fn insert(connection: &Connection, delivery: &Delivery) -> Result<(), rusqlite::Error> {
    let Some(record) = Record::read(&delivery.record) else { return Ok(()) };
    let authors = authors(&record).join(", ");
    let sql = "INSERT OR REPLACE INTO articles VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)";
    connection.prepare_cached(sql)?.execute(params![
        record.key,
        record.site,
        record.response_url,
        record.request_url,
        record.feed,
        record.title(),
        authors,
        record.value("published").or(record.item_published.as_deref()),
        record.fetched,
        record.value("detected_language"),
        record.article.get("extractor").and_then(|e| e.as_str()),
        record.confidence(),
        record.site_support,
        record.text(),
        record.markdown(),
    ])?;
    Ok(())
}

/// The authors' names.
pub(super) fn authors(record: &Record) -> Vec<&str> {
    let all = record.article.get("authors").and_then(|a| a.as_array());
    let names = all.into_iter().flatten().filter_map(|a| a.get("value")?.as_str());
    names.collect()
}
