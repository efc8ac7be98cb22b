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
use dehusk::extractor::{Entry, Extractor, NamedExtractor, Needs, entry, named_with_memory};
use dehusk_site::{Keys, Memories, Retention, UrlKey, head_title};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use url::Url;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// What the default extractor with a site memory is called.
const AUTO_MEMORY: &str = "auto-memory";
/// Stands between a name and what is kept of a site, where that is not as usual.
const KEEPING: &str = "+";

/// An extractor that learns sites.
#[derive(Clone, Debug)]
pub struct SiteExtractor {
    name: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Goes by what was counted of earlier pages, as the URL Tree does.
    Counting(NamedExtractor, Retention),
    /// The default extractor with a memory.
    AutoMemory(Retention),
    /// Compares the pages of a site, later ones too.
    Pages(Entry),
}

impl SiteExtractor {
    /// The extractor of a name, where it is one of these.
    pub fn named(name: &str) -> Result<Option<SiteExtractor>, dehusk::Error> {
        let usual = Retention::default();
        let kind = match name {
            AUTO_MEMORY => Kind::AutoMemory(usual),
            _ => match entry(name)? {
                entry if entry.needs() == Needs::Pages => Kind::Pages(entry),
                entry if entry.needs() == Needs::Memory => {
                    Kind::Counting(named_with_memory(name)?, usual)
                }
                _ => return Ok(None),
            },
        };
        Ok(Some(SiteExtractor { name: name.into(), kind }))
    }

    /// The same, with other documents of a site kept, which its name then says. Those that compare pages keep none.
    pub fn keeping(mut self, retention: Retention) -> SiteExtractor {
        match &mut self.kind {
            Kind::Counting(_, kept) | Kind::AutoMemory(kept) => *kept = retention,
            Kind::Pages(_) => return self,
        }
        self.name = format!("{}{KEEPING}{retention}", self.name);
        self
    }

    /// Its name, under which its texts are kept.
    pub fn name(&self) -> &str {
        &self.name
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
        let folder = plan.out.join(extractor.name());
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

/// The address of a page. Where only its host is known, its id stands for the path.
pub(super) fn address_of(record: &Record) -> Result<String, PageFault> {
    match (&record.url, &record.host) {
        (Some(url), _) => Ok(url.clone()),
        (None, Some(host)) => address(&format!("http://{host}/"), &record.id),
        (None, None) => Err(PageFault::NoAddress),
    }
}

/// The address and the key of a page, as the paper has it.
pub(crate) fn site_key(
    keys: &Keys,
    record: &Record,
    title: Option<&str>,
) -> Result<(String, UrlKey), PageFault> {
    let url = address_of(record)?;
    let key = keys.key(&url, title)?;
    Ok((url, key))
}

pub(super) fn key(record: &Record, title: Option<&str>) -> Result<UrlKey, PageFault> {
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
        extractors.iter().map(|e| SiteState::new(e, models, stream)).collect();
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
    Memory(Remembering, Box<Memories>),
    /// What was extracted of all pages before the first is asked for.
    Pages(HashMap<String, Prediction>),
}

/// Who judges with a memory.
enum Remembering {
    Auto(Models),
    Counting(NamedExtractor),
}

impl SiteState {
    fn new(extractor: &SiteExtractor, models: &Models, stream: &Stream) -> SiteState {
        let memory = |who, retention| SiteState::Memory(who, Box::new(Memories::new(retention)));
        match &extractor.kind {
            Kind::Counting(tree, retention) => {
                memory(Remembering::Counting(tree.clone()), *retention)
            }
            Kind::AutoMemory(retention) => memory(Remembering::Auto(models.clone()), *retention),
            Kind::Pages(entry) => {
                SiteState::Pages(super::levels::texts(&stream.corpus, &stream.records, entry))
            }
        }
    }

    fn predict(&mut self, corpus: &Corpus, record: &Record) -> Result<Prediction, PageFault> {
        let (who, memories) = match self {
            SiteState::Memory(who, memories) => (who, memories),
            SiteState::Pages(texts) => {
                return texts.remove(&record.id).ok_or(PageFault::NotPlayed);
            }
        };
        let (document, _) = super::document(corpus, record)?;
        let title = record.title.clone().or_else(|| head_title(&document));
        let key = memories.key(&Keys::default(), &address_of(record)?, title.as_deref())?;
        let auto;
        let (extractor, name): (&dyn Extractor, &str) = match who {
            Remembering::Auto(models) => {
                auto = models.auto(record);
                (&auto, "auto")
            }
            Remembering::Counting(tree) => (tree.extractor(), tree.name()),
        };
        let (document, selection) = memories.extract(extractor, key, seconds(record), document);
        let document = Arc::new(document);
        let blocks = BlockGold::align(record, &document);
        let blocks = blocks.map(|gold| gold.judge(&document, &selection));
        let appraisal = selection.appraisal(&document);
        let confidence = appraisal.map(|a| a.confidence);
        let page_type = appraisal.and_then(|a| a.page_type).map(|kind| kind.name().to_string());
        let mut article = Article::new(document, selection, name);
        if extractor.reads_embedded() {
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
