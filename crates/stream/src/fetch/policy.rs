//! How a visitor of the web behaves, what it asks for and what it gets.

use crate::clock::Clock;
use std::time::Duration;
use url::Url;

/// How to behave.
#[derive(Clone, Debug)]
pub struct Policy {
    /// How the visitor names itself; robots.txt is read for the name before the slash.
    pub user_agent: String,
    /// Time for one page, redirects included, waiting for turns not.
    pub timeout: Duration,
    /// The pause after each answer of a site.
    pub delay: Duration,
    /// Requests to one site at once.
    pub at_once: usize,
    /// Requests at once over all sites.
    pub overall: usize,
    /// Bytes of a page that are read, as they are sent: they are unpacked later, within the same bound.
    pub max_page_bytes: usize,
    /// Bytes of a feed or sitemap that are read, as they are sent.
    pub max_feed_bytes: usize,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
    /// What pauses go by.
    pub clock: Clock,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            user_agent: "dehusk".into(),
            timeout: Duration::from_secs(30),
            delay: Duration::from_secs(1),
            at_once: 1,
            overall: 64,
            max_page_bytes: 8 << 20,
            max_feed_bytes: 16 << 20,
            robots: true,
            clock: Clock::default(),
        }
    }
}

/// What an address is fetched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A page: other types are refused.
    Page,
    /// A feed or a sitemap.
    Feed,
    /// Either, where it is to be found out.
    Any,
}

/// What is known from the last time, for a request that need not be answered in full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// The ETag header.
    pub etag: Option<String>,
    /// The Last-Modified header.
    pub last_modified: Option<String>,
}

/// What came of it.
#[derive(Debug)]
pub struct Fetched {
    /// Where it came from, after redirects.
    pub url: Url,
    /// Where the address has moved to for good, if it has.
    pub moved: Option<Url>,
    /// Whether nothing has changed since the condition was noted.
    pub not_modified: bool,
    /// What to say the next time.
    pub condition: Condition,
    /// The Content-Type header.
    pub content_type: Option<String>,
    /// The Content-Encoding header.
    pub content_encoding: Option<String>,
    /// How long the server says it stays as it is.
    pub max_age: Option<Duration>,
    /// The Link headers.
    pub links: Vec<String>,
    /// The body, compressed as it was sent.
    pub bytes: Vec<u8>,
    /// Whether there was more than is read.
    pub cut: bool,
    /// How long the server took, waiting for turns not counted.
    pub time: Duration,
}
