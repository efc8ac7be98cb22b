//! What extractors said of the pages of corpora and how it was scored, so that whichever experiment asks second only
//! reads it.
//!
//! A corpus has a folder by its name and digest: `texts` is as `dehusk eval run` writes it, page by page, so that
//! what was stopped goes on; `scores` has a file an extractor, there only when it is whole.

use super::context::{ExperimentError, file};
use crate::corpus::Corpus;
use crate::predictions::Predictions;
use crate::results::{Outcome, PageResult};
use crate::run::{self, Models, Plan, Progress, SiteExtractor};
use dehusk::extractor::{NamedExtractor, named};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The folder of everything that is kept between runs.
pub struct Cache {
    folder: PathBuf,
    /// Of corpora by their folders.
    digests: RefCell<HashMap<PathBuf, String>>,
    jobs: usize,
}

/// One page's line in a file of scores.
#[derive(Serialize, Deserialize)]
struct Score {
    id: String,
    outcome: Outcome,
}

/// An extractor to be run, and how.
enum Asked {
    Page(NamedExtractor),
    Site(SiteExtractor),
    /// `auto` with other models, kept under a name of its own.
    Auto(String, NamedExtractor, Models),
}

/// The file of what was measured on the pages themselves.
const PAGES: &str = "pages.jsonl";

/// What `auto` is called in the registry.
const AUTO: &str = "auto";

impl Asked {
    fn by_name(name: &str) -> Result<Asked, ExperimentError> {
        Ok(match SiteExtractor::named(name)? {
            Some(extractor) => Asked::Site(extractor),
            None => Asked::Page(named(name)?),
        })
    }

    fn name(&self) -> String {
        match self {
            Asked::Page(extractor) => extractor.name().to_string(),
            Asked::Site(extractor) => extractor.name().to_string(),
            Asked::Auto(name, ..) => name.clone(),
        }
    }
}

