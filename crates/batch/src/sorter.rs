//! Sorting more than fits into memory: runs that are sorted by themselves are written to disk and merged.
//!
//! Records are bytes, compared as bytes. Who wants an order of numbers writes them with the largest byte first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Runs that are merged at once: each has a file open and a buffer.
const MERGED: usize = 64;
/// Bytes of a run's buffer.
const BUFFER: usize = 128 << 10;

/// Takes records in any order.
///
/// ```
/// # use dehusk_batch::sorter::Sorter;
/// let mut sorter = Sorter::new(&std::env::temp_dir(), 1 << 20);
/// for word in ["tide", "quay", "ferry", "quay"] {
///     sorter.push(word.as_bytes())?;
/// }
/// let mut sorted = sorter.finish()?;
/// assert_eq!(sorted.next()?, Some(&b"ferry"[..]));
/// assert_eq!(sorted.next()?, Some(&b"quay"[..]));
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Sorter {
    folder: PathBuf,
    budget: usize,
    /// Records behind one another, and where each is.
    bytes: Vec<u8>,
    places: Vec<(u32, u32)>,
    runs: Vec<File>,
}

impl Sorter {
    /// A sorter that spills to files in a folder when its records take more bytes than this. The files have no names:
    /// they go when the sorter does.
    pub fn new(folder: &Path, budget: usize) -> Sorter {
        // Places are numbers of four bytes.
        let budget = budget.clamp(1 << 16, 1 << 31);
        Sorter {
            folder: folder.to_path_buf(),
            budget,
            bytes: Vec::new(),
            places: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Adds a record.
    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        let taken = self.bytes.len() + self.places.len() * size_of::<(u32, u32)>();
        if taken + record.len() > self.budget && !self.places.is_empty() {
            self.spill()?;
        }
        let length = u32::try_from(record.len()).map_err(io::Error::other)?;
        self.places.push((self.bytes.len() as u32, length));
        self.bytes.extend_from_slice(record);
        Ok(())
    }

    /// All records in their order.
    pub fn finish(mut self) -> io::Result<Sorted> {
        if self.runs.is_empty() {
            self.sort();
            return Ok(Sorted(Kind::Memory { bytes: self.bytes, places: self.places, next: 0 }));
        }
        self.spill()?;
        (self.bytes, self.places) = (Vec::new(), Vec::new());
        while self.runs.len() > MERGED {
            let some: Vec<File> = self.runs.drain(..MERGED).collect();
            let mut merge = Merge::new(some)?;
            let mut run = BufWriter::with_capacity(BUFFER, self.file()?);
            while let Some(record) = merge.next()? {
                write_record(&mut run, record)?;
            }
            self.runs.push(rewound(run)?);
        }
        Ok(Sorted(Kind::Disk(Merge::new(self.runs)?)))
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        let record = |&(at, length): &(u32, u32)| &bytes[at as usize..(at + length) as usize];
        self.places.sort_unstable_by(|one, other| record(one).cmp(record(other)));
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut run = BufWriter::with_capacity(BUFFER, self.file()?);
        for &(at, length) in &self.places {
            write_record(&mut run, &self.bytes[at as usize..(at + length) as usize])?;
        }
        self.runs.push(rewound(run)?);
        self.bytes.clear();
        self.places.clear();
        Ok(())
    }

    fn file(&self) -> io::Result<File> {
        std::fs::create_dir_all(&self.folder)?;
        tempfile::tempfile_in(&self.folder)
    }
}

fn rewound(run: BufWriter<File>) -> io::Result<File> {
    let mut file = run.into_inner().map_err(|error| error.into_error())?;
    file.rewind()?;
    Ok(file)
}

fn write_record(out: &mut impl Write, record: &[u8]) -> io::Result<()> {
    out.write_all(&(record.len() as u32).to_le_bytes())?;
    out.write_all(record)
}

/// Records in their order.
#[derive(Debug)]
pub struct Sorted(Kind);

#[derive(Debug)]
enum Kind {
    Memory { bytes: Vec<u8>, places: Vec<(u32, u32)>, next: usize },
    Disk(Merge),
}

impl Sorted {
    /// The next record; none at the end.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<&[u8]>> {
        match &mut self.0 {
            Kind::Memory { bytes, places, next } => {
                let place = places.get(*next).copied();
                *next += 1;
                Ok(place.map(|(at, length)| &bytes[at as usize..(at + length) as usize]))
            }
            Kind::Disk(merge) => merge.next(),
        }
    }
}

/// Runs that are read side by side.
#[derive(Debug)]
struct Merge {
    runs: Vec<BufReader<File>>,
    /// The next record of each run that has one, the least on top.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// The record that was given out last.
    last: Vec<u8>,
}

impl Merge {
    fn new(runs: Vec<File>) -> io::Result<Merge> {
        let runs: Vec<_> =
            runs.into_iter().map(|run| BufReader::with_capacity(BUFFER, run)).collect();
        let mut merge = Merge { runs, heads: BinaryHeap::new(), last: Vec::new() };
        for run in 0..merge.runs.len() {
            merge.advance(run, Vec::new())?;
        }
        Ok(merge)
    }

    fn advance(&mut self, run: usize, mut record: Vec<u8>) -> io::Result<()> {
        let mut length = [0; 4];
        match self.runs[run].read_exact(&mut length) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
        record.resize(u32::from_le_bytes(length) as usize, 0);
        self.runs[run].read_exact(&mut record)?;
        self.heads.push(Reverse((record, run)));
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let Some(Reverse((record, run))) = self.heads.pop() else { return Ok(None) };
        let room = std::mem::replace(&mut self.last, record);
        self.advance(run, room)?;
        Ok(Some(&self.last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(records: &[Vec<u8>], budget: usize) -> Vec<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let mut sorter = Sorter::new(folder.path(), budget);
        records.iter().for_each(|record| sorter.push(record).unwrap());
        let mut sorted = sorter.finish().unwrap();
        let mut all = Vec::new();
        while let Some(record) = sorted.next().unwrap() {
            all.push(record.to_vec());
        }
        all
    }

    #[test]
    fn the_order_does_not_depend_on_the_memory() {
        let mut random = fastrand::Rng::with_seed(7);
        let records: Vec<Vec<u8>> = (0..60_000)
            .map(|_| (0..random.usize(..40)).map(|_| random.u8(..4)).collect())
            .collect();
        let mut expected = records.clone();
        expected.sort();
        assert!(sorted(&records, 1 << 30) == expected, "in memory");
        assert!(sorted(&records, 1 << 16) == expected, "on disk, by runs of runs");
    }

    #[test]
    fn nothing_is_sorted_too() {
        assert!(sorted(&[], 0).is_empty());
        assert_eq!(sorted(&[vec![], vec![1], vec![]], 0), [vec![], vec![], vec![1]]);
    }
}
