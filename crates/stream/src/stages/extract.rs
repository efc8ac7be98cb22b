//! From a page to an article, on a thread that has its share of the sites to itself: a site's pages come one
//! after another, so that its memory needs no lock and a run that is repeated gives the same articles.

use super::commit::{Command, PageOutcome};
use super::engine::Shared;
use super::memory::{Seen, SiteMemories, flush};
use crate::fetch::Fetched;
use crate::record::{Record, iso};
use crate::store::{ItemRow, NewArticle, Reader, StoreError};
use dehusk::{Article, Document, Hints, Page, registry};
use dehusk_site::UrlKey;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use twox_hash::XxHash3_128;

/// Articles that may be on their way to the store: more than fit into the queue and one transaction.
const UNDER_WAY: usize = 8192;
/// The share of words that two texts have to have in common to be one article.
const NEARLY_PERCENT: usize = 75;

/// A page that is to become an article.
#[derive(Debug)]
pub struct PageTask {
    /// The item it belongs to.
    pub item: ItemRow,
    /// The page.
    pub fetched: Fetched,
    /// When it was fetched.
    pub at: i64,
    /// Its share of the room for pages on their way.
    pub _held: Option<OwnedSemaphorePermit>,
}

/// Works until it is told to stop.
pub fn run(shared: &Arc<Shared>, mut tasks: mpsc::Receiver<Option<Box<PageTask>>>) {
    let reader = match Reader::open(&shared.directory) {
        Ok(reader) => reader,
        Err(error) => return shared.fail(error),
    };
    let memories = SiteMemories::new(shared.settings.threads);
    let mut worker = Worker { shared, reader, memories, recent: Recent::default() };
    while let Some(Some(task)) = tasks.blocking_recv() {
        let PageTask { item, fetched, at, _held } = *task;
        // A page that breaks the extractor must not take the others with it.
        let tried = catch_unwind(AssertUnwindSafe(|| worker.outcome(&item, fetched, at)));
        let outcome = match tried {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => return shared.fail(error),
            Err(_) => {
                shared.counts.one("crashed");
                PageOutcome::GivenUp("crashed: please report this page".into())
            }
        };
        if shared.commits.blocking_send(Command::Page(item, outcome)).is_err() {
            return;
        }
    }
}

/// Keys and texts of articles that the store may not have yet.
#[derive(Default)]
struct Recent {
    keys: HashMap<String, ()>,
    texts: HashMap<([u8; 16], String), String>,
    order: VecDeque<(String, [u8; 16], String)>,
}

impl Recent {
    fn add(&mut self, key: &str, text: [u8; 16], site: &str) {
        self.keys.insert(key.into(), ());
        self.texts.insert((text, site.into()), key.into());
        self.order.push_back((key.into(), text, site.into()));
        if self.order.len() > UNDER_WAY
            && let Some((key, text, site)) = self.order.pop_front()
        {
            self.keys.remove(&key);
            self.texts.remove(&(text, site));
        }
    }
}

struct Worker<'s> {
    shared: &'s Arc<Shared>,
    reader: Reader,
    memories: SiteMemories,
    recent: Recent,
}

impl Worker<'_> {
    fn outcome(
        &mut self,
        item: &ItemRow,
        fetched: Fetched,
        at: i64,
    ) -> Result<PageOutcome, StoreError> {
        let counts = &self.shared.counts;
        let (url, title) = (fetched.url.as_str(), item.title.as_deref());
        let key = match self.memories.key(self.shared, &self.reader, url, title)? {
            Ok(key) => key,
            Err(error) => {
                counts.one("no_key");
                return Ok(PageOutcome::GivenUp(error.to_string()));
            }
        };
        let known = counts.time("seen?", || {
            Ok::<_, StoreError>(
                self.recent.keys.contains_key(key.as_str())
                    || self.reader.has_article(key.as_str())?,
            )
        })?;
        if known {
            return Ok(PageOutcome::Duplicate("duplicate_key"));
        }
        let document =
            match counts.time("document", || document(&fetched, &self.shared.settings.limits)) {
                Ok(document) => document,
                Err((kind, error)) => {
                    counts.one("page_failed");
                    counts.one(kind);
                    return Ok(PageOutcome::GivenUp(format!("{kind}: {error}")));
                }
            };
        let warnings = document.page().warnings().iter();
        warnings.filter_map(warning_name).for_each(|name| counts.one(name));
        let (article, seen) = self.article(document, key, at)?;
        if article.is_empty() {
            counts.one("no_content");
            return Ok(PageOutcome::GivenUp(
                "no_content: there is nothing to read on the page".into(),
            ));
        }
        self.finish(item, &fetched, at, &article, seen)
    }

    fn article(
        &mut self,
        document: Document,
        key: UrlKey,
        at: i64,
    ) -> Result<(Article, Seen), StoreError> {
        let entry = self.shared.extractor;
        let extractor = entry.make();
        let seconds = at / 1000;
        let (document, selection, seen) = self.memories.extract(
            self.shared,
            &self.reader,
            extractor.as_ref(),
            document,
            key,
            seconds,
        )?;
        let article = Article::new(document, selection, entry.name);
        let article = if extractor.reads_embedded() { article.with_embedded() } else { article };
        Ok((article, seen))
    }

    fn finish(
        &mut self,
        item: &ItemRow,
        fetched: &Fetched,
        at: i64,
        article: &Article,
        seen: Seen,
    ) -> Result<PageOutcome, StoreError> {
        let counts = &self.shared.counts;
        let text = counts.time("article", || article.text());
        let hash = XxHash3_128::oneshot(text.as_bytes()).to_be_bytes();
        let key = seen.observation.key();
        let (key, site) = (key.as_str(), key.domain());
        if self.recent.texts.contains_key(&(hash, site.to_string())) {
            return Ok(PageOutcome::Duplicate("duplicate_text"));
        }
        let same = self.reader.same_text(&hash, site)?;
        if same.as_ref().is_some_and(|(_, other)| other == site) {
            return Ok(PageOutcome::Duplicate("duplicate_text"));
        }
        let metadata = article.metadata();
        let title = metadata.title.as_ref().map(|t| t.value.clone()).or(item.title.clone());
        if self.is_copy(&seen, title.as_deref(), &text)? {
            counts.one("nearly_same_text");
            return Ok(PageOutcome::Duplicate("duplicate_text"));
        }
        if same.is_some() {
            counts.one("same_text_elsewhere");
        }
        let feed = self.shared.feed_name(item.feed, &self.reader)?;
        let record = Record {
            key: key.into(),
            site: site.into(),
            request_url: item.url.clone(),
            response_url: fetched.url.to_string(),
            feed: feed.0.clone(),
            feed_title: feed.1.clone(),
            item_title: item.title.clone(),
            item_published: item.published.map(|at| iso(at.saturating_mul(1000))),
            fetched: iso(at),
            site_support: seen.support.into(),
            same_text_as: same.map(|(key, _)| key),
            ..Record::default()
        };
        let new = NewArticle {
            key: key.into(),
            site: site.into(),
            feed: item.feed,
            url: record.response_url.clone(),
            title,
            published: item.published,
            fetched: at,
            confidence: article.appraisal().map(|a| f64::from(a.confidence)),
            words: i64::try_from(text.split_whitespace().count()).unwrap_or(i64::MAX),
            language: metadata.detected_language.as_ref().map(|l| l.value.clone()),
            support: record.site_support,
            text_hash: hash,
            record: counts.time("article", || record.line(article)),
            page: counts.time("page kept", || self.shared.settings.kept_page(fetched)),
        };
        self.recent.add(key, hash, site);
        // Only what is kept is learned from: a second copy would make furniture of content.
        let lesson = counts.time("site memory", || {
            self.memories.learn(self.shared, &self.reader, &seen.observation)
        })?;
        Ok(PageOutcome::Article(Box::new(new), Box::new(lesson)))
    }
}

