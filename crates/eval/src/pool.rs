//! Work on pages in parallel, where a page may panic or never end.
//!
//! A worker that overruns its time can not be stopped, so it is given up: its page counts as failed, a new
//! worker takes its place, and whatever the lost one may still say is not listened to.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Why a job has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It panicked, with this message.
    #[error("panicked: {0}")]
    Panic(String),
    /// It took longer than this.
    #[error("took longer than {} s", .0.as_secs_f64())]
    TimeOut(Duration),
}

/// An answer, from which worker.
struct Answer<R> {
    worker: usize,
    job: usize,
    answer: Result<R, Failure>,
}

/// Does `work` on every job with `workers` threads, and gives each answer to `done` as it comes, on the
/// calling thread.
pub fn for_each<J, R>(
    jobs: Vec<J>,
    workers: usize,
    limit: Duration,
    work: impl Fn(&J) -> R + Send + Sync + 'static,
    mut done: impl FnMut(usize, Result<R, Failure>),
) where
    J: Send + Sync + 'static,
    R: Send + 'static,
{
    let count = jobs.len();
    let shared = Arc::new((jobs, work));
    let (sender, receiver) = channel();
    let mut pool = WorkerPool { next: 0, count, hired: 0, running: HashMap::new() };
    for _ in 0..workers.max(1) {
        pool.hire(&shared, &sender);
    }
    while !pool.running.is_empty() {
        if let Ok(Answer { worker, job, answer }) =
            receiver.recv_timeout(Duration::from_millis(100))
            && let Some(slot) = pool.running.remove(&worker)
        {
            pool.assign(worker, slot.inbox);
            done(job, answer);
        }
        for job in pool.give_up_late(limit) {
            pool.hire(&shared, &sender);
            done(job, Err(Failure::TimeOut(limit)));
        }
    }
}

/// What a worker is at, since when, and how to give it more.
struct WorkerSlot {
    job: usize,
    since: Instant,
    inbox: Sender<usize>,
}

/// The workers that are listened to, and what is left to do.
struct WorkerPool {
    next: usize,
    count: usize,
    hired: usize,
    running: HashMap<usize, WorkerSlot>,
}

impl WorkerPool {
    fn hire<J, R, W>(&mut self, shared: &Arc<(Vec<J>, W)>, sender: &Sender<Answer<R>>)
    where
        J: Send + Sync + 'static,
        R: Send + 'static,
        W: Fn(&J) -> R + Send + Sync + 'static,
    {
        let (inbox, orders) = channel();
        let (shared, sender, worker) = (Arc::clone(shared), sender.clone(), self.hired);
        self.hired += 1;
        // As large as a main thread's stack: pages may nest deep.
        let thread = thread::Builder::new().stack_size(8 << 20);
        if thread.spawn(move || labour(&shared, &orders, &sender, worker)).is_ok() {
            self.assign(worker, inbox);
        }
    }

    /// Gives a worker the next job; without one its inbox closes and it goes home.
    fn assign(&mut self, worker: usize, inbox: Sender<usize>) {
        if self.next < self.count && inbox.send(self.next).is_ok() {
            self.running
                .insert(worker, WorkerSlot { job: self.next, since: Instant::now(), inbox });
            self.next += 1;
        }
    }

    /// Stops listening to the workers that are over the limit; these jobs are lost.
    fn give_up_late(&mut self, limit: Duration) -> Vec<usize> {
        let late = |slot: &WorkerSlot| slot.since.elapsed() > limit;
        let lost: Vec<(usize, usize)> = self
            .running
            .iter()
            .filter(|(_, slot)| late(slot))
            .map(|(&w, slot)| (w, slot.job))
            .collect();
        lost.iter().for_each(|(worker, _)| drop(self.running.remove(worker)));
        lost.into_iter().map(|(_, job)| job).collect()
    }
}

fn labour<J, R, W>(
    shared: &(Vec<J>, W),
    orders: &Receiver<usize>,
    answers: &Sender<Answer<R>>,
    worker: usize,
) where
    W: Fn(&J) -> R,
{
    let (jobs, work) = shared;
    for job in orders {
        let answer = catch_unwind(AssertUnwindSafe(|| work(&jobs[job])))
            .map_err(|panic| Failure::from_panic(panic.as_ref()));
        if answers.send(Answer { worker, job, answer }).is_err() {
            return;
        }
    }
}

impl Failure {
    /// From what a panic left behind.
    pub fn from_panic(panic: &(dyn std::any::Any + Send)) -> Failure {
        let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Failure::Panic(text.unwrap_or_else(|| "no message".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_and_an_endless_job_do_not_stop_the_others() {
        let mut answers: Vec<Option<Result<u32, Failure>>> = vec![None; 20];
        let work = |&n: &u32| match n {
            3 => panic!("three"),
            5 => loop {
                thread::sleep(Duration::from_millis(10));
            },
            n => n * 2,
        };
        // Long enough for a panic to print its backtrace on a busy machine.
        let limit = Duration::from_secs(3);
        for_each((0..20).collect(), 2, limit, work, |job, answer| answers[job] = Some(answer));
        for (job, answer) in answers.into_iter().enumerate() {
            let expected = match job {
                3 => Err(Failure::Panic("three".into())),
                5 => Err(Failure::TimeOut(limit)),
                n => Ok(n as u32 * 2),
            };
            assert_eq!(answer, Some(expected));
        }
    }
}
