//! The way from fetching to extracting: every site belongs to one thread, and pages on their way are bounded in
//! bytes, because the network is faster than extraction. Of one site there are few, because those of others wait
//! behind them.

use super::site_workers::site_of_address;
use crate::fetch::{Fetched, site_of};
use crate::store::ItemRow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use twox_hash::XxHash3_64;

/// Kilobytes of pages that may wait to be extracted.
const ROOM_KB: u32 = 64 << 10;
/// Pages that may wait for one thread.
const TASKS: usize = 256;
/// Pages of one site that may wait.
const OF_A_SITE: usize = 4;
/// Sites that are remembered before those are forgotten of which no page waits.
const REMEMBERED: usize = 4_096;

/// A page that is to become an article.
#[derive(Debug)]
pub struct PageTask {
    /// The item it belongs to.
    pub item: ItemRow,
    /// The page.
    pub fetched: Fetched,
    /// When it was fetched.
    pub at: i64,
    /// Its share of the room for pages on their way, and of that of its site.
    pub _held: [Option<OwnedSemaphorePermit>; 2],
}

/// Where a thread finds its pages; none is the end.
pub type Tasks = mpsc::Receiver<Option<Box<PageTask>>>;

/// The ways to all threads that extract.
#[derive(Clone, Debug)]
pub struct ExtractorPool {
    threads: Vec<mpsc::Sender<Option<Box<PageTask>>>>,
    room: Arc<Semaphore>,
    sites: Arc<Mutex<HashMap<String, Arc<Semaphore>>>>,
}

impl ExtractorPool {
    /// Ways to so many threads, at least one, and their ends.
    pub fn new(threads: usize) -> (ExtractorPool, Vec<Tasks>) {
        let (threads, tasks) = (0..threads.max(1)).map(|_| mpsc::channel(TASKS)).unzip();
        let room = Arc::new(Semaphore::new(ROOM_KB as usize));
        (ExtractorPool { threads, room, sites: Arc::default() }, tasks)
    }

    /// Hands a page that was fetched at a time to the thread that has its site; waits while too much is on its way.
    pub async fn take(&self, item: ItemRow, fetched: Fetched, at: i64) {
        let site = self.site(&site_of_address(&item.url)).acquire_owned().await.ok();
        let kilobytes = u32::try_from(fetched.bytes.len() / 1024 + 1).unwrap_or(u32::MAX);
        let held = self.room.clone().acquire_many_owned(kilobytes.min(ROOM_KB)).await.ok();
        let thread = self.thread_of(&site_of(&fetched.url));
        let task = PageTask { item, fetched, at, _held: [held, site] };
        // A thread ends before its time only if the store cannot be read, and then the run ends.
        let _ = thread.send(Some(Box::new(task))).await;
    }

    /// The places of a site. By the address that was asked for: whoever redirects chooses the others.
    fn site(&self, site: &str) -> Arc<Semaphore> {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() > REMEMBERED {
            sites.retain(|_, places| places.available_permits() < OF_A_SITE);
        }
        let places = || Arc::new(Semaphore::new(OF_A_SITE));
        sites.entry(site.into()).or_insert_with(places).clone()
    }

    /// Lets the threads end when they have done what was handed to them.
    pub async fn end(&self) {
        for thread in &self.threads {
            let _ = thread.send(None).await;
        }
    }

    fn thread_of(&self, site: &str) -> &mpsc::Sender<Option<Box<PageTask>>> {
        let hash = XxHash3_64::oneshot(site.as_bytes());
        // There is at least one, and the remainder is below their number.
        &self.threads[(hash % self.threads.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::Condition;
    use std::time::Duration;

    async fn is_taken(pool: &ExtractorPool, address: &str) -> bool {
        let (title, published) = (None, None);
        let item =
            ItemRow { id: 1, feed: 1, url: address.into(), title, published, tries: 0, due: 0 };
        let fetched = Fetched {
            url: address.parse().unwrap(),
            moved: None,
            not_modified: false,
            condition: Condition::default(),
            content_type: None,
            content_encoding: None,
            max_age: None,
            links: Vec::new(),
            bytes: Vec::new(),
            cut: false,
            time: Duration::ZERO,
        };
        let taking = pool.take(item, fetched, 0);
        tokio::time::timeout(Duration::from_millis(50), taking).await.is_ok()
    }

    #[tokio::test]
    async fn pages_of_one_site_leave_room_for_those_of_others() {
        let (pool, mut tasks) = ExtractorPool::new(1);
        for _ in 0..OF_A_SITE {
            assert!(is_taken(&pool, "http://www.a.example/1").await);
        }
        assert!(!is_taken(&pool, "http://a.example/2").await);
        assert!(is_taken(&pool, "http://b.example/").await);
        drop(tasks[0].recv().await);
        assert!(is_taken(&pool, "http://a.example/3").await, "when one is done");
    }
}
