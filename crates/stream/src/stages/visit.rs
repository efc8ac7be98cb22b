//! The feed stage: a feed is asked, read, and its items are handed to the store.

use super::commit::{Command, FeedVisit};
use super::engine::Shared;
use crate::feed::{Feed, FeedError, Item, Source};
use crate::fetch::{FetchError, Fetched, Purpose};
use crate::schedule::Visit;
use crate::store::{FeedRow, FeedUpdate, NewItem, now_ms};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Why a visit brought nothing.
enum Trouble {
    Fetch(FetchError),
    Feed(FeedError),
}

/// Visits a feed and sends what came of it to the store.
pub async fn visit(shared: &Arc<Shared>, feed: FeedRow) {
    let visit = match try_visit(shared, &feed).await {
        Ok(visit) => visit,
        Err(trouble) => failed(shared, &feed, trouble),
    };
    // The store ends last: it takes what is sent.
    let _ = shared.commits.send(Command::Visit(Box::new(visit))).await;
}

async fn try_visit(shared: &Arc<Shared>, feed: &FeedRow) -> Result<FeedVisit, Trouble> {
    let condition = feed.condition();
    let got = shared.fetcher.get(&feed.address, Purpose::Any, &condition).await;
    let fetched = got.map_err(Trouble::Fetch)?;
    shared.counts.took("feed fetch", fetched.time);
    let moved = fetched.moved.as_ref().map(|url| url.to_string());
    if moved.is_some() {
        shared.counts.one("feed_moved");
    }
    if fetched.not_modified {
        shared.counts.one("feed_not_modified");
        let mut update = update(shared, feed, Visit::Unchanged, fetched.max_age);
        update.address = moved;
        return Ok(FeedVisit { id: feed.id, update, ..FeedVisit::default() });
    }
    if fetched.cut {
        shared.counts.one("feed_cut");
    }
    let (max_age, condition) = (fetched.max_age, fetched.condition.clone());
    let hub_in_header = hub(&fetched.links);
    let read = read(shared, fetched).await.map_err(Trouble::Feed)?;
    read.notes.iter().for_each(|note| shared.counts.one(note));
    shared.counts.add("items_seen", read.items.len() as u64);
    // How much of it is new is known when the store has looked: the interval is set there.
    let asked = max_age.max(read.ttl);
    let mut update = update(shared, feed, Visit::Unchanged, asked);
    update.address = moved;
    update.kind = Some(read.kind);
    update.page = read.page;
    update.title = read.title.filter(|t| !t.is_empty());
    update.condition = Some(condition);
    update.hub = read.hub.map(|(hub, topic)| (hub, Some(topic))).or(hub_in_header);
    let parts = read.parts.into_iter().map(|url| part(feed, url)).collect();
    let items = read.items.into_iter().filter_map(new_item).collect();
    let interval = Duration::from_millis(feed.interval.unsigned_abs());
    Ok(FeedVisit { id: feed.id, update, items, parts, adapt: Some((interval, asked)) })
}

async fn read(shared: &Arc<Shared>, fetched: Fetched) -> Result<Feed, FeedError> {
    let max_bytes = shared.fetcher.policy().max_feed_bytes;
    let counts = shared.counts.clone();
    let parse = move || {
        let mut hints = dehusk_page::Hints::new();
        if let Some(content_type) = &fetched.content_type {
            hints = hints.with_content_type(content_type);
        }
        let encoding = fetched.content_encoding.as_deref();
        counts.time("feed parse", || {
            Feed::read(&fetched.bytes, &hints, encoding, &fetched.url, max_bytes)
        })
    };
    // Feeds can be large; parsing one must not hold up those who wait for the network.
    tokio::task::spawn_blocking(parse).await.unwrap_or(Err(FeedError::Unknown))
}

fn new_item(item: Item) -> Option<NewItem> {
    let Item { hash, link, title, published, .. } = item;
    Some(NewItem { hash, url: link?, title, published })
}

fn part(feed: &FeedRow, url: String) -> Source {
    Source { url, title: feed.title.clone(), folder: feed.folder.clone() }
}

fn update(shared: &Shared, feed: &FeedRow, visit: Visit, asked: Option<Duration>) -> FeedUpdate {
    let interval = Duration::from_millis(feed.interval.unsigned_abs());
    let next = shared.settings.intervals.after(interval, visit, asked);
    let ms = i64::try_from(next.as_millis()).unwrap_or(i64::MAX);
    FeedUpdate { interval: ms, due: now_ms().saturating_add(ms), ..FeedUpdate::default() }
}

fn failed(shared: &Shared, feed: &FeedRow, trouble: Trouble) -> FeedVisit {
    let failures = feed.failures.saturating_add(1);
    let (kind, asked, mut error) = match &trouble {
        Trouble::Fetch(e) => (e.kind(), e.retry_after(), e.to_string()),
        Trouble::Feed(e) => (e.kind(), None, e.to_string()),
    };
    shared.counts.one("feed_failed");
    shared.counts.one(kind);
    let gone = matches!(trouble, Trouble::Fetch(FetchError::Status { code: 410, .. }));
    let mut wait = shared.settings.intervals.after_failures(failures, asked);
    if gone {
        wait = shared.settings.intervals.set_aside;
    }
    if wait >= shared.settings.intervals.set_aside {
        shared.counts.one("feed_set_aside");
    }
    let mut parts = Vec::new();
    if let Trouble::Feed(FeedError::Page(feeds)) = trouble
        && !feeds.is_empty()
    {
        // The reader gave the address of a page: its first feed is what was meant.
        shared.counts.one("feed_discovered");
        parts.extend(feeds.into_iter().take(1).map(|url| part(feed, url)));
        wait = shared.settings.intervals.set_aside;
        error = "this is a page: the feed it names is read instead".into();
    }
    let ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
    let update = FeedUpdate {
        interval: feed.interval,
        due: now_ms().saturating_add(ms),
        failures,
        error: Some(error),
        ..FeedUpdate::default()
    };
    FeedVisit { id: feed.id, update, parts, ..FeedVisit::default() }
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
