//! What an experiment is given: its corpora, what extractors say of them, work in parallel, a folder.

use super::Given;
use super::cache::Cache;
use crate::corpus::{Corpus, Record};
use crate::pool::{self, Failure};
use crate::predictions::{Prediction, Predictions};
use crate::results::{Judge, PageResult};
use crate::run::{self, Models, ModelsError, Progress, RunError};
use dehusk::extractor::{Document, NamedExtractor};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Why an experiment found nothing. It stops no other.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Extractors could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// There is no such extractor.
    #[error(transparent)]
    Extractor(#[from] dehusk::Error),
    /// A model can not be read.
    #[error(transparent)]
    Models(#[from] ModelsError),
    /// A file can not be read or written.
    #[error("{path}: {source}; is there room, and the right to use it?")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A corpus that was not declared.
    #[error("the experiment has no corpus {0:?}: it has to declare it")]
    NoCorpus(String),
    /// The data hold nothing of what is measured.
    #[error("{0}")]
    Nothing(String),
    /// Something else went wrong.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// What an experiment is given.
pub struct Context<'a> {
    pub(super) corpora: &'a [Corpus],
    pub(super) cache: &'a Cache,
    pub(super) progress: &'a mut dyn Progress,
    pub(super) given: &'a Given,
    pub(super) jobs: usize,
}

impl<'a> Context<'a> {
    /// The corpora that the experiment declared, those of them that are there.
    pub fn corpora(&self) -> &'a [Corpus] {
        self.corpora
    }

    /// One of them.
    pub fn corpus(&self, name: &str) -> Result<&'a Corpus, ExperimentError> {
        let found = self.corpora.iter().find(|corpus| corpus.name() == name);
        found.ok_or_else(|| ExperimentError::NoCorpus(name.into()))
    }

    /// Every page of corpora with the scores of extractors by name: those of the registry, and those that learn a
    /// site or compare its pages. A page is extracted once, whichever experiment asks first.
    pub fn results(
        &mut self,
        corpora: &[Corpus],
        extractors: &[&str],
    ) -> Result<Vec<PageResult>, ExperimentError> {
        self.cache.results(corpora, extractors, self.progress)
    }

    /// The same for extractors that are made here, as with other parameters. A name has to say all of these: what
    /// was extracted under it is found again by it.
    pub fn results_of(
        &mut self,
        corpora: &[Corpus],
        extractors: Vec<NamedExtractor>,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        self.cache.results_of(corpora, extractors, self.progress)
    }

    /// The texts of an extractor on a corpus.
    pub fn texts(
        &mut self,
        corpus: &Corpus,
        extractor: &str,
    ) -> Result<Predictions, ExperimentError> {
        self.cache.texts(corpus, extractor, self.progress)
    }

    /// What the user gives beside the corpora; an experiment that asks for it says so in its declaration.
    pub fn given(&self) -> &'a Given {
        self.given
    }

    /// The same as [`results`](Context::results) for `auto` with other models, under a name of its own.
    pub fn auto_with_models(
        &mut self,
        corpora: &[Corpus],
        name: &str,
        models: &Models,
    ) -> Result<Vec<PageResult>, ExperimentError> {
        self.cache.auto_results(corpora, name, models.clone(), self.progress)
    }

    /// Scores texts that were made by any means: of each page of the corpus, by name of the extractor.
    pub fn judge(
        &mut self,
        corpus: &Corpus,
        texts: Vec<(String, Vec<Prediction>)>,
    ) -> Vec<PageResult> {
        let by_id = |list: Vec<Prediction>| {
            list.into_iter().map(|p| (p.id.clone(), p)).collect::<HashMap<_, _>>()
        };
        let texts: Vec<_> = texts.into_iter().map(|(name, list)| (name, by_id(list))).collect();
        let stage = format!("{}: scoring", corpus.name());
        let nothing = Prediction::default();
        let pages = self.each_page(&stage, corpus, move |corpus, record| {
            let mut judge = Judge::new(record);
            let outcome = |(name, texts): &(String, HashMap<String, Prediction>)| {
                (name.clone(), judge.judge(texts.get(&record.id).unwrap_or(&nothing)))
            };
            let extractors = texts.iter().map(outcome).collect();
            PageResult { extractors, ..run::blank(corpus, record) }
        });
        pages.into_iter().flatten().collect()
    }

    /// Works on every page of a corpus in parallel, and says how far it is. Answers come in the order of the pages; a
    /// page that panicked or took too long has none.
    pub fn each_page<T: Send + 'static>(
        &mut self,
        stage: &str,
        corpus: &Corpus,
        work: impl Fn(&Corpus, &Record) -> T + Send + Sync + 'static,
    ) -> Vec<Option<T>> {
        let shared = Arc::new(corpus.clone());
        let jobs = (0..corpus.records().len()).collect();
        let answers =
            self.each(stage, jobs, PAGE_LIMIT, move |&i| work(&shared, &shared.records()[i]));
        answers.into_iter().map(Result::ok).collect()
    }

    /// Does jobs in parallel, and says how far it is. Answers come in the order of the jobs.
    pub fn each<J, T>(
        &mut self,
        stage: &str,
        jobs: Vec<J>,
        limit: Duration,
        work: impl Fn(&J) -> T + Send + Sync + 'static,
    ) -> Vec<Result<T, Failure>>
    where
        J: Send + Sync + 'static,
        T: Send + 'static,
    {
        let mut answers: Vec<Option<Result<T, Failure>>> = Vec::new();
        answers.resize_with(jobs.len(), || None);
        self.progress.start(stage, jobs.len());
        pool::for_each(jobs, self.jobs, limit, work, |index, answer| {
            self.progress.step();
            answers[index] = Some(answer);
        });
        let never = || Err(Failure::Panic("no thread could be started".into()));
        answers.into_iter().map(|answer| answer.unwrap_or_else(never)).collect()
    }

    /// Hands on who is told how far it is, to work that tells by itself.
    pub fn with_progress<T>(&mut self, work: impl FnOnce(&mut dyn Progress) -> T) -> T {
        work(self.progress)
    }

    /// A stage of work of the experiment's own begins.
    pub fn start(&mut self, stage: &str, steps: usize) {
        self.progress.start(stage, steps);
    }

    /// One step of it is done.
    pub fn step(&mut self) {
        self.progress.step();
    }

    /// A folder for files of the experiment's own, which are there again the next time the same program runs it.
    pub fn folder(&self, name: &str) -> Result<PathBuf, ExperimentError> {
        let path = self.cache.folder().join("own").join(name);
        std::fs::create_dir_all(&path).map_err(file(&path))?;
        Ok(path)
    }

    /// A page of a corpus, parsed; none where it can not be read.
    pub fn document(corpus: &Corpus, record: &Record) -> Option<Document> {
        run::document(corpus, record).ok().map(|(document, _)| document)
    }
}

/// How long one page may take, whatever is done to it.
const PAGE_LIMIT: Duration = Duration::from_secs(60);

pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> ExperimentError + '_ {
    move |source| ExperimentError::File { path: path.to_path_buf(), source }
}
