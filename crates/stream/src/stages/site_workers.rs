//! Who does the jobs of the sites: visits their feeds and fetches their pages, in the site's turn.

use super::commands::{News, NewsSender};
use super::fetch_page::PageFetcher;
use super::frontier::{Frontier, Job};
use super::places::{Place, Places};
use super::visit_feed::FeedVisitor;
use crate::counts::{Counter, Counts};
use crate::fetch::{Fetcher, network_of};
use crate::schedule::to_ms;
use crate::store::ItemRow;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use url::Url;

/// A job whose site wants to be left alone for longer goes back to the schedule: it would keep a run from ending,
/// and a worker from other jobs.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The workers at all sites.
pub struct SiteWorkers {
    /// The jobs.
    pub frontier: Frontier,
    /// How many sites may be worked at.
    pub places: Places,
    /// Knows how long a site wants to be left alone.
    pub fetcher: Arc<Fetcher>,
    /// Visits feeds.
    pub feeds: FeedVisitor,
    /// Fetches pages.
    pub pages: PageFetcher,
    /// Where jobs go that have to wait.
    pub news: NewsSender,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Becomes true when all work is to be dropped.
    pub stopping: watch::Receiver<bool>,
    /// Where workers run.
    pub runtime: tokio::runtime::Handle,
}

impl SiteWorkers {
    /// Queues a job at its site and sees to it that somebody does it.
    pub fn push(self: &Arc<Self>, job: Job) {
        let site = match &job {
            Job::Feed(feed) => site_of_address(&feed.address),
            Job::Page(item) => site_of_address(&item.url),
        };
        if self.frontier.push(&site, job) {
            let workers = self.clone();
            self.runtime.spawn(async move { workers.work_at(&site).await });
        }
    }

    /// Does the jobs of a site until there are none.
    async fn work_at(&self, site: &str) {
        let mut stopping = self.stopping.clone();
        let mut place = Place::default();
        while let Some(job) = self.frontier.next(site) {
            tokio::select! {
                () = self.work(site, job, &mut place) => {}
                // What is cut short here is still in the queue of the store.
                _ = stopping.wait_for(|stop| *stop) => return,
            }
        }
    }

    async fn work(&self, site: &str, job: Job, place: &mut Place) {
        let pause = self.fetcher.wait(site);
        if pause > LONGEST_PAUSE {
            // Nobody waits for long with a place in hand.
            *place = Place::default();
            return self.postpone(job, pause);
        }
        self.places.take(place, pause).await;
        let later = match job {
            Job::Feed(feed) => {
                self.feeds.visit(*feed).await.map(|(feed, wait)| (Job::Feed(Box::new(feed)), wait))
            }
            Job::Page(item) => {
                self.pages.fetch(item).await.map(|(item, wait)| (Job::Page(item), wait))
            }
        };
        if let Some((job, wait)) = later {
            self.postpone(job, wait);
        }
    }

    /// Gives a job back to the schedule until its site may be asked. It was not tried, so it counts as no try.
    fn postpone(&self, job: Job, wait: Duration) {
        let at = self.fetcher.policy().clock.now_ms().saturating_add(to_ms(wait));
        let news = match job {
            Job::Feed(feed) => {
                self.counts.one(Counter::FeedPostponed);
                News::FeedPostponed(feed.id, feed.due, at)
            }
            Job::Page(item) => {
                self.counts.one(Counter::PagePostponed);
                News::PagePostponed(ItemRow { due: at, ..item })
            }
        };
        // The schedule ends only when everything does.
        let _ = self.news.send(vec![news]);
    }
}

/// Whose turn an address takes. What is no address fails when it is fetched, which is counted there.
pub fn site_of_address(address: &str) -> String {
    Url::parse(address).map(|url| network_of(&url)).unwrap_or_default()
}
