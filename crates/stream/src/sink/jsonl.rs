//! JSON lines, in a file that is followed by the next when it is full.

use super::{Delivery, Sink, SinkError, at};
use crate::store::Position;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes after which the next file begins.
pub const FULL: u64 = 256 << 20;

/// Articles as JSON lines. The first file is the one that was named; `-2`, `-3` and so on are added to the
/// names of those that follow.
#[derive(Debug)]
pub struct JsonLines {
    path: PathBuf,
    full: u64,
    number: u32,
    bytes: u64,
    file: Option<File>,
}

impl JsonLines {
    /// Lines into this file, and the next when it has so many bytes.
    pub fn new(path: impl Into<PathBuf>, full: u64) -> JsonLines {
        JsonLines { path: path.into(), full, number: 1, bytes: 0, file: None }
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

    /// Opens a file at its noted length; what lies behind it was never acknowledged.
    fn open_file(&mut self) -> Result<(), SinkError> {
        let path = self.path_of(self.number);
        make_parent(&path)?;
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let mut file = opened.map_err(at(path.display()))?;
        let there = file.metadata().map_err(at(path.display()))?.len();
        // A file somebody took away begins anew instead of with a hole.
        self.bytes = self.bytes.min(there);
        file.set_len(self.bytes).map_err(at(path.display()))?;
        file.seek(SeekFrom::Start(self.bytes)).map_err(at(path.display()))?;
        self.file = Some(file);
        Ok(())
    }
}

/// Makes the folder of a file.
pub(super) fn make_parent(path: &Path) -> Result<(), SinkError> {
    match path.parent() {
        Some(folder) => std::fs::create_dir_all(folder).map_err(at(folder.display())),
        None => Ok(()),
    }
}

impl Sink for JsonLines {
    fn name(&self) -> String {
        format!("jsonl:{}", self.path.display())
    }

    fn open(&mut self, position: &Position) -> Result<(), SinkError> {
        let mut words = position.state.split(' ').map(str::parse);
        self.number = words.next().and_then(Result::ok).unwrap_or(1) as u32;
        self.bytes = words.next().and_then(Result::ok).unwrap_or(0);
        for later in self.number + 1.. {
            if std::fs::remove_file(self.path_of(later)).is_err() {
                break;
            }
        }
        self.open_file()
    }

    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError> {
        if self.bytes >= self.full {
            self.number += 1;
            self.bytes = 0;
            self.open_file()?;
        }
        let mut lines = Vec::new();
        for delivery in batch {
            lines.extend_from_slice(&delivery.record);
            lines.push(b'\n');
        }
        let path = self.path.display().to_string();
        let Some(file) = &mut self.file else {
            return Err(SinkError(format!("{path} is not open")));
        };
        file.write_all(&lines).and_then(|()| file.sync_data()).map_err(at(path))?;
        self.bytes += lines.len() as u64;
        Ok(Some(format!("{} {}", self.number, self.bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    fn deliveries(numbers: std::ops::Range<i64>) -> Vec<Delivery> {
        let delivery = |seq: i64| Delivery {
            seq,
            key: seq.to_string(),
            title: None,
            record: format!("{{\"n\":{seq}}}").into_bytes(),
        };
        numbers.map(delivery).collect()
    }

    #[test]
    fn lines_that_were_not_acknowledged_are_cut_off() {
        let folder = Folder::new();
        let path = folder.path().join("out.jsonl");
        let mut sink = JsonLines::new(&path, FULL);
        sink.open(&Position::default()).unwrap();
        let state = sink.deliver(&deliveries(0..3)).unwrap().unwrap();
        sink.deliver(&deliveries(3..5)).unwrap();
        sink.open(&Position { seq: 2, state }).unwrap();
        sink.deliver(&deliveries(3..4)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");
    }

    #[test]
    fn full_files_are_followed_by_the_next() {
        let folder = Folder::new();
        let path = folder.path().join("out.jsonl");
        let mut sink = JsonLines::new(&path, 10);
        sink.open(&Position::default()).unwrap();
        let first = sink.deliver(&deliveries(0..2)).unwrap().unwrap();
        let second = sink.deliver(&deliveries(2..3)).unwrap().unwrap();
        assert_eq!((first.as_str(), second.as_str()), ("1 16", "2 8"));
        assert!(folder.path().join("out-2.jsonl").exists());
        sink.open(&Position { seq: 1, state: first }).unwrap();
        assert!(!folder.path().join("out-2.jsonl").exists());
    }
}