impl Worker<'_> {
    /// Whether an article is one of its site that came under another address, but for a line or two. The memory
    /// finds the few that may be, by the letters of their blocks; whether numbers are the same too, only
    /// the texts can tell.
    fn is_copy(
        &mut self,
        seen: &Seen,
        title: Option<&str>,
        text: &str,
    ) -> Result<bool, StoreError> {
        if !self.memories.is_copy(self.shared, &self.reader, &seen.observation)? {
            return Ok(false);
        }
        // The other one may be on its way to the store, where it is then found in every run.
        flush(self.shared);
        let site = seen.observation.key().domain();
        for other in self.reader.articles_titled(site, title)? {
            let record = Record::read(&self.reader.record(&other)?).unwrap_or_default();
            if nearly_same(text, record.text()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether most of the words of each text stand in lines that are in the other too.
fn nearly_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| -> HashMap<String, usize> {
        let words = |line: &str| (line.trim().to_string(), line.split_whitespace().count());
        text.lines().map(words).filter(|(_, words)| *words > 0).collect()
    };
    let (one, other) = (lines(one), lines(other));
    let shared: usize = one.iter().filter(|(l, _)| other.contains_key(*l)).map(|(_, w)| w).sum();
    let words = one.values().sum::<usize>().max(other.values().sum());
    shared * 100 >= words * NEARLY_PERCENT
}

fn document(
    fetched: &Fetched,
    limits: &dehusk::Limits,
) -> Result<Document, (&'static str, dehusk::PageError)> {
    let mut hints = Hints::new().with_url(fetched.url.as_str());
    if let Some(content_type) = &fetched.content_type {
        hints = hints.with_content_type(content_type);
    }
    if let Some(content_encoding) = &fetched.content_encoding {
        hints = hints.with_content_encoding(content_encoding);
    }
    let page = Page::from_bytes(fetched.bytes.as_slice(), &hints, limits);
    page.map(|page| Document::new(page).with_url(fetched.url.as_str())).map_err(|error| {
        let kind = match error {
            dehusk::PageError::Empty => "empty_page",
            dehusk::PageError::NotAPage(_) => "not_a_page",
            _ => "damaged_compression",
        };
        (kind, error)
    })
}

fn warning_name(warning: &dehusk::PageWarning) -> Option<&'static str> {
    match warning {
        dehusk::PageWarning::InflatedCut(_) => Some("bomb_cut"),
        dehusk::PageWarning::CompressedDamaged(_) => Some("truncated_compression"),
        _ => None,
    }
}

/// The extractor of a name; the default for none.
pub fn extractor(name: Option<&str>) -> Option<&'static registry::Entry> {
    name.map_or_else(|| Some(registry::default()), registry::find)
}

#[cfg(test)]
mod tests {
    use super::nearly_same;

    #[test]
    fn a_line_more_is_the_same_and_another_number_is_not() {
        let text = "The harbour was quiet that morning\n\nNo boat had left since the storm began\n\nBy noon they did";
        assert!(nearly_same(text, &format!("{text}\n\nPosted by Ada")));
        assert!(nearly_same(&format!("A title\n{text}"), text));
        let report =
            "The index closed at 4512 points, up 3 percent\nVolume was 17 million shares in all";
        assert!(!nearly_same(report, &report.replace('7', "8")));
        assert!(!nearly_same(text, "The harbour was quiet that morning"));
    }
}
