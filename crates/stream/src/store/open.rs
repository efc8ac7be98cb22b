//! Opening: what is refused, and what is made right first.

use super::segments::{self, SegmentReader, SegmentWriter};
use super::{Reader, Store, StoreError, expire, meta, replay, schema};
use crate::files::Files;
use dehusk_site::store::SiteShelf;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The database of a store.
pub fn database(directory: &Path) -> PathBuf {
    directory.join("dehusk.sqlite")
}

/// Whether a name in the folder of a store is one of its own.
fn is_own(name: &str) -> bool {
    matches!(name, "lock" | "texts" | "contact")
        || ["dehusk.sqlite", "search.", "damaged-"].iter().any(|start| name.starts_with(start))
}

/// Whether a path is the folder of a store, or one of the store's own files in it; both have to be absolute and
/// without links.
pub fn is_of_store(directory: &Path, path: &Path) -> bool {
    let Ok(inside) = path.strip_prefix(directory) else { return false };
    inside.iter().next().is_none_or(|name| is_own(&name.to_string_lossy()))
}

/// Takes a store for this process. What the file holds stays as it is: it may have been there before.
pub fn lock(directory: &Path) -> Result<File, StoreError> {
    let path = directory.join("lock");
    let lock = File::options().create(true).truncate(false).write(true).open(path)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(_) => Err(StoreError::InUse(directory.display().to_string())),
    }
}

/// A connection that writes.
pub fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// A database that is gone while its texts are there is not made anew: the texts would be taken for
/// something that was never committed.
fn refuse_lost_database(directory: &Path) -> Result<(), StoreError> {
    let there = std::fs::metadata(database(directory)).is_ok_and(|file| file.len() > 0);
    match there || !segments::any(directory)? {
        true => Ok(()),
        false => Err(StoreError::DatabaseGone(directory.into())),
    }
}

/// A folder with something else in it does not become a store: it would be closed to others, and files of a
/// person would stand beside ours as if they were.
fn refuse_strangers(directory: &Path) -> Result<(), StoreError> {
    if database(directory).exists() {
        return Ok(());
    }
    for entry in std::fs::read_dir(directory)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        // Somebody was cut short who made a store. No search index comes before the store it is of; hidden files
        // and what a file system puts at its root are nobody's work.
        let begun = is_own(&name) && !name.starts_with("search.");
        if !begun && !name.starts_with('.') && name != "lost+found" {
            return Err(StoreError::NotAStore(directory.into()));
        }
    }
    Ok(())
}

impl Store {
    /// Opens the store in a directory, which is made if it is not there. One that holds something else is
    /// refused.
    pub fn open(directory: &Path) -> Result<Store, StoreError> {
        Store::open_on(Files::default(), directory)
    }

    /// Opens the store in a directory and reaches its segments through these files.
    pub fn open_on(files: Files, directory: &Path) -> Result<Store, StoreError> {
        let no_folder = |source| StoreError::NoFolder { folder: directory.into(), source };
        files.make_folder(directory).map_err(no_folder)?;
        refuse_lost_database(directory)?;
        refuse_strangers(directory)?;
        files.make_private_folder(directory)?;
        let lock = lock(directory)?;
        let mut connection = connect(&database(directory))?;
        let transaction = connection.transaction()?;
        if schema::version(&transaction)?.is_none() && segments::any(directory)? {
            return Err(StoreError::DatabaseGone(directory.into()));
        }
        SiteShelf::create(&transaction)?;
        let upgraded = schema::create(&transaction)?;
        let identity = meta::identity(&transaction)?;
        let noted = segments::end(&transaction)?;
        let end = replay::roll_forward(&transaction, directory, &identity, noted)?;
        segments::set_end(&transaction, end)?;
        files.commit(&database(directory), || transaction.commit().map_err(StoreError::from))?;
        expire::remove_passed(&files, directory, &connection, end)?;
        let segments = SegmentWriter::open(files.clone(), directory, identity, end)?;
        let mut store = Store {
            connection,
            segments,
            files,
            directory: directory.into(),
            identity,
            retention: None,
            _lock: lock,
        };
        if upgraded {
            store.batch(|batch| batch.note_everything())?;
        }
        Ok(store)
    }
}

impl Reader {
    /// Opens the store of a directory for reading; there has to be one. Nothing is written.
    pub fn open(directory: &Path) -> Result<Reader, StoreError> {
        let path = database(directory);
        if !path.exists() {
            return Err(match segments::any(directory)? {
                true => StoreError::DatabaseGone(directory.into()),
                false => StoreError::NoStore(directory.into()),
            });
        }
        let connection = read_only(&path)?;
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.pragma_update(None, "cache_size", -8_192)?;
        connection.set_prepared_statement_cache_capacity(64);
        match schema::version(&connection)? {
            None => return Err(StoreError::DatabaseGone(directory.into())),
            Some(newer) if newer > schema::VERSION => return Err(StoreError::Newer(newer)),
            Some(_) => {}
        }
        Ok(Reader { connection, segments: SegmentReader::new(directory) })
    }
}

/// A connection that only reads. Beside a database in use SQLite keeps files of its own; where it may not
/// make them nobody else can be writing either.
pub fn read_only(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    let asked = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    match asked {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
            let uri = url::Url::from_file_path(std::path::absolute(path)?);
            let uri = uri.map_err(|()| std::io::Error::other("no such place"))?;
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            Ok(Connection::open_with_flags(format!("{uri}?immutable=1"), flags)?)
        }
        asked => Ok(asked.map(|()| connection)?),
    }
}
