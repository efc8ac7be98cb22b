//! Extractors that learn a site as it goes on: their texts need the pages of a site one after the other.
//!
//! A stream is the pages of one registered domain, by date. All of it is played again if one text is
//! missing, because what a site's memory says of a page depends on the pages before it.

use super::{Models, PageFault, Plan, Progress, RunError, at};
use crate::corpus::{Corpus, Record};
use crate::measures::BlockGold;
use crate::pool::{self, Failure};
use crate::predictions::{Prediction, Predictions, Writer};
use dehusk::Article;
use dehusk_site::{
    Heuristic, Keys, Memories, Normalizer, Retention, Sites, UnknownHeuristic, UrlKey, head_title,
};
use dehusk_site_level::Level;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use url::Url;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// What the default extractor with a site memory is called.
const AUTO_MEMORY: &str = "auto-memory";
/// Ends the names of extractors whose blocks are told apart by masked forms.
const MASKED: &str = "-masked";

/// An extractor that learns sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteExtractor {
    /// The URL Tree, by one of its heuristics; blocks that differ by a name or a date can count as one.
    Tree {
        /// How it decides.
        heuristic: Heuristic,
        /// Whether names and dates are left out.
        masked: bool,
    },
    /// The default extractor with a memory.
    AutoMemory,
    /// An extractor of the literature that compares the pages of a site, later ones too.
    Level(&'static Level),
}

impl SiteExtractor {
    /// Whether a name is one of these extractors or meant to be.
    pub fn is_meant(name: &str) -> bool {
        name == AUTO_MEMORY
            || name.starts_with("url-tree")
            || dehusk_site_level::find(name).is_some()
    }
}

impl fmt::Display for SiteExtractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteExtractor::Tree { heuristic, masked } => {
                write!(f, "{heuristic}{}", if *masked { MASKED } else { "" })
            }
            SiteExtractor::AutoMemory => f.write_str(AUTO_MEMORY),
            SiteExtractor::Level(level) => f.write_str(level.name),
        }
    }
}

impl FromStr for SiteExtractor {
    type Err = UnknownHeuristic;

    fn from_str(name: &str) -> Result<SiteExtractor, UnknownHeuristic> {
        if name == AUTO_MEMORY {
            return Ok(SiteExtractor::AutoMemory);
        }
        if let Some(level) = dehusk_site_level::find(name) {
            return Ok(SiteExtractor::Level(level));
        }
        let (plain, masked) = name.strip_suffix(MASKED).map_or((name, false), |n| (n, true));
        Ok(SiteExtractor::Tree { heuristic: plain.parse()?, masked })
    }
}

/// The pages of one site, in time order.
struct Stream {
    corpus: Arc<Corpus>,
    records: Vec<Record>,
}

/// The file of one extractor's texts on a corpus, and what it held before.
struct File {
    path: PathBuf,
    writer: Writer,
    done: Predictions,
}

/// Extracts what is missing of a corpus and appends it to the files of texts.
pub(super) fn missing(
    plan: &Plan,
    corpus: &Corpus,
    progress: &mut dyn Progress,
) -> Result<(), RunError> {
    let mut files = open(plan, corpus)?;
    let lacks = |record: &Record| files.iter().any(|file| file.done.get(&record.id).is_none());
    let mut streams = streams(corpus);
    streams.retain(|stream| stream.records.iter().any(lacks));
    let Some(longest) = streams.iter().map(|s| s.records.len()).max() else { return Ok(()) };
    progress.start(&format!("{}: playing sites", corpus.name()), streams.len());
    let ids: Vec<Vec<String>> =
        streams.iter().map(|s| s.records.iter().map(|r| r.id.clone()).collect()).collect();
    let limit = plan.page_limit.saturating_mul(longest.try_into().unwrap_or(u32::MAX));
    let (extractors, models) = (plan.site_extractors.clone(), plan.models.clone());
    let mut wrong = Ok(());
    let work = move |stream: &Stream| play(stream, &extractors, &models);
    pool::for_each(streams, plan.jobs, limit, work, |index, answer| {
        progress.step();
        let pages = answer.unwrap_or_else(|failure| {
            let failed = |id: &String| Prediction::failed(id, &failure.to_string());
            ids[index].iter().map(|id| vec![failed(id); files.len()]).collect()
        });
        for page in pages {
            let wrote = files.iter_mut().zip(page).try_for_each(|(file, text)| file.write(&text));
            if wrong.is_ok() {
                wrong = wrote;
            }
        }
    });
    wrong
}

