//! Archives of crawls: WARC 1.0 and 1.1, ARC, and WET, plain or packed by gzip, zstd or LZ4.
//!
//! Records are framed by fastwarc, which is reached through this module alone, and gzip is inflated by libdeflate
//! where records are packed one by one. What fastwarc takes for the end of an archive is a damaged place here: reading
//! goes on at the next record, and what was lost is told.
//!
//! ```
//! use dehusk_batch::read::warc::Records;
//! use dehusk_batch::read::Source;
//! let file = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: https://ferry.example/\r\n\
//!     Content-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>Late.\r\n\r\n";
//! let mut records = Records::new(Source::from_reader(&file[..]), "a.warc")?;
//! let record = records.next().unwrap()?;
//! assert_eq!((record.url.as_deref(), record.offset), (Some("https://ferry.example/"), 0));
//! assert!(records.next().is_none());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod arc;
mod block;
mod gzip;
mod head;
mod http;
mod packing;
mod record;
#[cfg(test)]
mod tests;

pub use http::Http;
pub use record::{Cut, Record, RecordKind};

use super::source::Source;
use fastwarc::stream_io::traits::WarcRead;
use head::{Form, Start};
use packing::Packing;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The longest head of a record. It has to be longer than a buffer: fastwarc counts that against it.
const MAX_HEAD: usize = 2 << 20;
/// Bytes that an archive is known by.
const PEEK: usize = 4 << 10;
/// Bytes of a record that are read, unless told.
const MAX_BLOCK: usize = 64 << 20;

/// A place of an archive that can not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, byte {offset}: {what}")]
pub struct Damage {
    /// The file.
    pub file: Arc<str>,
    /// Where in it, counted as in [`Record::offset`].
    pub offset: u64,
    /// What is wrong.
    pub what: String,
    /// Whether the file can not be read at all from here on, though it may be another time.
    pub ends_input: bool,
}

/// The records of an archive. A damaged place is an error among them, and the records behind it follow.
pub struct Records {
    file: Arc<str>,
    packing: Packing,
    form: Form,
    /// None at the end.
    reader: Option<Box<dyn WarcRead>>,
    wanted: fn(RecordKind) -> bool,
    skipped: BTreeMap<RecordKind, u64>,
    max_block: usize,
    /// What was found and not yet told.
    found: VecDeque<Damage>,
    /// The frame that the last record began in, and whether frames hold more than a record.
    last_frame: Option<u64>,
    packed_as_a_whole: bool,
    can_seek: bool,
}

/// Why there are no records.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It can not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is no archive: give a WARC, WET or ARC file")]
    NotAnArchive,
}

impl Records {
    /// The records of a file.
    pub fn open(path: &Path) -> Result<Records, OpenError> {
        Records::new(Source::open(path)?, path.to_string_lossy())
    }

    /// The records of an archive, whose name they will carry.
    pub fn new(mut source: Source, file: impl Into<Arc<str>>) -> Result<Records, OpenError> {
        // A pipe may give few bytes at once, so enough of them are waited for.
        let head = source.peek(PEEK)?;
        let packing = Packing::of(&head);
        let can_seek = source.can_seek();
        let mut reader = packing.open(source, None);
        let unpacked = match packing {
            Packing::Plain => Ok(&head[..]),
            _ => reader.fill_buf(),
        };
        let form = match unpacked {
            Ok(head) => Form::of(head).ok_or(OpenError::NotAnArchive)?,
            // The first record is damaged; others may not be.
            Err(_) => Form::Warc,
        };
        Ok(Records {
            file: file.into(),
            packing,
            form,
            reader: Some(reader),
            wanted: |_| true,
            skipped: BTreeMap::new(),
            max_block: MAX_BLOCK,
            found: VecDeque::new(),
            last_frame: None,
            packed_as_a_whole: false,
            can_seek,
        })
    }

    /// Gives records of some kinds only; the others are counted.
    pub fn only(mut self, wanted: fn(RecordKind) -> bool) -> Records {
        self.wanted = wanted;
        self
    }

    /// Reads at most so many bytes of a record, 64 MB unless told.
    pub fn with_max_block(mut self, bytes: usize) -> Records {
        self.max_block = bytes;
        self
    }

    /// How many records of which kind were not wanted so far.
    pub fn skipped(&self) -> &BTreeMap<RecordKind, u64> {
        &self.skipped
    }

    /// Goes to the record at an offset, where a record was found before; false if the archive can not go there: it is
    /// packed as a whole, or a stream.
    pub fn go_to(&mut self, offset: u64) -> bool {
        if self.packed_as_a_whole || !self.can_seek {
            return false;
        }
        let Some(reader) = self.reader.take() else { return false };
        self.found.clear();
        self.last_frame = None;
        self.reader = self.packing.reopen(reader, offset);
        self.reader.is_some()
    }

