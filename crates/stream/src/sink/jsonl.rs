//! JSON lines, in a file that is followed by the next when it is full.
//!
//! Nothing lies beside the file that could say whose it is. Instead the store notes how long it is and the
//! hash of its last bytes. A file that is shorter or ends otherwise there is not the one this store left. What
//! lies behind that length is our own if it is the beginning of what is about to be written: a crash came
//! before it was noted. Only that is ever cut off, and it is written again at once.

use super::claim::resolved;
use super::error::at;
use super::{Delivery, Opening, Sink, SinkError, Taken};
use crate::files::{Files, OpenFile, folder_of};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// Bytes after which the next file begins.
pub const FULL: u64 = 256 << 20;
/// Bytes before the noted end by which a file is recognised.
const TAIL: usize = 4096;

/// Articles as JSON lines. The first file is the one that was named; `-2`, `-3` and so on are added to the
/// names of those that follow, where such a name is free.
#[derive(Debug)]
pub struct JsonLines {
    path: PathBuf,
    full: u64,
    append: bool,
    files: Files,
    current: Option<Current>,
}

/// The file that is written to, which is locked.
#[derive(Debug)]
struct Current {
    file: OpenFile,
    end: End,
}

/// How far a file is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    /// Which of the files.
    number: u32,
    /// Its length up to there.
    bytes: u64,
    /// Its last bytes before that. They are kept because a file that is locked cannot be read everywhere.
    tail: Vec<u8>,
}

/// What the store notes of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noted {
    number: u32,
    bytes: u64,
    hash: u64,
}

impl Noted {
    fn read(state: &str) -> Option<Noted> {
        let mut words = state.split(' ');
        let (number, bytes, hash) = (words.next()?, words.next()?, words.next()?);
        Some(Noted {
            number: number.parse().ok()?,
            bytes: bytes.parse().ok()?,
            hash: u64::from_str_radix(hash, 16).ok()?,
        })
    }
}

impl End {
    /// The end of a file at this length.
    fn of(path: &Path, number: u32, bytes: u64) -> Result<End, SinkError> {
        let from = bytes.saturating_sub(TAIL as u64);
        let tail = if bytes == 0 { Vec::new() } else { read_at(path, from, bytes - from)? };
        Ok(End { number, bytes, tail })
    }

    /// More was written.
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.tail.extend_from_slice(bytes);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL));
    }

    fn noted(&self) -> Noted {
        let hash = XxHash3_64::oneshot(&self.tail);
        Noted { number: self.number, bytes: self.bytes, hash }
    }

    fn state(&self) -> String {
        let Noted { number, bytes, hash } = self.noted();
        format!("{number} {bytes} {hash:016x}")
    }
}

fn read_at(path: &Path, from: u64, bytes: u64) -> Result<Vec<u8>, SinkError> {
    let mut file = File::open(path).map_err(at(path))?;
    let mut read = Vec::new();
    file.seek(SeekFrom::Start(from)).map_err(at(path))?;
    file.take(bytes).read_to_end(&mut read).map_err(at(path))?;
    Ok(read)
}

/// The length of a file; a file that is not there is empty.
fn length(path: &Path) -> Result<u64, SinkError> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(about.len()),
        Ok(_) => Err(SinkError::Unusable {
            place: path.display().to_string(),
            why: "this is a folder or a device: give --to the name of a file".into(),
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(at(path)(error)),
    }
}

fn lines_of(batch: &[Delivery]) -> Vec<u8> {
    let mut lines = Vec::new();
    for delivery in batch {
        lines.extend_from_slice(&delivery.record);
        lines.push(b'\n');
    }
    lines
}

/// Whether a file from some byte on holds the beginning of these lines and nothing else. Bytes that never came
/// to the disk before its power went can be zero.
fn is_beginning(path: &Path, from: u64, lines: &[u8]) -> Result<bool, SinkError> {
    let bytes = length(path)?.saturating_sub(from);
    if bytes > lines.len() as u64 {
        return Ok(false);
    }
    let there = if bytes == 0 { Vec::new() } else { read_at(path, from, bytes)? };
    Ok(there.iter().zip(lines).all(|(byte, line)| byte == line || *byte == 0))
}

impl JsonLines {
    /// Lines into this file, and the next when it has so many bytes.
    pub fn new(path: impl AsRef<Path>, full: u64) -> JsonLines {
        let path = resolved(path.as_ref());
        JsonLines { path, full, append: false, files: Files::default(), current: None }
    }

    /// Whether a file that this store did not write is added to.
    pub fn with_append(mut self, append: bool) -> JsonLines {
        self.append = append;
        self
    }