fn open(plan: &Plan, corpus: &Corpus) -> Result<Vec<File>, RunError> {
    let open = |extractor: &SiteExtractor| {
        let folder = plan.out.join(extractor.to_string());
        let path = folder.join(format!("{}.jsonl", corpus.name()));
        let writer = Writer::append(&path).map_err(at(&path))?;
        let done = Predictions::read(&path).map_err(at(&path))?;
        Ok(File { path, writer, done })
    };
    plan.site_extractors.iter().map(open).collect()
}

impl File {
    fn write(&mut self, prediction: &Prediction) -> Result<(), RunError> {
        match self.done.get(&prediction.id) {
            Some(_) => Ok(()),
            None => self.writer.write(prediction).map_err(at(&self.path)),
        }
    }
}

/// The pages of a corpus by site; one whose address is not known stands alone, and fails.
fn streams(corpus: &Corpus) -> Vec<Stream> {
    let shared = Arc::new(corpus.clone());
    let mut by_domain: BTreeMap<String, Vec<Record>> = BTreeMap::new();
    for record in corpus.records() {
        let domain = key(record, None).map_or(record.id.clone(), |key| key.domain().to_string());
        by_domain.entry(domain).or_default().push(record.clone());
    }
    let in_order = |mut records: Vec<Record>| {
        // As the curves have them.
        records.sort_by(|a, b| (a.day(), &a.id).cmp(&(b.day(), &b.id)));
        Stream { corpus: Arc::clone(&shared), records }
    };
    by_domain.into_values().map(in_order).collect()
}

/// The address and the key of a page. Where only its host is known, its id stands for the path.
pub(crate) fn site_key(
    keys: &Keys,
    record: &Record,
    title: Option<&str>,
) -> Result<(String, UrlKey), PageFault> {
    let url = match (&record.url, &record.host) {
        (Some(url), _) => url.clone(),
        (None, Some(host)) => address(&format!("http://{host}/"), &record.id)?,
        (None, None) => return Err(PageFault::NoAddress),
    };
    let key = keys.key(&url, title)?;
    Ok((url, key))
}

fn key(record: &Record, title: Option<&str>) -> Result<UrlKey, PageFault> {
    site_key(&Keys::default(), record, title).map(|(_, key)| key)
}

fn address(base: &str, segment: &str) -> Result<String, PageFault> {
    let mut url =
        Url::parse(base).map_err(|source| PageFault::Host { base: base.into(), source })?;
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push(segment);
    }
    Ok(url.into())
}

/// Every page of a stream by every extractor.
fn play(stream: &Stream, extractors: &[SiteExtractor], models: &Models) -> Vec<Vec<Prediction>> {
    let mut states: Vec<SiteState> =
        extractors.iter().map(|&e| SiteState::new(e, models, stream)).collect();
    let mut page = |record: &Record| {
        let answer = catch_unwind(AssertUnwindSafe(|| one(&stream.corpus, record, &mut states)));
        let answer = answer.unwrap_or_else(|panic| Err(Failure::from_panic(panic.as_ref()).into()));
        answer.unwrap_or_else(|fault| {
            vec![Prediction::failed(&record.id, &fault.to_string()); extractors.len()]
        })
    };
    stream.records.iter().map(&mut page).collect()
}

