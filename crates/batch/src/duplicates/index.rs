//! The prints of earlier runs: a folder with a sorted file of each.
//!
//! A file has the prints of the documents that its run has kept. All are read from beginning to end beside the prints of
//! the run that is under way, so that a folder of any size takes no memory.

use super::grouping::{ENTRY, entry, number};
use super::prints::each;
use crate::sorter::Sorter;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Bits for the documents of a run.
const DOCUMENT_BITS: u32 = 44;
/// What a file begins with: what it is, and the version of its form.
const HEAD: &[u8; 8] = b"dhPrnt\x00\x01";

/// The files of earlier runs.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    files: Vec<PathBuf>,
}

impl Index {
    /// The files of a folder but for one, which is the run's own, from an earlier time that it got so far.
    pub fn open(folder: &Path, own: &str) -> io::Result<Index> {
        fs::create_dir_all(folder)?;
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_ours = path.extension().is_some_and(|ending| ending == "prints");
            if is_ours && path.file_stem().is_none_or(|name| name != own) {
                files.push(path);
            }
        }
        files.sort();
        Ok(Index { files })
    }

    /// Reads all of them side by side.
    pub fn reader(&self) -> io::Result<Reader> {
        let open = |(number, path): (usize, &PathBuf)| File1::open(path, number as u64);
        let files = self.files.iter().enumerate().map(open).collect::<io::Result<_>>()?;
        Ok(Reader { files })
    }
}

/// The prints of the documents that a run has kept.
pub(crate) struct IndexEntries {
    entries: Sorter,
    documents: u64,
}

impl IndexEntries {
    /// None yet. What does not fit into so many bytes goes to files in a folder.
    pub fn new(spill: &Path, budget: usize) -> IndexEntries {
        IndexEntries { entries: Sorter::new(spill, budget), documents: 0 }
    }

    /// Takes the prints of the next document in.
    pub fn push(&mut self, prints: &[u8]) -> io::Result<()> {
        for (tag, print) in each(prints) {
            self.entries.push(&entry(tag, &print, self.documents))?;
        }
        self.documents += 1;
        Ok(())
    }

    /// Writes them under the name of the run.
    pub fn write(self, folder: &Path, own: &str) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{own}.prints"));
        let beside = folder.join(format!("{own}.tmp"));
        let mut out = BufWriter::with_capacity(1 << 18, File::create(&beside)?);
        out.write_all(HEAD)?;
        let mut entries = self.entries.finish()?;
        while let Some(entry) = entries.next()? {
            out.write_all(entry)?;
        }
        out.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        fs::rename(beside, path)
    }
}

/// All files, read side by side.
pub struct Reader {
    files: Vec<File1>,
}

impl Reader {
    /// The first document that has a print; prints are asked for in their order.
    pub fn find(&mut self, print: &[u8; 17]) -> io::Result<Option<u64>> {
        let mut first = None;
        for file in &mut self.files {
            if let Some(document) = file.find(print)? {
                first = Some(first.map_or(document, |first: u64| first.min(document)));
            }
        }
        Ok(first)
    }
}

struct File1 {
    file: BufReader<File>,
    next: Option<[u8; ENTRY]>,
    number: u64,
}

impl File1 {
    fn open(path: &Path, number: u64) -> io::Result<File1> {
        let mut file = BufReader::with_capacity(1 << 18, File::open(path)?);
        let mut head = [0; HEAD.len()];
        file.read_exact(&mut head)?;
        if head != *HEAD {
            let what = format!("{} holds no prints of this version", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let mut file = File1 { file, next: None, number };
        file.advance()?;
        Ok(file)
    }

    fn advance(&mut self) -> io::Result<()> {
        let mut entry = [0; ENTRY];
        self.next = match self.file.read_exact(&mut entry) {
            Ok(()) => Some(entry),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => return Err(error),
        };
        Ok(())
    }

    fn find(&mut self, print: &[u8; 17]) -> io::Result<Option<u64>> {
        while let Some(entry) = self.next {
            match entry[..17].cmp(&print[..]) {
                std::cmp::Ordering::Less => self.advance()?,
                std::cmp::Ordering::Equal => {
                    let document = number(&entry[17..]) & ((1 << DOCUMENT_BITS) - 1);
                    return Ok(Some(self.number << DOCUMENT_BITS | document));
                }
                std::cmp::Ordering::Greater => return Ok(None),
            }
        }
        Ok(None)
    }
}
