//! Feeds: what a source offers, whatever it calls its format and however well it keeps to it.
//!
//! The first bytes tell JSON Feed, which is read member by member (`json`), from XML. RSS and Atom are read by a
//! maintained parser. It refuses what is malformed, so the text is repaired (`repair`) first, and where that is
//! not enough the items before the damage are picked out (`records`) without it. Sitemaps are read by the
//! same picking. Whatever a stranger sends, the time and memory for it grow no faster than its length.

mod discover;
mod item;
mod json;
mod library;
pub mod opml;
mod records;
mod repair;
mod sitemap;
mod sources;

pub use discover::feeds_of_page;
pub use item::Item;
pub use sources::{Source, SourceError, read_sources, shown_address};

use crate::counts::Counter;
use dehusk_page::Hints;
use std::time::Duration;
use url::Url;

/// Items of one feed that are looked at, the newest where dates are known.
const MAX_ITEMS: usize = 10_000;

/// Bytes of a title that are looked at.
const MAX_TITLE_BYTES: usize = 4 << 10;

/// Bytes before the first tag that are skipped: messages of the server's program, mostly.
const MAX_JUNK: usize = 4 << 10;

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
    /// What was wrong with it, one for each time, to be counted.
    pub notes: Vec<Counter>,
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
    /// Where it is counted.
    pub fn counter(&self) -> Counter {
        match self {
            FeedError::Page(_) => Counter::FeedIsPage,
            FeedError::Unknown => Counter::NotAFeed,
            FeedError::Damaged(_) => Counter::DamagedCompression,
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
    /// let feed = Feed::read(rss, Some("application/rss+xml"), None, &url, 1 << 20)?;
    /// assert_eq!(feed.items[0].link.as_deref(), Some("https://ferry.example/news/late.html"));
    /// # Ok::<_, dehusk_stream::feed::FeedError>(())
    /// ```
    pub fn read(
        bytes: &[u8],
        content_type: Option<&str>,
        content_encoding: Option<&str>,
        url: &Url,
        max_bytes: usize,
    ) -> Result<Feed, FeedError> {
        let unpacked = dehusk_page::unpack(bytes, content_encoding, max_bytes)
            .map_err(|compression| FeedError::Damaged(compression.to_string()))?;
        let mut notes: Vec<Counter> = unpacked.warnings.iter().map(warning_counter).collect();
        let hints = content_type.map_or_else(Hints::new, |t| Hints::new().with_content_type(t));
        let text = dehusk_page::decode(unpacked.bytes, &hints).text;
        let mut feed = Feed::parse(&text, content_type.unwrap_or_default(), url)?;
        feed.notes.append(&mut notes);
        feed.finish(url);
        Ok(feed)
    }

    fn parse(text: &str, content_type: &str, url: &Url) -> Result<Feed, FeedError> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let content_type = content_type.to_ascii_lowercase();
        let first = match text.bytes().next() {
            Some(first @ (b'{' | b'<')) => first,
            _ if content_type.contains("json") => b'{',
            _ => b'<',
        };
        let junk = text.bytes().take(MAX_JUNK).position(|byte| byte == first);
        let text = &text[junk.ok_or(FeedError::Unknown)?..];
        if first == b'{' {
            return json::feed(text, url).ok_or(FeedError::Unknown);
        }
        let page = || Err(FeedError::Page(feeds_of_page(text, url)));
        let repaired = repair::repair(text);
        let records = records::Records::read(&repaired.text);
        let mut feed = match records.root.as_str() {
            "urlset" | "sitemapindex" => sitemap::feed(&records),
            "html" => return page(),
            _ => match library::parse(&repaired.text, &records, url) {
                Some(feed) => feed,
                None if is_html(&records.root, text, &content_type) => return page(),
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
                self.notes.push(Counter::DuplicateId);
            }
        }
        // Stable: items without a date keep their places among themselves, behind those with one.
        self.items.sort_by_key(|item| std::cmp::Reverse(item.published));
        if self.items.len() > MAX_ITEMS {
            self.notes.push(Counter::TooManyItems);
            self.items.truncate(MAX_ITEMS);
        }
        self.items.iter_mut().for_each(Item::take_hash);
        self.parts =
            self.parts.iter().filter_map(|part| item::web_link(url, part.trim())).collect();
        self.page = self.page.take().and_then(|page| url.join(&page).ok()).map(String::from);
    }
}

fn warning_counter(warning: &dehusk_page::Warning) -> Counter {
    match warning {
        dehusk_page::Warning::InflatedCut(_) => Counter::BombCut,
        _ => Counter::TruncatedCompression,
    }
}

/// Whether a text that is no feed is a page: by its first element, its first bytes, or what the server says.
fn is_html(root: &str, start: &str, content_type: &str) -> bool {
    let doctype = "<!doctype html";
    let begins = start.get(..doctype.len()).is_some_and(|s| s.eq_ignore_ascii_case(doctype));
    begins || matches!(root, "head" | "body") || content_type.contains("html")
}

/// The beginning of a text, cut where a character ends.
fn beginning(text: &str, max_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(max_bytes)]
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
