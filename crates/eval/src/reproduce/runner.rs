//! Runs experiments one after the other, and keeps what each found with the inputs it was found from.
//!
//! What was kept counts again only where all is the same: the program, byte by byte; the corpora, by their digests;
//! the version of the experiment; what was given beside them, where it asks for it. An experiment that fails is told
//! with its reason, stops no other, and is tried again the next time.

use super::cache::Cache;
use super::context::Context;
use super::shelf::Shelf;
use super::{Experiment, Finding, Given};
use crate::corpus::CorpusError;
use crate::pool::Failure;
use crate::run::Progress;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;
use twox_hash::XxHash3_64;

/// Runs experiments.
pub struct Runner {
    corpora: PathBuf,
    out: PathBuf,
    given: Given,
    any_build: bool,
    jobs: usize,
}

/// Why nothing can be run.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// A corpus, or the folder with all of them, can not be read.
    #[error(transparent)]
    Corpora(#[from] CorpusError),
    /// A file can not be read or written.
    #[error("{path}: {source}; is there room, and the right to use it?")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// An experiment and what came of it.
#[derive(Debug)]
pub struct Account {
    /// The experiment.
    pub experiment: &'static Experiment,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of an experiment.
#[derive(Debug)]
pub enum Outcome {
    /// It found something.
    Found {
        /// What.
        finding: Finding,
        /// The corpora it ran on.
        corpora: Vec<String>,
        /// How long it took when it was run.
        seconds: f64,
        /// Whether it was found before, and only read.
        kept: bool,
    },
    /// It could be run, and was not yet.
    Waiting,
    /// Data are missing: which.
    Missing(String),
    /// It failed: why.
    Failed(String),
}

/// All that what was found depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Inputs {
    build: String,
    experiment: u32,
    corpora: BTreeMap<String, String>,
    given: Option<String>,
}

/// What is kept of an experiment.
#[derive(Serialize, Deserialize)]
struct Kept {
    inputs: Inputs,
    seconds: f64,
    finding: Finding,
}

impl Kept {
    fn outcome(self, kept: bool) -> Outcome {
        let corpora = self.inputs.corpora.into_keys().collect();
        Outcome::Found { finding: self.finding, corpora, seconds: self.seconds, kept }
    }
}

impl Runner {
    /// Runs on the corpora of a folder, with all that is kept in another.
    pub fn new(corpora: impl Into<PathBuf>, out: impl Into<PathBuf>) -> Runner {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let (corpora, out, given) = (corpora.into(), out.into(), Given::default());
        Runner { corpora, out, given, any_build: false, jobs }
    }

    /// What the user gives beside the corpora.
    pub fn with_given(mut self, given: Given) -> Runner {
        self.given = given;
        self
    }

    /// What other builds of the program found counts too.
    pub fn with_any_build(mut self, any: bool) -> Runner {
        self.any_build = any;
        self
    }

    /// Pages at once.
    pub fn with_jobs(mut self, jobs: usize) -> Runner {
        self.jobs = jobs.max(1);
        self
    }

    /// What is known of experiments without running any.
    pub fn list(&self, experiments: &[&'static Experiment]) -> Result<Vec<Account>, RunnerError> {
        let (mut shelf, build) = (Shelf::new(&self.corpora)?, build()?);
        let account = |&experiment: &&'static Experiment| {
            let outcome = match self.known(experiment, &mut shelf, &build) {
                Ok(_) => Outcome::Waiting,
                Err(known) => known,
            };
            Account { experiment, outcome }
        };
        Ok(experiments.iter().map(account).collect())
    }

    /// Runs what was not found before.
    pub fn run(
        &self,
        experiments: &[&'static Experiment],
        progress: &mut dyn Progress,
    ) -> Result<Vec<Account>, RunnerError> {
        let (mut shelf, build) = (Shelf::new(&self.corpora)?, build()?);
        self.forget_other_builds(&build)?;
        let cache = Cache::new(self.out.join("cache"), self.jobs);
        let mut accounts = Vec::new();
        for (index, &experiment) in experiments.iter().enumerate() {
            let place = format!("{}/{} {}", index + 1, experiments.len(), experiment.name());
            let mut told = Told { place, progress: &mut *progress };
            let outcome = match self.known(experiment, &mut shelf, &build) {
                Ok(inputs) => self.attempt(experiment, inputs, &shelf, &cache, &mut told)?,
                Err(known) => known,
            };
            accounts.push(Account { experiment, outcome });
        }
        Ok(accounts)
    }

    /// What an experiment would run on; or what is known of it without running it.
    fn known(
        &self,
        experiment: &Experiment,
        shelf: &mut Shelf,
        build: &str,
    ) -> Result<Inputs, Outcome> {
        let names = shelf.names_of(experiment).map_err(Outcome::Missing)?;
        let mut corpora = BTreeMap::new();
        for name in names {
            let digest = shelf.digest(&name).map_err(|e| Outcome::Failed(e.to_string()))?;
            corpora.insert(name, digest);
        }
        let given = experiment.asks_given.then(|| self.given.digest());
        let inputs = Inputs { build: build.into(), experiment: experiment.version, corpora, given };
        let kept = fs::read(self.file(experiment)).ok();
        let kept = kept.and_then(|bytes| serde_json::from_slice::<Kept>(&bytes).ok());
        let same = |kept: &Kept| {
            let build = if self.any_build { &kept.inputs.build } else { &inputs.build };
            kept.inputs == Inputs { build: build.clone(), ..inputs.clone() }
        };
        match kept.filter(same) {
            Some(kept) => Err(kept.outcome(true)),
            None => Ok(inputs),
        }
    }

    fn attempt(
        &self,
        experiment: &Experiment,
        inputs: Inputs,
        shelf: &Shelf,
        cache: &Cache,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, RunnerError> {
        let Some(run) = experiment.run else { return Ok(Outcome::Waiting) };
        let corpora = shelf.opened(inputs.corpora.keys());
        progress.start("begins", 0);
        let begun = Instant::now();
        let (given, jobs) = (&self.given, self.jobs);
        let answer = catch_unwind(AssertUnwindSafe(|| {
            run(&mut Context { corpora: &corpora, cache, progress, given, jobs })
        }));
        let finding = match answer {
            Ok(Ok(finding)) => finding,
            Ok(Err(error)) => return Ok(Outcome::Failed(error.to_string())),
            Err(panic) => {
                return Ok(Outcome::Failed(Failure::from_panic(panic.as_ref()).to_string()));
            }
        };
        let kept = Kept { inputs, seconds: begun.elapsed().as_secs_f64(), finding };
        self.keep(&self.file(experiment), &kept)?;
        Ok(kept.outcome(false))
    }

    fn file(&self, experiment: &Experiment) -> PathBuf {
        let name = format!("{}-{}.json", experiment.paper, experiment.item);
        self.out.join("found").join(name)
    }

    /// What extractors of another build said may not be what this one's say.
    fn forget_other_builds(&self, build: &str) -> Result<(), RunnerError> {
        let cache = self.out.join("cache");
        let stamp = cache.join("build");
        if !self.any_build && fs::read_to_string(&stamp).is_ok_and(|found| found != build) {
            fs::remove_dir_all(&cache).map_err(at(&cache))?;
        }
        fs::create_dir_all(&cache).map_err(at(&cache))?;
        fs::write(&stamp, build).map_err(at(&stamp))
    }

    fn keep(&self, path: &Path, kept: &Kept) -> Result<(), RunnerError> {
        let half = path.with_extension("half");
        let all = || {
            fs::create_dir_all(self.out.join("found"))?;
            fs::write(&half, serde_json::to_vec(kept)?)?;
            fs::rename(&half, path)
        };
        all().map_err(at(path))
    }
}

pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> RunnerError + '_ {
    move |source| RunnerError::File { path: path.to_path_buf(), source }
}

/// What tells this build of the program from any other.
fn build() -> Result<String, RunnerError> {
    let program = std::env::current_exe().map_err(at(Path::new("the program itself")))?;
    let bytes = fs::read(&program).map_err(at(&program))?;
    Ok(format!("{} {:016x}", env!("CARGO_PKG_VERSION"), XxHash3_64::oneshot(&bytes)))
}

/// Says which experiment a stage is of.
struct Told<'a> {
    place: String,
    progress: &'a mut dyn Progress,
}

impl Progress for Told<'_> {
    fn start(&mut self, stage: &str, steps: usize) {
        self.progress.start(&format!("{}: {stage}", self.place), steps);
    }

    fn step(&mut self) {
        self.progress.step();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Column;
    use crate::reproduce::{Corpora, ExperimentError, Grid};
    use flate2::write::GzEncoder;
    use std::io::Write;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use tempfile::TempDir;

    /// A folder with a corpus of two pages.
    fn folder() -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = folder.path().join("corpora/small");
        fs::create_dir_all(corpus.join("html")).expect("a folder");
        let text =
            "Snow fell on the hills all night, and the roads were closed until noon. ".repeat(6);
        let mut lines = String::new();
        for id in ["a", "b"] {
            let page = format!(
                "<title>{id}</title><nav><a href=/>Home</a></nav><article><p>{text}</p></article>"
            );
            let file = fs::File::create(corpus.join(format!("html/{id}.html.gz"))).expect("a file");
            let mut gz = GzEncoder::new(file, flate2::Compression::fast());
            gz.write_all(page.as_bytes()).and_then(|()| gz.finish().map(drop)).expect("a page");
            lines += &format!("{{\"id\":\"{id}\",\"gold\":{text:?}}}\n");
        }
        fs::write(corpus.join("pages.jsonl"), lines).expect("a file");
        folder
    }

    fn runner(folder: &TempDir) -> Runner {
        let path = folder.path();
        Runner::new(path.join("corpora"), path.join("out")).with_jobs(1)
    }

    fn run(folder: &TempDir, experiments: &[&'static Experiment]) -> Vec<Outcome> {
        let accounts = runner(folder).run(experiments, &mut ()).expect("accounts");
        accounts.into_iter().map(|account| account.outcome).collect()
    }

    fn is_kept(outcome: &Outcome) -> Option<bool> {
        if let Outcome::Found { kept, .. } = outcome { Some(*kept) } else { None }
    }

    /// The score of an extractor on the small corpus.
    fn score(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
        let results = context.results(context.corpora(), &["text"])?;
        let scores =
            results.iter().filter_map(|r| Some(r.extractors["text"].text.as_ref()?.lcs.f1));
        let mut grid = Grid::new("", [Column::share("F1")]);
        grid.add("text", [scores.sum::<f64>() / results.len() as f64]);
        Ok(Finding::default().with_grid(grid))
    }

    const SMALL: Corpora = Corpora::These(&["small"]);

    #[test]
    fn what_was_found_is_read_again_until_its_inputs_change() {
        static RUNS: AtomicUsize = AtomicUsize::new(0);
        fn counted(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
            RUNS.fetch_add(1, Relaxed);
            score(context)
        }
        static ONE: Experiment =
            Experiment::new("own", "one", "A score", counted).with_corpora(SMALL);
        static CHANGED: Experiment =
            Experiment::new("own", "one", "A score", counted).with_corpora(SMALL).with_version(2);
        let folder = folder();
        let first = run(&folder, &[&ONE]);
        let second = run(&folder, &[&ONE]);
        assert_eq!((is_kept(&first[0]), is_kept(&second[0])), (Some(false), Some(true)));
        let (Outcome::Found { finding: a, .. }, Outcome::Found { finding: b, .. }) =
            (&first[0], &second[0])
        else {
            panic!("both are found");
        };
        assert_eq!(a, b);
        assert!(a.grids[0].get("text", "F1").is_some_and(|cell| cell.value > 0.9), "{a:?}");
        run(&folder, &[&CHANGED]);
        assert_eq!(RUNS.load(Relaxed), 2, "another version is run again");
        let pages = folder.path().join("corpora/small/pages.jsonl");
        let text = fs::read_to_string(&pages).expect("a file").replace("Snow", "Rain");
        fs::write(&pages, text).expect("a file");
        run(&folder, &[&CHANGED]);
        assert_eq!(RUNS.load(Relaxed), 3, "other corpora are run again");
        let found = folder.path().join("out/found/own-one.json");
        let other = fs::read_to_string(&found)
            .expect("a file")
            .replace("\"build\":\"", "\"build\":\"other");
        fs::write(&found, other).expect("a file");
        assert!(matches!(
            runner(&folder).list(&[&CHANGED]).expect("a list")[0].outcome,
            Outcome::Waiting
        ));
        let any = runner(&folder).with_any_build(true).list(&[&CHANGED]).expect("a list");
        assert_eq!(
            is_kept(&any[0].outcome),
            Some(true),
            "another build counts where that was asked"
        );
    }

    #[test]
    fn one_that_fails_stops_no_other_and_is_tried_again() {
        static TRIES: AtomicUsize = AtomicUsize::new(0);
        fn breaks(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
            score(context)?;
            assert!(TRIES.fetch_add(1, Relaxed) > 0, "the first time");
            score(context)
        }
        fn refuses(_: &mut Context<'_>) -> Result<Finding, ExperimentError> {
            Err(ExperimentError::Nothing("there is nothing to see".into()))
        }
        static BREAKS: Experiment =
            Experiment::new("own", "breaks", "Panics once", breaks).with_corpora(SMALL);
        static REFUSES: Experiment = Experiment::new("own", "refuses", "Finds nothing", refuses);
        static SCORES: Experiment =
            Experiment::new("own", "scores", "A score", score).with_corpora(SMALL);
        static LACKS: Experiment = Experiment::new("own", "lacks", "No corpus", score)
            .with_corpora(Corpora::These(&["small", "large"]));
        static GONE: Experiment = Experiment::missing("own", "gone", "No data", "they are lost");
        let folder = folder();
        let all = [&BREAKS, &REFUSES, &LACKS, &GONE, &SCORES];
        let first = run(&folder, &all);
        assert!(
            matches!(&first[0], Outcome::Failed(why) if why.contains("the first time")),
            "{first:?}"
        );
        assert!(matches!(&first[1], Outcome::Failed(why) if why == "there is nothing to see"));
        assert!(
            matches!(&first[2], Outcome::Missing(why) if why.contains("large") && !why.contains("small"))
        );
        assert!(matches!(&first[3], Outcome::Missing(why) if why == "they are lost"));
        assert_eq!(is_kept(&first[4]), Some(false));
        let second = run(&folder, &all);
        assert_eq!(is_kept(&second[0]), Some(false), "it goes on where it was");
        assert_eq!(is_kept(&second[4]), Some(true));
    }

    #[test]
    fn a_page_is_extracted_once_for_all_experiments() {
        fn again(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
            let results = context.results(context.corpora(), &["text"])?;
            let texts = context.texts(&context.corpora()[0], "text")?;
            let mut grid = Grid::new("", [Column::count("pages")]);
            grid.add("text", [texts.ids().count() as f64, results.len() as f64]);
            Ok(Finding::default().with_grid(grid))
        }
        static FIRST: Experiment =
            Experiment::new("own", "first", "A score", score).with_corpora(SMALL);
        static AGAIN: Experiment =
            Experiment::new("own", "again", "The same texts", again).with_corpora(SMALL);
        /// Counts the pages that were extracted.
        #[derive(Default)]
        struct Count(usize, bool);
        impl Progress for Count {
            fn start(&mut self, stage: &str, _steps: usize) {
                self.1 = stage.contains("extracting");
            }
            fn step(&mut self) {
                self.0 += usize::from(self.1);
            }
        }
        let (folder, mut count) = (folder(), Count::default());
        runner(&folder).run(&[&FIRST, &AGAIN], &mut count).expect("accounts");
        assert_eq!(count.0, 2, "two pages, each once");
    }

    #[test]
    fn a_corpus_that_can_not_be_opened_fails_what_needs_it_alone() {
        static BROKEN: Experiment = Experiment::new("own", "broken", "No corpus", score)
            .with_corpora(Corpora::These(&["broken"]));
        static SCORES: Experiment =
            Experiment::new("own", "scores", "A score", score).with_corpora(SMALL);
        let folder = folder();
        let broken = folder.path().join("corpora/broken");
        fs::create_dir_all(broken.join("html/x.html.gz")).expect("a folder in place of a page");
        fs::write(broken.join("pages.jsonl"), "{\"id\":\"x\",\"gold\":\"y\"}\n").expect("a file");
        let outcomes = run(&folder, &[&BROKEN, &SCORES]);
        assert!(
            matches!(&outcomes[0], Outcome::Failed(why) if why.contains("broken")),
            "{outcomes:?}"
        );
        assert_eq!(is_kept(&outcomes[1]), Some(false));
    }
}
