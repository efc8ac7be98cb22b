//! What was found, as a file that is read beside the rows.

use super::prints::Tag;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of a record.
const RECORD: usize = 25;
/// Documents of this run are numbered from here on; smaller numbers are of earlier runs.
pub const CURRENT: u64 = 1 << 63;
/// Bits for the rows of a unit.
const ROW_BITS: u32 = 40;

/// The number of a row.
pub(crate) fn number_of(unit: usize, row: u64) -> u64 {
    CURRENT | (unit as u64) << ROW_BITS | row
}

/// What is known of a document that is not alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub document: u64,
    /// The first of its group.
    pub first: u64,
    /// How it is the same; none for the first.
    pub tag: Option<Tag>,
    /// How many there are in this run and the first.
    pub size: u64,
}

impl Group {
    pub fn write(&self) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        record[..8].copy_from_slice(&self.document.to_be_bytes());
        record[8..16].copy_from_slice(&self.first.to_be_bytes());
        record[16] = self.tag.map_or(u8::MAX, |tag| tag as u8);
        record[17..].copy_from_slice(&self.size.to_be_bytes());
        record
    }

    pub fn read(record: &[u8]) -> Group {
        let number = |at: usize| super::grouping::number(record.get(at..).unwrap_or_default());
        let tag = record.get(16).copied().filter(|tag| *tag != u8::MAX);
        Group { document: number(0), first: number(8), tag: tag.map(Tag::of), size: number(17) }
    }

    /// The name of the group: where its first document stands.
    pub fn name(&self) -> String {
        match self.first >= CURRENT {
            true => {
                let number = self.first & !CURRENT;
                format!("{:05}-{}", number >> ROW_BITS, number & ((1 << ROW_BITS) - 1))
            }
            false => format!("earlier-{:x}", self.first),
        }
    }
}

/// Writes the file.
pub struct GroupsWriter {
    out: BufWriter<File>,
    path: PathBuf,
}

impl GroupsWriter {
    pub fn create(path: &Path) -> io::Result<GroupsWriter> {
        let out = BufWriter::with_capacity(1 << 18, File::create(path.with_extension("tmp"))?);
        Ok(GroupsWriter { out, path: path.to_path_buf() })
    }

    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        // What is of an earlier run is nobody's row.
        match Group::read(record).document >= CURRENT {
            true => self.out.write_all(record),
            false => Ok(()),
        }
    }

    pub fn finish(self) -> io::Result<Groups> {
        let file = self.out.into_inner().map_err(|error| error.into_error())?;
        file.sync_all()?;
        std::fs::rename(self.path.with_extension("tmp"), &self.path)?;
        Ok(Groups { path: self.path })
    }
}

/// The groups of a run.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    path: PathBuf,
}

impl Groups {
    /// Those that were found before; none if they were not.
    pub fn open(path: &Path) -> Option<Groups> {
        path.is_file().then(|| Groups { path: path.to_path_buf() })
    }

    /// What is known of the rows of a unit, in their order.
    pub fn of_unit(&self, unit: usize) -> io::Result<GroupsOfUnit> {
        let mut file = File::open(&self.path)?;
        let (mut low, mut high) = (0, file.metadata()?.len() / RECORD as u64);
        while low < high {
            let middle = (low + high) / 2;
            file.seek(SeekFrom::Start(middle * RECORD as u64))?;
            let mut record = [0; RECORD];
            file.read_exact(&mut record)?;
            match Group::read(&record).document < number_of(unit, 0) {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        file.seek(SeekFrom::Start(low * RECORD as u64))?;
        let mut groups = GroupsOfUnit { file: BufReader::new(file), next: None, unit, row: 0 };
        groups.advance()?;
        Ok(groups)
    }
}

impl Groups {
    /// What is known of the rows of a unit: as it was left, if it was the unit of the row before.
    pub fn next_of(
        &self,
        before: Option<GroupsOfUnit>,
        unit: usize,
    ) -> io::Result<Option<GroupsOfUnit>> {
        match before.filter(|before| before.unit == unit) {
            Some(same) => Ok(Some(same)),
            None => self.of_unit(unit).map(Some),
        }
    }
}

/// What is known of the rows of a unit.
pub(crate) struct GroupsOfUnit {
    file: BufReader<File>,
    next: Option<Group>,
    unit: usize,
    row: u64,
}

impl GroupsOfUnit {
    fn advance(&mut self) -> io::Result<()> {
        let mut record = [0; RECORD];
        self.next = match self.file.read_exact(&mut record) {
            Ok(()) => Some(Group::read(&record)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error),
        };
        Ok(())
    }

    /// What is known of the next row; none if it is alone.
    pub fn next_row(&mut self) -> io::Result<Option<Group>> {
        let number = number_of(self.unit, self.row);
        self.row += 1;
        while self.next.is_some_and(|group| group.document < number) {
            self.advance()?;
        }
        Ok(self.next.filter(|group| group.document == number))
    }
}
