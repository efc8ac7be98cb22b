//! Full-text search: an index of SQLite's FTS5 that is filled like any other sink.
//!
//! It lies beside the store in a file of its own and can be thrown away; it is then made again. So one that is
//! damaged is thrown away when that is noticed: as it is opened, filled or asked. The index holds no text, only
//! where words are: the texts are in the store already. What is a word is found out in `words`.

mod beside;
mod words;

pub use beside::{SearchError, StoreSearch};

use dehusk_stream::Record;
use dehusk_stream::sink::{Delivery, Opening, Sink, SinkError, Taken};
use dehusk_stream::store::Position;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};

/// The version of the index; one of another version is made again.
const VERSION: i64 = 2;

/// Marks are parts of words: without them the words of Hindi and Thai would fall apart.
const TABLES: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE VIRTUAL TABLE IF NOT EXISTS articles USING fts5(
        title, text, site, content='', tokenize=\"unicode61 remove_diacritics 2 categories 'L* N* Co M*'\");
    CREATE TABLE IF NOT EXISTS position(one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);
    INSERT OR IGNORE INTO position VALUES (1, 0);";

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

    /// Whether somebody who asked the index has found it damaged.
    fn is_given_up(&self) -> bool {
        given_up(&self.path).exists()
    }

    fn add(&mut self, batch: &[Delivery]) -> Result<(), rusqlite::Error> {
        let Some(connection) = &mut self.connection else {
            return Err(rusqlite::Error::InvalidQuery);
        };
        let transaction = connection.transaction()?;
        // What is in already must not come in twice.
        let had = position(&transaction)?;
        for delivery in batch.iter().filter(|delivery| delivery.seq > had) {
            let Some(record) = Record::read(&delivery.record) else { continue };
            let sql = "INSERT INTO articles(rowid, title, text, site) VALUES (?1, ?2, ?3, ?4)";
            let title = record.title().map(words::spaced);
            let row = (delivery.seq, title, words::spaced(record.text()), &record.site);
            transaction.prepare_cached(sql)?.execute(row)?;
        }
        if let Some(last) = batch.last() {
            transaction.execute("UPDATE position SET seq = max(seq, ?1)", [last.seq])?;
        }
        transaction.commit()
    }
}

fn position(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.query_row("SELECT seq FROM position", [], |row| row.get(0))
}

/// Whether an error says that the file is not what was written.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull, ReadOnly};
    // Whatever else is wrong with a file that can be made again, making it again is right.
    let passing = [DatabaseBusy, DatabaseLocked, DiskFull, ReadOnly];
    error.sqlite_error_code().is_none_or(|code| !passing.contains(&code))
}

/// A file that says that the index is to be made again. Who asks the index cannot do it: it is open elsewhere.
fn given_up(path: &Path) -> PathBuf {
    path.with_extension("damaged")
}

/// Throws the index away.
fn throw_away(path: &Path) -> std::io::Result<()> {
    for end in ["", "-wal", "-shm"] {
        remove(Path::new(&format!("{}{end}", path.display())))?;
    }
    remove(&given_up(path))
}

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens the index and looks whether it is whole.
fn open(path: &Path) -> Result<Connection, rusqlite::Error> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version != VERSION {
        connection
            .execute_batch("DROP TABLE IF EXISTS articles; DROP TABLE IF EXISTS position;")?;
        connection.pragma_update(None, "user_version", VERSION)?;
    }
    connection.execute_batch(TABLES)?;
    connection.execute_batch("INSERT INTO articles(articles) VALUES ('integrity-check')")?;
    position(&connection)?;
    Ok(connection)
}

impl Sink for SearchIndex {
    fn name(&self) -> String {
        "search".into()
    }

    /// Opens the index. One that is damaged is made again; where that cannot be done it is tried again with
    /// the next articles, since the rest goes on without a search.
    fn open(&mut self, _: &Opening<'_>) -> Result<String, SinkError> {
        self.connection = None;
        let opened = match self.is_given_up() {
            true => Err(rusqlite::Error::InvalidQuery),
            false => open(&self.path),
        };
        let opened = match opened {
            Err(error) if is_damage(&error) => {
                throw_away(&self.path).ok().and_then(|()| open(&self.path).ok())
            }
            opened => opened.ok(),
        };
        self.connection = opened;
        Ok(String::new())
    }

    fn has(&self, noted: &Position) -> i64 {
        let there = self.connection.as_ref().and_then(|connection| position(connection).ok());
        there.unwrap_or(noted.seq)
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        if self.is_given_up() {
            return Err(SinkError::failed("search index", "it is damaged and made again"));
        }
        if let Err(error) = self.add(batch) {
            if is_damage(&error) {
                // If not even this can be written, the next round finds the damage again.
                let _ = std::fs::write(given_up(&self.path), "");
            }
            return Err(SinkError::failed(self.path.display(), error));
        }
        Ok(Taken::all(batch))
    }
}

/// Numbers of articles with all words of a query, best first. The last word may be a beginning.
pub fn find(path: &Path, query: &str, limit: u32) -> Result<Vec<i64>, rusqlite::Error> {
    let Some(expression) = words::expression(query) else { return Ok(Vec::new()) };
    let found = ask(path, &expression, limit);
    if let Err(error) = &found
        && path.exists()
        && is_damage(error)
    {
        // The sink makes it again; whoever asks now is told that it does not work.
        let _ = std::fs::write(given_up(path), "");
    }
    found
}

