//! The first half of a run: texts that are not there yet.

use super::{Models, Plan, Progress, RunError, at};
use crate::corpus::{Corpus, Record};
use crate::measures::BlockGold;
use crate::pool::{self, Failure};
use crate::predictions::{Prediction, Predictions, Writer};
use dehusk::Article;
use dehusk::auto::{Auto, Preferences};
use dehusk::extractor::Document;
use dehusk::extractor::NamedExtractor;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// The extractor that other models than the shipped one are for.
const DEFAULT: &str = "auto";
/// The name under which it follows the conventions of a corpus.
pub(super) const CONVENTIONS: &str = "auto-conventions";

/// A page and the extractors that have no text for it.
struct Job {
    corpus: Arc<Corpus>,
    record: Record,
    extractors: Vec<NamedExtractor>,
    models: Models,
}

/// Extracts what is missing of a corpus and appends it to the files of texts.
pub(super) fn missing(
    plan: &Plan,
    corpus: &Corpus,
    progress: &mut dyn Progress,
) -> Result<(), RunError> {
    let mut sink = Sink::open(plan, corpus)?;
    let corpus = Arc::new(corpus.clone());
    let jobs = jobs(plan, &corpus, &sink);
    if jobs.is_empty() {
        return Ok(());
    }
    progress.start(&format!("{}: extracting", corpus.name()), jobs.len());
    let late = extract(plan, jobs, &mut sink, progress)?;
    // A page that took too long may have one culprit only: each extractor gets the time by itself.
    let alone: Vec<Job> = late.into_iter().flat_map(one_by_one).collect();
    if !alone.is_empty() {
        progress.start(&format!("{}: slow pages again", corpus.name()), alone.len());
        for job in extract(plan, alone, &mut sink, progress)? {
            sink.fail(&job, &Failure::TimeOut(plan.page_limit).to_string())?;
        }
    }
    Ok(())
}

fn jobs(plan: &Plan, corpus: &Arc<Corpus>, sink: &Sink) -> Vec<Job> {
    let jobs = corpus.records().iter().map(|record| {
        let lacks = |e: &&NamedExtractor| sink.done[e.name()].get(&record.id).is_none();
        let extractors = plan.extractors.iter().filter(lacks).cloned().collect();
        let (corpus, models) = (Arc::clone(corpus), plan.models.clone());
        Job { corpus, record: record.clone(), extractors, models }
    });
    jobs.filter(|job| !job.extractors.is_empty()).collect()
}

fn one_by_one(job: Job) -> Vec<Job> {
    let alone = |e: &NamedExtractor| Job {
        corpus: Arc::clone(&job.corpus),
        record: job.record.clone(),
        extractors: vec![e.clone()],
        models: job.models.clone(),
    };
    job.extractors.iter().map(alone).collect()
}

/// Does the jobs; those that took too long come back.
fn extract(
    plan: &Plan,
    jobs: Vec<Job>,
    sink: &mut Sink,
    progress: &mut dyn Progress,
) -> Result<Vec<Job>, RunError> {
    let jobs: Vec<Arc<Job>> = jobs.into_iter().map(Arc::new).collect();
    let mut late = Vec::new();
    let mut wrong = Ok(());
    pool::for_each(
        jobs.clone(),
        plan.jobs,
        plan.page_limit,
        |job| work(job),
        |index, answer| {
            progress.step();
            let job = &jobs[index];
            let wrote = match answer {
                Ok(predictions) => predictions.iter().try_for_each(|(name, p)| sink.write(name, p)),
                Err(Failure::TimeOut(_)) => {
                    late.push(index);
                    Ok(())
                }
                Err(failure) => sink.fail(job, &failure.to_string()),
            };
            if wrong.is_ok() {
                wrong = wrote;
            }
        },
    );
    wrong?;
    Ok(late
        .into_iter()
        .map(|i| Job {
            corpus: Arc::clone(&jobs[i].corpus),
            record: jobs[i].record.clone(),
            extractors: jobs[i].extractors.clone(),
            models: jobs[i].models.clone(),
        })
        .collect())
}

/// All extractors over one parse of a page.
fn work(job: &Job) -> Vec<(String, Prediction)> {
    let id = &job.record.id;
    let document = match super::document(&job.corpus, &job.record) {
        Ok((document, _)) => Arc::new(document),
        Err(fault) => {
            let what = fault.to_string();
            return job
                .extractors
                .iter()
                .map(|e| (e.name().to_string(), Prediction::failed(id, &what)))
                .collect();
        }
    };
    let gold = BlockGold::align(&job.record, &document);
    let one = |e: &NamedExtractor| {
        let answer =
            catch_unwind(AssertUnwindSafe(|| extract_one(e, job, &document, gold.as_ref())));
        let prediction = answer.unwrap_or_else(|panic| {
            Prediction::failed(id, &Failure::from_panic(panic.as_ref()).to_string())
        });
        (e.name().to_string(), Prediction { id: id.clone(), ..prediction })
    };
    job.extractors.iter().map(one).collect()
}

fn extract_one(
    named: &NamedExtractor,
    job: &Job,
    document: &Arc<Document>,
    gold: Option<&BlockGold>,
) -> Prediction {
    let document = Arc::clone(document);
    let is_auto = [DEFAULT, CONVENTIONS].contains(&named.name());
    let is_other = is_auto && !job.models.is_shipped();
    let article = match (named.name(), job.corpus.conventions()) {
        (CONVENTIONS, Some(conventions)) => {
            let mut preferences = Preferences::default();
            conventions.prefer(&mut preferences);
            let auto = Auto::new(job.models.preferring(&job.record, preferences));
            Article::extract(Arc::clone(&document), &auto, DEFAULT).with_title(conventions.title())
        }
        _ if is_other => {
            Article::extract(Arc::clone(&document), &job.models.auto(&job.record), DEFAULT)
        }
        _ => Article::extract(Arc::clone(&document), named.extractor(), named.name()),
    };
    let appraisal = article.appraisal();
    Prediction {
        blocks: gold.map(|gold| gold.judge(&document, article.selection())),
        confidence: appraisal.map(|a| a.confidence),
        page_type: appraisal.and_then(|a| a.page_type).map(|kind| kind.name().to_string()),
        text: article.text(),
        ..Prediction::default()
    }
}

/// The files of texts of one corpus, and what they held before.
struct Sink {
    done: BTreeMap<String, Predictions>,
    files: BTreeMap<String, (PathBuf, Writer)>,
}

impl Sink {
    fn open(plan: &Plan, corpus: &Corpus) -> Result<Sink, RunError> {
        let mut sink = Sink { done: BTreeMap::new(), files: BTreeMap::new() };
        for entry in &plan.extractors {
            let path = plan.out.join(entry.name()).join(format!("{}.jsonl", corpus.name()));
            let writer = Writer::append(&path).map_err(at(&path))?;
            sink.done.insert(entry.name().into(), Predictions::read(&path).map_err(at(&path))?);
            sink.files.insert(entry.name().into(), (path, writer));
        }
        Ok(sink)
    }

    fn write(&mut self, name: &str, prediction: &Prediction) -> Result<(), RunError> {
        let Some((path, writer)) = self.files.get_mut(name) else { return Ok(()) };
        writer.write(prediction).map_err(at(path))
    }

    fn fail(&mut self, job: &Job, what: &str) -> Result<(), RunError> {
        job.extractors
            .iter()
            .try_for_each(|e| self.write(e.name(), &Prediction::failed(&job.record.id, what)))
    }
}
