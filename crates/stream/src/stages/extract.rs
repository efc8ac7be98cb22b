//! From a page to an article, on a thread that has its share of the sites to itself: a site's pages come one
//! after another, so that its memory needs no lock and a run that is repeated gives the same articles.

use super::commands::{Command, PageOutcome, StoreQueue};
use super::copies::Lines;
use super::ending::Ending;
use super::extractor_pool::{PageTask, Tasks};
use super::memory::{Seen, SiteMemories};
use super::recent::Recent;
use crate::counts::{Counter, Counts, Stage};
use crate::feed::shown_address;
use crate::fetch::{Fetched, Fetcher};
use crate::record::{Record, RecordOf, iso};
use crate::store::{ItemRow, KeptPage, NewArticle, Reader, StoreError};
use crate::work_time::worked;
use dehusk::Article;
use dehusk::extractor::{Document, NamedExtractor, Page, named_with_memory};
use dehusk_page::Hints;
use dehusk_site::{Keys, UrlKey};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use twox_hash::XxHash3_128;
use url::Url;

/// A page that takes longer of the processor is a heavy one.
const HEAVY: Duration = Duration::from_millis(100);
/// The site of a heavy page is left alone for so many times as long: it gets a tenth of a processor at most, and
/// nobody keeps the threads from the pages of others.
const REST: u32 = 10;

/// What the threads of the extract stage need.
#[derive(Clone)]
pub struct Extract {
    /// The folder of the store, which each thread reads for itself.
    pub directory: PathBuf,
    /// Where articles and failures go.
    pub store: StoreQueue,
    /// Knows when sites may be asked again.
    pub fetcher: Arc<Fetcher>,
    /// Makes articles.
    pub extractor: NamedExtractor,
    /// How addresses become keys.
    pub keys: Arc<Keys>,
    /// What a page may cost.
    pub limits: dehusk::Limits,
    /// Bytes of site memories that this thread may hold.
    pub memories: usize,
    /// Whether pages are kept as they were fetched.
    pub keeps_pages: bool,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Ends the run if the store cannot be read.
    pub ending: Ending,
}

impl Extract {
    /// Works until it is told to stop.
    pub fn run(self, mut tasks: Tasks) {
        let reader = match Reader::open(&self.directory) {
            Ok(reader) => reader,
            Err(error) => return self.ending.fail(error),
        };
        let recent = Recent::default();
        let (keys, counts, kept) = (self.keys.clone(), self.counts.clone(), recent.kept().clone());
        let extractor = self.extractor.extractor();
        let memories = SiteMemories::new(self.memories, extractor, keys, counts, kept);
        let mut worker = Worker { stage: &self, reader, memories, recent, feeds: HashMap::new() };
        while let Some(Some(task)) = tasks.blocking_recv() {
            let PageTask { item, fetched, at, _held } = *task;
            let (start, address) = (worked(), fetched.url.clone());
            // A page that breaks the extractor must not take the others with it.
            let tried = catch_unwind(AssertUnwindSafe(|| worker.outcome(&item, fetched, at)));
            let outcome = match tried {
                Ok(Ok(outcome)) => outcome,
                Ok(Err(error)) => return self.ending.fail(error),
                Err(_) => {
                    self.counts.one(Counter::Crashed);
                    PageOutcome::GivenUp("crashed: please report this page".into())
                }
            };
            self.weigh(&address, worked().saturating_sub(start));
            if !self.store.put_blocking(Command::Page(item, outcome)) {
                return;
            }
        }
    }

    /// Leaves the site of a page alone that was heavy.
    fn weigh(&self, address: &Url, took: Duration) {
        if took > HEAVY {
            self.counts.one(Counter::PageHeavy);
            self.fetcher.leave_alone(address, took * REST);
        }
    }
}

/// Address and title of a feed.
type FeedName = Arc<(String, Option<String>)>;

struct Worker<'s> {
    stage: &'s Extract,
    reader: Reader,
    memories: SiteMemories,
    recent: Recent,
    feeds: HashMap<i64, FeedName>,
}

