//! A gate: floors that extractors must not fall below, pinned with the digest of the corpus they hold for.
//!
//! The file is TOML that people read and review. Beside it, `FILE.pages.jsonl` keeps the pages' own values
//! from the time of pinning, so that a fall can be traced to pages. Pinning raises floors; lowering one is
//! a separate act.

use crate::corpus::Corpus;
use crate::results::PageResult;
use crate::table::measure::{self, Measure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The floors of a gate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// One for each extractor, corpus and measure.
    #[serde(default, rename = "floor")]
    pub floors: Vec<Floor>,
}

/// What an extractor must reach on a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    /// The extractor.
    pub extractor: String,
    /// The corpus.
    pub corpus: String,
    /// The digest of the corpus the floor was measured on.
    pub digest: String,
    /// The measure.
    pub measure: String,
    /// The value it must be at least as good as.
    pub value: f64,
}

/// A floor that does not hold.
#[derive(Clone, Debug)]
pub enum Breach {
    /// The value fell; pages with the largest falls, where the pinned values are known.
    Fell {
        /// The floor.
        floor: Floor,
        /// The value now.
        now: f64,
        /// Page, value then, value now.
        pages: Vec<(String, f64, f64)>,
    },
    /// The corpus is not the one the floor was measured on.
    OtherCorpus {
        /// The floor.
        floor: Floor,
        /// The digest now.
        now: String,
    },
    /// The results have no such extractor, corpus or measure.
    Missing(Floor),
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what =
            |floor: &Floor| format!("{} {} on {}", floor.extractor, floor.measure, floor.corpus);
        match self {
            Breach::Fell { floor, now, pages } => {
                let fall = (floor.value - now).abs();
                write!(
                    f,
                    "{}: {now:.4}, by {fall:.4} worse than the floor {:.4}",
                    what(floor),
                    floor.value
                )?;
                for (id, then, now) in pages {
                    write!(f, "\n    {id}: {then:.3} then, {now:.3} now")?;
                }
                Ok(())
            }
            Breach::OtherCorpus { floor, now } => write!(
                f,
                "{}: the corpus has changed (digest {now}, pinned {}); pin the floor anew",
                what(floor),
                floor.digest
            ),
            Breach::Missing(floor) => {
                write!(f, "{}: not among the results; run it with `dehusk eval run`", what(floor))
            }
        }
    }
}