fn one(
    corpus: &Corpus,
    record: &Record,
    states: &mut [SiteState],
) -> Result<Vec<Prediction>, PageFault> {
    states.iter_mut().map(|state| state.predict(corpus, record)).collect()
}

/// An extractor with what it remembers.
enum SiteState {
    Tree(Heuristic, Box<Sites>),
    Memory(Models, Box<Memories>),
    /// What was extracted of all pages before the first is asked for.
    Level(HashMap<String, Prediction>),
}

impl SiteState {
    fn new(extractor: SiteExtractor, models: &Models, stream: &Stream) -> SiteState {
        let retention = Retention::default();
        match extractor {
            SiteExtractor::Tree { heuristic, masked: false } => {
                SiteState::Tree(heuristic, Box::new(Sites::new(retention)))
            }
            SiteExtractor::Tree { heuristic, masked: true } => {
                let sites = Sites::new(retention).with_normalizer(Normalizer::masking());
                SiteState::Tree(heuristic, Box::new(sites))
            }
            SiteExtractor::AutoMemory => {
                SiteState::Memory(models.clone(), Box::new(Memories::new(retention)))
            }
            SiteExtractor::Level(level) => {
                SiteState::Level(super::levels::texts(&stream.corpus, &stream.records, level))
            }
        }
    }

    fn predict(&mut self, corpus: &Corpus, record: &Record) -> Result<Prediction, PageFault> {
        let (document, _) = super::document(corpus, record)?;
        let title = record.title.clone().or_else(|| head_title(&document));
        let key = key(record, title.as_deref())?;
        let (document, selection, name) = match self {
            SiteState::Tree(heuristic, sites) => {
                let selection =
                    sites.observe(&key, seconds(record), &document).selection(heuristic);
                (document, selection, "url-tree")
            }
            SiteState::Memory(models, memories) => {
                let auto = models.auto(record);
                let (document, selection) = memories.extract(&auto, key, seconds(record), document);
                (document, selection, "auto")
            }
            SiteState::Level(texts) => {
                return texts.remove(&record.id).ok_or(PageFault::NotPlayed);
            }
        };
        let document = Arc::new(document);
        let blocks = BlockGold::align(record, &document);
        let blocks = blocks.map(|gold| gold.judge(&document, &selection));
        let appraisal = selection.appraisal();
        let confidence = appraisal.map(|a| a.confidence);
        let page_type = appraisal.and_then(|a| a.page_type).map(|kind| kind.name().to_string());
        let mut article = Article::new(document, selection, name);
        if matches!(self, SiteState::Memory(..)) {
            article = article.with_embedded();
        }
        let (id, text) = (record.id.clone(), article.text());
        Ok(Prediction { id, text, blocks, confidence, page_type, ..Prediction::default() })
    }
}

/// When a page was fetched, 0 where that is not known.
pub(crate) fn seconds(record: &Record) -> i64 {
    let date = record.day().and_then(|date| date.parse::<jiff::civil::Date>().ok());
    let days = date.map(|date| (date - jiff::civil::date(1970, 1, 1)).get_days());
    i64::from(days.unwrap_or_default()) * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, host: Option<&str>, date: &str) -> Record {
        let (id, host, date) = (id.into(), host.map(str::to_string), Some(date.into()));
        Record { id, host, date, ..Record::default() }
    }

    #[test]
    fn a_host_is_enough_for_a_key() {
        let known = key(&record("a?b#c", Some("www.h.example"), ""), None).unwrap();
        assert_eq!(known.as_str(), "http://www.h.example/a%3Fb%23c");
        assert!(key(&record("a", None, ""), None).is_err());
        assert!(key(&record("a", Some("no host"), ""), None).is_err());
    }

    #[test]
    fn dates_are_seconds() {
        assert_eq!(seconds(&record("a", None, "1970-01-03")), 2 * DAY);
        assert_eq!(seconds(&record("a", None, "2011-11-21")), 15_299 * DAY);
        assert_eq!(seconds(&record("a", None, "soon")), 0);
    }
}
