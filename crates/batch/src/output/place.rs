//! Where a corpus goes: a folder, or a place elsewhere.
//!
//! Names appear at once and whole. In a folder that is a rename behind a synchronised file; object stores have no other
//! way.

use super::WriteError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[cfg(feature = "remote")]
use crate::remote::RemoteAddress;

/// A place for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder.
    Folder(PathBuf),
    /// Objects below an address.
    #[cfg(feature = "remote")]
    Remote(RemoteAddress),
}

impl Place {
    /// What a name stands for.
    pub fn parse(name: &str) -> Result<Place, crate::read::InputError> {
        #[cfg(feature = "remote")]
        if name.contains("://") {
            return RemoteAddress::parse(name).map(Place::Remote);
        }
        #[cfg(not(feature = "remote"))]
        if name.contains("://") {
            return Err(crate::read::InputError::NoNetwork(name.into()));
        }
        Ok(Place::Folder(name.into()))
    }

    /// Puts a file or a folder that was written elsewhere on this machine under its name.
    pub(crate) fn publish(&self, written: &Path, name: &str) -> Result<(), WriteError> {
        let failed = |source| WriteError::Io { name: self.name_of(name), source };
        match self {
            Place::Folder(folder) => {
                let target = folder.join(name);
                if let Some(parent) = target.parent() {
                    fs::create_dir_all(parent).map_err(failed)?;
                }
                // A folder takes the place of an empty one only.
                if target.is_dir() {
                    fs::remove_dir_all(&target).map_err(failed)?;
                }
                fs::rename(written, &target).map_err(failed)?;
                sync_folder(&target).map_err(failed)
            }
            #[cfg(feature = "remote")]
            Place::Remote(address) => send(address, written, name).map_err(failed),
        }
    }

    /// Writes a small file under a name.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let failed = |source| WriteError::Io { name: self.name_of(name), source };
        match self {
            Place::Folder(folder) => replace(&folder.join(name), bytes).map_err(failed),
            #[cfg(feature = "remote")]
            Place::Remote(address) => address.join(name).write(bytes.to_vec()).map_err(failed),
        }
    }

    /// Reads a small file; none if it is not there.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, WriteError> {
        let failed = |source| WriteError::Io { name: self.name_of(name), source };
        let read = match self {
            Place::Folder(folder) => match fs::read(folder.join(name)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
            #[cfg(feature = "remote")]
            Place::Remote(address) => address.join(name).read(),
        };
        read.map_err(failed)
    }

    /// The names of what is there, sorted; of folders in it too if it is deep.
    pub(crate) fn names(&self, below: &str) -> Result<Vec<String>, WriteError> {
        let failed = |source| WriteError::Io { name: self.name_of(below), source };
        let names = match self {
            Place::Folder(folder) => names_in(&folder.join(below)),
            #[cfg(feature = "remote")]
            Place::Remote(address) => address.join(below).names(),
        };
        names.map_err(failed)
    }

    /// A name in messages.
    pub(crate) fn name_of(&self, name: &str) -> String {
        match self {
            Place::Folder(folder) => folder.join(name).display().to_string(),
            #[cfg(feature = "remote")]
            Place::Remote(address) => address.join(name).to_string(),
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            #[cfg(feature = "remote")]
            Place::Remote(address) => write!(f, "{address}"),
        }
    }
}

fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let beside = path.with_extension("tmp");
    let mut file = fs::File::create(&beside)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    sync_folder(path)
}

/// Makes a rename last: it is the folder that changed.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        #[cfg(unix)]
        Some(parent) => fs::File::open(parent)?.sync_all(),
        _ => Ok(()),
    }
}

#[cfg(feature = "remote")]
fn send(address: &RemoteAddress, written: &Path, name: &str) -> io::Result<()> {
    if !written.is_dir() {
        address.join(name).send(written)?;
        return fs::remove_file(written);
    }
    let mut paths: Vec<PathBuf> = fs::read_dir(written)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        address.join(name).join(&file).send(&path)?;
    }
    fs::remove_dir_all(written)
}
