//! RSS and Atom through the library, or by the records where the library refuses or must not see them.

use super::records::{MAX_RECORDS, Record, Records};
use super::{Feed, Item, MAX_TITLE_BYTES, beginning};
use crate::counts::Counter;
use feed_rs::model::{Entry, FeedType, Link};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use url::Url;

/// Deeper XML is not given to the library, which may not be made for it.
const MAX_DEPTH: usize = 100;
/// Attributes of one element; the library compares each with all others.
const MAX_ATTRIBUTES: usize = 100;
/// Elements in all; the library makes objects of up to a kilobyte of them.
const MAX_ELEMENTS: usize = 300_000;
/// Bytes of an address that others are relative to; the library copies it for each element.
const MAX_BASE_BYTES: usize = 2 << 10;

/// Reads a feed; none if it is none.
pub fn parse(text: &str, records: &Records, url: &Url) -> Option<Feed> {
    let parsed = if is_harmless(records) { by_library(text, url) } else { None };
    match parsed {
        // A library that stops early without an error would lose items.
        Some(feed) if feed.items.len() >= records.records.len() => Some(feed),
        parsed => picked(records).or(parsed),
    }
}

/// Whether the library reads it in a time and memory that grow with its length and not faster.
fn is_harmless(records: &Records) -> bool {
    records.depth <= MAX_DEPTH
        && records.attributes <= MAX_ATTRIBUTES
        && records.elements <= MAX_ELEMENTS
        && records.base_bytes <= MAX_BASE_BYTES
        && records.records.len() < MAX_RECORDS
}

fn by_library(text: &str, url: &Url) -> Option<Feed> {
    let base = Some(url.as_str()).filter(|url| url.len() <= MAX_BASE_BYTES);
    let parser = feed_rs::parser::Builder::new().base_uri(base).build();
    let parse = || parser.parse(text.as_bytes()).ok();
    // A feed that breaks the library is one that it cannot read.
    let parsed = catch_unwind(AssertUnwindSafe(parse)).ok().flatten()?;
    let by_rel = |rel: &str| {
        let mut links = parsed.links.iter().filter(|l| l.rel.as_deref() == Some(rel));
        links.next().map(|link| link.href.clone())
    };
    let hub = by_rel("hub").map(|hub| (hub, by_rel("self").unwrap_or_else(|| url.to_string())));
    Some(Feed {
        kind: match parsed.feed_type {
            FeedType::Atom => "atom",
            _ => "rss",
        },
        title: parsed.title.map(|t| plain(&t.content)),
        page: page_link(&parsed.links),
        hub,
        ttl: parsed.ttl.map(|minutes| Duration::from_secs(u64::from(minutes) * 60)),
        items: parsed.entries.into_iter().map(item).collect(),
        ..Feed::default()
    })
}

fn item(entry: Entry) -> Item {
    let date = entry.published.or(entry.updated);
    let body = entry.content.and_then(|content| content.body);
    Item {
        link: page_link(&entry.links),
        id: Some(entry.id).filter(|id| !id.is_empty()),
        title: entry.title.map(|t| plain(&t.content)),
        description: entry.summary.map(|s| s.content).or(body).unwrap_or_default(),
        date: date.map(|d| d.timestamp().to_string()).unwrap_or_default(),
        published: date.map(|d| d.timestamp()),
        ..Item::default()
    }
}

/// The link to a page among links.
fn page_link(links: &[Link]) -> Option<String> {
    let fits = |link: &&Link| matches!(link.rel.as_deref(), None | Some("alternate"));
    let is_page = |link: &&Link| link.media_type.as_deref().is_none_or(|t| t.contains("html"));
    let link = links.iter().filter(fits).find(is_page).or_else(|| links.iter().find(fits));
    link.map(|link| link.href.clone())
}

/// Titles may hold markup.
pub fn plain(title: &str) -> String {
    let title = beginning(title, MAX_TITLE_BYTES);
    if !title.contains(['<', '&']) {
        return title.trim().to_string();
    }
    let page = dehusk::extractor::Page::parse_fragment(title, "div");
    page.text_content(page.root()).trim().to_string()
}

/// The feed as far as its records go.
fn picked(records: &Records) -> Option<Feed> {
    if records.records.is_empty() {
        return None;
    }
    let kind = if records.root == "feed" { "atom" } else { "rss" };
    let items = records.records.iter().map(record_item).collect();
    let title = records.title.as_deref().map(plain);
    Some(Feed { kind, title, items, notes: vec![Counter::FeedSalvaged], ..Feed::default() })
}

fn record_item(record: &Record) -> Item {
    let text = |names: &[&str]| record.first(names).map(str::to_string);
    let date = text(&["pubDate", "published", "date", "updated"]).unwrap_or_default();
    Item {
        link: text(&["link", "origLink"]),
        id: text(&["guid", "id"]),
        title: record.first(&["title"]).map(plain),
        description: text(&["description", "summary", "encoded", "content"]).unwrap_or_default(),
        published: seconds(&date),
        date,
        ..Item::default()
    }
}

/// A date of a feed in seconds.
pub fn seconds(date: &str) -> Option<i64> {
    let date = date.trim();
    let zoned = || jiff::fmt::rfc2822::parse(date).ok().map(|at| at.timestamp());
    let stamp = date.parse::<jiff::Timestamp>().ok().or_else(zoned);
    let day = || {
        let day: jiff::civil::Date = date.get(..10)?.parse().ok()?;
        day.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|at| at.timestamp())
    };
    stamp.or_else(day).map(|at| at.as_second())
}
