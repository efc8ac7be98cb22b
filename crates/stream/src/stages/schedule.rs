//! The schedule stage: lets feeds in that are due, and pages whose next try is, as long as there is room.

use super::engine::{Mode, Shared};
use super::frontier::Job;
use crate::fetch::site_of;
use crate::store::{Reader, StoreError, now_ms};
use std::collections::HashSet;
use std::sync::Arc;
use url::Url;

/// Feeds that may wait at their sites at once.
const FEEDS: usize = 2_000;
/// A round is over when nothing is due within this many milliseconds.
const PATIENCE: i64 = 5_000;

/// Which feeds a round still has to visit.
#[derive(Debug)]
pub struct Round {
    mode: Mode,
    /// In a single round, feeds that were let in.
    visited: HashSet<i64>,
}

impl Round {
    /// The beginning.
    pub fn new(mode: Mode) -> Round {
        Round { mode, visited: HashSet::new() }
    }

    /// Lets in what is due and has room; whether everything there was to do is done.
    pub fn step(&mut self, shared: &Arc<Shared>, reader: &Reader) -> Result<bool, StoreError> {
        let now = now_ms();
        for item in shared.frontier.rested(now) {
            shared.enqueue(item);
        }
        while self.has_room(shared) {
            let Some((due, id)) = shared.next_due(now, self.mode == Mode::Once) else { break };
            if self.mode == Mode::Once && !self.visited.insert(id) {
                // It is due again, in the next run.
                shared.put_aside(due, id);
                continue;
            }
            // A feed that was visited or is to be visited at another time has another entry.
            if let Some(feed) = reader.feed(id)?.filter(|feed| feed.due == due) {
                let site = Url::parse(&feed.address).map(|url| site_of(&url)).unwrap_or_default();
                shared.push(&site, Job::Feed(Box::new(feed)));
            }
        }
        Ok(self.mode == Mode::Once && self.is_over(shared, now))
    }

    fn has_room(&self, shared: &Shared) -> bool {
        let load = shared.frontier.load();
        load.pages < shared.settings.queue
            && load.feeds < FEEDS
            && shared.lag_that_holds() < shared.settings.queue
    }

    fn is_over(&self, shared: &Shared, now: i64) -> bool {
        let load = shared.frontier.load();
        let soon = shared.frontier.next_rested().is_some_and(|at| at < now + PATIENCE);
        load.feeds == 0 && load.pages == 0 && !soon && !shared.has_due()
    }
}