    /// The next record, if the next thing is one that is wanted. What is wrong is noted.
    fn step(&mut self, mut reader: Box<dyn WarcRead>) -> Option<Record> {
        match self.form.start(&mut *reader) {
            Ok(Start::End) => self.end(&mut *reader),
            Ok(Start::Garbage) => self.skip_garbage(reader),
            Ok(Start::Record) => return self.record(reader),
            Err(error) => {
                let offset = self.place(&mut *reader);
                self.recover(reader, offset, error);
            }
        }
        None
    }

    /// Tells of a frame that breaks off before it gives anything.
    fn end(&mut self, reader: &mut dyn WarcRead) {
        let Ok(Some(frame)) = reader.frame_start_position() else { return };
        let bytes = reader.inner_stream_position().unwrap_or(frame).saturating_sub(frame);
        let is_piece = self.packing == Packing::Gzip && (1..packing::LEAST_GZIP).contains(&bytes);
        if is_piece && self.last_frame != Some(frame) {
            self.note(frame, "the file breaks off here");
        }
    }

    fn record(&mut self, mut reader: Box<dyn WarcRead>) -> Option<Record> {
        let offset = self.place(&mut *reader);
        let (mut reader, head) = match self.form.head(reader, MAX_HEAD) {
            (reader, Ok(head)) => (reader?, head),
            (reader, Err(error)) => {
                self.recover(reader?, offset, error);
                return None;
            }
        };
        let wanted = (self.wanted)(head.kind);
        if !wanted {
            *self.skipped.entry(head.kind).or_default() += 1;
        }
        // What nobody wants may have swallowed what somebody does, and only packing tells without looking.
        let is_looked_at = wanted || self.packing == Packing::Plain;
        let most = if is_looked_at { self.max_block } else { 0 };
        let read = block::read(&mut *reader, head.length, most, self.packing, self.form);
        // Where nothing follows a head, the head itself may be a piece of one, and what it says is not to be relied on.
        let is_piece = wanted && read.block.is_empty() && head.length != Some(0);
        if read.error.is_none() && is_piece {
            self.note(offset, "the record breaks off in its head or right behind it");
        } else if read.error.is_none() && read.cut == Some(Cut::Missing) {
            self.note(offset, "the record is shorter than it says");
        }
        let cut = head.truncated.map(Cut::Crawler).or(read.cut);
        match read.error {
            Some(error) => self.recover(reader, offset, error),
            None => self.reader = Some(reader),
        }
        (wanted && !is_piece).then(|| Record {
            kind: head.kind,
            id: head.id,
            url: head.url,
            date: head.date,
            headers: head.headers,
            block: read.block,
            cut,
            file: self.file.clone(),
            offset,
        })
    }

    /// Where a record begins that is about to be read.
    fn place(&mut self, reader: &mut dyn WarcRead) -> u64 {
        let unpacked = reader.stream_position().unwrap_or_default();
        let Ok(Some(frame)) = reader.frame_start_position() else { return unpacked };
        self.packed_as_a_whole |= self.last_frame == Some(frame);
        self.last_frame = Some(frame);
        if self.packed_as_a_whole { unpacked } else { frame }
    }

    fn skip_garbage(&mut self, mut reader: Box<dyn WarcRead>) {
        let offset = reader.stream_position().unwrap_or_default();
        match self.form.skip_garbage(&mut *reader) {
            Ok(bytes) => {
                self.note(offset, &format!("{bytes} bytes are no record and were skipped"));
                self.reader = Some(reader);
            }
            Err(error) => self.recover(reader, offset, error),
        }
    }

    /// Goes on behind a damaged place.
    fn recover(&mut self, reader: Box<dyn WarcRead>, offset: u64, error: io::Error) {
        let form = self.form;
        match self.packing.resume(reader, |bytes| form.begins(bytes)) {
            Ok(reader) => {
                let rest = if reader.is_some() { "" } else { "; nothing behind it can be read" };
                self.note(offset, &format!("damaged: {error}{rest}"));
                self.last_frame = None;
                self.reader = reader;
            }
            Err(failure) => {
                self.note(offset, &format!("can not be read on: {failure}"));
                self.found.iter_mut().last().into_iter().for_each(|d| d.ends_input = true);
            }
        }
    }

    fn note(&mut self, offset: u64, what: &str) {
        let (file, what) = (self.file.clone(), what.to_string());
        self.found.push_back(Damage { file, offset, what, ends_input: false });
    }
}

impl Iterator for Records {
    type Item = Result<Record, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(damage) = self.found.pop_front() {
                return Some(Err(damage));
            }
            let reader = self.reader.take()?;
            if let Some(record) = self.step(reader) {
                return Some(Ok(record));
            }
        }
    }
}

impl std::fmt::Debug for Records {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Records").field("file", &self.file).field("packing", &self.packing).finish()
    }
}
