//! A view of a running engine, for those who look and ask while it runs.

use super::commands::{Command, StoreQueue};
use super::outbox::Outbox;
use super::subscribe::{Delivered, HubQuestion, Hubs};
use super::{Status, StreamError};
use crate::counts::Counts;
use crate::feed::Source;
use crate::fetch::Fetcher;
use crate::fetch::address::is_local;
use dehusk_site::Keys;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::watch;

/// A view of a running engine.
#[derive(Clone)]
pub struct Handle(pub(super) Arc<View>);

/// What can be seen of an engine.
pub struct View {
    /// What is counted.
    pub counts: Arc<Counts>,
    /// How things stand, as the schedule sees it.
    pub status: watch::Receiver<Status>,
    /// How far the sinks are.
    pub outbox: Arc<Outbox>,
    /// The way to the store.
    pub store: StoreQueue,
    /// Who fetches.
    pub fetcher: Arc<Fetcher>,
    /// Who talks to hubs.
    pub hubs: Arc<Hubs>,
    /// The directory of the store.
    pub directory: PathBuf,
    /// How addresses become keys.
    pub keys: Arc<Keys>,
    /// The name of the extractor.
    pub extractor: String,
    /// How many of the newest pages are kept.
    pub kept_pages: usize,
    /// Whether feeds on the internet are refused.
    pub local_only: bool,
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle").field("directory", &self.0.directory).finish_non_exhaustive()
    }
}

impl Handle {
    /// What is counted.
    pub fn counts(&self) -> &Arc<Counts> {
        &self.0.counts
    }

    /// How things stand.
    pub fn status(&self) -> Status {
        let (lag, memories) = (self.0.outbox.lag(), self.0.counts.memories());
        Status { lag, memories, ..*self.0.status.borrow() }
    }

    /// The directory of the store.
    pub fn directory(&self) -> &Path {
        &self.0.directory
    }

    /// How addresses become keys.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// The name of the extractor.
    pub fn extractor(&self) -> &str {
        &self.0.extractor
    }

    /// How many of the newest pages are kept.
    pub fn kept_pages(&self) -> usize {
        self.0.kept_pages
    }

    /// Who fetches.
    pub fn fetcher(&self) -> &Fetcher {
        &self.0.fetcher
    }

    /// Adds feeds; how many are new.
    pub async fn add_feeds(&self, sources: Vec<Source>) -> Result<usize, StreamError> {
        if self.0.local_only && sources.iter().any(|source| !is_local(&source.url)) {
            return Err(StreamError::NoContact);
        }
        self.0.store.ask(|reply| Command::AddFeeds(sources, reply)).await
    }

    /// Leaves a feed out from now on; whether there was one.
    pub async fn drop_feed(&self, id: i64) -> Result<bool, StreamError> {
        self.0.store.ask(|reply| Command::DropFeed(id, reply)).await
    }

    /// Visits a feed now; whether there is one.
    pub async fn visit_feed(&self, id: i64) -> Result<bool, StreamError> {
        self.0.store.ask(|reply| Command::VisitFeed(id, reply)).await
    }

    /// A hub asks whether a subscription is wanted, at the address with this key: what to answer, or none if it
    /// is not.
    pub async fn confirm_subscription(
        &self,
        feed: i64,
        key: &str,
        asked: &HubQuestion,
    ) -> Result<Option<String>, StreamError> {
        self.0.hubs.confirm(feed, key, asked).await
    }

    /// A hub delivers at the address with this key: what it says is checked by its signature, and the feed is
    /// visited.
    pub async fn hub_delivers(
        &self,
        feed: i64,
        key: &str,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<Delivered, StreamError> {
        self.0.hubs.delivered(feed, key, signature, body).await
    }
}