/// Why a gate can not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GateError {
    /// A file can not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no gate.
    #[error("{path}: not a gate: {source}")]
    NotGate {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: toml::de::Error,
    },
    /// The gate can not be written as TOML.
    #[error("{path}: {source}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: toml::ser::Error,
    },
    /// The file with the values of pages is none; pinning the gate anew makes it.
    #[error("{path}:{line}: not the values of a floor: {source}; pin the gate anew")]
    NotPages {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// A change smaller than this is rounding, not a fall.
const SLACK: f64 = 5e-4;
/// Pages named for a fall.
const MAX_PAGES_LISTED: usize = 10;

impl Gate {
    /// Reads a gate.
    pub fn read(path: &Path) -> Result<Gate, GateError> {
        let text = std::fs::read_to_string(path).map_err(at(path))?;
        toml::from_str(&text).map_err(|source| GateError::NotGate { path: path.into(), source })
    }

    /// Writes the gate and the pages' values of its floors.
    pub fn write(&self, path: &Path, results: &[PageResult]) -> Result<(), GateError> {
        let text = toml::to_string(self)
            .map_err(|source| GateError::Toml { path: path.into(), source })?;
        std::fs::write(path, text).map_err(at(path))?;
        let mut lines = String::new();
        for floor in &self.floors {
            let values = page_values(floor, results);
            let line = serde_json::json!({ "extractor": floor.extractor, "corpus": floor.corpus, "measure": floor.measure, "pages": values });
            lines += &format!("{line}\n");
        }
        let pages = pages_file(path);
        std::fs::write(&pages, lines).map_err(at(&pages))
    }

    /// The floors that do not hold.
    pub fn check(
        &self,
        path: &Path,
        results: &[PageResult],
        corpora: &[Corpus],
    ) -> Result<Vec<Breach>, GateError> {
        let pinned = pinned_pages(path)?;
        let mut breaches = Vec::new();
        for floor in &self.floors {
            breaches.extend(breach(floor, results, corpora, &pinned)?);
        }
        Ok(breaches)
    }

    /// Sets a floor for every extractor and corpus of the results. A floor that holds for the same corpus
    /// is never lowered, unless `lower` says so; those that would have to be are given back.
    pub fn pin(
        &mut self,
        results: &[PageResult],
        corpora: &[Corpus],
        measures: &[&Measure],
        lower: bool,
    ) -> Result<Vec<Floor>, GateError> {
        let mut refused = Vec::new();
        for corpus in corpora {
            let digest = digest(corpus)?;
            let names: std::collections::BTreeSet<&String> = results
                .iter()
                .filter(|r| r.corpus == corpus.name())
                .flat_map(|r| r.extractors.keys())
                .collect();
            for (extractor, measure) in
                names.iter().flat_map(|n| measures.iter().map(move |m| (n, m)))
            {
                let mut floor = Floor {
                    extractor: extractor.to_string(),
                    corpus: corpus.name().into(),
                    digest: digest.clone(),
                    measure: measure.name.into(),
                    value: 0.0,
                };
                let Some(value) = value_of(&floor, results) else { continue };
                floor.value = (value * 1e4).round() / 1e4;
                refused.extend(self.set(floor, measure, lower));
            }
        }
        Ok(refused)
    }

    fn set(&mut self, floor: Floor, measure: &Measure, lower: bool) -> Option<Floor> {
        let same = |f: &&mut Floor| {
            (&f.extractor, &f.corpus, &f.measure)
                == (&floor.extractor, &floor.corpus, &floor.measure)
        };
        match self.floors.iter_mut().find(same) {
            Some(old)
                if !lower
                    && old.digest == floor.digest
                    && measure.is_better(old.value, floor.value) =>
            {
                Some(floor)
            }
            Some(old) => {
                *old = floor;
                None
            }
            None => {
                self.floors.push(floor);
                None
            }
        }
    }
}

fn breach(
    floor: &Floor,
    results: &[PageResult],
    corpora: &[Corpus],
    pinned: &BTreeMap<String, BTreeMap<String, f64>>,
) -> Result<Option<Breach>, GateError> {
    let corpus = corpora.iter().find(|c| c.name() == floor.corpus);
    let (Some(corpus), Some(measure), Some(now)) =
        (corpus, measure::find(&floor.measure), value_of(floor, results))
    else {
        return Ok(Some(Breach::Missing(floor.clone())));
    };
    let digest = digest(corpus)?;
    if digest != floor.digest {
        return Ok(Some(Breach::OtherCorpus { floor: floor.clone(), now: digest }));
    }
    if !measure.is_better(floor.value, now) || (floor.value - now).abs() <= SLACK {
        return Ok(None);
    }
    let values = page_values(floor, results);
    let mut pages: Vec<(String, f64, f64)> = pinned
        .get(&key(floor))
        .into_iter()
        .flatten()
        .filter_map(|(id, &then)| Some((id.clone(), then, *values.get(id)?)))
        .filter(|&(_, then, now)| measure.is_better(then, now))
        .collect();
    pages.sort_by(|a, b| (b.1 - b.2).abs().total_cmp(&(a.1 - a.2).abs()));
    pages.truncate(MAX_PAGES_LISTED);
    Ok(Some(Breach::Fell { floor: floor.clone(), now, pages }))
}

fn at(path: &Path) -> impl Fn(io::Error) -> GateError + '_ {
    move |source| GateError::Io { path: path.into(), source }
}

