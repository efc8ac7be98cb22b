//! The worst pages of each extractor, with their texts where these can be had.

use super::Report;
use super::diff::{Marked, mark};
use super::tables::round;
use crate::analysis::{Regret, regrets};
use crate::corpus::{Corpus, Record};
use crate::predictions::Predictions;
use crate::results::PageResult;
use crate::table::measure::Measure;
use serde::Serialize;
use std::collections::HashMap;
use std::io;

/// Pages shown an extractor.
pub const PAGES: usize = 15;
/// Bytes a text may have in the file.
pub const LONGEST_TEXT: usize = 20_000;
/// Bytes all texts may have in the file; with many extractors, each text gets less.
const ALL_TEXTS: usize = 9_000_000;
/// An address that is longer is of no use to a reader.
const LONGEST_URL: usize = 500;

/// An extractor's worst pages.
#[derive(Debug, Serialize)]
pub struct Worst {
    /// The extractor.
    pub extractor: String,
    /// The pages where it is furthest below the best.
    pub pages: Vec<WorstPage>,
}

/// A page where another extractor did better.
#[derive(Debug, Serialize)]
pub struct WorstPage {
    /// The corpus.
    pub corpus: String,
    /// The page.
    pub id: String,
    /// The extractor's value.
    pub value: f64,
    /// The best one.
    pub best: f64,
    /// Who has it.
    pub winner: String,
    /// Where the page was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Every extractor's value.
    pub scores: Vec<(String, f64)>,
    /// Both texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Marked>,
    /// What the reader should know about the texts.
    pub notes: Vec<String>,
}

/// The worst pages of every extractor.
pub fn worst(report: &Report, extractors: &[String], measure: &Measure) -> Vec<Worst> {
    let limit = LONGEST_TEXT.min(ALL_TEXTS / (2 * PAGES * extractors.len().max(1)));
    let golds = Golds::new(report);
    let results: HashMap<(&str, &str), &PageResult> =
        report.results.iter().map(|r| ((r.corpus.as_str(), r.id.as_str()), r)).collect();
    let of_one = |extractor: &String| {
        let mut texts = Texts::new(report, extractor);
        let mut worst = regrets(&report.results, extractor, measure);
        worst.truncate(PAGES);
        let pages = worst.into_iter().map(|regret| {
            let mut page = scores(&regret, &results, measure, extractor);
            add_texts(&mut page, &golds, &mut texts, limit);
            page
        });
        Worst { extractor: extractor.clone(), pages: pages.collect() }
    };
    extractors.iter().map(of_one).collect()
}

fn scores(
    regret: &Regret,
    results: &HashMap<(&str, &str), &PageResult>,
    measure: &Measure,
    extractor: &str,
) -> WorstPage {
    let result = results.get(&(regret.corpus.as_str(), regret.id.as_str()));
    let outcomes = result.iter().flat_map(|r| &r.extractors);
    let mut scores: Vec<(String, f64)> = outcomes
        .filter_map(|(name, outcome)| Some((name.clone(), round(measure.value(outcome)?))))
        .collect();
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    if measure.smaller_is_better {
        scores.reverse();
    }
    let failure = result.and_then(|r| r.extractors.get(extractor)?.failure.clone());
    WorstPage {
        corpus: regret.corpus.clone(),
        id: regret.id.clone(),
        value: round(regret.value),
        best: round(regret.best),
        winner: regret.winner.clone(),
        url: None,
        scores,
        texts: None,
        notes: failure
            .map(|what| format!("The extractor failed: {}", shorten(&what, 300)))
            .into_iter()
            .collect(),
    }
}

fn add_texts(page: &mut WorstPage, golds: &Golds<'_>, texts: &mut Texts<'_>, limit: usize) {
    let Some(record) = golds.get(&page.corpus, &page.id) else {
        page.notes.push(golds.missing.into());
        return;
    };
    let url = record.url.as_ref().filter(|u| u.starts_with("http://") || u.starts_with("https://"));
    page.url = url.filter(|u| u.len() <= LONGEST_URL).cloned();
    let extracted = texts.get(&page.corpus, &page.id).unwrap_or_else(|note| {
        page.notes.push(note.to_string());
        String::new()
    });
    let (gold, snippets) = gold(record);
    if snippets {
        page.notes.push(
            "The corpus has no whole gold for this page, only snippets that must be there.".into(),
        );
    }
    let marked = mark(&gold, &extracted, limit);
    if marked.cut {
        page.notes.push(format!("A text is longer than the {} kB shown here.", limit / 1000));
    }
    page.texts = Some(marked);
}

/// The gold, or the wanted snippets in its place.
fn gold(record: &Record) -> (String, bool) {
    match record.gold.is_empty() && !record.with.is_empty() {
        true => (record.with.join("\n"), true),
        false => (record.gold.clone(), false),
    }
}

fn shorten(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The records of the corpora by corpus and id.
struct Golds<'a> {
    records: HashMap<(&'a str, &'a str), &'a Record>,
    missing: &'static str,
}

impl<'a> Golds<'a> {
    fn new(report: &'a Report) -> Golds<'a> {
        let corpora = report.corpora.iter().flatten();
        let records = corpora.flat_map(|corpus: &Corpus| {
            corpus.records().iter().map(|r| ((corpus.name(), r.id.as_str()), r))
        });
        let missing = match report.corpora {
            Some(_) => "The corpora have no such page, so there are scores only.",
            None => {
                "Scores only: with --corpora DIR the report has the gold and the extracted text too."
            }
        };
        Golds { records: records.collect(), missing }
    }

    fn get(&self, corpus: &str, id: &str) -> Option<&'a Record> {
        self.records.get(&(corpus, id)).copied()
    }
}

/// Why an extractor's text can not be shown.
#[derive(Debug, thiserror::Error)]
enum NoText<'t> {
    #[error("The extracted texts are not with the run: say where with --pred NAME=DIR.")]
    Elsewhere,
    #[error("The extracted texts can not be read: {0}")]
    Unreadable(&'t io::Error),
}

/// An extractor's texts, each file read when its first page is wanted.
struct Texts<'a> {
    report: &'a Report,
    extractor: &'a str,
    files: HashMap<String, Option<io::Result<Predictions>>>,
}

impl<'a> Texts<'a> {
    fn new(report: &'a Report, extractor: &'a str) -> Texts<'a> {
        Texts { report, extractor, files: HashMap::new() }
    }

    /// The text of a page, or why there is none.
    fn get(&mut self, corpus: &str, id: &str) -> Result<String, NoText<'_>> {
        let path = self.report.text_file(self.extractor, corpus);
        let read = || path.filter(|path| path.is_file()).map(|path| Predictions::read(&path));
        match self.files.entry(corpus.into()).or_insert_with(read) {
            None => Err(NoText::Elsewhere),
            Some(Err(error)) => Err(NoText::Unreadable(error)),
            Some(Ok(texts)) => Ok(texts.get(id).map(|p| p.text.clone()).unwrap_or_default()),
        }
    }
}
