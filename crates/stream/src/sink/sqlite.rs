//! A table in an SQLite file, for those who want to ask it questions.
//!
//! The table `dehusk_stores` in the same file names the stores that may write there. A row that is there is
//! left as it is: an article that comes again after a crash is the same.

use super::claim::resolved;
use super::columns::{COLUMNS, Of};
use super::{Delivery, Opening, Sink, SinkError, Taken, read_records};
use crate::files::{FileId, Files, folder_of};
use crate::record::Record;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

/// The stores that may write here.
const STORES: &str = "CREATE TABLE IF NOT EXISTS dehusk_stores(id TEXT PRIMARY KEY)";

/// What the table is made by.
fn table() -> String {
    let columns = COLUMNS.map(|(name, of)| format!("{name} {}", kind(name, of)));
    format!("CREATE TABLE IF NOT EXISTS articles({})", columns.join(", "))
}

fn kind(name: &str, of: Of) -> &'static str {
    match of {
        _ if name == "key" => "TEXT PRIMARY KEY",
        Of::Text(_) | Of::Maybe(_) | Of::Time(_) => "TEXT",
        Of::Fraction(_) => "REAL",
        Of::Count(_) => "INTEGER",
    }
}

/// What a row is added by.
static INSERT: LazyLock<String> = LazyLock::new(|| {
    let names = COLUMNS.map(|(name, _)| name).join(", ");
    let places: Vec<String> = (1..=COLUMNS.len()).map(|number| format!("?{number}")).collect();
    let places = places.join(", ");
    format!("INSERT INTO articles({names}) VALUES ({places}) ON CONFLICT(key) DO NOTHING")
});

/// Adds the columns that an earlier version did not have.
fn complete(connection: &Connection) -> Result<(), rusqlite::Error> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info('articles')")?;
    let there = statement.query_map([], |row| row.get(0))?;
    let there = there.collect::<Result<Vec<String>, _>>()?;
    for (name, of) in COLUMNS.iter().filter(|(name, _)| !there.iter().any(|has| has == name)) {
        let sql = format!("ALTER TABLE articles ADD COLUMN {name} {}", kind(name, *of));
        connection.execute_batch(&sql)?;
    }
    Ok(())
}

/// Articles as rows, one for each key.
#[derive(Debug)]
pub struct SqliteFile {
    path: PathBuf,
    append: bool,
    files: Files,
    connection: Option<Connection>,
    /// The file that was opened.
    opened: Option<FileId>,
}

impl SqliteFile {
    /// Rows into the table `articles` of this file.
    pub fn new(path: impl AsRef<Path>) -> SqliteFile {
        let path = resolved(path.as_ref());
        let files = Files::default();
        SqliteFile { path, append: false, files, connection: None, opened: None }
    }

    /// Whether a database that this store did not make is added to.
    pub fn with_append(mut self, append: bool) -> SqliteFile {
        self.append = append;
        self
    }

    /// Through these files.
    pub fn with_files(mut self, files: Files) -> SqliteFile {
        self.files = files;
        self
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> SinkError + use<> {
        let path = self.path.display().to_string();
        move |error| SinkError::failed(&path, error)
    }

    /// Whether the database is new; an error if it is somebody else's. It is only read here.
    fn is_new(&self, store: &str) -> Result<bool, SinkError> {
        if std::fs::metadata(&self.path).map_or(0, |about| about.len()) == 0 {
            return Ok(true);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags).map_err(self.failed())?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(self.failed())?;
        let tables =
            "SELECT count(*), count(*) FILTER (WHERE name = 'dehusk_stores') FROM sqlite_schema";
        let row = connection.query_row(tables, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let (tables, markers): (i64, i64) = row.map_err(|error| self.unreadable(&error))?;
        if tables == 0 {
            return Ok(true);
        }
        let ours = "SELECT 1 FROM dehusk_stores WHERE id = ?1";
        let known = markers == 1
            && connection
                .prepare(ours)
                .and_then(|mut s| s.exists([store]))
                .map_err(self.failed())?;
        let what = match markers {
            _ if known || self.append => return Ok(false),
            0 => "holds tables that dehusk did not make",
            _ => "holds articles of another data folder, or of one that was made anew",
        };
        Err(SinkError::not_ours(&self.path, what))
    }

    /// Makes sure that the file is where it was opened: SQLite goes on writing to one that has no name any more.
    fn check_place(&self) -> Result<(), SinkError> {
        match FileId::of(&self.path).map_err(super::error::at(&self.path))? == self.opened {
            true => Ok(()),
            false => Err(SinkError::gone(&self.path)),
        }
    }

    fn unreadable(&self, error: &rusqlite::Error) -> SinkError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => SinkError::Unusable {
                place: self.path.display().to_string(),
                why: "this is no SQLite database: give --to another name".into(),
            },
            _ => SinkError::failed(self.path.display(), error),
        }
    }
}

