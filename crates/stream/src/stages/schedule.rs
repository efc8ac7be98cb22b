//! The schedule stage: lets feeds in that are due, and pages whose next try is, as long as there is room.
//!
//! It alone knows when feeds and pages are due and how many of them are on their way, and learns from the news what
//! came of them.

use super::commands::{News, NewsReceiver};
use super::frontier::Job;
use super::lanes::Lanes;
use super::outbox::Outbox;
use super::resting::Resting;
use super::site_workers::{SiteWorkers, site_of_address};
use super::{Load, Mode, Status};
use crate::clock::Clock;
use crate::schedule::{Intervals, to_ms};
use crate::store::{FeedRow, ItemRow, Reader, StoreError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Feeds that may wait at their sites at once.
const FEEDS: usize = 2_000;
/// A single round is over when nothing is due within this many milliseconds.
const PATIENCE: i64 = 5_000;
/// A clock that goes back by more than so many milliseconds was set.
const SET_BACK: i64 = 60_000;
/// How often it is looked what is due.
const TICK: Duration = Duration::from_millis(50);

/// When a feed is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The time.
    pub at: i64,
    /// The feed.
    pub id: i64,
    /// The time that the store has. A feed that was visited or is to be visited at another time has another entry,
    /// and this one is void.
    pub due: i64,
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
    lanes: Lanes,
    clock: Clock,
    /// The time of the last step.
    stepped: i64,
    /// Milliseconds between two visits to a feed at most.
    longest: i64,
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
        let clock = workers.fetcher.policy().clock;
        let now = clock.now_ms();
        let entry = |feed: FeedRow| {
            let at = feed.due.min(intervals.latest(feed.checked, feed.failures, now));
            Reverse(Entry { at, id: feed.id, due: feed.due })
        };
        let mut schedule = Schedule {
            feeds: reader.feeds()?.into_iter().map(entry).collect(),
            lanes: Lanes::new(queue, workers.places.number()),
            clock,
            stepped: now,
            longest: to_ms(intervals.longest),
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
            schedule.find_lane(item.feed)?;
            match item.due > now {
                true => {
                    schedule.lanes.rests(item.feed);
                    schedule.resting.add(item);
                }
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
        let now = self.clock.now_ms();
        if now < self.stepped - SET_BACK {
            self.clock_was_set_back(now);
        }
        self.stepped = now;
        std::mem::take(&mut self.left).into_iter().for_each(|item| self.let_in(item));
        for item in self.resting.take_due(now) {
            self.lanes.wakes(item.feed);
            self.let_in(item);
        }
        self.feeds.extend(self.lanes.released(mode == Mode::Once).into_iter().map(Reverse));
        while self.has_room() {
            let Some(entry) = self.next_feed(now, mode) else { break };
            self.let_feed_in(entry, mode)?;
        }
        self.publish();
        Ok(mode == Mode::Once && self.is_over(now))
    }

    /// What was planned by a clock that was ahead would not come for as long as it was.
    fn clock_was_set_back(&mut self, now: i64) {
        let latest = now.saturating_add(self.longest);
        let sooner =
            |Reverse(entry): Reverse<Entry>| Reverse(Entry { at: entry.at.min(latest), ..entry });
        self.feeds = std::mem::take(&mut self.feeds).into_iter().map(sooner).collect();
        self.resting.no_later_than(latest);
    }

    /// Lets a feed in, unless it was let in before in a single round or its lane is full.
    fn let_feed_in(&mut self, entry: Entry, mode: Mode) -> Result<(), StoreError> {
        if mode == Mode::Once && self.visited.contains(&entry.id) {
            self.aside += 1;
            return Ok(());
        }
        let feed = self.reader.feed(entry.id)?.filter(|feed| feed.due == entry.due);
        let Some(feed) = feed else { return Ok(()) };
        self.find_lane(entry.id)?;
        if self.lanes.let_in(entry, mode == Mode::Once) {
            self.visited.extend((mode == Mode::Once).then_some(entry.id));
            self.visiting += 1;
            self.workers.push(Job::Feed(Box::new(feed)));
        }
        Ok(())
    }

    /// Makes sure that it is known whose feed this is.
    fn find_lane(&mut self, feed: i64) -> Result<(), StoreError> {
        if !self.lanes.knows(feed)
            && let Some(address) = self.reader.named_by(feed)?
        {
            self.lanes.name(feed, &site_of_address(&address));
        }
        Ok(())
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Visited { feed, items, due } => {
                items.into_iter().for_each(|item| self.let_in(item));
                self.add_due(due);
                self.feed_left(feed);
            }
            News::Due(due) => self.add_due(due),
            News::PageDone(item) => self.page_left(&item, false),
            News::PageAgain(item) | News::PagePostponed(item) => {
                self.page_left(&item, true);
                self.resting.add(item);
            }
            News::FeedPostponed(id, due, at) => {
                self.feeds.push(Reverse(Entry { at, id, due }));
                self.feed_left(id);
            }
        }
    }

    fn feed_left(&mut self, feed: i64) {
        self.lanes.visited(feed);
        self.visiting = self.visiting.saturating_sub(1);
    }

    fn page_left(&mut self, item: &ItemRow, rests: bool) {
        self.fetching = self.fetching.saturating_sub(1);
        let next = self.lanes.left(&site_of_address(&item.url), item.feed, rests);
        next.into_iter().for_each(|item| self.workers.push(Job::Page(item)));
    }

    fn let_in(&mut self, item: ItemRow) {
        self.fetching += 1;
        if let Some(item) = self.lanes.add(&site_of_address(&item.url), item) {
            self.workers.push(Job::Page(item));
        }
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
        self.lanes.counted() < self.queue
            && self.visiting < FEEDS
            && self.outbox.lag_that_holds() < self.queue
    }

    fn is_over(&self, now: i64) -> bool {
        let soon = self.resting.next().is_some_and(|at| at < now + PATIENCE);
        let waiting = !self.feeds.is_empty() || self.lanes.held() > 0;
        self.visiting == 0 && self.fetching == 0 && !soon && !waiting
    }

    fn publish(&self) {
        let load = Load {
            feeds: self.visiting,
            pages: self.fetching,
            resting: self.resting.len(),
            sites: self.workers.frontier.sites(),
        };
        let feeds = self.feeds.len() + self.lanes.held() + self.aside;
        self.status.send_replace(Status { load, feeds, ..Status::default() });
    }
}
