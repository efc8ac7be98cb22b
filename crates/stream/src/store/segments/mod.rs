//! Texts in files that only grow: frames of many texts each, compressed together.
//!
//! A text is found by the segment, the frame's offset and its place in the content. Every frame is checked
//! when it is read, and holds enough to make the rows of the database again.

pub mod entry;
pub mod frame;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::SegmentReader;
pub use writer::SegmentWriter;

use super::StoreError;
use rusqlite::{Connection, OptionalExtension};
use std::path::{Path, PathBuf};

/// Where a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The segment's number.
    pub segment: u32,
    /// The offset of the frame.
    pub frame: u64,
    /// Where in its content the entry begins, or in an old segment the text itself.
    pub start: u32,
    /// How long the text is.
    pub bytes: u32,
}

impl Place {
    /// The place of an entry with a body, by where it was met.
    pub(super) fn of(segment: u32, frame: u64, start: usize, body: usize) -> Place {
        // What was read from a frame is no longer than a frame can be.
        let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Place { segment, frame, start: length(start), bytes: length(body) }
    }
}

/// The end of what is committed. A length of 0 is a segment that is not begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The last segment.
    pub segment: u32,
    /// Its length.
    pub length: u64,
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

/// The folder of the segments.
pub fn folder(directory: &Path) -> PathBuf {
    directory.join("texts")
}

/// The file of a segment.
pub fn path(directory: &Path, segment: u32) -> PathBuf {
    folder(directory).join(format!("{segment:06}.seg"))
}

/// The numbers of the segments that are there, in order.
pub fn list(directory: &Path) -> Result<Vec<u32>, StoreError> {
    let entries = match std::fs::read_dir(folder(directory)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_suffix(".seg"));
        numbers.extend(number.and_then(|number| number.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Whether there are texts.
pub fn any(directory: &Path) -> Result<bool, StoreError> {
    let has_bytes =
        |number: &u32| std::fs::metadata(path(directory, *number)).is_ok_and(|file| file.len() > 0);
    Ok(list(directory)?.iter().any(has_bytes))
}