fn digest(corpus: &Corpus) -> Result<String, GateError> {
    corpus.digest().map_err(at(Path::new(corpus.name())))
}

fn key(floor: &Floor) -> String {
    [&*floor.extractor, &floor.corpus, &floor.measure].join("\u{1f}")
}

fn value_of(floor: &Floor, results: &[PageResult]) -> Option<f64> {
    let measure = measure::find(&floor.measure)?;
    let outcomes = results
        .iter()
        .filter(|r| r.corpus == floor.corpus)
        .filter_map(|r| r.extractors.get(&floor.extractor));
    measure.over(outcomes)
}

fn page_values(floor: &Floor, results: &[PageResult]) -> BTreeMap<String, f64> {
    let Some(measure) = measure::find(&floor.measure) else { return BTreeMap::new() };
    let pages = results.iter().filter(|r| r.corpus == floor.corpus);
    let value =
        |r: &PageResult| Some((r.id.clone(), measure.value(r.extractors.get(&floor.extractor)?)?));
    pages.filter_map(value).map(|(id, v)| (id, (v * 1e4).round() / 1e4)).collect()
}

fn pages_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".pages.jsonl");
    name.into()
}

/// The pages' values at the time of pinning; none where the file is missing.
fn pinned_pages(path: &Path) -> Result<BTreeMap<String, BTreeMap<String, f64>>, GateError> {
    #[derive(Deserialize)]
    struct Line {
        extractor: String,
        corpus: String,
        measure: String,
        pages: BTreeMap<String, f64>,
    }
    let path = pages_file(path);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        other => other.map_err(at(&path))?,
    };
    let mut out = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line).map_err(|source| GateError::NotPages {
            path: path.clone(),
            line: index + 1,
            source,
        })?;
        let floor = Floor {
            extractor: line.extractor,
            corpus: line.corpus,
            measure: line.measure,
            digest: String::new(),
            value: 0.0,
        };
        out.insert(key(&floor), line.pages);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;
    use crate::results::Outcome;

    fn page(id: &str, text: &str) -> PageResult {
        PageResult {
            corpus: "tiny".into(),
            id: id.into(),
            extractors: [(
                "x".to_string(),
                Outcome { text: Some(PageScores::of("a b c d", text)), ..Outcome::default() },
            )]
            .into(),
            ..PageResult::default()
        }
    }

    fn tiny_corpus(folder: &Path) -> Corpus {
        let folder = folder.join("tiny");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("pages.jsonl"), "{\"id\":\"1\"}\n{\"id\":\"2\"}\n")
            .expect("a file");
        Corpus::open(&folder).expect("a corpus")
    }

    #[test]
    fn a_fall_is_named_with_its_pages_and_pinning_never_lowers() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let corpora = [tiny_corpus(folder)];
        let good = [page("1", "a b c d"), page("2", "a b c d")];
        let bad = [page("1", "a b c d"), page("2", "a")];
        let lcs = [measure::find("lcs").expect("a measure")];
        let path = folder.join("gate.toml");
        let mut gate = Gate::default();
        assert!(gate.pin(&good, &corpora, &lcs, false).expect("pinned").is_empty());
        gate.write(&path, &good).expect("written");
        let mut gate = Gate::read(&path).expect("read");
        assert!(gate.check(&path, &good, &corpora).expect("checked").is_empty());
        match gate.check(&path, &bad, &corpora).expect("checked").as_slice() {
            [Breach::Fell { pages, .. }] => assert_eq!(pages, &[("2".to_string(), 1.0, 0.4)]),
            other => panic!("{other:?}"),
        }
        assert_eq!(gate.pin(&bad, &corpora, &lcs, false).expect("pinned").len(), 1);
        assert_eq!(gate.floors[0].value, 1.0);
        gate.pin(&bad, &corpora, &lcs, true).expect("pinned");
        assert_eq!(gate.floors[0].value, 0.7);
    }
}