    /// Through these files.
    pub fn with_files(mut self, files: Files) -> JsonLines {
        self.files = files;
        self
    }

    fn path_of(&self, number: u32) -> PathBuf {
        if number <= 1 {
            return self.path.clone();
        }
        let part = |text: Option<&std::ffi::OsStr>| {
            text.unwrap_or_default().to_string_lossy().into_owned()
        };
        let (stem, extension) = (part(self.path.file_stem()), part(self.path.extension()));
        self.path.with_file_name(format!("{stem}-{number}.{extension}"))
    }

    /// Where to go on, if the place is our own, and how long the file is now.
    fn end(&self, noted: Option<Noted>, next: &[Delivery]) -> Result<(End, u64), SinkError> {
        let number = noted.map_or(1, |noted| noted.number);
        let path = self.path_of(number);
        let there = length(&path)?;
        // Nothing is there yet, or somebody took it away: it begins, or begins anew.
        let (Some(noted), true) = (noted, there > 0) else {
            return match there == 0 || self.append {
                true => Ok((End::of(&path, number, there)?, there)),
                false => Err(SinkError::not_ours(&path, "was not written by this data folder")),
            };
        };
        let left = End::of(&path, number, noted.bytes.min(there))?;
        let what = match left.noted() == noted {
            _ if there < noted.bytes => "is shorter than it was left",
            false => "is not as it was left",
            true if is_beginning(&path, noted.bytes, &lines_of(next))? => return Ok((left, there)),
            true => "was written to by somebody else",
        };
        match self.append {
            true => Ok((End::of(&path, number, there)?, there)),
            false => Err(SinkError::not_ours(&path, what)),
        }
    }

    /// Opens the file for writing at an end that was found to be right when it had this length.
    fn open_at(&mut self, mut end: End, length: u64) -> Result<&mut Current, SinkError> {
        let path = self.path_of(end.number);
        self.files.make_folder(folder_of(&path)).map_err(at(&path))?;
        let mut file = self.files.open(&path).map_err(at(&path))?;
        if !file.try_lock().map_err(at(&path))? {
            return Err(SinkError::InUse(path.display().to_string()));
        }
        if file.length().map_err(at(&path))? != length {
            return Err(written_to(&path));
        }
        if length > end.bytes {
            file.truncate(end.bytes).map_err(at(&path))?;
        }
        if end.tail.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(at(&path))?;
            end.add(b"\n");
        }
        file.sync().map_err(at(&path))?;
        self.files.sync_folder(folder_of(&path)).map_err(at(&path))?;
        Ok(self.current.insert(Current { file, end }))
    }

    /// The next file, under the first name that is free or holds only what a crash left of these lines.
    fn open_next(&mut self, full: u32, lines: &[u8]) -> Result<&mut Current, SinkError> {
        for number in full + 1.. {
            let path = self.path_of(number);
            if is_beginning(&path, 0, lines).unwrap_or(false) {
                let (end, there) = (End::of(&path, number, 0)?, length(&path)?);
                return self.open_at(end, there);
            }
        }
        Err(SinkError::failed(self.path.display(), "all names for the next file are taken"))
    }
}

fn written_to(path: &Path) -> SinkError {
    SinkError::failed(path.display(), "somebody else writes to this file")
}

impl Sink for JsonLines {
    fn name(&self) -> String {
        format!("jsonl:{}", self.path.display())
    }

    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError> {
        self.current = None;
        let noted = from.position.and_then(|position| Noted::read(&position.state));
        let (end, there) = self.end(noted, from.next)?;
        Ok(self.open_at(end, there)?.end.state())
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        let lines = lines_of(batch);
        let full = self.current.as_ref().filter(|current| current.end.bytes >= self.full);
        if let Some(number) = full.map(|current| current.end.number) {
            self.open_next(number, &lines)?;
        }
        let Some(Current { file, end }) = &mut self.current else {
            return Err(SinkError::failed(self.path.display(), "the file is not open"));
        };
        let path = file.path().to_path_buf();
        if !file.is_in_place().map_err(at(&path))? {
            return Err(SinkError::gone(&path));
        }
        if file.length().map_err(at(&path))? != end.bytes {
            return Err(written_to(&path));
        }
        file.write_all(&lines).and_then(|()| file.sync()).map_err(at(&path))?;
        // Lines in a file without a name are lost.
        if !file.is_in_place().map_err(at(&path))? {
            return Err(SinkError::gone(&path));
        }
        end.add(&lines);
        Ok(Taken { state: Some(end.state()), ..Taken::all(batch) })
    }
}

#[cfg(test)]
#[path = "jsonl_tests.rs"]
mod tests;