impl Cache {
    pub fn new(folder: PathBuf, jobs: usize) -> Cache {
        Cache { folder, digests: RefCell::default(), jobs }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn results(
        &self,
        corpora: &[Corpus],
        extractors: &[&str],
        progress: &mut dyn Progress,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        let asked: Vec<Asked> =
            extractors.iter().map(|name| Asked::by_name(name)).collect::<Result<_, _>>()?;
        self.all(corpora, &asked, progress)
    }

    pub fn results_of(
        &self,
        corpora: &[Corpus],
        extractors: Vec<NamedExtractor>,
        progress: &mut dyn Progress,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        let asked: Vec<Asked> = extractors.into_iter().map(Asked::Page).collect();
        self.all(corpora, &asked, progress)
    }

    pub fn auto_results(
        &self,
        corpora: &[Corpus],
        name: &str,
        models: Models,
        progress: &mut dyn Progress,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        self.all(corpora, &[Asked::Auto(name.into(), named(AUTO)?, models)], progress)
    }

    pub fn texts(
        &self,
        corpus: &Corpus,
        extractor: &str,
        progress: &mut dyn Progress,
    ) -> Result<Predictions, ExperimentError> {
        self.results(std::slice::from_ref(corpus), &[extractor], progress)?;
        let texts = self.of(corpus)?.join("texts").join(extractor);
        let path = texts.join(format!("{}.jsonl", corpus.name()));
        Predictions::read(&path).map_err(file(&path))
    }

    fn all(
        &self,
        corpora: &[Corpus],
        asked: &[Asked],
        progress: &mut dyn Progress,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        let mut results = Vec::new();
        for corpus in corpora {
            self.make(corpus, asked, progress)?;
            let names: Vec<String> = asked.iter().map(Asked::name).collect();
            results.extend(self.read(corpus, &names)?);
        }
        Ok(results)
    }

    /// The folder of a corpus.
    fn of(&self, corpus: &Corpus) -> Result<PathBuf, ExperimentError> {
        let known = self.digests.borrow().get(corpus.folder()).cloned();
        let digest = match known {
            Some(digest) => digest,
            None => corpus.digest().map_err(file(corpus.folder()))?,
        };
        self.digests.borrow_mut().insert(corpus.folder().into(), digest.clone());
        Ok(self.folder.join(format!("{}-{digest}", corpus.name())))
    }

    /// Runs and scores what is not there yet: all that can be over one parse of each page.
    fn make(
        &self,
        corpus: &Corpus,
        asked: &[Asked],
        progress: &mut dyn Progress,
    ) -> Result<(), ExperimentError> {
        let folder = self.of(corpus)?;
        let (mut pages, mut sites, mut autos) = (Vec::new(), Vec::new(), Vec::new());
        for asked in asked.iter().filter(|a| !score_file(&folder, &a.name()).is_file()) {
            match asked {
                Asked::Page(extractor) => pages.push(extractor.clone()),
                Asked::Site(extractor) => sites.push(extractor.clone()),
                Asked::Auto(name, auto, models) => autos.push((name, auto, models)),
            }
        }
        let texts = folder.join("texts");
        let plan = |out: PathBuf| Plan::new(vec![corpus.clone()], out).with_jobs(self.jobs);
        let has_facts = folder.join(PAGES).is_file();
        if !pages.is_empty() || !sites.is_empty() || !has_facts {
            let plan = plan(texts.clone()).with_extractors(pages).with_site_extractors(sites);
            keep(&folder, &run::results(&plan, progress)?.0, str::to_string)?;
        }
        for (name, auto, models) in autos {
            let plan = plan(texts.join(name)).with_extractors(vec![auto.clone()]);
            let results = run::results(&plan.with_models(models.clone()), progress)?.0;
            keep(&folder, &results, |_| name.clone())?;
        }
        Ok(())
    }

    fn read(
        &self,
        corpus: &Corpus,
        extractors: &[String],
    ) -> Result<Vec<PageResult>, ExperimentError> {
        let folder = self.of(corpus)?;
        let mut results: Vec<PageResult> = read(&folder.join(PAGES))?;
        let places: HashMap<String, usize> =
            results.iter().enumerate().map(|(i, r)| (r.id.clone(), i)).collect();
        for name in extractors {
            for Score { id, outcome } in read(&score_file(&folder, name))? {
                if let Some(&place) = places.get(&id) {
                    results[place].extractors.insert(name.clone(), outcome);
                }
            }
        }
        Ok(results)
    }
}

fn score_file(folder: &Path, extractor: &str) -> PathBuf {
    folder.join("scores").join(format!("{extractor}.jsonl"))
}

/// Writes results as a file an extractor, and the facts of the pages as one more.
fn keep(
    folder: &Path,
    results: &[PageResult],
    name: impl Fn(&str) -> String,
) -> Result<(), ExperimentError> {
    let bare = |r: &PageResult| PageResult { extractors: Default::default(), ..r.clone() };
    write(&folder.join(PAGES), results.iter().map(bare))?;
    let Some(first) = results.first() else { return Ok(()) };
    for extractor in first.extractors.keys() {
        let score = |r: &PageResult| {
            Some(Score { id: r.id.clone(), outcome: r.extractors.get(extractor)?.clone() })
        };
        write(&score_file(folder, &name(extractor)), results.iter().filter_map(score))?;
    }
    Ok(())
}

/// Writes lines under another name first, so that a file is whole or not there.
fn write(path: &Path, lines: impl Iterator<Item = impl Serialize>) -> Result<(), ExperimentError> {
    let half = path.with_extension("half");
    let all = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut out = BufWriter::new(File::create(&half)?);
        for line in lines {
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
        fs::rename(&half, path)
    };
    all().map_err(file(path))
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, ExperimentError> {
    let text = fs::read_to_string(path).map_err(file(path))?;
    let parse = |line: &str| serde_json::from_str(line).map_err(|e| file(path)(e.into()));
    text.lines().map(parse).collect()
}
