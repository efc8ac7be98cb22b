//! One item of a feed, and the hash that tells whether it was seen before.

use crate::counts::Counter;
use crate::fetch::MAX_URL_BYTES;
use dehusk_site::Keys;
use std::sync::LazyLock;
use twox_hash::XxHash3_128;
use url::Url;

static KEYS: LazyLock<Keys> = LazyLock::new(Keys::default);

/// Seconds an item may lie in the future: clocks and time zones differ.
const FUTURE: i64 = 2 * 86_400;

/// One item of a feed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// Where its document is.
    pub link: Option<String>,
    /// What the feed calls it.
    pub id: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its description; only its hash is kept.
    pub description: String,
    /// Its date as the feed has it; only its hash is kept.
    pub date: String,
    /// When it was published, in seconds, where that can be believed.
    pub published: Option<i64>,
    /// What it is known by.
    pub hash: [u8; 16],
}

impl Item {
    /// Makes the link absolute and drops dates that cannot be.
    pub(super) fn finish(&mut self, feed: &Url, now: i64, notes: &mut Vec<Counter>) {
        let link = self.link.take().or_else(|| self.id.clone().filter(|id| id.starts_with("http")));
        self.link = link.and_then(|link| web_link(feed, link.trim()));
        if self.link.is_none() {
            notes.push(Counter::ItemWithoutLink);
        }
        if self.published.is_some_and(|at| at > now + FUTURE) {
            notes.push(Counter::DateInFuture);
            self.published = None;
        }
        self.title = self.title.take().map(|t| fold(&t)).filter(|t| !t.is_empty());
    }

    /// Takes the hash of title, description and date, as the paper has it, and of the document that the link
    /// names. The same words may be said of two documents, and by a stranger of one that is not there.
    pub(super) fn take_hash(&mut self) {
        let link = self.link.as_deref().unwrap_or_default();
        // What advertisers add to an address does not make another document of it.
        let key = KEYS.careful_key(link, None, |_, _, _| false);
        let key = key.as_ref().map_or(link, |key| key.as_str());
        let title = self.title.as_deref().unwrap_or_default();
        let text = [key, title, &self.description, &self.date].join("\0");
        self.hash = XxHash3_128::oneshot(text.as_bytes()).to_be_bytes();
    }
}

/// A link in a feed as an address of the web.
pub(super) fn web_link(feed: &Url, link: &str) -> Option<String> {
    let url = feed.join(link).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.as_str().len() <= MAX_URL_BYTES;
    (is_web && !link.is_empty()).then(|| url.into())
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
