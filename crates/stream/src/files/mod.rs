//! The one place through which the store and the sinks change files.
//!
//! Whatever is promised about crashes rests on the order of a few calls: write, synchronise, rename,
//! synchronise the folder. Here each of them is one method, so that a test can stand in between, fail the
//! n-th call or take the power away at it ([`faults::FaultyDisk`]), and see what is left.

pub mod faults;
mod open;

pub use open::OpenFile;

use std::fmt::Debug;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// A call that changes files, as a watcher sees it.
#[derive(Clone, Copy, Debug)]
pub enum Step<'s> {
    /// A file is opened for writing, and made if it is not there.
    Open(&'s Path),
    /// Bytes are written.
    Write(&'s Path),
    /// A file is cut.
    Truncate(&'s Path),
    /// The content of a file is brought to the disk.
    Sync(&'s Path),
    /// The names in a folder are brought to the disk.
    SyncFolder(&'s Path),
    /// A file gets another name, and replaces what had it.
    Rename(&'s Path, &'s Path),
    /// A file is removed.
    Remove(&'s Path),
    /// A transaction of a database is committed, whose files SQLite changes and synchronises by itself.
    Commit(&'s Path),
}

/// Stands between a call and the disk.
pub trait Watcher: Debug + Send + Sync {
    /// A call is about to be made. An error is given to the caller instead of making it.
    fn before(&self, step: Step<'_>) -> io::Result<()>;

    /// A call was made and succeeded. An error is given to the caller though it did.
    fn after(&self, step: Step<'_>) -> io::Result<()>;
}

/// Files as the store and the sinks reach them.
#[derive(Clone, Debug, Default)]
pub struct Files {
    watcher: Option<Arc<dyn Watcher>>,
}

impl Files {
    /// Files with somebody who sees every call before and after it is made.
    pub fn watched(watcher: Arc<dyn Watcher>) -> Files {
        Files { watcher: Some(watcher) }
    }

    fn act<T, E: From<io::Error>>(
        &self,
        step: Step<'_>,
        act: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let Some(watcher) = &self.watcher else { return act() };
        watcher.before(step)?;
        let done = act()?;
        watcher.after(step)?;
        Ok(done)
    }

    /// Synchronises, unless somebody watches: a watcher keeps account of what is on the disk, and a test that
    /// makes thousands of calls need not wait for the real one.
    fn wait_for(&self, sync: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.watcher.is_some() { Ok(()) } else { sync() }
    }

    /// Opens a file to write at its end; it is made if it is not there. A new name is on the disk only after
    /// [`Files::sync_folder`].
    pub fn open(&self, path: &Path) -> io::Result<OpenFile> {
        self.open_as(path, fs::OpenOptions::new().create(true).truncate(false))
    }

    /// Makes a file; it is an error if there is one of this name.
    pub fn create_new(&self, path: &Path) -> io::Result<OpenFile> {
        self.open_as(path, fs::OpenOptions::new().create_new(true))
    }

    fn open_as(&self, path: &Path, options: &mut fs::OpenOptions) -> io::Result<OpenFile> {
        let file = self.act(Step::Open(path), || options.read(true).write(true).open(path))?;
        OpenFile::at_end(file, path, self.clone())
    }

    /// Gives a file another name. What had that name is replaced at once, so that a reader sees the one or
    /// the other. On the disk only after [`Files::sync_folder`].
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.act(Step::Rename(from, to), || fs::rename(from, to))
    }

    /// Removes a file. On the disk only after [`Files::sync_folder`].
    pub fn remove(&self, path: &Path) -> io::Result<()> {
        self.act(Step::Remove(path), || fs::remove_file(path))
    }

    /// Commits a transaction of a database in a file.
    pub fn commit<T, E: From<io::Error>>(
        &self,
        database: &Path,
        commit: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.act(Step::Commit(database), commit)
    }

    /// Brings the names in a folder to the disk: new, other and removed ones.
    pub fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.act(Step::SyncFolder(folder), || self.wait_for(|| sync_names(folder)))
    }

    /// Makes a folder and those above it, and brings their names to the disk.
    pub fn make_folder(&self, folder: &Path) -> io::Result<()> {
        if folder.is_dir() || folder.as_os_str().is_empty() {
            return Ok(());
        }
        let above = folder.parent().unwrap_or(folder);
        if above != folder {
            self.make_folder(above)?;
        }
        match fs::create_dir(folder) {
            // Somebody else was faster.
            Err(_) if folder.is_dir() => Ok(()),
            Err(error) => Err(error),
            Ok(()) => self.wait_for(|| sync_names(above)),
        }
    }

    /// Makes a folder that only its owner may look into, where the system knows of owners. One that is there
    /// is closed to others too.
    pub fn make_private_folder(&self, folder: &Path) -> io::Result<()> {
        self.make_folder(folder)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            if fs::metadata(folder)?.permissions().mode() & 0o077 != 0 {
                fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
            }
        }
        Ok(())
    }

    /// Writes a file as a whole: after a crash there is the old one or the new one, and never a part. The part
    /// has the name of its owner alone, of whom there may be one in a folder at a time: so what is found under
    /// that name was left by a crash. It is removed, not cut, since it could be a link to something else.
    pub fn replace(&self, path: &Path, bytes: &[u8], owner: &str) -> io::Result<()> {
        let part = path.with_file_name(format!(".dehusk-{owner}.part"));
        if fs::symlink_metadata(&part).is_ok() {
            self.remove(&part)?;
        }
        let mut file = self.create_new(&part)?;
        file.write_all(bytes)?;
        file.sync()?;
        drop(file);
        self.rename(&part, path)?;
        self.sync_folder(folder_of(path))
    }
}

/// Which file it is that a path leads to. Where the system does not say it, all are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId(u64, u64);

impl FileId {
    /// The file at a path; none if there is none.
    pub fn of(path: &Path) -> io::Result<Option<FileId>> {
        match fs::metadata(path) {
            Ok(about) => Ok(Some(FileId::from(&about))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl From<&fs::Metadata> for FileId {
    fn from(about: &fs::Metadata) -> FileId {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            FileId(about.dev(), about.ino())
        }
        #[cfg(not(unix))]
        {
            let _ = about;
            FileId(0, 0)
        }
    }
}

/// The folder a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Names are kept by synchronising the folder where a folder can be opened, and by the system elsewhere.
fn sync_names(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::File::open(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })?
        .sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Reads bytes at an offset. Where the system has no call for it, the file's own place moves.
pub fn read_exact_at(file: &fs::File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset);
    #[cfg(not(unix))]
    {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = file;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}
