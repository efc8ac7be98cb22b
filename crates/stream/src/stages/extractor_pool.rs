//! The way from fetching to extracting: every site belongs to one thread, and pages on their way are bounded in
//! bytes, because the network is faster than extraction.

use crate::fetch::{Fetched, site_of};
use crate::store::ItemRow;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use twox_hash::XxHash3_64;

/// Kilobytes of pages that may wait to be extracted.
const ROOM_KB: u32 = 64 << 10;
/// Pages that may wait for one thread.
const TASKS: usize = 256;

/// A page that is to become an article.
#[derive(Debug)]
pub struct PageTask {
    /// The item it belongs to.
    pub item: ItemRow,
    /// The page.
    pub fetched: Fetched,
    /// When it was fetched.
    pub at: i64,
    /// Its share of the room for pages on their way.
    pub _held: Option<OwnedSemaphorePermit>,
}

/// Where a thread finds its pages; none is the end.
pub type Tasks = mpsc::Receiver<Option<Box<PageTask>>>;

/// The ways to all threads that extract.
#[derive(Clone, Debug)]
pub struct ExtractorPool {
    threads: Vec<mpsc::Sender<Option<Box<PageTask>>>>,
    room: Arc<Semaphore>,
}

impl ExtractorPool {
    /// Ways to so many threads, at least one, and their ends.
    pub fn new(threads: usize) -> (ExtractorPool, Vec<Tasks>) {
        let (threads, tasks) = (0..threads.max(1)).map(|_| mpsc::channel(TASKS)).unzip();
        (ExtractorPool { threads, room: Arc::new(Semaphore::new(ROOM_KB as usize)) }, tasks)
    }

    /// Hands a page that was fetched at a time to the thread that has its site; waits while too much is on its way.
    pub async fn take(&self, item: ItemRow, fetched: Fetched, at: i64) {
        let kilobytes = u32::try_from(fetched.bytes.len() / 1024 + 1).unwrap_or(u32::MAX);
        let held = self.room.clone().acquire_many_owned(kilobytes.min(ROOM_KB)).await.ok();
        let thread = self.thread_of(&site_of(&fetched.url));
        let task = PageTask { item, fetched, at, _held: held };
        // A thread ends before its time only if the store cannot be read, and then the run ends.
        let _ = thread.send(Some(Box::new(task))).await;
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
