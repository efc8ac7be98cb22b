//! A run as one HTML file: tables to sort, plots, and the worst pages with gold and extracted text side
//! by side.
//!
//! The file needs no network and no server. What it shows was written by strangers, so all of it is
//! escaped, data reach the script as JSON that can not close its element, and a policy lets nothing run
//! but the report's own script. Texts are embedded for a bounded number of pages, so that the file stays
//! small however large the run was.

mod diff;
pub(crate) mod html;
mod pages;
pub(crate) mod plots;
mod tables;

use crate::corpus::Corpus;
use crate::results::PageResult;
use crate::table::Table;
use crate::table::measure::{self, Measure};
use std::path::PathBuf;

/// The measures shown, the first that any page has is the one plots and worst pages go by.
const SHOWN: [&str; 19] = [
    "lcs",
    "snip",
    "lcs_p",
    "lcs_r",
    "lsum",
    "bow",
    "bow_p",
    "bow_r",
    "sh4",
    "jaccard",
    "edit",
    "words",
    "word_accuracy",
    "nodes",
    "auc",
    "failed",
    "conf_error",
    "conf_corr",
    "type",
];

/// A report on the results of a run.
///
/// ```
/// use dehusk_eval::report::Report;
/// use dehusk_eval::results::PageResult;
///
/// let page = PageResult { corpus: "news".into(), id: "1".into(), ..PageResult::default() };
/// assert!(Report::new(vec![page]).html().starts_with("<!doctype html>"));
/// ```
#[derive(Debug)]
pub struct Report {
    results: Vec<PageResult>,
    texts: Option<PathBuf>,
    others: Vec<(String, PathBuf)>,
    corpora: Option<Vec<Corpus>>,
}

impl Report {
    /// A report on results, with scores alone.
    pub fn new(results: Vec<PageResult>) -> Report {
        Report { results, texts: None, others: Vec::new(), corpora: None }
    }

    /// The folder of the run, which holds the extracted texts as `EXTRACTOR/CORPUS.jsonl`.
    pub fn with_texts(mut self, folder: impl Into<PathBuf>) -> Report {
        self.texts = Some(folder.into());
        self
    }

    /// Where the texts of another program are: a name, and the folder that holds `CORPUS.jsonl`.
    pub fn with_predictions(
        mut self,
        name: impl Into<String>,
        folder: impl Into<PathBuf>,
    ) -> Report {
        self.others.push((name.into(), folder.into()));
        self
    }

    /// The corpora, for the gold of the pages.
    pub fn with_corpora(mut self, corpora: Vec<Corpus>) -> Report {
        self.corpora = Some(corpora);
        self
    }

    /// The whole report.
    pub fn html(&self) -> String {
        let measures = self.measures();
        let main = measures.first().copied().unwrap_or(&measure::MEASURES[0]);
        let extractors = self.ranking(main);
        let tables = tables::tables(&self.results, &measures);
        let worst = pages::worst(self, &extractors, main);
        let plots = plots::all(&self.results, &extractors, main);
        html::page(&html::Parts { results: &self.results, extractors, main, tables, plots, worst })
    }

    /// The shown measures that at least one page has.
    fn measures(&self) -> Vec<&'static Measure> {
        let outcomes = || self.results.iter().flat_map(|r| r.extractors.values());
        let found = |m: &&Measure| outcomes().any(|outcome| m.parts(outcome).is_some());
        SHOWN.iter().filter_map(|name| measure::find(name)).filter(found).collect()
    }

    /// The extractors, the best first by the mean over corpora.
    fn ranking(&self, measure: &Measure) -> Vec<String> {
        let table = Table::new(&self.results, measure, &|r| Some(r.corpus.clone())).sorted();
        table.rows.into_iter().map(|row| row.extractor).collect()
    }

    /// The file with an extractor's texts on a corpus, if anyone said where texts are.
    fn text_file(&self, extractor: &str, corpus: &str) -> Option<PathBuf> {
        let other = self.others.iter().find(|(name, _)| name == extractor);
        let own = || self.texts.as_ref().map(|folder| folder.join(extractor));
        let folder = other.map(|(_, folder)| folder.clone()).or_else(own)?;
        Some(folder.join(format!("{corpus}.jsonl")))
    }
}

#[cfg(test)]
mod tests;
