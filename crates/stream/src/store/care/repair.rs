//! Makes a store whole again: the database anew from the segments, with what can still be read of the old
//! one. What is damaged is moved aside and nothing is deleted. It can be cut short and begun again.

use super::rebuild::{self, Rebuilt};
use super::{Progress, Stretch, salvage, stretches};
use crate::files::Files;
use crate::store::open::{database, lock};
use crate::store::segments::frame::{self, Identity, Segment};
use crate::store::{StoreError, meta, now_ms, schema, segments};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What a repair did.
#[derive(Clone, Debug, Default)]
pub struct Repaired {
    /// Articles that are there now.
    pub articles: i64,
    /// What is gone, each named.
    pub lost: Vec<String>,
    /// Where the damaged files are now.
    pub aside: Option<PathBuf>,
}

/// Repairs the store of a directory.
pub fn repair(directory: &Path, progress: Progress<'_>) -> Result<Repaired, StoreError> {
    let path = database(directory);
    if !path.exists() && !segments::any(directory)? {
        return Err(StoreError::NoStore(directory.into()));
    }
    let _lock = lock(directory)?;
    let files = Files::default();
    let old = salvage::open(directory);
    if let Some(Ok(Some(newer))) = old.as_ref().map(schema::version)
        && newer > schema::VERSION
    {
        return Err(StoreError::Newer(newer));
    }
    let identity = identity(directory, old.as_ref())?;
    let mut aside = Aside { files: files.clone(), directory: directory.into(), folder: None };
    for number in segments::list(directory)? {
        mend_segment(&files, directory, number, &identity, &mut aside)?;
    }
    let new = directory.join("dehusk.sqlite.new");
    for leftover in with_logs(&new) {
        remove_if_there(&files, &leftover)?;
    }
    let Rebuilt { articles, lost } =
        rebuild::rebuild(&new, directory, old.as_ref(), identity, progress)?;
    drop(old);
    for file in with_logs(&path) {
        if file.exists() {
            aside.copy(&file)?;
        }
    }
    // The log of the old database must never be played on the new one.
    let [_, log, index] = with_logs(&path);
    remove_if_there(&files, &log)?;
    remove_if_there(&files, &index)?;
    files.sync_folder(directory)?;
    files.rename(&new, &path)?;
    files.sync_folder(directory)?;
    Ok(Repaired { articles, lost, aside: aside.folder })
}

fn with_logs(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|end| PathBuf::from(format!("{}{end}", path.display())))
}

fn remove_if_there(files: &Files, path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        files.remove(path)?;
    }
    Ok(())
}

/// The identity that most files agree on; the database's own may be what is damaged. Where no file says any,
/// the store gets a new one.
fn identity(directory: &Path, old: Option<&rusqlite::Connection>) -> Result<Identity, StoreError> {
    let mut votes: Vec<Identity> = Vec::new();
    for number in segments::list(directory)? {
        votes.extend(Segment::open(&segments::path(directory, number))?.identity);
    }
    votes.extend(old.and_then(|old| meta::identity(old).ok()));
    let count = |identity: &Identity| votes.iter().filter(|vote| *vote == identity).count();
    let most = votes.iter().rev().max_by_key(|identity| count(identity));
    most.copied().map_or_else(meta::new_identity, Ok)
}

/// Writes a damaged segment again with what can be read of it.
fn mend_segment(
    files: &Files,
    directory: &Path,
    number: u32,
    identity: &Identity,
    aside: &mut Aside,
) -> Result<(), StoreError> {
    let path = segments::path(directory, number);
    let segment = Segment::open(&path)?;
    if !segment.checked || segment.length() == 0 {
        return Ok(());
    }
    if segment.identity.is_some_and(|other| other != *identity) {
        return aside.take(&path);
    }
    let mut damaged = segment.identity.is_none();
    for stretch in stretches(&segment) {
        damaged |= matches!(stretch?, Stretch::Bad(..));
    }
    if !damaged {
        return Ok(());
    }
    let part = path.with_extension("part");
    let mut file = files.open(&part)?;
    file.truncate(0)?;
    file.write_all(&frame::segment_header(identity))?;
    for stretch in stretches(&segment) {
        if let Stretch::Good(_, content, _) = stretch? {
            file.write_all(&frame::encode(&content)?)?;
        }
    }
    file.sync()?;
    aside.copy(&path)?;
    files.rename(&part, &path)?;
    Ok(files.sync_folder(&segments::folder(directory))?)
}

/// A folder for what is damaged, made when it is needed.
struct Aside {
    files: Files,
    directory: PathBuf,
    folder: Option<PathBuf>,
}

impl Aside {
    fn place(&mut self, path: &Path) -> Result<PathBuf, StoreError> {
        let folder = self.folder.get_or_insert_with(|| {
            let named = |ms: i64| self.directory.join(format!("damaged-{ms}"));
            let free = (now_ms()..).map(named).find(|folder| !folder.exists());
            free.unwrap_or_else(|| named(0))
        });
        self.files.make_private_folder(folder)?;
        Ok(folder.join(path.file_name().unwrap_or_default()))
    }

    /// Keeps a copy of a file whose place another one takes.
    fn copy(&mut self, path: &Path) -> Result<(), StoreError> {
        let place = self.place(path)?;
        std::fs::copy(path, &place)?;
        self.files.open(&place)?.sync()?;
        Ok(self.files.sync_folder(crate::files::folder_of(&place))?)
    }

    /// Moves a file away.
    fn take(&mut self, path: &Path) -> Result<(), StoreError> {
        let place = self.place(path)?;
        self.files.rename(path, &place)?;
        self.files.sync_folder(crate::files::folder_of(&place))?;
        Ok(self.files.sync_folder(crate::files::folder_of(path))?)
    }
}
