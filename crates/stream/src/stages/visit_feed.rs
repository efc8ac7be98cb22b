//! The feed stage: a feed is asked, read, and its items are handed to the store.

use super::commands::{Command, FeedVisit, StoreQueue};
use super::fetch_page::later;
use crate::counts::{Counter, Counts, Stage};
use crate::feed::{Feed, FeedError, Item, Source};
use crate::fetch::{FetchError, Fetched, Fetcher, Purpose};
use crate::schedule::{Intervals, NextVisit};
use crate::store::{FeedRow, FeedUpdate, NewItem};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use url::Url;

/// A feed that takes longer to parse is given up. None comes near it that is not made for it.
const PARSE_DEADLINE: Duration = Duration::from_secs(60);

/// Feeds that are parsed at once: one of a stranger's can take a hundred times its bytes.
const PARSERS: usize = 4;

/// Why a visit brought nothing.
#[derive(Debug, thiserror::Error)]
enum VisitError {
    #[error(transparent)]
    Fetch(FetchError),
    #[error(transparent)]
    Feed(FeedError),
    #[error("the feed took longer than {} s to be read: report it, and drop it if it stays so", .0.as_secs())]
    TooSlow(Duration),
}

impl VisitError {
    fn counter(&self) -> Counter {
        match self {
            VisitError::Fetch(error) => error.counter(),
            VisitError::Feed(error) => error.counter(),
            VisitError::TooSlow(_) => Counter::FeedTooSlow,
        }
    }

    /// How long the server wants to be left alone.
    fn retry_after(&self) -> Option<Duration> {
        match self {
            VisitError::Fetch(error) => error.retry_after(),
            VisitError::Feed(_) | VisitError::TooSlow(_) => None,
        }
    }

    /// How long to wait before the visit, if it could not be made yet.
    fn later(&self) -> Option<Duration> {
        match self {
            VisitError::Fetch(error) => later(error),
            VisitError::Feed(_) | VisitError::TooSlow(_) => None,
        }
    }

    /// Whether the feed says that it is gone for good.
    fn is_gone(&self) -> bool {
        matches!(self, VisitError::Fetch(FetchError::Status { code: 410, .. }))
    }
}

/// Visits feeds.
pub struct FeedVisitor {
    /// Who fetches.
    pub fetcher: Arc<Fetcher>,
    /// Where what came of it goes.
    pub store: StoreQueue,
    /// When feeds are visited again.
    pub intervals: Intervals,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Who parses.
    pub parsers: Parsers,
}

impl FeedVisitor {
    /// Visits a feed and sends what came of it to the store. Gives the feed back with a wait if it leads to a site
    /// that may not be asked yet.
    pub async fn visit(&self, feed: FeedRow) -> Option<(FeedRow, Duration)> {
        let visit = match self.try_visit(&feed).await {
            Ok(visit) => visit,
            Err(error) => match error.later() {
                Some(wait) => {
                    self.counts.one(error.counter());
                    return Some((feed, wait));
                }
                None => self.failed(&feed, error),
            },
        };
        self.store.put(Command::Visit(Box::new(visit))).await;
        None
    }

    async fn try_visit(&self, feed: &FeedRow) -> Result<FeedVisit, VisitError> {
        let condition = feed.condition();
        let got = self.fetcher.get(&feed.address, Purpose::Any, &condition).await;
        let fetched = got.map_err(VisitError::Fetch)?;
        self.counts.took(Stage::FeedFetch, fetched.time);
        let moved = fetched.moved.as_ref().map(|url| url.to_string());
        if moved.is_some() {
            self.counts.one(Counter::FeedMoved);
        }
        if fetched.not_modified {
            self.counts.one(Counter::FeedNotModified);
            let update = FeedUpdate { address: moved, ..FeedUpdate::default() };
            let next = NextVisit::unchanged(self.intervals, feed.interval, fetched.max_age);
            let (items, parts) = (Vec::new(), Vec::new());
            return Ok(FeedVisit { id: feed.id, update, items, parts, next });
        }
        if fetched.cut {
            self.counts.one(Counter::FeedCut);
        }
        let (max_age, condition) = (fetched.max_age, fetched.condition.clone());
        let hub_in_header = hub(&fetched.links);
        let read = self.read(fetched).await?;
        read.notes.iter().for_each(|note| self.counts.one(*note));
        self.counts.add(Counter::ItemsSeen, read.items.len() as u64);
        let update = FeedUpdate {
            address: moved,
            kind: Some(read.kind),
            page: read.page,
            title: read.title.filter(|t| !t.is_empty()),
            condition: Some(condition),
            hub: read.hub.map(|(hub, topic)| (hub, Some(topic))).or(hub_in_header),
            ..FeedUpdate::default()
        };
        let parts = read.parts.into_iter().map(|url| part(feed, url)).collect();
        let items: Vec<NewItem> = read.items.into_iter().filter_map(new_item).collect();
        let asked = max_age.max(read.ttl);
        let next = NextVisit::items(self.intervals, feed.interval, items.len(), asked);
        Ok(FeedVisit { id: feed.id, update, items, parts, next })
    }

    async fn read(&self, fetched: Fetched) -> Result<Feed, VisitError> {
        let max_bytes = self.fetcher.policy().max_feed_bytes;
        let counts = self.counts.clone();
        let parse = move || {
            let kind = fetched.content_type.as_deref();
            let encoding = fetched.content_encoding.as_deref();
            counts.time(Stage::FeedParse, || {
                Feed::read(&fetched.bytes, kind, encoding, &fetched.url, max_bytes)
            })
        };
        self.parsers.parse(PARSE_DEADLINE, parse).await
    }

