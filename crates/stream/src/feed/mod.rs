//! Feeds: what a source offers, whatever it calls its format and however well it keeps to it.
//!
//! A maintained parser reads RSS, Atom and JSON Feed. It refuses what is malformed, so the text is
//! repaired (`repair`) first, and where that is not enough the items before the damage are
//! picked out (`records`) without it. Sitemaps are read by the same picking.

mod discover;
mod item;
mod library;
pub mod opml;
mod records;
mod repair;
mod sitemap;
mod sources;

pub use discover::feeds_of_page;
pub use item::Item;
pub use sources::{Source, SourceError, read_sources};

use dehusk_page::Hints;
use std::time::Duration;
use url::Url;

/// Items of one feed that are looked at, the newest where dates are known.
const MAX_ITEMS: usize = 10_000;

/// Deeper XML is not given to the library, which may not be made for it.
const MAX_DEPTH: usize = 100;

/// What a feed says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feed {
    /// What it is: `rss`, `atom`, `json`, `sitemap`, `sitemap index`.
    pub kind: &'static str,
    /// Its title.
    pub title: Option<String>,
    /// The page it belongs to.
    pub page: Option<String>,
    /// A hub that tells of changes (WebSub), and the address it knows the feed by.
    pub hub: Option<(String, String)>,
    /// How long it says it stays as it is.
    pub ttl: Option<Duration>,
    /// Its items, newest first where dates are known.
    pub items: Vec<Item>,
    /// Other sources it names: the parts of a sitemap index.
    pub parts: Vec<String>,
    /// Names of what was wrong with it, one for each time, to be counted.
    pub notes: Vec<&'static str>,
}

/// Why there is no feed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    /// It is a page; these are the feeds it names.
    #[error("this is a page, not a feed{}", named(.0))]
    Page(Vec<String>),
    /// It is nothing that is known.
    #[error("this is no feed, sitemap or page")]
    Unknown,
    /// It cannot be unpacked.
    #[error("the {0} data is damaged")]
    Damaged(String),
}

fn named(feeds: &[String]) -> String {
    match feeds {
        [] => " and it names none".into(),
        feeds => format!("; it names {}", feeds.join(", ")),
    }
}

impl FeedError {
    /// The name it is counted under.
    pub fn kind(&self) -> &'static str {
        match self {
            FeedError::Page(_) => "feed_is_page",
            FeedError::Unknown => "not_a_feed",
            FeedError::Damaged(_) => "damaged_compression",
        }
    }
}

impl Feed {
    /// Reads a feed as it was sent from `url`, up to `max_bytes` of it.
    ///
    /// ```
    /// use dehusk_stream::feed::Feed;
    /// let url = url::Url::parse("https://ferry.example/news/feed").unwrap();
    /// let rss = b"<rss version='2.0'><channel><title>Ferries & more</title>
    ///     <item><title>Late&nbsp;again</title><link>late.html</link></item></channel></rss>";
    /// let feed = Feed::read(rss, &dehusk_page::Hints::new(), None, &url, 1 << 20)?;
    /// assert_eq!(feed.items[0].link.as_deref(), Some("https://ferry.example/news/late.html"));
    /// # Ok::<_, dehusk_stream::feed::FeedError>(())
    /// ```
    pub fn read(
        bytes: &[u8],
        hints: &Hints,
        content_encoding: Option<&str>,
        url: &Url,
        max_bytes: usize,
    ) -> Result<Feed, FeedError> {
        let unpacked = dehusk_page::unpack(bytes, content_encoding, max_bytes)
            .map_err(|compression| FeedError::Damaged(compression.to_string()))?;
        let mut notes: Vec<&'static str> = unpacked.warnings.iter().map(warning_name).collect();
        let text = dehusk_page::decode(unpacked.bytes, hints).text;
        let mut feed = Feed::parse(&text, url)?;
        feed.notes.append(&mut notes);
        feed.finish(url);
        Ok(feed)
    }

    fn parse(text: &str, url: &Url) -> Result<Feed, FeedError> {
        let repaired = repair::repair(text);
        let records = records::Records::read(&repaired.text);
        let mut feed = match records.root.as_str() {
            "urlset" | "sitemapindex" => sitemap::feed(&records),
            "html" => return Err(FeedError::Page(feeds_of_page(text, url))),
            _ => match library::parse(&repaired.text, &records, url) {
                Some(feed) => feed,
                None if looks_like_page(text) => {
                    return Err(FeedError::Page(feeds_of_page(text, url)));
                }
                None => return Err(FeedError::Unknown),
            },
        };
        feed.notes.extend(repaired.notes);
        Ok(feed)
    }

    /// Absolute links, sane dates, no more items than are looked at.
    fn finish(&mut self, url: &Url) {
        let mut ids = std::collections::HashSet::new();
        let now = jiff::Timestamp::now().as_second();
        for item in &mut self.items {
            item.finish(url, now, &mut self.notes);
            if item.id.as_ref().is_some_and(|id| !ids.insert(id.clone())) {
                self.notes.push("duplicate_id");
            }
        }
        // Stable: items without a date keep their places among themselves, behind those with one.
        self.items.sort_by_key(|item| std::cmp::Reverse(item.published));
        if self.items.len() > MAX_ITEMS {
            self.notes.push("too_many_items");
            self.items.truncate(MAX_ITEMS);
        }
        self.page = self.page.take().and_then(|page| url.join(&page).ok()).map(String::from);
    }
}

fn warning_name(warning: &dehusk_page::Warning) -> &'static str {
    match warning {
        dehusk_page::Warning::InflatedCut(_) => "bomb_cut",
        _ => "truncated_compression",
    }
}

fn looks_like_page(text: &str) -> bool {
    let head: String = text.chars().take(2000).collect::<String>().to_ascii_lowercase();
    ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| head.contains(tag))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
