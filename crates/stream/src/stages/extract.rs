//! From a page to an article, on a thread that has its share of the sites to itself: a site's pages come one
//! after another, so that its memory needs no lock and a run that is repeated gives the same articles.

use super::commit::{Command, PageOutcome};
use super::copies::says_the_same;
use super::engine::Shared;
use super::memory::{Seen, SiteMemories, flush};
use crate::fetch::Fetched;
use crate::record::{Record, iso};
use crate::store::{ItemRow, NewArticle, Reader, StoreError, TextHash};
use dehusk::{Article, Document, Hints, Page, registry};
use dehusk_site::UrlKey;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use twox_hash::{XxHash3_64, XxHash3_128};

/// Articles that may be on their way to the store: more than fit into the queue and one transaction.
const UNDER_WAY: usize = 8192;

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
    let settings = &shared.settings;
    let memories = SiteMemories::new(settings.memories / settings.threads.max(1));
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

/// Keys, texts and titles of articles that the store may not have yet.
#[derive(Default)]
struct Recent {
    keys: HashSet<Arc<str>>,
    texts: HashSet<(TextHash, Arc<str>)>,
    /// How many have a title.
    titles: HashMap<u64, usize>,
    order: VecDeque<Underway>,
}

struct Underway {
    key: Arc<str>,
    text: TextHash,
    site: Arc<str>,
    title: u64,
}

impl Recent {
    fn add(&mut self, key: &str, text: TextHash, site: &str, title: Option<&str>) {
        let new =
            Underway { key: key.into(), text, site: site.into(), title: title_hash(site, title) };
        self.keys.insert(new.key.clone());
        self.texts.insert((text, new.site.clone()));
        *self.titles.entry(new.title).or_default() += 1;
        self.order.push_back(new);
        if self.order.len() > UNDER_WAY
            && let Some(old) = self.order.pop_front()
        {
            self.forget(old);
        }
    }

    fn forget(&mut self, old: Underway) {
        self.keys.remove(&old.key);
        self.texts.remove(&(old.text, old.site));
        if let Entry::Occupied(mut number) = self.titles.entry(old.title) {
            *number.get_mut() -= 1;
            if *number.get() == 0 {
                number.remove();
            }
        }
    }
}

fn title_hash(site: &str, title: Option<&str>) -> u64 {
    let site = XxHash3_64::oneshot(site.as_bytes());
    XxHash3_64::oneshot_with_seed(site, title.unwrap_or_default().as_bytes())
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
                self.recent.keys.contains(key.as_str()) || self.reader.has_article(key.as_str())?,
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
        if self.recent.texts.contains(&(hash, site.into())) {
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
        self.recent.add(key, hash, site, new.title.as_deref());
        // Only what is kept is learned from: a second copy would make furniture of content.
        let lesson = counts.time("site memory", || {
            self.memories.learn(self.shared, &self.reader, &seen.observation)
        })?;
        Ok(PageOutcome::Article(Box::new(new), Box::new(lesson)))
    }
}

impl Worker<'_> {
    /// Whether an article is one of its site that came under another address. The memory finds the few that
    /// may be, by the letters of their blocks; whether numbers are the same too, only the texts can tell.
    fn is_copy(
        &mut self,
        seen: &Seen,
        title: Option<&str>,
        text: &str,
    ) -> Result<bool, StoreError> {
        if !self.memories.may_be_copy(self.shared, &self.reader, &seen.observation)? {
            return Ok(false);
        }
        let site = seen.observation.key().domain();
        if self.is_kept(site, title, text)? {
            return Ok(true);
        }
        // The other one may be on its way to the store.
        let waits = self.recent.titles.contains_key(&title_hash(site, title));
        Ok(waits && flush(self.shared) && self.is_kept(site, title, text)?)
    }

    /// Whether the store has an article of the same title that says the same.
    fn is_kept(&self, site: &str, title: Option<&str>, text: &str) -> Result<bool, StoreError> {
        for other in self.reader.articles_titled(site, title)? {
            let record = match self.reader.record(&other) {
                Ok(record) => Record::read(&record).unwrap_or_default(),
                // One text that cannot be read any more says nothing about this one.
                Err(StoreError::Damaged(_)) => continue,
                Err(error) => return Err(error),
            };
            if says_the_same(text, record.text()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
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
