//! Texts in files that only grow: frames of many texts each, compressed together.
//!
//! A frame is its length and that of its content, four bytes each, and a zstd frame with a checksum. A text
//! is found by the segment, the frame's offset and its place in the content.

use super::StoreError;
use rusqlite::{Connection, OptionalExtension};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Content of a frame before it is closed: large enough to compress well, small enough to read one text of.
const FRAME: usize = 128 << 10;
/// A segment that has grown to this is followed by the next.
const SEGMENT: u64 = 256 << 20;
/// Texts compress to about a third at any level; higher ones cost more than they save.
const LEVEL: i32 = 3;
const HEADER: usize = 8;

/// Where a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The segment's number.
    pub segment: u32,
    /// The offset of the frame.
    pub frame: u64,
    /// Where in its content the text begins.
    pub start: u32,
    /// How long it is.
    pub bytes: u32,
}

/// The end of what is committed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    segment: u32,
    length: u64,
}

/// The committed end by the database.
pub fn end(connection: &Connection) -> Result<End, StoreError> {
    let row = connection.query_row("SELECT segment, length FROM segments", [], |row| {
        Ok(End { segment: row.get(0)?, length: row.get::<_, i64>(1)?.cast_unsigned() })
    });
    Ok(row.optional()?.unwrap_or_default())
}

/// Notes the end in the database.
pub fn set_end(connection: &Connection, end: End) -> Result<(), StoreError> {
    let sql = "INSERT INTO segments VALUES (1, ?1, ?2)
               ON CONFLICT DO UPDATE SET segment = ?1, length = ?2";
    connection.prepare_cached(sql)?.execute((end.segment, end.length.cast_signed()))?;
    Ok(())
}

fn path(directory: &Path, segment: u32) -> PathBuf {
    directory.join("texts").join(format!("{segment:06}.seg"))
}

/// The end of the last segment, to write at.
#[derive(Debug)]
pub struct SegmentWriter {
    directory: PathBuf,
    file: File,
    end: End,
    content: Vec<u8>,
    dirty: bool,
}

impl SegmentWriter {
    /// Opens the segment that ends at `end` and cuts off what lies behind.
    pub fn open(directory: &Path, end: End) -> Result<SegmentWriter, StoreError> {
        std::fs::create_dir_all(directory.join("texts"))?;
        let file = open_at(directory, end)?;
        let content = Vec::new();
        Ok(SegmentWriter { directory: directory.into(), file, end, content, dirty: false })
    }

    /// Where the last frame ends.
    pub fn end(&self) -> End {
        self.end
    }

    /// Adds a text.
    pub fn add(&mut self, text: &[u8]) -> Result<Place, StoreError> {
        if self.content.len() >= FRAME {
            self.close_frame()?;
        }
        if self.end.length >= SEGMENT && self.content.is_empty() {
            self.file.sync_data()?;
            self.end = End { segment: self.end.segment + 1, length: 0 };
            self.file = open_at(&self.directory, self.end)?;
        }
        let too_long = |_| StoreError::Damaged("a text is longer than 4 GB".into());
        let place = Place {
            segment: self.end.segment,
            frame: self.end.length,
            start: u32::try_from(self.content.len()).map_err(too_long)?,
            bytes: u32::try_from(text.len()).map_err(too_long)?,
        };
        self.content.extend_from_slice(text);
        Ok(place)
    }

    fn close_frame(&mut self) -> Result<(), StoreError> {
        if self.content.is_empty() {
            return Ok(());
        }
        let packed = zstd::bulk::compress(&self.content, LEVEL)?;
        let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
        let frame = [&length(packed.len())[..], &length(self.content.len()), &packed].concat();
        self.file.write_all(&frame)?;
        self.end.length += frame.len() as u64;
        self.content.clear();
        self.dirty = true;
        Ok(())
    }

    /// Brings everything to the disk.
    pub fn sync(&mut self) -> Result<End, StoreError> {
        self.close_frame()?;
        if std::mem::take(&mut self.dirty) {
            self.file.sync_data()?;
        }
        Ok(self.end)
    }

    /// Forgets what was added since `end`.
    pub fn back_to(&mut self, end: End) -> Result<(), StoreError> {
        self.content.clear();
        self.file = open_at(&self.directory, end)?;
        self.end = end;
        Ok(())
    }
}

fn open_at(directory: &Path, end: End) -> io::Result<File> {
    let path = path(directory, end.segment);
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
    file.set_len(end.length)?;
    file.seek(SeekFrom::Start(end.length))?;
    // The name of a new file has to be on the disk too.
    File::open(path.parent().unwrap_or(directory))?.sync_all()?;
    Ok(file)
}

/// The frame read last, because its neighbours are asked for next.
type LastFrame = Option<((u32, u64), Arc<Vec<u8>>)>;

/// Reads texts.
#[derive(Debug)]
pub struct SegmentReader {
    directory: PathBuf,
    files: Mutex<(HashMap<u32, Arc<File>>, LastFrame)>,
}

impl SegmentReader {
    /// A reader of the segments of a directory.
    pub fn new(directory: &Path) -> SegmentReader {
        SegmentReader { directory: directory.into(), files: Mutex::default() }
    }

    /// The text at a place.
    pub fn text(&self, place: Place) -> Result<Vec<u8>, StoreError> {
        let content = self.frame(place.segment, place.frame)?;
        let start = place.start as usize;
        let text = content.get(start..start + place.bytes as usize);
        text.map(<[u8]>::to_vec).ok_or_else(|| damaged(place))
    }

    fn frame(&self, segment: u32, offset: u64) -> Result<Arc<Vec<u8>>, StoreError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, content)) = &files.1
            && *at == (segment, offset)
        {
            return Ok(content.clone());
        }
        let file = match files.0.get(&segment) {
            Some(file) => file.clone(),
            None => {
                let file = Arc::new(File::open(path(&self.directory, segment))?);
                files.0.insert(segment, file.clone());
                file
            }
        };
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, offset)?;
        let [a, b, c, d, e, f, g, h] = header;
        let (packed, plain) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let mut bytes = vec![0; packed as usize];
        file.read_exact_at(&mut bytes, offset + HEADER as u64)?;
        let content = Arc::new(zstd::bulk::decompress(&bytes, plain as usize)?);
        files.1 = Some(((segment, offset), content.clone()));
        Ok(content)
    }
}

fn damaged(place: Place) -> StoreError {
    StoreError::Damaged(format!("there is no text at {place:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn texts_are_found_again_and_what_was_not_committed_is_gone() {
        let folder = Folder::new();
        let mut writer = SegmentWriter::open(folder.path(), End::default()).unwrap();
        let texts: Vec<Vec<u8>> = (0..200).map(|n| vec![n as u8; 3000 + n]).collect();
        let places: Vec<Place> = texts.iter().map(|t| writer.add(t).unwrap()).collect();
        let end = writer.sync().unwrap();
        writer.add(b"never committed").unwrap();
        writer.sync().unwrap();
        drop(writer);
        let mut writer = SegmentWriter::open(folder.path(), end).unwrap();
        let next = writer.add(b"after").unwrap();
        writer.sync().unwrap();
        let reader = SegmentReader::new(folder.path());
        for (text, place) in texts.iter().zip(places) {
            assert_eq!(&reader.text(place).unwrap(), text);
        }
        assert_eq!(reader.text(next).unwrap(), b"after");
        assert!(reader.text(Place { start: 1 << 20, ..next }).is_err());
    }
}
