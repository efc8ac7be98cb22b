//! A file that is open for writing.

use super::{FileId, Files, Step};
use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open for writing at its end.
#[derive(Debug)]
pub struct OpenFile {
    file: File,
    path: PathBuf,
    files: Files,
}

impl OpenFile {
    pub(super) fn at_end(mut file: File, path: &Path, files: Files) -> io::Result<OpenFile> {
        file.seek(SeekFrom::End(0))?;
        Ok(OpenFile { file, path: path.into(), files })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Cuts off what lies behind a length and goes on writing there. A file that is shorter is not made
    /// longer: that is an error.
    pub fn truncate(&mut self, length: u64) -> io::Result<()> {
        if self.length()? < length {
            let short = format!("{} is shorter than {length} bytes", self.path.display());
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, short));
        }
        let file = &mut self.file;
        self.files.act(Step::Truncate(&self.path), || file.set_len(length))?;
        self.file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    /// Brings the content to the disk. The name of a new file needs [`Files::sync_folder`] too.
    pub fn sync(&self) -> io::Result<()> {
        let sync = || self.files.wait_for(|| self.file.sync_all());
        self.files.act(Step::Sync(&self.path), sync)
    }

    /// Whether its path still leads to it: nobody has moved it away, removed it, or put another in its place.
    pub fn is_in_place(&self) -> io::Result<bool> {
        match FileId::of(&self.path)? {
            Some(there) => Ok(there == FileId::from(&self.file.metadata()?)),
            None => Ok(false),
        }
    }

    /// Takes the file for this process for as long as it is open; false if another has it.
    pub fn try_lock(&self) -> io::Result<bool> {
        match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Write for OpenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = &mut self.file;
        self.files.act(Step::Write(&self.path), || file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
