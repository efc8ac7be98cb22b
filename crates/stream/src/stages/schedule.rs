//! The schedule stage: lets feeds in that are due, and pages whose next try is, as long as there is room.
//!
//! It alone knows when feeds and pages are due and how many of them are on their way, and learns from the news what
//! came of them.

use super::commands::{News, NewsReceiver};
use super::frontier::Job;
use super::outbox::Outbox;
use super::resting::Resting;
use super::site_workers::SiteWorkers;
use super::{Load, Mode, Status};
use crate::schedule::Intervals;
use crate::store::{FeedRow, ItemRow, Reader, StoreError, now_ms};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Feeds that may wait at their sites at once.
const FEEDS: usize = 2_000;
/// A single round is over when nothing is due within this many milliseconds.
const PATIENCE: i64 = 5_000;
/// How often it is looked what is due.
const TICK: Duration = Duration::from_millis(50);

/// When a feed is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    at: i64,
    id: i64,
    /// The time that the store has. A feed that was visited or is to be visited at another time has another entry,
    /// and this one is void.
    due: i64,
}

/// The schedule stage.
pub struct Schedule {
    reader: Reader,
    news: NewsReceiver,
    workers: Arc<SiteWorkers>,
    outbox: Arc<Outbox>,
    status: watch::Sender<Status>,
    /// Pages in the queue, or articles a sink lacks, beyond which no feed is visited.
    queue: usize,
    feeds: BinaryHeap<Reverse<Entry>>,
    /// In a single round, feeds that were let in.
    visited: HashSet<i64>,
    /// In a single round, how many feeds are due again, in the next.
    aside: usize,
    resting: Resting,
    /// Pages that the last run left in the queue, until the first step.
    left: Vec<ItemRow>,
    /// Feeds and pages that were let in and of which no outcome is kept yet.
    visiting: usize,
    fetching: usize,
}

impl Schedule {
    /// The schedule of a store; what is in its queue waits for the first step.
    pub fn new(
        reader: Reader,
        news: NewsReceiver,
        workers: Arc<SiteWorkers>,
        outbox: Arc<Outbox>,
        intervals: &Intervals,
        queue: usize,
    ) -> Result<Schedule, StoreError> {
        let now = now_ms();
        let entry = |feed: FeedRow| {
            let at = feed.due.min(intervals.latest(feed.checked, feed.failures, now));
            Reverse(Entry { at, id: feed.id, due: feed.due })
        };
        let mut schedule = Schedule {
            feeds: reader.feeds()?.into_iter().map(entry).collect(),
            news,
            workers,
            outbox,
            status: watch::Sender::default(),
            queue,
            visited: HashSet::new(),
            aside: 0,
            resting: Resting::default(),
            left: Vec::new(),
            visiting: 0,
            fetching: 0,
            reader,
        };
        for item in schedule.reader.queue()? {
            match item.due > now {
                true => schedule.resting.add(item),
                false => schedule.left.push(item),
            }
        }
        schedule.publish();
        Ok(schedule)
    }

    /// How things stand, from now on.
    pub fn status(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Pages that wait for their next try.
    pub fn resting(&self) -> usize {
        self.resting.len()
    }

    /// Waits until there may be something to do.
    pub async fn wait(&mut self) {
        if let Ok(Some(news)) = tokio::time::timeout(TICK, self.news.recv()).await {
            news.into_iter().for_each(|news| self.hear(news));
        }
    }

    /// Lets in what is due and has room; whether everything there was to do is done.
    pub fn step(&mut self, mode: Mode) -> Result<bool, StoreError> {
        while let Ok(news) = self.news.try_recv() {
            news.into_iter().for_each(|news| self.hear(news));
        }
        let now = now_ms();
        let left = std::mem::take(&mut self.left);
        left.into_iter().chain(self.resting.take_due(now)).for_each(|item| self.let_in(item));
        while self.has_room() {
            let Some(entry) = self.next_feed(now, mode) else { break };
            if mode == Mode::Once && !self.visited.insert(entry.id) {
                self.aside += 1;
                continue;
            }
            if let Some(feed) = self.reader.feed(entry.id)?.filter(|feed| feed.due == entry.due) {
                self.visiting += 1;
                self.workers.push(Job::Feed(Box::new(feed)));
            }
        }
        self.publish();
        Ok(mode == Mode::Once && self.is_over(now))
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Visited { items, due } => {
                items.into_iter().for_each(|item| self.let_in(item));
                self.add_due(due);
                self.visiting = self.visiting.saturating_sub(1);
            }
            News::Due(due) => self.add_due(due),
            News::PageDone => self.fetching = self.fetching.saturating_sub(1),
            News::PageAgain(item) | News::PagePostponed(item) => {
                self.resting.add(item);
                self.fetching = self.fetching.saturating_sub(1);
            }
            News::FeedPostponed(id, due, at) => {
                self.feeds.push(Reverse(Entry { at, id, due }));
                self.visiting = self.visiting.saturating_sub(1);
            }
        }
    }

    fn let_in(&mut self, item: ItemRow) {
        self.fetching += 1;
        self.workers.push(Job::Page(item));
    }

    fn add_due(&mut self, due: Vec<(i64, i64)>) {
        self.feeds.extend(due.into_iter().map(|(at, id)| Reverse(Entry { at, id, due: at })));
    }

    /// The next feed, if it is due; in a single round time does not matter.
    fn next_feed(&mut self, now: i64, mode: Mode) -> Option<Entry> {
        let Reverse(first) = self.feeds.peek()?;
        let due = mode == Mode::Once || first.at <= now;
        if due { self.feeds.pop().map(|Reverse(entry)| entry) } else { None }
    }

    fn has_room(&self) -> bool {
        self.fetching < self.queue
            && self.visiting < FEEDS
            && self.outbox.lag_that_holds() < self.queue
    }

    fn is_over(&self, now: i64) -> bool {
        let soon = self.resting.next().is_some_and(|at| at < now + PATIENCE);
        self.visiting == 0 && self.fetching == 0 && !soon && self.feeds.is_empty()
    }

    fn publish(&self) {
        let load = Load {
            feeds: self.visiting,
            pages: self.fetching,
            resting: self.resting.len(),
            sites: self.workers.frontier.sites(),
        };
        let feeds = self.feeds.len() + self.aside;
        self.status.send_replace(Status { load, feeds, ..Status::default() });
    }
}
