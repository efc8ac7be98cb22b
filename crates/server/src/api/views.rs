//! What programs see of articles, feeds and the rest: times as RFC 3339 has them, and no password of a feed.

use crate::error::ServeError;
use dehusk_stream::feed::shown_address;
use dehusk_stream::store::{ArticleRow, FailedPage, FeedRow, Reader};
use serde::Serialize;

/// A time in milliseconds since 1970, as RFC 3339 has it; none for one that no calendar has.
pub fn time(ms: i64) -> Option<String> {
    jiff::Timestamp::from_millisecond(ms).ok().map(|time| time.to_string())
}

/// An article without its text.
#[derive(Clone, Debug, Serialize)]
pub struct ArticleView {
    seq: i64,
    key: String,
    site: String,
    feed: i64,
    url: String,
    title: Option<String>,
    published: Option<String>,
    fetched: Option<String>,
    confidence: Option<f64>,
    words: i64,
    language: Option<String>,
    support: i64,
    read: bool,
    starred: bool,
    /// Where a search found its words.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
}

impl ArticleView {
    /// An article of a store.
    pub fn of(reader: &Reader, row: ArticleRow) -> Result<ArticleView, ServeError> {
        let (read, starred) = reader.marks(row.seq)?;
        Ok(ArticleView {
            seq: row.seq,
            key: row.key,
            site: row.site,
            feed: row.feed,
            url: row.url,
            title: row.title,
            published: row.published.and_then(|seconds| time(seconds.saturating_mul(1000))),
            fetched: time(row.fetched),
            confidence: row.confidence,
            words: row.words,
            language: row.language,
            support: row.support,
            read: read.is_some(),
            starred: starred.is_some(),
            snippet: None,
        })
    }

    /// With the place where a search found it.
    pub fn with_snippet(mut self, snippet: String) -> ArticleView {
        self.snippet = Some(snippet);
        self
    }
}

/// A feed.
#[derive(Clone, Debug, Serialize)]
pub struct FeedView {
    id: i64,
    url: String,
    address: String,
    title: Option<String>,
    folder: Option<String>,
    kind: Option<String>,
    interval_seconds: i64,
    due: Option<String>,
    checked: Option<String>,
    changed: Option<String>,
    failures: u32,
    error: Option<String>,
    items: i64,
    hub: Option<String>,
}

impl From<FeedRow> for FeedView {
    fn from(feed: FeedRow) -> FeedView {
        FeedView {
            id: feed.id,
            url: shown_address(&feed.url),
            address: shown_address(&feed.address),
            title: feed.title,
            folder: feed.folder,
            kind: feed.kind,
            interval_seconds: feed.interval / 1000,
            due: time(feed.due),
            checked: feed.checked.and_then(time),
            changed: feed.changed.and_then(time),
            failures: feed.failures,
            error: feed.error,
            items: feed.items,
            hub: feed.hub,
        }
    }
}

/// A page that failed.
#[derive(Clone, Debug, Serialize)]
pub struct FailureView {
    id: i64,
    feed: i64,
    url: String,
    title: Option<String>,
    reason: String,
    tries: u32,
    given_up: bool,
    time: Option<String>,
}

impl From<FailedPage> for FailureView {
    fn from(page: FailedPage) -> FailureView {
        FailureView {
            id: page.id,
            feed: page.feed,
            url: shown_address(&page.url),
            title: page.title,
            reason: page.reason,
            tries: page.tries,
            given_up: page.given_up,
            time: time(page.time),
        }
    }
}

/// A site with articles.
#[derive(Clone, Debug, Serialize)]
pub struct SiteView {
    /// Its registered domain.
    pub site: String,
    /// How many articles it has.
    pub articles: i64,
    /// How sure the extractor was of them, on average.
    pub confidence: Option<f64>,
}
