//! A run: every extractor over every page, one parse a page, then every text scored.
//!
//! First the texts are written (`OUT/EXTRACTOR/CORPUS.jsonl`), page by page as they are done, so that a
//! run that was stopped goes on where it was. Then all texts, those of other programs too, are scored, and
//! `OUT/results.jsonl` is what tables, reports and gates read.

mod extract;
mod fault;
mod levels;
mod models;
mod pace;
mod score;
mod sites;

pub(crate) use fault::PageFault;
pub use models::{Models, ModelsError};
pub(crate) use pace::{SitePage, by_site};
pub(crate) use score::blank;
pub use sites::SiteExtractor;
pub(crate) use sites::{seconds, site_key};

use crate::corpus::{Corpus, Problem, Record};
use crate::results::{self, PageResult};
use dehusk::Limits;
use dehusk::auto::{Auto, Preferences};
use dehusk::extractor::{Document, NamedExtractor, Page};
use dehusk_page::Hints;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What to run.
#[derive(Debug)]
pub struct Plan {
    corpora: Vec<Corpus>,
    extractors: Vec<NamedExtractor>,
    site_extractors: Vec<SiteExtractor>,
    models: Models,
    others: Vec<(String, PathBuf)>,
    out: PathBuf,
    jobs: usize,
    page_limit: Duration,
}

impl Plan {
    /// Runs over corpora, with results in a folder.
    pub fn new(corpora: Vec<Corpus>, out: impl Into<PathBuf>) -> Plan {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let page_limit = Duration::from_secs(20);
        Plan {
            corpora,
            extractors: Vec::new(),
            site_extractors: Vec::new(),
            models: Models::default(),
            others: Vec::new(),
            out: out.into(),
            jobs,
            page_limit,
        }
    }

    /// Our extractors to run.
    pub fn with_extractors(mut self, extractors: Vec<NamedExtractor>) -> Plan {
        self.extractors = extractors;
        self
    }

    /// Extractors that learn a site from its pages in time order.
    pub fn with_site_extractors(mut self, extractors: Vec<SiteExtractor>) -> Plan {
        self.site_extractors = extractors;
        self
    }

    /// The default extractor a second time, as `auto-conventions`: told how the golds of a corpus are cut, where that is
    /// known.
    pub fn with_conventions(mut self) -> Plan {
        let auto = Arc::new(Auto::new(Preferences::default()));
        self.extractors.push(NamedExtractor::new(extract::CONVENTIONS, auto));
        self
    }

    /// Other models for the default extractor, with and without a memory.
    pub fn with_models(mut self, models: Models) -> Plan {
        self.models = models;
        self
    }

    /// Another program's texts: a name, and the folder that holds `CORPUS.jsonl`.
    pub fn with_predictions(mut self, name: impl Into<String>, folder: impl Into<PathBuf>) -> Plan {
        self.others.push((name.into(), folder.into()));
        self
    }

    /// Pages at once.
    pub fn with_jobs(mut self, jobs: usize) -> Plan {
        self.jobs = jobs.max(1);
        self
    }

    /// How long one page may take, all extractors together; past that each gets the time by itself.
    pub fn with_page_limit(mut self, limit: Duration) -> Plan {
        self.page_limit = limit;
        self
    }

    /// Every extractor's name with the folder of its texts, ours first.
    fn sources(&self) -> Vec<(String, PathBuf)> {
        let ours = self.extractors.iter().map(|e| (e.name().to_string(), self.out.join(e.name())));
        let names = self.site_extractors.iter().map(|extractor| extractor.name().to_string());
        let of_sites = names.map(|name| (name.clone(), self.out.join(name)));
        ours.chain(of_sites).chain(self.others.iter().cloned()).collect()
    }
}

/// Told how far a run is.
pub trait Progress {
    /// A stage begins, with this many steps.
    fn start(&mut self, stage: &str, steps: usize);
    /// One step is done.
    fn step(&mut self);
}

/// No one is told.
impl Progress for () {
    fn start(&mut self, _stage: &str, _steps: usize) {}
    fn step(&mut self) {}
}

/// What a run noticed on its way; none of it stops the run.
#[derive(Debug, Default)]
pub struct Noticed {
    /// Corpora and predictions that are not as they should be.
    pub problems: Vec<Problem>,
    /// Pages that an extractor failed on, which count as empty.
    pub failures: Vec<PageFailure>,
}

/// An extractor's failure on a page.
#[derive(Clone, Debug)]
pub struct PageFailure {
    /// The corpus.
    pub corpus: String,
    /// The page.
    pub id: String,
    /// The extractor.
    pub extractor: String,
    /// What happened.
    pub what: String,
}

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}; is there room and the right to write?")]
pub struct RunError {
    path: PathBuf,
    source: io::Error,
}

fn at(path: &Path) -> impl Fn(io::Error) -> RunError + '_ {
    move |source| RunError { path: path.to_path_buf(), source }
}

/// Carries out a plan and writes its results.
pub fn run(plan: &Plan, progress: &mut dyn Progress) -> Result<Noticed, RunError> {
    let (all, noticed) = results(plan, progress)?;
    let path = results::file(&plan.out);
    results::write(&plan.out, &all).map_err(at(&path))?;
    Ok(noticed)
}

/// Carries out a plan: the texts are written, the results are told only.
pub(crate) fn results(
    plan: &Plan,
    progress: &mut dyn Progress,
) -> Result<(Vec<PageResult>, Noticed), RunError> {
    std::fs::create_dir_all(&plan.out).map_err(at(&plan.out))?;
    let mut noticed = Noticed::default();
    let mut all = Vec::new();
    for corpus in &plan.corpora {
        noticed.problems.extend_from_slice(corpus.problems());
        extract::missing(plan, corpus, progress)?;
        sites::missing(plan, corpus, progress)?;
        all.extend(score::corpus(plan, corpus, progress, &mut noticed)?);
    }
    Ok((all, noticed))
}

/// A page of a corpus, parsed, and its size as fetched.
pub(crate) fn document(corpus: &Corpus, record: &Record) -> Result<(Document, usize), PageFault> {
    let bytes = corpus.page(&record.id)?;
    let document = Document::new(Page::from_bytes(&bytes, &Hints::default(), &Limits::default())?);
    let document = match &record.url {
        Some(url) => document.with_url(url),
        None => document,
    };
    Ok((document, bytes.len()))
}