impl Sink for SqliteFile {
    fn name(&self) -> String {
        format!("sqlite:{}", self.path.display())
    }

    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError> {
        self.connection = None;
        let folder = folder_of(&self.path);
        self.files.make_folder(folder).map_err(super::error::at(folder))?;
        let new = self.is_new(from.store)?;
        let open = || {
            let connection = Connection::open(&self.path)?;
            connection.busy_timeout(Duration::from_secs(10))?;
            // How somebody else's database keeps its journal is their affair.
            if new {
                connection.pragma_update(None, "journal_mode", "WAL")?;
            }
            connection.pragma_update(None, "synchronous", "FULL")?;
            let marked = "SELECT 1 FROM sqlite_schema WHERE name = 'dehusk_stores'";
            let ours = connection.prepare(marked)?.exists([])?;
            connection.execute_batch(&format!("BEGIN IMMEDIATE; {}; {STORES}", table()))?;
            if ours {
                complete(&connection)?;
            }
            connection.execute("INSERT OR IGNORE INTO dehusk_stores VALUES (?1)", [from.store])?;
            Ok(connection)
        };
        let failed = self.failed();
        let connection = open().map_err(&failed)?;
        let commit = || connection.execute_batch("COMMIT").map_err(std::io::Error::other);
        self.files.commit(&self.path, commit).map_err(super::error::at(&self.path))?;
        // A table of somebody else's that is no place for articles is found out now.
        connection.prepare_cached(&INSERT).map_err(failed)?;
        self.opened = FileId::of(&self.path).map_err(super::error::at(&self.path))?;
        self.connection = Some(connection);
        Ok(String::new())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let failed = self.failed();
        self.check_place()?;
        let Some(connection) = &mut self.connection else {
            return Err(SinkError::failed(self.path.display(), "the file is not open"));
        };
        let (records, set_aside) = read_records(batch);
        let transaction = connection.transaction().map_err(&failed)?;
        records.iter().try_for_each(|(_, r)| insert(&transaction, r)).map_err(&failed)?;
        let commit = || transaction.commit().map_err(std::io::Error::other);
        self.files.commit(&self.path, commit).map_err(super::error::at(&self.path))?;
        self.check_place()?;
        Ok(Taken { set_aside, ..Taken::all(batch) })
    }
}

fn insert(connection: &Connection, record: &Record) -> Result<(), rusqlite::Error> {
    let cell = |(_, of): (&str, Of)| match of {
        Of::Text(of) => Value::from(of(record)),
        Of::Maybe(of) | Of::Time(of) => Value::from(of(record)),
        Of::Fraction(of) => Value::from(of(record)),
        Of::Count(of) => Value::from(of(record)),
    };
    let row = rusqlite::params_from_iter(COLUMNS.map(cell));
    connection.prepare_cached(&INSERT)?.execute(row)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::testing::Folder;

    fn keys(path: &Path) -> i64 {
        let connection = Connection::open(path).unwrap();
        connection.query_row("SELECT count(*) FROM articles", [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_article_that_comes_again_is_one_row() {
        let folder = Folder::new();
        let path = folder.path().join("a.sqlite");
        let mut sink = SqliteFile::new(&path);
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..5));
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(3..7));
        assert_eq!(keys(&path), 6);
    }

    #[test]
    fn a_table_of_an_earlier_version_gets_the_columns_it_lacks() {
        let folder = Folder::new();
        let path = folder.path().join("old.sqlite");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(&format!(
            "CREATE TABLE articles(key TEXT PRIMARY KEY, site TEXT, title TEXT);
             INSERT INTO articles VALUES ('k', 's', 'old');
             CREATE TABLE dehusk_stores(id TEXT PRIMARY KEY); INSERT INTO dehusk_stores VALUES ('{STORE}')"
        ))
        .unwrap();
        let mut sink = SqliteFile::new(&path);
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..3));
        let sql = "SELECT count(*), count(fetched), count(tags) FROM articles";
        let row = old.query_row(sql, [], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)));
        assert_eq!(row.unwrap(), (3, 2, 2));
    }

    #[test]
    fn a_database_of_somebody_else_stays_as_it_is() {
        let folder = Folder::new();
        let path = folder.path().join("mine.db");
        let mine = Connection::open(&path).unwrap();
        mine.execute_batch("CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine')").unwrap();
        drop(mine);
        let before = std::fs::read(&path).unwrap();
        let mut sink = SqliteFile::new(&path);
        let refused = open_new(&mut sink).unwrap_err().to_string();
        assert!(refused.contains("did not make") && refused.contains("--append"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let mut sink = sink.with_append(true);
        open_new(&mut sink).unwrap();
        deliver(&mut sink, &deliveries(1..5));
        let mine = Connection::open(&path).unwrap();
        let notes: i64 =
            mine.query_row("SELECT count(*) FROM notes", [], |row| row.get(0)).unwrap();
        assert_eq!((notes, keys(&path)), (1, 4));
        open_new(&mut SqliteFile::new(&path)).expect("it is the store's place too from now on");
    }

    #[test]
    fn rows_of_another_store_are_not_replaced() {
        let folder = Folder::new();
        let path = folder.path().join("a.sqlite");
        let mut first = SqliteFile::new(&path);
        open_new(&mut first).unwrap();
        deliver(&mut first, &deliveries(1..5));
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE articles SET title = 'first'", []).unwrap();
        let mut other = SqliteFile::new(&path);
        let refused = open_for(&mut other, "00000000000000bb", None, &[]).unwrap_err().to_string();
        assert!(refused.contains("another data folder"), "{refused}");
        let mut other = other.with_append(true);
        open_for(&mut other, "00000000000000bb", None, &[]).unwrap();
        deliver(&mut other, &deliveries(3..8));
        let sql = "SELECT count(*) FROM articles WHERE title = 'first'";
        let first: i64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!((first, keys(&path)), (4, 7));
    }

    #[test]
    fn a_file_that_is_no_database_is_refused() {
        let folder = Folder::new();
        let path = folder.path().join("text.db");
        std::fs::write(&path, "Some text that is long enough to be looked at. ".repeat(100))
            .unwrap();
        let mut sink = SqliteFile::new(&path).with_append(true);
        let refused = open_new(&mut sink).unwrap_err().to_string();
        assert!(refused.contains("no SQLite database"), "{refused}");
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("Some text"));
    }
}
