//! Where bytes are: standard input, a file, or somewhere else.

use super::error::InputError;
use super::input::Input;
use super::source::Source;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

#[cfg(feature = "remote")]
use crate::remote::RemoteAddress;

/// A place to read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// Standard input.
    Stdin,
    /// Standard input, of which a copy is kept in a file.
    StdinKept(PathBuf),
    /// A file.
    File(PathBuf),
    /// An object of a store.
    #[cfg(feature = "remote")]
    Remote(RemoteAddress),
}

/// A stream of which a copy is kept.
struct Kept<R> {
    reader: R,
    copy: File,
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.copy.write_all(&into[..read])?;
        Ok(read)
    }
}

/// A name with a scheme: an object, a folder of objects, or a pattern of their names.
pub struct RemoteName(
    #[cfg(feature = "remote")] RemoteAddress,
    #[cfg(not(feature = "remote"))] String,
);

impl Location {
    /// What a name with a scheme stands for; none for other names.
    pub fn remote(name: &str) -> Option<Result<RemoteName, InputError>> {
        let (scheme, _) = name.split_once("://")?;
        if scheme.is_empty() || !scheme.chars().all(|c| c.is_ascii_alphanumeric()) {
            return None;
        }
        #[cfg(feature = "remote")]
        return Some(RemoteAddress::parse(name).map(RemoteName));
        #[cfg(not(feature = "remote"))]
        Some(Err(InputError::NoNetwork(name.into())))
    }

    /// The bytes from the beginning.
    pub fn open(&self) -> io::Result<Source> {
        match self {
            Location::Stdin => Ok(Source::from_reader(io::stdin())),
            Location::StdinKept(path) => {
                let copy = File::create(path)?;
                Ok(Source::from_reader(Kept { reader: io::stdin(), copy }))
            }
            Location::File(path) => Source::open(path),
            #[cfg(feature = "remote")]
            Location::Remote(address) => Ok(Source::from_reader(address.open()?)),
        }
    }
}

impl RemoteName {
    /// The objects it stands for.
    pub fn list(&self) -> Result<Vec<Input>, InputError> {
        #[cfg(feature = "remote")]
        return self.0.list();
        #[cfg(not(feature = "remote"))]
        Err(InputError::NoNetwork(self.0.clone()))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Stdin | Location::StdinKept(_) => f.write_str("-"),
            Location::File(path) => write!(f, "{}", path.display()),
            #[cfg(feature = "remote")]
            Location::Remote(address) => write!(f, "{address}"),
        }
    }
}
