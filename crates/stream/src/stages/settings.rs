//! How the stream behaves, in one place.

use crate::fetch::Policy;
use crate::schedule::{Intervals, Retries};
use crate::store::Keep;
use dehusk_site::Keys;
use std::time::Duration;
use url::Url;

/// Room for the memories of the few hundred sites that are worked at at once, with a few hundred documents each.
const MEMORIES: usize = 32 << 20;

/// How the stream behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How pages are fetched.
    pub policy: Policy,
    /// When feeds are visited.
    pub intervals: Intervals,
    /// How often pages are tried.
    pub retries: Retries,
    /// Pages in the queue beyond which no feed is visited.
    pub queue: usize,
    /// The extractor; none is the default one.
    pub extractor: Option<String>,
    /// What a page may cost.
    pub limits: dehusk::Limits,
    /// Threads that extract.
    pub threads: usize,
    /// Bytes of site memories that are held; the others rest in the store.
    pub memories: usize,
    /// How keys are made.
    pub keys: Keys,
    /// How many of the newest pages are kept as they were fetched.
    pub kept_pages: usize,
    /// Where hubs reach this program: the address to which `/FEED/KEY` is added. None asks no hub.
    pub callback: Option<Url>,
    /// Which articles are kept; none keeps them all.
    pub keep_articles: Option<Keep>,
    /// Whether feeds on the internet are refused, because nobody has said how those who run its sites reach the user.
    pub local_only: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let policy = Policy::default();
        Settings {
            limits: dehusk::Limits::default()
                .with_max_bytes(policy.max_page_bytes)
                .with_max_nodes(500_000)
                .with_max_time(Duration::from_secs(5)),
            policy,
            intervals: Intervals::default(),
            retries: Retries::default(),
            queue: 50_000,
            extractor: None,
            threads: std::thread::available_parallelism().map_or(1, |n| n.get().min(16)),
            memories: MEMORIES,
            keys: Keys::default(),
            kept_pages: 0,
            callback: None,
            keep_articles: None,
            local_only: false,
        }
    }
}
