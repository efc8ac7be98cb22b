//! A corpus: pages with what people marked as their main content.
//!
//! One folder a corpus: `html/ID.html.gz` holds a page's bytes as fetched, `pages.jsonl` a line a page.
//! A line that can not be read is a [`Problem`] with its place; the rest is read.

use crate::conventions::{self, Conventions};
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// What is known of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    /// Unique in its corpus; also the name of the page's file.
    pub id: String,
    /// Where it was fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The host of the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// When it was fetched, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Its language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// What kind of page it is.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The main text; empty where only snippets are known.
    pub gold: String,
    /// The main content as Markdown; empty where it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub markdown: String,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The date of publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Snippets that must be extracted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Snippets that must not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Blocks with a label: 0 not content, 1 headline, 2 full text, 3 supplemental, 4 related, 5 comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<(String, u8)>,
    /// Whether each medium of the page is content, in the page's order: pictures, films, frames and the like that are no
    /// decoration. Empty where nobody said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<bool>,
    /// It has no gold and needs none: it is there for algorithms that compare the pages of its site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub context: bool,
}

impl Record {
    /// When it was fetched or, failing that, published.
    pub fn day(&self) -> Option<&String> {
        self.date.as_ref().or(self.published.as_ref())
    }

    /// The part it falls into when pages are parted into so many, all of a host in the same.
    pub fn part(&self, count: usize) -> usize {
        let group = self.host.as_deref().unwrap_or(&self.id);
        let hash = fnv1a(group.as_bytes());
        // The low bits of this hash know little of the first letters.
        ((hash ^ hash >> 32) % count.max(1) as u64) as usize
    }

    /// One of two halves, which a page is in for good, whatever its part.
    pub fn half(&self) -> bool {
        let hash = fnv1a(self.id.as_bytes());
        (hash ^ hash >> 17 ^ hash >> 40) & 1 == 1
    }

    /// Whether there is anything to score a text by.
    fn has_gold(&self) -> bool {
        !(self.gold.is_empty() && self.with.is_empty() && self.without.is_empty())
    }
}

/// Something in a corpus that is not as it should be, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// The line in it, counted from 1, where it is about one.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file.display(), self.what),
            None => write!(f, "{}: {}", self.file.display(), self.what),
        }
    }
}

