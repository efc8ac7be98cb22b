//! Where importers put what they read: a corpus in our layout, built beside its final place.

use super::{ImportError, Imported, at};
use crate::corpus::{Problem, Record};
use flate2::{Compression, write::GzEncoder};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Ids become file names, and file systems end somewhere.
const LONGEST_ID: usize = 120;

/// A corpus in the making.
#[derive(Debug)]
pub struct Collector {
    target: PathBuf,
    folder: PathBuf,
    lines: BufWriter<File>,
    ids: HashSet<String>,
    problems: Vec<Problem>,
}

impl Collector {
    /// Starts a corpus that will be at `target`, which must not exist.
    pub(crate) fn create(target: &Path) -> Result<Collector, ImportError> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let folder = target.with_file_name(name);
        for path in [target, &folder] {
            // Also a link that leads nowhere is something.
            if path.symlink_metadata().is_ok() {
                return Err(ImportError::Exists(path.to_path_buf()));
            }
        }
        let html = folder.join("html");
        fs::create_dir_all(&html).map_err(at(&html))?;
        let path = folder.join("pages.jsonl");
        let lines = BufWriter::new(File::create(&path).map_err(at(&path))?);
        Ok(Collector {
            target: target.to_path_buf(),
            folder,
            lines,
            ids: HashSet::new(),
            problems: Vec::new(),
        })
    }

    /// Adds a page. Its id is made safe and unique, its host is taken from its address.
    pub fn add(&mut self, mut record: Record, page: &[u8]) -> Result<(), ImportError> {
        record.id = self.new_id(&record.id);
        record.host = record.host.or_else(|| host(record.url.as_deref()?));
        let path = self.folder.join("html").join(format!("{}.html.gz", record.id));
        write_page(&path, page).map_err(at(&path))?;
        let path = self.folder.join("pages.jsonl");
        serde_json::to_writer(&mut self.lines, &record).map_err(|e| at(&path)(e.into()))?;
        self.lines.write_all(b"\n").map_err(at(&path))
    }

    /// Names something that is wrong with the original.
    pub fn problem(&mut self, file: &Path, line: Option<usize>, what: impl ToString) {
        self.problems.push(Problem { file: file.to_path_buf(), line, what: what.to_string() });
    }

    /// Pages so far.
    pub(super) fn pages(&self) -> usize {
        self.ids.len()
    }

    /// Problems so far.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Moves the corpus to its place.
    pub(crate) fn finish(mut self) -> Result<Imported, ImportError> {
        self.lines.flush().map_err(at(&self.folder))?;
        fs::rename(&self.folder, &self.target).map_err(at(&self.target))?;
        Ok(Imported { pages: self.ids.len(), problems: self.problems })
    }

    /// Takes away what was written.
    pub(crate) fn discard(self) {
        // The error that led here is the one to report.
        let _ = fs::remove_dir_all(&self.folder);
    }

    fn new_id(&mut self, wanted: &str) -> String {
        let safe = safe_id(wanted);
        // Some file systems do not tell capitals apart.
        let mut free = |id: &str| self.ids.insert(id.to_lowercase());
        if free(&safe) {
            return safe;
        }
        let mut numbered = (2usize..).map(|n| format!("{safe}-{n}"));
        numbered.find(|id| free(id)).unwrap_or(safe)
    }
}

fn write_page(path: &Path, page: &[u8]) -> std::io::Result<()> {
    let mut encoder = GzEncoder::new(BufWriter::new(File::create(path)?), Compression::default());
    encoder.write_all(page)?;
    encoder.finish()?.flush()
}

/// The host of an address.
fn host(address: &str) -> Option<String> {
    Some(url::Url::parse(address).ok()?.host_str()?.to_string())
}

/// A name that is a file name on every system.
fn safe_id(wanted: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let mut id: String = wanted.trim().chars().map(safe).collect();
    let mut end = id.len().min(LONGEST_ID);
    while !id.is_char_boundary(end) {
        end -= 1;
    }
    id.truncate(end);
    if id.is_empty() || id.starts_with('.') {
        id.insert(0, '_');
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_file_names() {
        assert_eq!(safe_id("a/b\\c d"), "a_b_c_d");
        assert_eq!(safe_id("../../etc"), "_.._.._etc");
        assert_eq!(safe_id(""), "_");
        assert_eq!(safe_id(&"é".repeat(500)).len(), LONGEST_ID);
    }

    #[test]
    fn ids_that_meet_are_numbered() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("corpus");
        let mut collector = Collector::create(&target).expect("a folder");
        for id in ["a b", "a_b", "A/B"] {
            let url = Some("https://Example.org/x".into());
            let record = Record { id: id.into(), url, ..Record::default() };
            collector.add(record, b"<p>").expect("written");
        }
        collector.finish().expect("moved");
        let corpus = crate::corpus::Corpus::open(&target).expect("a corpus");
        let ids: Vec<&str> = corpus.records().iter().map(|r| r.id.as_str()).collect();
        assert_eq!(ids, ["a_b", "a_b-2", "A_B-3"]);
        assert_eq!(corpus.records()[0].host.as_deref(), Some("example.org"));
        fs::remove_dir_all(&target).expect("cleaned");
    }
}
