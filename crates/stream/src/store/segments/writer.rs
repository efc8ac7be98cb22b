//! Writes texts.

use super::entry::{self, Entry};
use super::frame::{self, Identity, SEGMENT_HEADER};
use super::{End, Place, folder, path};
use crate::files::{Files, OpenFile};
use crate::store::StoreError;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Content of a frame before it is closed: large enough to compress well, small enough to read one text of.
const FRAME: usize = 128 << 10;
/// A segment that has grown to this is followed by the next. Old articles go by whole segments.
const SEGMENT: u64 = 32 << 20;
/// Notes that wait for a text to be written with.
const NOTES: usize = 1000;

/// The end of the last segment, to write at.
#[derive(Debug)]
pub struct SegmentWriter {
    files: Files,
    directory: PathBuf,
    identity: Identity,
    /// None while the segment is not begun.
    file: Option<OpenFile>,
    end: End,
    content: Vec<u8>,
    /// What is to be known if the database is lost, and need not be on the disk at once.
    notes: Vec<Entry>,
    dirty: bool,
    /// The files could not be brought back to where they were: nothing may be written behind what is there.
    broken: bool,
}

impl SegmentWriter {
    /// Opens the segment that ends at `end` and cuts off what lies behind.
    pub fn open(
        files: Files,
        directory: &Path,
        identity: Identity,
        end: End,
    ) -> Result<SegmentWriter, StoreError> {
        files.make_private_folder(&folder(directory))?;
        let mut writer = SegmentWriter {
            files,
            directory: directory.into(),
            identity,
            file: None,
            end,
            content: Vec::new(),
            notes: Vec::new(),
            dirty: false,
            broken: false,
        };
        writer.file = writer.open_at(end)?;
        Ok(writer)
    }

    fn open_at(&self, end: End) -> Result<Option<OpenFile>, StoreError> {
        if end.length == 0 {
            return Ok(None);
        }
        let path = path(&self.directory, end.segment);
        let there = std::fs::metadata(&path).map_or(0, |file| file.len());
        if there < end.length {
            let what = format!("{there} bytes are there of {} that were written", end.length);
            return Err(StoreError::Unsound { file: path, what });
        }
        let mut file = self.files.open(&path)?;
        if there > end.length {
            file.truncate(end.length)?;
            file.sync()?;
        }
        Ok(Some(file))
    }

    /// Where the last frame ends.
    pub fn end(&self) -> End {
        self.end
    }

    /// Adds an entry and its body.
    pub fn add(&mut self, entry: &Entry, body: &[u8]) -> Result<Place, StoreError> {
        if self.content.len() >= FRAME {
            self.close_frame()?;
        }
        if self.end.length >= SEGMENT && self.content.is_empty() {
            self.next_segment()?;
        }
        if self.file.is_none() {
            self.begin_segment()?;
        }
        let length = |n: usize| u32::try_from(n).map_err(std::io::Error::other);
        let place = Place {
            segment: self.end.segment,
            frame: self.end.length,
            start: length(self.content.len())?,
            bytes: length(body.len())?,
        };
        entry::write(&mut self.content, entry, body)?;
        Ok(place)
    }

    /// Adds an entry that can wait until there is a text to write with it.
    pub fn note(&mut self, note: Entry) {
        match (self.notes.last_mut(), note) {
            (Some(Entry::Done(hashes)), Entry::Done(more)) => hashes.extend(more),
            (_, note) => self.notes.push(note),
        }
    }

    /// The next segment is written to from now on.
    pub fn next_segment(&mut self) -> Result<(), StoreError> {
        self.sync()?;
        self.end = End { segment: self.end.segment + 1, length: 0 };
        self.file = None;
        Ok(())
    }

    fn begin_segment(&mut self) -> Result<(), StoreError> {
        let mut file = self.files.open(&path(&self.directory, self.end.segment))?;
        // What was left by somebody who was cut short was never acknowledged.
        file.truncate(0)?;
        file.write_all(&frame::segment_header(&self.identity))?;
        // The name of a new file has to be on the disk too.
        self.files.sync_folder(&folder(&self.directory))?;
        self.end.length = SEGMENT_HEADER;
        self.file = Some(file);
        self.dirty = true;
        Ok(())
    }

    fn close_frame(&mut self) -> Result<(), StoreError> {
        if self.broken {
            let what = "what failed before could not be taken back".to_string();
            return Err(StoreError::Unsound {
                file: path(&self.directory, self.end.segment),
                what,
            });
        }
        let Some(file) = self.file.as_mut().filter(|_| !self.content.is_empty()) else {
            return Ok(());
        };
        let frame = frame::encode(&self.content)?;
        // A write that fails may have written a part.
        self.dirty = true;
        file.write_all(&frame)?;
        self.end.length += frame.len() as u64;
        self.content.clear();
        Ok(())
    }

    /// Writes the notes too, though there is no text.
    pub fn write_notes(&mut self) -> Result<(), StoreError> {
        for note in std::mem::take(&mut self.notes) {
            self.add(&note, &[])?;
        }
        Ok(())
    }

    /// Brings everything to the disk.
    pub fn sync(&mut self) -> Result<End, StoreError> {
        if !self.content.is_empty() || self.notes.len() >= NOTES {
            self.write_notes()?;
        }
        self.close_frame()?;
        if let Some(file) = self.file.as_ref().filter(|_| self.dirty) {
            file.sync()?;
            self.dirty = false;
        }
        Ok(self.end)
    }

    /// Forgets what was added since `end`.
    pub fn back_to(&mut self, end: End) -> Result<(), StoreError> {
        self.content.clear();
        self.notes.clear();
        if self.end == end && !self.dirty {
            return Ok(());
        }
        self.broken = true;
        self.file = self.open_at(end)?;
        // Whatever is found behind the end when the store is opened is taken for part of it.
        let first = end.segment + u32::from(end.length > 0);
        for begun in (first..=self.end.segment).map(|number| path(&self.directory, number)) {
            if begun.exists() {
                self.files.remove(&begun)?;
                self.files.sync_folder(&folder(&self.directory))?;
            }
        }
        (self.end, self.dirty, self.broken) = (end, false, false);
        Ok(())
    }

    /// Writes nothing any more.
    pub fn give_up(&mut self) {
        self.broken = true;
        self.notes.clear();
    }

    /// Whether notes wait to be written.
    pub fn has_notes(&self) -> bool {
        !self.notes.is_empty()
    }
}