/// Why a corpus can not be read at all.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The folder has no list of pages.
    #[error("{path}: {source}; a corpus is a folder with pages.jsonl and html/")]
    NoPages {
        /// The file that was looked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder with the corpora can not be listed.
    #[error("{path}: {source}; give the folder that holds one folder a corpus")]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// One corpus. Pages are read when they are asked for.
#[derive(Clone, Debug)]
pub struct Corpus {
    name: String,
    folder: PathBuf,
    records: Vec<Record>,
    problems: Vec<Problem>,
    conventions: Option<Conventions>,
}

impl Corpus {
    /// Opens the corpus in a folder, which names it.
    pub fn open(folder: &Path) -> Result<Corpus, CorpusError> {
        let path = folder.join("pages.jsonl");
        let text = fs::read(&path)
            .map_err(|source| CorpusError::NoPages { path: path.clone(), source })?;
        let name = folder.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut corpus = Corpus {
            name,
            folder: folder.to_path_buf(),
            records: Vec::new(),
            problems: Vec::new(),
            conventions: None,
        };
        match Conventions::of(folder, &corpus.name) {
            Ok(conventions) => corpus.conventions = conventions,
            Err(what) => {
                let file = folder.join(conventions::FILE);
                corpus.problems.push(Problem { file, line: None, what });
            }
        }
        let mut seen = HashSet::new();
        for (index, line) in text.split(|&b| b == b'\n').enumerate() {
            corpus.read_line(&path, index + 1, line, &mut seen);
        }
        corpus.find_orphans();
        Ok(corpus)
    }

    fn read_line(&mut self, path: &Path, number: usize, line: &[u8], seen: &mut HashSet<String>) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let mut problem = |what: String| {
            self.problems.push(Problem { file: path.into(), line: Some(number), what })
        };
        let record: Record = match serde_json::from_slice(line) {
            Ok(record) => record,
            Err(error) => return problem(format!("not a record: {error}")),
        };
        if !is_file_name(&record.id) {
            return problem(format!("{:?} is no usable id", record.id));
        }
        if !seen.insert(record.id.clone()) {
            return problem(format!(
                "the id {:?} stands here a second time; the first is used",
                record.id
            ));
        }
        if !page_file(&self.folder, &record.id).is_file() {
            problem(format!("gold without a page: html/{}.html.gz is missing", record.id));
        } else if !record.has_gold() && !record.context {
            let id = &record.id;
            problem(format!("a page without gold: {id:?} has no text and no snippets to score by"));
        }
        self.records.push(record);
    }

    /// Pages that no line speaks of.
    fn find_orphans(&mut self) {
        let known: HashSet<&str> = self.records.iter().map(|r| r.id.as_str()).collect();
        let Ok(entries) = fs::read_dir(self.folder.join("html")) else { return };
        let mut orphans: Vec<PathBuf> = entries
            .flatten()
            .filter(|e| {
                e.file_name()
                    .to_str()
                    .and_then(|n| n.strip_suffix(".html.gz"))
                    .is_some_and(|id| !known.contains(id))
            })
            .map(|e| e.path())
            .collect();
        orphans.sort();
        self.problems.extend(orphans.into_iter().map(|file| Problem {
            file,
            line: None,
            what: "a page without gold: pages.jsonl has no such id".into(),
        }));
    }

    /// Opens every corpus in a folder, or the named ones, in the order of their names. A corpus that can
    /// not be opened is an error of its own beside the others.
    pub fn open_all(
        folder: &Path,
        names: &[String],
    ) -> Result<(Vec<Corpus>, Vec<CorpusError>), CorpusError> {
        let mut found: Vec<String> = names.to_vec();
        if found.is_empty() {
            let entries = fs::read_dir(folder)
                .map_err(|source| CorpusError::NoFolder { path: folder.to_path_buf(), source })?;
            found = entries
                .flatten()
                .filter(|e| e.path().is_dir())
                .map(|e| e.file_name().to_string_lossy().into_owned())
                .collect();
            found.sort();
        }
        let (mut corpora, mut errors) = (Vec::new(), Vec::new());
        for name in found {
            match Corpus::open(&folder.join(name)) {
                Ok(corpus) => corpora.push(corpus),
                Err(error) => errors.push(error),
            }
        }
        Ok((corpora, errors))
    }

    /// The corpus's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How its golds are cut, where that is known.
    pub fn conventions(&self) -> Option<&Conventions> {
        self.conventions.as_ref()
    }

    /// Its pages, in the order of the file.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What is wrong with it.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The bytes of a page as they were fetched.
    pub fn page(&self, id: &str) -> io::Result<Vec<u8>> {
        let file = fs::File::open(page_file(&self.folder, id))?;
        let mut bytes = Vec::new();
        flate2::read::MultiGzDecoder::new(io::BufReader::new(file)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// A digest of the gold and of every page's bytes as stored: the same corpus, the same digest.
    pub(crate) fn digest(&self) -> io::Result<String> {
        let mut hash = 0;
        // Each file is the seed of the next, so that their order counts too.
        let mut add = |bytes: &[u8]| hash = XxHash3_64::oneshot_with_seed(hash, bytes);
        add(&fs::read(self.folder.join("pages.jsonl"))?);
        for record in &self.records {
            match fs::read(page_file(&self.folder, &record.id)) {
                Ok(bytes) => add(&bytes),
                Err(error) if error.kind() == io::ErrorKind::NotFound => add(b"missing"),
                Err(error) => return Err(error),
            }
        }
        Ok(format!("{:016x}", hash))
    }
}

fn page_file(folder: &Path, id: &str) -> PathBuf {
    folder.join("html").join(format!("{id}.html.gz"))
}

/// Ids become file names: none may lead out of the folder.
fn is_file_name(id: &str) -> bool {
    !id.is_empty() && id.len() < 250 && id != "." && id != ".." && !id.contains(['/', '\\', '\0'])
}

/// A hash that stays the same for good: the parts of shipped models and published figures were made by it.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = FnvHasher::default();
    hash.write(bytes);
    hash.finish()
}