impl Worker<'_> {
    fn outcome(
        &mut self,
        item: &ItemRow,
        fetched: Fetched,
        at: i64,
    ) -> Result<PageOutcome, StoreError> {
        self.recent.forget_kept();
        let counts = &self.stage.counts;
        let (url, title) = (fetched.url.as_str(), item.title.as_deref());
        let key = match self.memories.key(&self.reader, url, title)? {
            Ok(key) => key,
            Err(error) => {
                counts.one(Counter::NoKey);
                return Ok(PageOutcome::GivenUp(error.to_string()));
            }
        };
        let known = counts.time(Stage::Seen, || {
            Ok::<_, StoreError>(
                self.recent.has_key(key.as_str()) || self.reader.knows_key(key.as_str())?,
            )
        })?;
        if known {
            return Ok(PageOutcome::Duplicate(Counter::DuplicateKey));
        }
        let document = match counts.time(Stage::Document, || document(&fetched, &self.stage.limits))
        {
            Ok(document) => document,
            Err((cause, error)) => {
                counts.one(Counter::PageFailed);
                counts.one(cause);
                return Ok(PageOutcome::GivenUp(format!("{}: {error}", cause.name())));
            }
        };
        let warnings = document.page().warnings().iter();
        warnings.filter_map(warning_counter).for_each(|counter| counts.one(counter));
        let (article, seen) = self.article(document, key, at)?;
        if article.is_empty() {
            counts.one(Counter::NoContent);
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
        let named = &self.stage.extractor;
        let extractor = named.extractor();
        let (document, selection, seen) =
            self.memories.extract(&self.reader, extractor, document, key, at / 1000)?;
        let article = Article::new(document, selection, named.name());
        let article = if extractor.reads_embedded() { article.with_embedded() } else { article };
        Ok((article, seen))
    }

    /// An article that nobody has yet, or what it is a duplicate of.
    fn finish(
        &mut self,
        item: &ItemRow,
        fetched: &Fetched,
        at: i64,
        article: &Article,
        seen: Seen,
    ) -> Result<PageOutcome, StoreError> {
        let counts = &self.stage.counts;
        let text = counts.time(Stage::Article, || article.text());
        let hash = XxHash3_128::oneshot(text.as_bytes()).to_be_bytes();
        let key = seen.observation.key();
        let (key, site) = (key.as_str(), key.domain());
        if self.recent.has_text(hash, site) || self.reader.had_text(&hash, site)? {
            return Ok(PageOutcome::Duplicate(Counter::DuplicateText));
        }
        let same = self.reader.same_text(&hash, site)?;
        if same.as_ref().is_some_and(|(_, other)| other == site) {
            return Ok(PageOutcome::Duplicate(Counter::DuplicateText));
        }
        let title = article.metadata().title.as_ref().map(|t| t.value.clone());
        let title = title.or(item.title.clone());
        let lines = Lines::of(&text);
        if self.is_copy(&seen, title.as_deref(), &lines)? {
            counts.one(Counter::NearlySameText);
            return Ok(PageOutcome::Duplicate(Counter::DuplicateText));
        }
        if same.is_some() {
            counts.one(Counter::SameTextElsewhere);
        }
        let record = self.record(item, fetched, at, &seen, same.map(|(key, _)| key))?;
        let metadata = article.metadata();
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
            support: seen.support.into(),
            text_hash: hash,
            record: counts.time(Stage::Article, || record.line(article, &text)),
            page: counts.time(Stage::PageKept, || self.kept_page(fetched)),
        };
        let receipt = self.recent.add(key, hash, site, new.title.as_deref(), lines);
        // Only what is kept is learned from: a second copy would make furniture of content.
        let lesson = counts.time(Stage::SiteMemory, || {
            self.memories.learn(&self.reader, &seen.observation, self.recent.sent())
        })?;
        Ok(PageOutcome::Article(Box::new(new), Box::new(lesson), receipt))
    }

    /// Where an article came from.
    fn record(
        &mut self,
        item: &ItemRow,
        fetched: &Fetched,
        at: i64,
        seen: &Seen,
        same_text_as: Option<String>,
    ) -> Result<RecordOf<()>, StoreError> {
        let feed = self.feed_name(item.feed)?;
        let key = seen.observation.key();
        Ok(RecordOf {
            key: key.as_str().into(),
            site: key.domain().into(),
            // Relative links of a feed with a password have it too.
            request_url: shown_address(&item.url),
            response_url: shown_address(fetched.url.as_str()),
            feed: feed.0.clone(),
            feed_title: feed.1.clone(),
            item_title: item.title.clone(),
            item_published: item.published.map(|at| iso(at.saturating_mul(1000))),
            fetched: iso(at),
            site_support: seen.support.into(),
            same_text_as,
            article: (),
        })
    }

    fn feed_name(&mut self, id: i64) -> Result<FeedName, StoreError> {
        if let Some(name) = self.feeds.get(&id) {
            return Ok(name.clone());
        }
        let feed = self.reader.feed(id)?.unwrap_or_default();
        let was_visited = feed.checked.is_some();
        let name = Arc::new((shown_address(&feed.url), feed.title));
        // Before its first visit it has no title yet.
        if was_visited {
            self.feeds.insert(id, name.clone());
        }
        Ok(name)
    }

    fn kept_page(&self, fetched: &Fetched) -> Option<KeptPage> {
        self.stage.keeps_pages.then(|| KeptPage::of(fetched)).flatten()
    }

    /// Whether an article is one of its site that came under another address. The memory finds the few that
    /// may be, by the letters of their blocks; whether numbers are the same too, only the texts can tell.
    fn is_copy(
        &mut self,
        seen: &Seen,
        title: Option<&str>,
        lines: &Lines,
    ) -> Result<bool, StoreError> {
        if !self.memories.may_be_copy(&self.reader, &seen.observation)? {
            return Ok(false);
        }
        let site = seen.observation.key().domain();
        Ok(self.recent.says_the_same(site, title, lines) || self.is_kept(site, title, lines)?)
    }

    /// Whether the store has an article of the same title that says the same.
    fn is_kept(&self, site: &str, title: Option<&str>, lines: &Lines) -> Result<bool, StoreError> {
        for other in self.reader.articles_titled(site, title)? {
            let record = match self.reader.record(&other) {
                Ok(record) => Record::read(&record).unwrap_or_default(),
                // One text that cannot be read any more says nothing about this one.
                Err(StoreError::Damaged(_)) => continue,
                Err(error) => return Err(error),
            };
            if lines.say_the_same_as(&Lines::of(record.text())) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn document(
    fetched: &Fetched,
    limits: &dehusk::Limits,
) -> Result<Document, (Counter, dehusk_page::PageError)> {
    // Links and pictures are told to others: a password for the site is not.
    let address = shown_address(fetched.url.as_str());
    let mut hints = Hints::new().with_url(&address);
    if let Some(content_type) = &fetched.content_type {
        hints = hints.with_content_type(content_type);
    }
    if let Some(content_encoding) = &fetched.content_encoding {
        hints = hints.with_content_encoding(content_encoding);
    }
    let page = Page::from_bytes(fetched.bytes.as_slice(), &hints, limits);
    page.map(|page| Document::new(page).with_url(&address)).map_err(|error| {
        let cause = match error {
            dehusk_page::PageError::Empty => Counter::EmptyPage,
            dehusk_page::PageError::NotAPage(_) => Counter::NotAPage,
            _ => Counter::DamagedCompression,
        };
        (cause, error)
    })
}

fn warning_counter(warning: &dehusk_page::Warning) -> Option<Counter> {
    match warning {
        dehusk_page::Warning::InflatedCut(_) => Some(Counter::BombCut),
        dehusk_page::Warning::CompressedDamaged(_) => Some(Counter::TruncatedCompression),
        _ => None,
    }
}

/// The extractor of a name; the default for none.
pub fn extractor(name: Option<&str>) -> Result<NamedExtractor, dehusk::Error> {
    named_with_memory(name.unwrap_or("auto"))
}
