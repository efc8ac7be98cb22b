//! Threads for work that blocks. Their number is fixed and so is the queue before them: work whose request was
//! given up can not pile up, and what still waits when nobody wants it any more is never begun.

use crate::error::ServeError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads; they end with the last one who may give them work.
#[derive(Debug)]
pub struct Workers {
    queue: SyncSender<Job>,
}

impl Workers {
    /// So many threads of a name, with room for so many pieces of work that wait.
    pub fn new(name: &str, threads: usize, waiting: usize) -> std::io::Result<Workers> {
        let (queue, jobs) = sync_channel(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..threads {
            let jobs = jobs.clone();
            std::thread::Builder::new().name(name.into()).spawn(move || work(&jobs))?;
        }
        Ok(Workers { queue })
    }

    /// Has a thread do something, and waits for it.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ServeError> + Send + 'static,
    ) -> Result<T, ServeError> {
        let (reply, answer) = oneshot::channel();
        let job = move || {
            if !reply.is_closed() {
                let _ = reply.send(work());
            }
        };
        match self.queue.try_send(Box::new(job)) {
            Ok(()) => answer.await.unwrap_or(Err(ServeError::Crashed)),
            Err(TrySendError::Full(_)) => {
                Err(ServeError::Busy("too much is waiting to be worked on: try again"))
            }
            Err(TrySendError::Disconnected(_)) => Err(ServeError::Crashed),
        }
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // One page that breaks the extractor must not cost a thread; whoever waits sees that no answer comes.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn work_that_was_given_up_neither_piles_up_nor_is_begun() {
        let workers = Workers::new("test", 1, 2).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let begun = Arc::new(AtomicUsize::new(0));
        let mut first = Box::pin(workers.run(move || {
            let _ = held.recv();
            Ok(())
        }));
        // Polled until its thread has it; then two more fit into the queue.
        assert!(tokio::time::timeout(Duration::from_millis(300), &mut first).await.is_err());
        for _ in 0..2 {
            let begun = begun.clone();
            let waiting = workers.run(move || Ok(begun.fetch_add(1, Ordering::SeqCst)));
            let given_up = tokio::time::timeout(Duration::from_millis(10), waiting).await;
            assert!(given_up.is_err());
        }
        assert!(matches!(workers.run(|| Ok(())).await, Err(ServeError::Busy(_))));
        release.send(()).unwrap();
        first.await.unwrap();
        let mut after = workers.run(|| Ok(7)).await;
        while matches!(after, Err(ServeError::Busy(_))) {
            tokio::time::sleep(Duration::from_millis(10)).await;
            after = workers.run(|| Ok(7)).await;
        }
        assert_eq!(after.unwrap(), 7);
        assert_eq!(begun.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_page_that_breaks_its_thread_costs_one_answer() {
        let workers = Workers::new("test", 1, 2).unwrap();
        let broken = workers.run(|| -> Result<(), ServeError> { panic!("this page is too much") });
        assert!(matches!(broken.await, Err(ServeError::Crashed)));
        assert_eq!(workers.run(|| Ok(1)).await.unwrap(), 1);
    }
}
