//! The frontier: one queue a registered domain, and how many work on it. It is the way from the schedule to the
//! workers at the sites.
//!
//! A site has as many workers as it may get requests at once, and none when there is nothing to do, so that
//! a thousand sites cost little and a slow one keeps nobody else waiting. Feeds go before pages: they are
//! few, and what they bring is new.

use crate::store::{FeedRow, ItemRow};
use std::collections::{HashMap, VecDeque};
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
    closed: bool,
}

/// One queue a site.
#[derive(Debug)]
pub struct Frontier {
    inner: Mutex<Inner>,
    workers_a_site: usize,
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

    /// Sites with something to do.
    pub fn sites(&self) -> usize {
        self.lock().sites.len()
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
        let (url, title, published) = (String::new(), None, None);
        Job::Page(ItemRow { id, feed: 1, url, title, published, tries: 0, due: 0 })
    }

    #[test]
    fn a_site_gets_as_many_workers_as_it_may() {
        let frontier = Frontier::new(2);
        assert!(frontier.push("a", page(1)));
        assert!(frontier.push("a", page(2)));
        assert!(!frontier.push("a", page(3)));
        assert!(frontier.push("b", page(4)));
        assert_eq!(frontier.sites(), 2);
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
}
