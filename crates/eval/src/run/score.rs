//! The second half of a run: every text of a corpus against its gold.

use super::{Noticed, PageFailure, Plan, Progress, RunError, at};
use crate::corpus::{Corpus, Problem, Record};
use crate::facts;
use crate::pool;
use crate::predictions::{Prediction, Predictions};
use crate::results::{Judge, Outcome, PageFacts, PageResult};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The texts of one program on a corpus.
struct Source {
    name: String,
    path: PathBuf,
    texts: Predictions,
}

/// Scores all texts of a corpus.
pub(super) fn corpus(
    plan: &Plan,
    corpus: &Corpus,
    progress: &mut dyn Progress,
    noticed: &mut Noticed,
) -> Result<Vec<PageResult>, RunError> {
    let sources = Arc::new(sources(plan, corpus, noticed)?);
    progress.start(&format!("{}: scoring", corpus.name()), corpus.records().len());
    let mut results: Vec<PageResult> = corpus.records().iter().map(|r| blank(corpus, r)).collect();
    let jobs: Vec<usize> = (0..corpus.records().len()).collect();
    let (shared, texts) = (Arc::new(corpus.clone()), Arc::clone(&sources));
    let work = move |&index: &usize| one(&shared, &shared.records()[index], &texts);
    // Scoring is arithmetic on texts of bounded size: the limit is there to never hang, not to be met.
    pool::for_each(jobs, plan.jobs, Duration::from_secs(600), work, |index, answer| {
        progress.step();
        if let Ok((facts, extractors)) = answer {
            results[index].page = facts;
            results[index].extractors = extractors;
        }
    });
    for result in &results {
        let failures = result.extractors.iter().filter_map(|(name, outcome)| {
            let what = outcome.failure.clone()?;
            let (corpus, id) = (result.corpus.clone(), result.id.clone());
            Some(PageFailure { corpus, id, extractor: name.clone(), what })
        });
        noticed.failures.extend(failures);
    }
    Ok(results)
}

fn sources(plan: &Plan, corpus: &Corpus, noticed: &mut Noticed) -> Result<Vec<Source>, RunError> {
    let known: std::collections::HashSet<&str> =
        corpus.records().iter().map(|r| r.id.as_str()).collect();
    let mut sources = Vec::new();
    for (name, folder) in plan.sources() {
        let path = folder.join(format!("{}.jsonl", corpus.name()));
        let mut texts = Predictions::read(&path).map_err(at(&path))?;
        noticed.problems.append(&mut texts.problems);
        let mut unknown: Vec<&str> = texts.ids().filter(|id| !known.contains(id)).collect();
        unknown.sort_unstable();
        noticed.problems.extend(unknown.into_iter().map(|id| Problem {
            file: path.clone(),
            line: None,
            what: format!("a text for {id:?}, which is no page of {}", corpus.name()),
        }));
        sources.push(Source { name, path, texts });
    }
    sources.retain(|source| {
        let there = source.path.is_file();
        if !there {
            let what =
                format!("{} has no texts for {}; it is left out there", source.name, corpus.name());
            noticed.problems.push(Problem { file: source.path.clone(), line: None, what });
        }
        there
    });
    Ok(sources)
}

/// A page without facts and scores.
pub(crate) fn blank(corpus: &Corpus, record: &Record) -> PageResult {
    PageResult {
        corpus: corpus.name().into(),
        id: record.id.clone(),
        host: record.host.clone(),
        kind: record.kind.clone(),
        lang: record.lang.clone(),
        date: record.day().cloned(),
        ..PageResult::default()
    }
}

fn one(
    corpus: &Corpus,
    record: &Record,
    sources: &[Source],
) -> (PageFacts, BTreeMap<String, Outcome>) {
    let facts = match super::document(corpus, record) {
        Ok((document, bytes)) => facts::of(&document, bytes, &record.gold),
        Err(_) => PageFacts::default(),
    };
    let nothing = Prediction::default();
    let mut judge = Judge::new(record);
    let outcome = |source: &Source| {
        let prediction = source.texts.get(&record.id).unwrap_or(&nothing);
        (source.name.clone(), judge.judge(prediction))
    };
    (facts, sources.iter().map(outcome).collect())
}
