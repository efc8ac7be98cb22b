//! What a run found out: one [`PageResult`] a page, with every extractor's scores.
//!
//! A run writes them as `results.jsonl`, a line a page; tables, groups, analyses, the report and the gate
//! all read that one file, so none of them needs the corpora or an extractor again.

use crate::corpus::Record;
use crate::measures::{BlockOutcome, Gold, PageScores, SnippetCounts, snippets};
use crate::predictions::Prediction;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// One page and how each extractor did on it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PageResult {
    /// The corpus.
    pub corpus: String,
    /// The page's id in it.
    pub id: String,
    /// The host, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The kind of page, where known.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The language, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// The date it was fetched or published, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What was measured on the page itself.
    pub page: PageFacts,
    /// Each extractor's outcome.
    pub extractors: BTreeMap<String, Outcome>,
}

/// What is known of a page without any extractor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PageFacts {
    /// Bytes as fetched.
    pub bytes: usize,
    /// Tokens of all its text, hidden text and the title too.
    pub tokens: usize,
    /// Tokens of the gold.
    pub gold_tokens: usize,
    /// The share of distinct tokens that are more frequent in the gold than in the page (equation 3.2).
    pub gold_error: f64,
    /// Runs of ten tokens that the gold has more than once.
    #[serde(default)]
    pub gold_repeats: usize,
    /// The share each tag of Table 3.5 has of all tags.
    pub tag_ratios: Vec<f64>,
}

impl PageFacts {
    /// How much of the page is content, in percent (equation 3.3): the less, the harder.
    pub fn complexity(&self) -> Option<f64> {
        (self.tokens > 0 && self.gold_tokens > 0)
            .then(|| 100.0 * self.gold_tokens as f64 / self.tokens as f64)
    }
}

/// One extractor on one page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Against the gold text, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<PageScores>,
    /// Against the snippets, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snippets: Option<SnippetCounts>,
    /// Against the labels of the page's blocks, where there are any and the extractor is ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockOutcome>,
    /// How sure the extractor was, from 0 to 1, where it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    /// The type of page it told, where the page's own is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_type: Option<TypeGuess>,
    /// Why there is no text: a panic, a time-out, a page that can not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The type of page an extractor told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeGuess {
    /// What it said.
    pub said: String,
    /// Whether people say the same.
    pub right: bool,
}

/// What a record knows, made ready for the texts of many extractors.
#[derive(Debug)]
pub struct Judge<'a> {
    record: &'a Record,
    gold: Option<Gold>,
}

impl<'a> Judge<'a> {
    /// Reads the gold of a record.
    pub fn new(record: &'a Record) -> Judge<'a> {
        Judge { record, gold: (!record.gold.is_empty()).then(|| Gold::new(&record.gold)) }
    }

    /// Scores what an extractor or another program said of the page.
    pub fn judge(&mut self, prediction: &Prediction) -> Outcome {
        let Record { with, without, kind, .. } = self.record;
        let has_snippets = !with.is_empty() || !without.is_empty();
        let guess = |said: &String| {
            let right = kind.as_ref()?.eq_ignore_ascii_case(said);
            Some(TypeGuess { said: said.clone(), right })
        };
        Outcome {
            text: self.gold.as_mut().map(|gold| gold.score(&prediction.text)),
            snippets: has_snippets.then(|| snippets(with, without, &prediction.text)),
            blocks: prediction.blocks.clone(),
            confidence: prediction.confidence,
            page_type: prediction.page_type.as_ref().and_then(guess),
            failure: prediction.failure.clone(),
        }
    }
}

/// Why results can not be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file can not be read.
    #[error("{path}: {source}; make it with `dehusk eval run --out DIR`")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not a result.
    #[error("{path}:{line}: not a result: {source}; make the file anew with `dehusk eval run`")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// The file of results in a run's folder.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("results.jsonl")
}

/// Reads the results of a run.
pub fn read(folder: &Path) -> Result<Vec<PageResult>, ResultsError> {
    let path = file(folder);
    let io = |source| ResultsError::Io { path: path.clone(), source };
    let reader = BufReader::new(File::open(&path).map_err(io)?);
    let mut results = Vec::new();
    for (index, line) in reader.lines().enumerate() {
        let line = line.map_err(io)?;
        let parsed = serde_json::from_str(&line);
        let line = index + 1;
        results.push(parsed.map_err(|source| ResultsError::Line {
            path: path.clone(),
            line,
            source,
        })?);
    }
    Ok(results)
}

/// Writes the results of a run.
pub fn write(folder: &Path, results: &[PageResult]) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(file(folder))?);
    for result in results {
        serde_json::to_writer(&mut out, result)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