fn ask(path: &Path, expression: &str, limit: u32) -> Result<Vec<i64>, rusqlite::Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let sql = "SELECT rowid FROM articles WHERE articles MATCH ?1 ORDER BY bm25(articles, 5.0, 1.0, 1.0), rowid DESC LIMIT ?2";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map((expression, limit), |row| row.get(0))?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that goes away with its test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("dehusk-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn open_at(index: &mut SearchIndex, position: Option<&Position>) {
        index.open(&Opening { store: "", position, next: &[] }).unwrap();
    }

    fn delivery(seq: i64, title: &str, text: &str) -> Delivery {
        let record = serde_json::json!({
            "key": seq.to_string(), "site": "a.example", "request_url": "", "response_url": "", "feed": "",
            "feed_title": null, "item_title": title, "item_published": null, "fetched": "",
            "site_support": 0, "same_text_as": null, "article": { "text": text },
        });
        let record = record.to_string().into_bytes();
        Delivery { seq, key: seq.to_string(), title: None, record }
    }

    fn articles() -> Vec<Delivery> {
        vec![
            delivery(
                1,
                "Late ferry",
                "The ferry to the islands was late. Crème brûlée was served.",
            ),
            delivery(2, "北京今天下雪", "北京市气象台发布消息，今天夜间有小雪。"),
            delivery(3, "上海的天气", "上海今天晴天，气温升高。"),
            delivery(4, "東京の桜", "桜の季節になりました。カメラを持って出かけよう。"),
            delivery(5, "हिन्दी समाचार", "दिल्ली में आज बारिश हुई।"),
            delivery(6, "ข่าววันนี้", "ฝนตกหนักในกรุงเทพมหานคร"),
            delivery(7, "서울 날씨", "서울에는 오늘 비가 내렸다."),
        ]
    }

    #[test]
    fn words_of_all_scripts_are_found() {
        let folder = Folder::new("search");
        let mut index = SearchIndex::new(&folder.0);
        open_at(&mut index, None);
        index.deliver(&articles()).unwrap();
        let find = |query: &str| find(&path(&folder.0), query, 10).unwrap();
        assert_eq!(find("late islands"), [1]);
        assert_eq!(find("creme brul"), [1], "accents and ends of words are free");
        assert_eq!(find("北京"), [2], "two characters are enough");
        assert_eq!(find("小雪"), [2], "in the middle of a sentence too");
        assert_eq!(find("下雪了"), [] as [i64; 0], "all of them have to be there");
        let mut today = find("今天");
        today.sort();
        assert_eq!(today, [2, 3]);
        assert_eq!(find("雪"), [2], "one is enough");
        assert_eq!(find("京 桜"), [4]);
        assert_eq!(find("カメラ"), [4]);
        assert_eq!(find("बारिश"), [5]);
        assert_eq!(find("กรุงเทพ"), [6]);
        assert_eq!(find("서울"), [7], "a beginning of a word");
    }

    #[test]
    fn an_index_that_is_gone_or_old_is_made_again() {
        let folder = Folder::new("search-again");
        let noted = Position { seq: 7, state: String::new() };
        let mut index = SearchIndex::new(&folder.0);
        open_at(&mut index, Some(&noted));
        assert_eq!(index.has(&noted), 0, "it has to be filled");
        index.deliver(&articles()).unwrap();
        index.deliver(&articles()).unwrap();
        open_at(&mut index, Some(&noted));
        assert_eq!(index.has(&noted), 7);
        assert_eq!(find(&path(&folder.0), "ferry", 10).unwrap(), [1]);
        let old = Connection::open(path(&folder.0)).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        drop(old);
        open_at(&mut index, Some(&noted));
        assert_eq!(index.has(&noted), 0);
    }
    /// As the stage does: what fails is opened again, and filled from where it is.
    fn fill(index: &mut SearchIndex, noted: &Position) {
        for _ in 0..5 {
            open_at(index, Some(noted));
            let had = index.has(noted);
            let rest: Vec<Delivery> = articles().into_iter().filter(|a| a.seq > had).collect();
            if index.deliver(&rest).is_ok() {
                return;
            }
        }
        panic!("the index cannot be filled");
    }

    #[test]
    fn a_damaged_index_is_thrown_away_and_made_again() {
        let folder = Folder::new("search-damaged");
        let noted = Position { seq: 7, state: String::new() };
        let file = path(&folder.0);
        fill(&mut SearchIndex::new(&folder.0), &noted);
        let whole = std::fs::read(&file).unwrap();
        let found_with = |damaged: &[u8]| {
            throw_away(&file).unwrap();
            std::fs::write(&file, damaged).unwrap();
            let mut index = SearchIndex::new(&folder.0);
            fill(&mut index, &noted);
            find(&file, "ferry", 10).or_else(|_| {
                fill(&mut index, &noted);
                find(&file, "ferry", 10)
            })
        };
        for damaged in [&[], &b"no database at all"[..], &whole[..5000], &vec![0; whole.len()]] {
            assert_eq!(found_with(damaged).unwrap(), [1], "{} bytes", damaged.len());
        }
        // Letters of words have no checksum, so a word may be missed; but whatever is altered, it works.
        for at in (0..whole.len()).step_by(211) {
            let mut altered = whole.clone();
            altered[at] ^= 0xff;
            found_with(&altered).unwrap_or_else(|error| panic!("byte {at}: {error}"));
        }
    }

    #[test]
    fn an_index_that_cannot_be_made_ends_nothing() {
        let folder = Folder::new("search-impossible");
        std::fs::create_dir(path(&folder.0)).unwrap();
        let mut index = SearchIndex::new(&folder.0);
        open_at(&mut index, None);
        assert!(index.deliver(&articles()).is_err(), "and it is told why there is no search");
        std::fs::remove_dir(path(&folder.0)).unwrap();
        fill(&mut index, &Position::default());
        assert_eq!(find(&path(&folder.0), "ferry", 10).unwrap(), [1]);
    }
}
