//! What the pages of a crawl show of their sites, learned before any of them is judged by it.
//!
//! Every page was extracted by itself, and with its row goes what a memory wants to know of it. All of that is sorted by
//! site and played, a site after the other, in the order of the crawl: so a memory depends on nothing but the pages, and
//! one site is held at a time.

use super::error::RunError;
use crate::duplicates::number_of;
use crate::sorter::{Sorted, Sorter};
use dehusk_site::Observation;
use dehusk_site::store::{SiteStore, StoreOptions};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// Documents a site must have shown, the page itself included, before a memory has a say.
const LEAST_PAGES: u64 = 6;
/// Bytes of memory for sorting observations.
const BUDGET: usize = 256 << 20;
/// Observations that come to disk together.
const TOGETHER: usize = 1000;
/// Bytes of memories that a thread holds.
const HELD: usize = 24 << 20;

/// The sites of a run.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    file: PathBuf,
    /// Those that have shown enough, by the hashes of their names.
    known: HashSet<u64>,
}

/// Collects what pages show.
pub(crate) struct Lessons {
    sorter: Sorter,
}

/// The hash of a site's name.
pub(crate) fn site_hash(domain: &str) -> u64 {
    XxHash3_64::oneshot(domain.as_bytes())
}

/// What is kept of a page with its row: the hash of its site, then what it shows.
pub(crate) fn lesson(observation: &Observation) -> Vec<u8> {
    let mut bytes = site_hash(observation.key().domain()).to_be_bytes().to_vec();
    bytes.extend(observation.encode());
    bytes
}

/// The site of a lesson.
pub(crate) fn site_of(lesson: &[u8]) -> Option<u64> {
    lesson.first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
}

impl Lessons {
    /// None yet; what does not fit goes to files in a folder.
    pub fn new(spill: &Path) -> Lessons {
        Lessons { sorter: Sorter::new(spill, BUDGET) }
    }

    /// Takes in what a row shows.
    pub fn push(&mut self, unit: usize, row: u64, lesson: &[u8]) -> io::Result<()> {
        let Some((site, shown)) = lesson.split_first_chunk::<8>() else { return Ok(()) };
        let number = number_of(unit, row).to_be_bytes();
        self.sorter.push(&[&site[..], &number, shown].concat())
    }

    /// Learns everything, beginning with what a file knows, into a file of its own.
    pub fn learn(self, known: Option<&Path>, file: &Path) -> Result<(), RunError> {
        let learned = file.with_extension("tmp");
        remove(&learned).map_err(RunError::Compare)?;
        {
            let mut into = SiteStore::open(&learned, StoreOptions::default())?;
            let mut known =
                known.map(|path| SiteStore::open(path, StoreOptions::default())).transpose()?;
            let mut lessons = self.sorter.finish().map_err(RunError::Compare)?;
            let mut together: Vec<Observation> = Vec::new();
            let mut site = None;
            while let Some(seen) = next(&mut lessons).map_err(RunError::Compare)? {
                let domain = seen.key().domain();
                if site.as_deref() != Some(domain) {
                    into.observe_all(&together)?;
                    together.clear();
                    if let Some(known) = &mut known
                        && let Some(memory) = known.memory(domain)?
                    {
                        into.import(domain, memory.clone())?;
                    }
                    site = Some(domain.to_string());
                }
                together.push(seen);
                if together.len() >= TOGETHER {
                    into.observe_all(&together)?;
                    together.clear();
                }
            }
            into.observe_all(&together)?;
        }
        std::fs::rename(&learned, file).map_err(RunError::Compare)?;
        Ok(())
    }
}

/// The next thing that was seen; what can not be read is passed over.
fn next(lessons: &mut Sorted) -> io::Result<Option<Observation>> {
    while let Some(record) = lessons.next()? {
        if let Some(seen) = record.get(16..).and_then(|bytes| Observation::decode(bytes).ok()) {
            return Ok(Some(seen));
        }
    }
    Ok(None)
}

/// Removes a database with what SQLite has beside it.
fn remove(file: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_os_string();
        name.push(ending);
        match std::fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

impl Remembered {
    /// What was learned.
    pub fn open(file: &Path) -> Result<Remembered, RunError> {
        let store = SiteStore::open(file, StoreOptions::default())?;
        let enough = store.sites()?.into_iter().filter(|site| site.observed >= LEAST_PAGES);
        let known = enough.map(|site| site_hash(&site.domain)).collect();
        Ok(Remembered { file: file.to_path_buf(), known })
    }

    /// Whether a site has shown enough to judge its pages by.
    pub fn knows(&self, site: u64) -> bool {
        self.known.contains(&site)
    }

    /// The memories, for one thread.
    pub fn store(&self) -> Result<SiteStore, RunError> {
        Ok(SiteStore::open(&self.file, StoreOptions::default().with_budget(HELD))?)
    }

    /// Puts everything that was learned into a file. Doing it twice changes nothing.
    pub fn keep(&self, file: &Path) -> Result<(), RunError> {
        let mut from = self.store()?;
        let mut into = SiteStore::open(file, StoreOptions::default())?;
        for site in from.sites()? {
            if let Some(memory) = from.memory(&site.domain)? {
                into.import(&site.domain, memory.clone())?;
            }
        }
        Ok(())
    }
}
