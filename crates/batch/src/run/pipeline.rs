//! Threads: one reads a unit, all extract, one writes the unit.
//!
//! What is on its way is bounded in chunks and bytes, so that a fast reader waits for slow extraction, and both for a
//! slow disk. Chunks are extracted in any order and written in theirs.

use super::error::RunError;
use super::progress::{Board, Cancel};
use super::unit::{Chunk, ChunkSource, Unit};
use super::worker::{Done, Worker};
use crate::read::warc::Damage;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// Bytes of pages of a unit that may be on their way.
const BYTES_UNDER_WAY: usize = 24 << 20;
/// How often those who wait look whether the run is to end.
const LOOK: Duration = Duration::from_millis(50);

/// Where the rows of a unit go.
pub(crate) trait UnitSink {
    /// Takes the next rows, in the order of the unit.
    fn take(&mut self, done: Done) -> Result<(), RunError>;

    /// The unit was read to its end.
    fn finish(self) -> Result<(), RunError>;
}

/// What all threads of a run share.
pub(crate) struct Pipeline<'r> {
    pub worker: &'r Worker,
    pub board: &'r Board,
    pub cancel: &'r Cancel,
    pub jobs: usize,
    /// Units that are read at once.
    pub at_once: usize,
}

struct Task {
    chunk: Chunk,
    reply: Sender<Result<Done, RunError>>,
}

/// Bounds what is on its way.
#[derive(Default)]
struct Window {
    under_way: Mutex<(usize, usize)>,
    changed: Condvar,
}

impl Window {
    /// Waits for room; false if the run ends first.
    fn enter(&self, bytes: usize, most: usize, ends: impl Fn() -> bool) -> bool {
        let mut now = self.under_way.lock().unwrap_or_else(|broken| broken.into_inner());
        while now.0 > 0 && (now.0 >= most || now.1 + bytes > BYTES_UNDER_WAY) {
            if ends() {
                return false;
            }
            let waited = self.changed.wait_timeout(now, LOOK);
            now = waited.unwrap_or_else(|broken| broken.into_inner()).0;
        }
        *now = (now.0 + 1, now.1 + bytes);
        !ends()
    }

    fn leave(&self, bytes: usize) {
        let mut now = self.under_way.lock().unwrap_or_else(|broken| broken.into_inner());
        *now = (now.0.saturating_sub(1), now.1.saturating_sub(bytes));
        self.changed.notify_all();
    }
}

impl Pipeline<'_> {
    /// Works on units. `open` gives the sink and the source of each, or nothing for one that is done. What could not be
    /// read to its end is given back; the first error ends everything.
    pub fn run<'u, S: UnitSink, C: ChunkSource + 'u>(
        &self,
        units: &'u [Unit],
        open: impl Fn(&'u Unit) -> Result<Option<(S, C)>, RunError> + Sync,
    ) -> Result<Vec<Damage>, RunError> {
        let (tasks, queue) = sync_channel::<Task>(self.jobs);
        let queue = Mutex::new(queue);
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let outcome = Mutex::new((Vec::new(), None));
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                thread::Builder::new()
                    .name("extract".into())
                    .spawn_scoped(scope, || self.extract(&queue))
                    .map_err(RunError::Thread)?;
            }
            for _ in 0..self.at_once.min(units.len()) {
                let tasks = tasks.clone();
                let (open, next, failed, outcome) = (&open, &next, &failed, &outcome);
                let work = move || {
                    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if self.ends(failed) {
                            return;
                        }
                        let ended = open(unit).and_then(|opened| match opened {
                            Some((sink, source)) => self.unit(sink, source, &tasks, failed),
                            None => Ok(None),
                        });
                        let mut outcome = outcome.lock().unwrap_or_else(|b| b.into_inner());
                        match ended {
                            Ok(unreadable) => outcome.0.extend(unreadable),
                            Err(error) => {
                                failed.store(true, Ordering::Relaxed);
                                outcome.1.get_or_insert(error);
                            }
                        }
                    }
                };
                let thread = thread::Builder::new().name("unit".into());
                thread.spawn_scoped(scope, work).map_err(RunError::Thread)?;
            }
            // Those who extract end when nobody is left who could ask them.
            drop(tasks);
            Ok::<(), RunError>(())
        })?;
        let (unreadable, error) = outcome.into_inner().unwrap_or_else(|b| b.into_inner());
        error.map_or(Ok(unreadable), Err)
    }

    fn ends(&self, failed: &AtomicBool) -> bool {
        failed.load(Ordering::Relaxed) || self.cancel.is_cancelled()
    }

    fn extract(&self, queue: &Mutex<Receiver<Task>>) {
        loop {
            let next = queue.lock().unwrap_or_else(|broken| broken.into_inner()).recv();
            let Ok(Task { chunk, reply }) = next else { return };
            let done = self.worker.work(chunk);
            // The unit may have ended already, by an error of another chunk.
            let _ = reply.send(done);
        }
    }

    /// Works on a unit; what could not be read to its end.
    fn unit<S: UnitSink, C: ChunkSource>(
        &self,
        mut sink: S,
        source: C,
        tasks: &SyncSender<Task>,
        failed: &AtomicBool,
    ) -> Result<Option<Damage>, RunError> {
        let window = Window::default();
        let ended = AtomicBool::new(false);
        let (reply, replies) = channel();
        let ends = || self.ends(failed) || ended.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let read = || self.read(source, tasks, reply, &window, ends);
            let reader = thread::Builder::new().name("read".into()).spawn_scoped(scope, read);
            let reader = reader.map_err(RunError::Thread)?;
            let written = self.write(&mut sink, &replies, &window);
            // A reader that waits for room will not get any.
            ended.store(written.is_err(), Ordering::Relaxed);
            let unreadable = reader.join().unwrap_or(Err(RunError::Crashed));
            written?;
            let unreadable = unreadable?;
            // What is not whole is not kept.
            if unreadable.is_none() && !self.ends(failed) {
                sink.finish()?;
            }
            Ok(unreadable)
        })
    }

    /// Reads a unit and hands its chunks over; what could not be read to its end.
    fn read(
        &self,
        mut source: impl ChunkSource,
        tasks: &SyncSender<Task>,
        reply: Sender<Result<Done, RunError>>,
        window: &Window,
        ends: impl Fn() -> bool,
    ) -> Result<Option<Damage>, RunError> {
        while let Some(chunk) = source.next_chunk()? {
            if !window.enter(chunk.bytes, 2 * self.jobs + 2, &ends) {
                return Ok(None);
            }
            if tasks.send(Task { chunk, reply: reply.clone() }).is_err() {
                return Ok(None);
            }
        }
        Ok(source.unreadable())
    }

    /// Writes what comes back, in order.
    fn write<S: UnitSink>(
        &self,
        sink: &mut S,
        replies: &Receiver<Result<Done, RunError>>,
        window: &Window,
    ) -> Result<(), RunError> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        loop {
            let done = match replies.recv_timeout(LOOK) {
                Ok(done) => done?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            waiting.insert(done.number, done);
            while let Some(done) = waiting.remove(&next) {
                next += 1;
                window.leave(done.bytes);
                self.board.add(&done.tally);
                if !self.cancel.is_cancelled() {
                    sink.take(done)?;
                }
            }
        }
    }
}
