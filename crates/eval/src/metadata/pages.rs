//! All pages of corpora, each judged for every program.

use super::told::{self, Told};
use super::{Field, Judged, judge};
use crate::corpus::{Corpus, Problem, Record};
use crate::pool;
use crate::run::{Progress, document};
use dehusk::Article;
use dehusk::auto::Auto;
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

/// The name our metadata goes by.
const OURS: &str = "dehusk";

/// How long one page may take.
const PAGE_LIMIT: Duration = Duration::from_secs(20);

/// Half of all hosts, always the same: one half to tune on, the other to see whether it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// The half to tune on.
    First,
    /// The half to check with.
    Second,
}

impl Half {
    fn has(self, record: &Record) -> bool {
        (record.part(2) == 0) == (self == Half::First)
    }
}

/// What to measure.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The corpora; those without any gold metadata are passed over.
    pub corpora: Vec<Corpus>,
    /// Other programs: their names, and the folders with what they say.
    pub programs: Vec<(String, PathBuf)>,
    /// Only the pages of these hosts.
    pub half: Option<Half>,
}

/// A field of a page, as every program tells it.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedPage {
    /// The corpus.
    pub corpus: String,
    /// The page.
    pub id: String,
    /// The field.
    pub field: Field,
    /// What people noted.
    pub gold: Option<String>,
    /// Every program with what it says and what became of it, ours first.
    pub programs: Vec<(String, String, Judged)>,
    /// Where we found our values.
    pub sources: Vec<String>,
}

/// What was noticed on the way; none of it stops the measuring.
#[derive(Debug, Default)]
pub struct Noticed {
    /// Corpora and predictions that are not as they should be.
    pub problems: Vec<Problem>,
    /// Pages that could not be read, with the reason; they count as if we said nothing.
    pub failures: Vec<String>,
}

/// Judges every page that people noted something about.
pub fn measure(plan: &Plan, progress: &mut dyn Progress) -> io::Result<(Vec<JudgedPage>, Noticed)> {
    let (mut judged, mut noticed) = (Vec::new(), Noticed::default());
    for corpus in &plan.corpora {
        let fields = fields_of(corpus);
        if fields.is_empty() {
            continue;
        }
        let programs = programs(plan, corpus, &mut noticed)?;
        let records: Vec<Record> = corpus.records().to_vec();
        let records: Vec<_> =
            records.into_iter().filter(|r| plan.half.is_none_or(|h| h.has(r))).collect();
        let ours = ours(corpus, &records, progress, &mut noticed);
        for (record, ours) in records.iter().zip(&ours) {
            let page = |&field: &Field| judge_page(corpus, record, field, ours, &programs);
            judged.extend(fields.iter().filter_map(page));
        }
    }
    Ok((judged, noticed))
}

/// The fields that people noted on any page of a corpus. A language alone is no reason to read a corpus.
fn fields_of(corpus: &Corpus) -> Vec<Field> {
    let has = |field: &Field| corpus.records().iter().any(|r| field.gold(r).is_some());
    let fields: Vec<Field> = Field::ALL.into_iter().filter(has).collect();
    if fields == [Field::Language] { Vec::new() } else { fields }
}

type Program = (String, HashMap<String, Told>);

/// What the other programs say; one without a file for this corpus is left out.
fn programs(plan: &Plan, corpus: &Corpus, noticed: &mut Noticed) -> io::Result<Vec<Program>> {
    let mut programs = Vec::new();
    for (name, folder) in &plan.programs {
        let file = folder.join(format!("{}.jsonl", corpus.name()));
        match told::read(&file) {
            Ok((told, problems)) => {
                noticed.problems.extend(problems);
                programs.push((name.clone(), told));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                noticed.problems.push(left_out(&file, name, corpus));
            }
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("{}: {error}", file.display())));
            }
        }
    }
    Ok(programs)
}

fn left_out(file: &Path, name: &str, corpus: &Corpus) -> Problem {
    let what = format!("{name} says nothing about {}; it is left out there", corpus.name());
    Problem { file: file.into(), line: None, what }
}

/// What we say about each page.
fn ours(
    corpus: &Corpus,
    records: &[Record],
    progress: &mut dyn Progress,
    noticed: &mut Noticed,
) -> Vec<Told> {
    progress.start(corpus.name(), records.len());
    let shared = Arc::new(corpus.clone());
    let workers = thread::available_parallelism().map_or(1, |n| n.get());
    let mut told = vec![Told::default(); records.len()];
    pool::for_each(
        records.to_vec(),
        workers,
        PAGE_LIMIT,
        move |record| of_page(&shared, record),
        |index, answer| {
            progress.step();
            match answer.map_err(|failure| failure.to_string()).and_then(|said| said) {
                Ok(said) => told[index] = said,
                Err(what) => {
                    noticed.failures.push(format!(
                        "{}/{}: {what}",
                        corpus.name(),
                        records[index].id
                    ));
                }
            }
        },
    );
    told
}

fn of_page(corpus: &Corpus, record: &Record) -> Result<Told, String> {
    let (document, _) = document(corpus, record).map_err(|fault| fault.to_string())?;
    let article = Article::extract(document, &Auto::default(), "auto");
    Ok(Told::of(&record.id, article.metadata()))
}

fn judge_page(
    corpus: &Corpus,
    record: &Record,
    field: Field,
    ours: &Told,
    programs: &[Program],
) -> Option<JudgedPage> {
    let nothing = Told::default();
    let others = programs
        .iter()
        .map(|(name, told)| (name.as_str(), told.get(&record.id).unwrap_or(&nothing)));
    let all = [(OURS, ours)].into_iter().chain(others);
    let one = |(name, told): (&str, &Told)| {
        Some((name.to_string(), field.told(told), judge(field, record, told)?))
    };
    Some(JudgedPage {
        corpus: corpus.name().to_string(),
        id: record.id.clone(),
        field,
        gold: field.gold(record).map(str::to_string),
        programs: all.map(one).collect::<Option<_>>()?,
        sources: ours.sources.clone(),
    })
}
