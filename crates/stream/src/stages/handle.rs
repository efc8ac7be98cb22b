//! A view of a running engine, for those who look and ask while it runs.

use super::commit::Command;
use super::engine::{Shared, Status, StreamError};
use super::subscribe::{self, Delivered, HubQuestion};
use crate::counts::Counts;
use crate::feed::Source;
use crate::fetch::Fetcher;
use dehusk_site::Keys;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::oneshot;

/// A view of a running engine.
#[derive(Clone)]
pub struct Handle(Arc<Shared>);

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle").finish_non_exhaustive()
    }
}

impl Handle {
    pub(super) fn of(shared: &Arc<Shared>) -> Handle {
        Handle(shared.clone())
    }

    /// What is counted.
    pub fn counts(&self) -> &Arc<Counts> {
        &self.0.counts
    }

    /// How things stand.
    pub fn status(&self) -> Status {
        let feeds = self.0.feeds_waiting();
        let (lag, memories) = (self.0.lag(), self.0.memories());
        Status { load: self.0.frontier.load(), feeds, lag, memories }
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
        self.0.extractor.name()
    }

    /// How many of the newest pages are kept.
    pub fn kept_pages(&self) -> usize {
        self.0.settings.kept_pages
    }

    /// Who fetches.
    pub fn fetcher(&self) -> &Fetcher {
        &self.0.fetcher
    }

    /// Adds feeds; how many are new.
    pub async fn add_feeds(&self, sources: Vec<Source>) -> Result<usize, StreamError> {
        self.ask(|reply| Command::AddFeeds(sources, reply)).await
    }

    /// Leaves a feed out from now on; whether there was one.
    pub async fn drop_feed(&self, id: i64) -> Result<bool, StreamError> {
        self.ask(|reply| Command::DropFeed(id, reply)).await
    }

    /// Visits a feed now; whether there is one.
    pub async fn visit_feed(&self, id: i64) -> Result<bool, StreamError> {
        self.ask(|reply| Command::VisitFeed(id, reply)).await
    }

    /// A hub asks whether a subscription is wanted: what to answer, or none if it is not.
    pub async fn confirm_subscription(
        &self,
        feed: i64,
        asked: &HubQuestion,
    ) -> Result<Option<String>, StreamError> {
        subscribe::confirm(&self.0, feed, asked).await
    }

    /// A hub delivers: what it says is checked by its signature, and the feed is visited.
    pub async fn hub_delivers(
        &self,
        feed: i64,
        signature: Option<&str>,
        body: &[u8],
    ) -> Result<Delivered, StreamError> {
        subscribe::delivered(&self.0, feed, signature, body).await
    }

    pub(super) async fn ask<T>(
        &self,
        command: impl FnOnce(oneshot::Sender<T>) -> Command,
    ) -> Result<T, StreamError> {
        let ended = || StreamError::Stage("the stream has ended".into());
        let (reply, answer) = oneshot::channel();
        self.0.commits.send(command(reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())
    }
}
