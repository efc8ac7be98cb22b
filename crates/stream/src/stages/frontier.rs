//! The frontier: one queue a registered domain, and who works on it.
//!
//! A site has as many workers as it may get requests at once, and none when there is nothing to do, so that
//! a thousand sites cost little and a slow one keeps nobody else waiting. Feeds go before pages: they are
//! few, and what they bring is new.

use crate::store::{FeedRow, ItemRow};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something to be done at a site.
#[derive(Clone, Debug)]
pub enum Job {
    /// A feed is visited.
    Feed(Box<FeedRow>),
    /// The page of an item is fetched.
    Page(ItemRow),
}

#[derive(Debug, Default)]
struct Site {
    feeds: VecDeque<Job>,
    pages: VecDeque<Job>,
    workers: usize,
}

#[derive(Debug, Default)]
struct Inner {
    sites: HashMap<String, Site>,
    /// Pages that failed and wait for their next try.
    later: BinaryHeap<Reverse<(i64, i64)>>,
    resting: HashMap<i64, ItemRow>,
    feeds: usize,
    pages: usize,
    closed: bool,
}

/// One queue a site.
#[derive(Debug)]
pub struct Frontier {
    inner: Mutex<Inner>,
    workers_a_site: usize,
}

/// How much is in the frontier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Feeds that wait or are being visited.
    pub feeds: usize,
    /// Pages that wait, are being fetched, or whose article is not kept yet.
    pub pages: usize,
    /// Pages that wait for their next try.
    pub resting: usize,
    /// Sites with something to do.
    pub sites: usize,
}

impl Frontier {
    /// An empty one with so many workers a site.
    pub fn new(workers_a_site: usize) -> Frontier {
        Frontier { inner: Mutex::default(), workers_a_site: workers_a_site.max(1) }
    }

    /// Adds a job; whether the site needs another worker for it.
    #[must_use]
    pub fn push(&self, site: &str, job: Job) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return false;
        }
        match &job {
            Job::Feed(_) => inner.feeds += 1,
            Job::Page(_) => inner.pages += 1,
        }
        let queue = inner.sites.entry(site.into()).or_default();
        match &job {
            Job::Feed(_) => queue.feeds.push_back(job),
            Job::Page(_) => queue.pages.push_back(job),
        }
        let more = queue.workers < self.workers_a_site;
        queue.workers += usize::from(more);
        more
    }

    /// The next job of a site; without one its worker has to leave, and is counted out.
    pub fn next(&self, site: &str) -> Option<Job> {
        let mut inner = self.lock();
        let closed = inner.closed;
        let queue = inner.sites.get_mut(site)?;
        let job = queue.feeds.pop_front().or_else(|| queue.pages.pop_front());
        if job.is_none() || closed {
            queue.workers = queue.workers.saturating_sub(1);
            if queue.workers == 0 && queue.feeds.is_empty() && queue.pages.is_empty() {
                inner.sites.remove(site);
            }
            return None;
        }
        job
    }

    /// A feed was visited.
    pub fn feed_done(&self) {
        let mut inner = self.lock();
        inner.feeds = inner.feeds.saturating_sub(1);
    }

    /// The outcome of a page is kept.
    pub fn page_done(&self) {
        let mut inner = self.lock();
        inner.pages = inner.pages.saturating_sub(1);
    }

    /// A page is tried again when it is due.
    pub fn rest(&self, item: ItemRow) {
        let mut inner = self.lock();
        inner.later.push(Reverse((item.due, item.id)));
        inner.resting.insert(item.id, item);
    }

    /// Pages whose next try is due.
    pub fn rested(&self, now: i64) -> Vec<ItemRow> {
        let mut inner = self.lock();
        let mut due = Vec::new();
        while inner.later.peek().is_some_and(|Reverse((at, _))| *at <= now) {
            let Some(Reverse((_, id))) = inner.later.pop() else { break };
            due.extend(inner.resting.remove(&id));
        }
        due
    }

    /// When the first page is tried again.
    pub fn next_rested(&self) -> Option<i64> {
        self.lock().later.peek().map(|Reverse((at, _))| *at)
    }

    /// How much there is.
    pub fn load(&self) -> Load {
        let inner = self.lock();
        let (feeds, pages) = (inner.feeds, inner.pages);
        Load { feeds, pages, resting: inner.resting.len(), sites: inner.sites.len() }
    }

    /// No worker gets another job.
    pub fn close(&self) {
        self.lock().closed = true;
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(id: i64) -> Job {
        Job::Page(item(id, 0))
    }

    fn item(id: i64, due: i64) -> ItemRow {
        ItemRow { id, feed: 1, url: String::new(), title: None, published: None, tries: 0, due }
    }

    #[test]
    fn a_site_gets_as_many_workers_as_it_may() {
        let frontier = Frontier::new(2);
        assert!(frontier.push("a", page(1)));
        assert!(frontier.push("a", page(2)));
        assert!(!frontier.push("a", page(3)));
        assert!(frontier.push("b", page(4)));
        assert_eq!(frontier.load().sites, 2);
        assert!(frontier.next("a").is_some() && frontier.next("a").is_some());
        assert!(frontier.next("a").is_some() && frontier.next("a").is_none());
        assert!(frontier.push("a", page(5)), "the one that left has to come back");
    }

    #[test]
    fn feeds_go_first_and_pages_keep_their_order() {
        let frontier = Frontier::new(1);
        let _ = (frontier.push("a", page(1)), frontier.push("a", page(2)));
        let _ = frontier.push("a", Job::Feed(Box::default()));
        assert!(matches!(frontier.next("a"), Some(Job::Feed(_))));
        assert!(matches!(frontier.next("a"), Some(Job::Page(i)) if i.id == 1));
        frontier.close();
        assert!(frontier.next("a").is_none());
    }

    #[test]
    fn pages_rest_until_they_are_due() {
        let frontier = Frontier::new(1);
        frontier.rest(item(1, 500));
        frontier.rest(item(2, 100));
        assert_eq!(frontier.next_rested(), Some(100));
        assert_eq!(frontier.rested(99), []);
        assert_eq!(frontier.rested(100).len(), 1);
        assert_eq!(frontier.load().resting, 1);
    }
}
