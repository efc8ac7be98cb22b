//! One item of a feed, and the hash that tells whether it was seen before.

use crate::fetch::site_of;
use twox_hash::XxHash3_128;
use url::Url;

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
    /// Makes the link absolute, drops dates that cannot be, and takes the hash.
    pub(super) fn finish(&mut self, feed: &Url, now: i64, notes: &mut Vec<&'static str>) {
        let link = self.link.take().or_else(|| self.id.clone().filter(|id| id.starts_with("http")));
        self.link = link.and_then(|link| web_link(feed, link.trim()));
        if self.link.is_none() {
            notes.push("item_without_link");
        }
        if self.published.is_some_and(|at| at > now + FUTURE) {
            notes.push("date_in_future");
            self.published = None;
        }
        self.title = self.title.take().map(|t| fold(&t)).filter(|t| !t.is_empty());
        self.hash = self.take_hash();
    }

    /// The hash of title, description and date within its site, as the paper has it. Where there is no
    /// date the link joins in: a title that comes back every week is not one document.
    fn take_hash(&self) -> [u8; 16] {
        let link = self.link.as_deref().unwrap_or_default();
        let site = Url::parse(link).map(|url| site_of(&url)).unwrap_or_default();
        let told = !self.date.is_empty() && (self.title.is_some() || !self.description.is_empty());
        let address = if told { "" } else { link };
        let title = self.title.as_deref().unwrap_or_default();
        let text = [&site, title, &self.description, &self.date, address].join("\0");
        XxHash3_128::oneshot(text.as_bytes()).to_be_bytes()
    }
}

fn web_link(feed: &Url, link: &str) -> Option<String> {
    let url = feed.join(link).ok()?;
    (matches!(url.scheme(), "http" | "https") && !link.is_empty()).then(|| url.into())
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
