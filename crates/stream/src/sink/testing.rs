//! What tests of sinks share.

use super::*;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::RowAccessor;
use std::path::{Path, PathBuf};

/// The identity of a store.
pub const STORE: &str = "00000000000000aa";

/// Articles with these numbers.
pub fn deliveries(numbers: impl IntoIterator<Item = i64>) -> Vec<Delivery> {
    let delivery = |seq: i64| {
        let (key, site) = (format!("http://a.example/{seq}"), "a.example".to_string());
        let fetched = "2026-01-02T00:00:00Z".to_string();
        let record = Record { key: key.clone(), site, fetched, ..Record::default() };
        Delivery { seq, key, title: None, record: serde_json::to_vec(&record).unwrap() }
    };
    numbers.into_iter().map(delivery).collect()
}

/// Opens a sink for a store that is so far, with these articles to come.
pub fn open_for(
    sink: &mut dyn Sink,
    store: &str,
    position: Option<&Position>,
    next: &[Delivery],
) -> Result<Position, SinkError> {
    let state = sink.open(&Opening { store, position, next })?;
    Ok(Position { seq: position.map_or(0, |position| position.seq), state })
}

/// Opens a sink for a store that has never delivered to it.
pub fn open_new(sink: &mut dyn Sink) -> Result<Position, SinkError> {
    open_for(sink, STORE, None, &[])
}

/// Delivers everything and gives the position after it.
pub fn deliver(sink: &mut dyn Sink, batch: &[Delivery]) -> Position {
    try_deliver(sink, batch).unwrap()
}

/// Delivers everything and gives the position after it, if it succeeds.
pub fn try_deliver(sink: &mut dyn Sink, batch: &[Delivery]) -> Result<Position, SinkError> {
    let taken = sink.deliver(batch)?;
    assert_eq!(taken.number, batch.len());
    let state = match taken.state {
        Some(state) => Some(state),
        None => sink.settle(true)?,
    };
    Ok(Position { seq: batch.last().unwrap().seq, state: state.unwrap() })
}

/// The number in the key of an article.
fn number_of(key: &str) -> i64 {
    key.rsplit('/').next().unwrap().parse().unwrap()
}

/// The numbers of the articles in a file of JSON lines, in their order.
pub fn numbers_in_lines(path: &Path) -> Vec<i64> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let number = |line: &str| number_of(&Record::read(line.as_bytes()).unwrap().key);
    text.lines().map(number).collect()
}

/// The files of an ending in a folder and those below.
fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files.extend(files_in(&path, ending)),
            false if path.extension().is_some_and(|e| e == ending) => files.push(path),
            false => {}
        }
    }
    files
}

/// The numbers of the articles in a folder of Markdown, sorted.
pub fn numbers_in_markdown(folder: &Path) -> Vec<i64> {
    let mut numbers = Vec::new();
    for path in files_in(folder, "md") {
        let text = std::fs::read_to_string(path).unwrap();
        let key = text.lines().find_map(|line| line.strip_prefix("key: ")).unwrap();
        numbers.push(number_of(key.trim_matches('"')));
    }
    numbers.sort_unstable();
    numbers
}

/// The numbers of the articles in an SQLite file, sorted.
pub fn numbers_in_sqlite(path: &Path) -> Vec<i64> {
    let connection = rusqlite::Connection::open(path).unwrap();
    let mut select = connection.prepare("SELECT key FROM articles").unwrap();
    let keys = select.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
    let mut numbers: Vec<i64> = keys.map(|key| number_of(&key)).collect();
    numbers.sort_unstable();
    numbers
}

/// The numbers of the articles in a folder of Parquet files, sorted.
pub fn numbers_in_parquet(folder: &Path) -> Vec<i64> {
    let mut numbers = Vec::new();
    for path in files_in(folder, "parquet") {
        let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        numbers.extend(rows.map(|row| number_of(row.get_string(0).unwrap())));
    }
    numbers.sort_unstable();
    numbers
}