    fn failed(&self, feed: &FeedRow, error: VisitError) -> FeedVisit {
        let failures = feed.failures.saturating_add(1);
        self.counts.one(Counter::FeedFailed);
        self.counts.one(error.counter());
        let mut wait = self.intervals.after_failures(failures, error.retry_after());
        if error.is_gone() {
            wait = self.intervals.set_aside;
        }
        if wait >= self.intervals.set_aside {
            self.counts.one(Counter::FeedSetAside);
        }
        let mut told = error.to_string();
        let mut parts = Vec::new();
        if let VisitError::Feed(FeedError::Page(feeds)) = error
            && !feeds.is_empty()
        {
            // The reader gave the address of a page: its first feed is what was meant.
            self.counts.one(Counter::FeedDiscovered);
            parts.extend(feeds.into_iter().take(1).map(|url| part(feed, url)));
            wait = self.intervals.set_aside;
            told = "this is a page: the feed it names is read instead".into();
        }
        let update = FeedUpdate { failures, error: Some(told), ..FeedUpdate::default() };
        let next = NextVisit::failed(self.intervals, feed.interval, wait);
        FeedVisit { id: feed.id, update, items: Vec::new(), parts, next }
    }
}

/// Parses feeds on threads of their own, because feeds can be large and parsing one must not hold up those who wait
/// for the network. A parser that takes too long is left behind; it counts until it ends, since it holds its memory.
pub struct Parsers(Arc<Semaphore>);

impl Default for Parsers {
    fn default() -> Parsers {
        Parsers(Arc::new(Semaphore::new(PARSERS)))
    }
}

impl Parsers {
    async fn parse(
        &self,
        deadline: Duration,
        parse: impl FnOnce() -> Result<Feed, FeedError> + Send + 'static,
    ) -> Result<Feed, VisitError> {
        let too_slow = |_| VisitError::TooSlow(deadline);
        let free = tokio::time::timeout(deadline, self.0.clone().acquire_owned()).await;
        let held = free.map_err(too_slow)?;
        let work = move || {
            let read = parse();
            drop(held);
            read
        };
        match tokio::time::timeout(deadline, tokio::task::spawn_blocking(work)).await {
            Ok(Ok(read)) => read.map_err(VisitError::Feed),
            // It has crashed the parser: whatever it is, it is no feed.
            Ok(Err(_)) => Err(VisitError::Feed(FeedError::Unknown)),
            Err(late) => Err(too_slow(late)),
        }
    }
}

fn new_item(item: Item) -> Option<NewItem> {
    let Item { hash, link, title, published, .. } = item;
    Some(NewItem { hash, url: link?, title, published })
}

fn part(feed: &FeedRow, url: String) -> Source {
    Source { url, title: feed.title.clone(), folder: feed.folder.clone() }
}

/// The hub in Link headers, and what it knows the feed by.
fn hub(links: &[String]) -> Option<(String, Option<String>)> {
    let all = || links.iter().flat_map(|header| header.split(','));
    let named = |rel: &str| {
        let rels = [format!("rel=\"{rel}\""), format!("rel={rel}")];
        let link = all().find(|link| rels.iter().any(|rel| link.contains(rel)))?;
        Url::parse(link.split(['<', '>']).nth(1)?).ok().map(String::from)
    };
    Some((named("hub")?, named("self")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_feed_that_keeps_the_parser_busy_fails_at_its_deadline() {
        let (end, busy) = std::sync::mpsc::channel::<()>();
        let parse = move || {
            let _ = busy.recv();
            Ok(Feed::default())
        };
        let parsers = Parsers::default();
        let failed = parsers.parse(Duration::from_millis(50), parse).await;
        assert!(matches!(failed, Err(VisitError::TooSlow(_))));
        drop(end);
        let long = Duration::from_secs(60);
        assert!(parsers.parse(long, || Ok(Feed::default())).await.is_ok());
        let crashed = parsers.parse(long, || panic!("as a broken parser would")).await;
        assert!(matches!(crashed, Err(VisitError::Feed(FeedError::Unknown))));
    }

    #[tokio::test]
    async fn few_feeds_are_parsed_at_once_and_one_that_was_left_behind_counts() {
        let parsers = Parsers::default();
        let ends: Vec<_> = (0..PARSERS)
            .map(|_| {
                let (end, busy) = std::sync::mpsc::channel::<()>();
                let held = parsers.0.clone().try_acquire_owned().unwrap();
                tokio::task::spawn_blocking(move || drop((busy.recv(), held)));
                end
            })
            .collect();
        let short = Duration::from_millis(50);
        let waits = parsers.parse(short, || Ok(Feed::default())).await;
        assert!(matches!(waits, Err(VisitError::TooSlow(_))));
        drop(ends);
        let long = Duration::from_secs(60);
        for _ in 0..3 * PARSERS {
            assert!(parsers.parse(long, || Ok(Feed::default())).await.is_ok());
            let crashed = parsers.parse(long, || panic!("as a broken parser would")).await;
            assert!(crashed.is_err());
        }
        // The thread of the last one may still be at it.
        let places = parsers.0.acquire_many(PARSERS as u32);
        let freed = tokio::time::timeout(long, places).await;
        assert!(freed.is_ok(), "a parser that crashed frees its place");
    }
}
