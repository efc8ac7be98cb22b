//! The sink stage: each sink reads the store from where it is, on a thread of its own. Its position moves
//! when it has the articles, so a sink that fails or a program that ends delivers them the next time.
//!
//! **What a sink may cost the others.** Articles wait for a sink in the store, on the disk, so a sink that is
//! behind costs no memory. A sink that takes articles slower than they come holds the feeds back as soon as it
//! lacks as many as may be in the queue: it is at work, and would fall behind for ever. A sink that *fails* is
//! let go at once: neither the feeds nor other sinks wait for it, until it has caught up with everything there
//! is. It is tried again with growing pauses meanwhile, or when it asks to be.
//!
//! An article that cannot be read from the store, or that a sink will not take however often it comes, is set
//! aside for this sink, counted and named, and the next one is delivered.

use super::commit::{Command, SinkProgress};
use super::engine::{Shared, StreamError};
use crate::sink::{Delivery, Opening, Sink, SinkError, Taken};
use crate::store::{Position, Reader, SetAside, Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Articles handed over at once.
const BATCH: u32 = 256;
/// How long a sink that has everything waits before it looks again.
const IDLE: Duration = Duration::from_millis(500);
/// The pause after the first failure; it doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The pause after which a sink that fails at the end of a run is given up: it had three tries by then.
const LAST_PAUSE: Duration = Duration::from_secs(1);

/// How a sink stands at the end of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinkReport {
    /// Its name, with no secret in it.
    pub name: String,
    /// Articles that it has not got. They are delivered the next time.
    pub lacks: u64,
    /// Articles that were set aside in this run.
    pub set_aside: u64,
    /// The last failure, if nothing was delivered since.
    pub failure: Option<String>,
}

impl SinkReport {
    /// Whether it has every article.
    pub fn is_complete(&self) -> bool {
        self.lacks == 0 && self.set_aside == 0 && self.failure.is_none()
    }
}

/// Why a sink does not go on.
enum Stop {
    /// The sink, which may go on after a pause.
    Sink(SinkError),
    /// The store cannot be read.
    Store(StoreError),
    /// The store takes no more notes: the run is over.
    Over,
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Stop {
        Stop::Store(error)
    }
}

impl From<SinkError> for Stop {
    fn from(error: SinkError) -> Stop {
        Stop::Sink(error)
    }
}

/// A sink and how far it is.
pub struct Outlet {
    sink: Box<dyn Sink>,
    name: String,
    reader: Reader,
    identity: String,
    /// What it is known to have.
    kept: Position,
    /// The last article it was handed.
    handed_over: i64,
    /// What it did not take since its position was noted.
    set_aside: Vec<SetAside>,
    report: SinkReport,
}

impl Outlet {
    /// Opens a sink and notes where it begins, before anything is delivered to it: after a crash what it has
    /// is then known to be our own. A place that is not ours ends the run here.
    pub fn open(store: &mut Store, reader: Reader, sink: Box<dyn Sink>) -> Result<Outlet, StreamError> {
        let name = sink.name();
        let report = SinkReport { name: name.clone(), ..SinkReport::default() };
        let (kept, identity) = (reader.position(&name)?, reader.identity()?);
        let known = kept.is_some();
        let mut outlet = Outlet {
            sink,
            reader,
            identity,
            kept: kept.unwrap_or_default(),
            handed_over: 0,
            set_aside: Vec::new(),
            report,
            name,
        };
        match outlet.reopen(known) {
            Ok(_) => {}
            Err(Stop::Sink(error)) => return Err(StreamError::Sink(error)),
            Err(Stop::Store(error)) => return Err(error.into()),
            Err(Stop::Over) => {}
        }
        store.batch(|batch| batch.set_position(&outlet.name, &outlet.kept))?;
        Ok(outlet)
    }

    /// The number of the last article it has.
    pub fn position(&self) -> i64 {
        self.kept.seq
    }

    /// What its position is kept under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Goes back to what it is known to have; whether it goes on from there otherwise than was noted.
    fn reopen(&mut self, known: bool) -> Result<bool, Stop> {
        self.set_aside.clear();
        let (next, _) = batch(&self.reader, self.kept.seq)?;
        let position = known.then_some(&self.kept);
        let state = self.sink.open(&Opening { store: &self.identity, position, next: &next })?;
        let changed = state != self.kept.state;
        self.kept.state = state;
        self.handed_over = self.sink.has(&self.kept).min(self.kept.seq);
        Ok(changed)
    }

    /// Delivers until the end; how it stands then. `number` is the sink's place among all.
    pub fn run(mut self, shared: &Arc<Shared>, number: usize, wake: &Receiver<()>) -> SinkReport {
        let mut pause = FIRST_PAUSE;
        loop {
            // Asked before delivering: what is kept before the end is asked for is still delivered.
            let last_round = shared.ending.load(Ordering::SeqCst);
            match self.round(shared, number, last_round) {
                Ok(()) => {
                    self.report.failure = None;
                    pause = FIRST_PAUSE;
                    shared.wait_for_sink(number, true);
                    if last_round || wake.recv_timeout(IDLE) == Err(RecvTimeoutError::Disconnected) {
                        break;
                    }
                }
                Err(Stop::Over) => break,
                Err(Stop::Store(error)) => {
                    shared.fail(error);
                    break;
                }
                Err(Stop::Sink(SinkError::Closed(_))) => {
                    shared.sink_closed(number);
                    return self.report;
                }
                Err(Stop::Sink(error)) => {
                    shared.wait_for_sink(number, false);
                    self.failed(shared, &error);
                    let asked = match error {
                        SinkError::Busy { pause: asked, .. } => asked.max(pause),
                        _ => pause,
                    };
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    if !rest(shared, wake, asked, last_round) {
                        break;
                    }
                }
            }
        }
        let newest = self.reader.article_count().unwrap_or(self.kept.seq);
        self.report.lacks = u64::try_from(newest - self.kept.seq).unwrap_or_default();
        self.report
    }

    /// Delivers all there is, after going back to the noted position if something failed before.
    fn round(&mut self, shared: &Arc<Shared>, number: usize, last_round: bool) -> Result<(), Stop> {
        if self.report.failure.is_some() && self.reopen(true)? {
            self.note(shared, number)?;
        }
        loop {
            let (batch, damaged) = batch(&self.reader, self.handed_over)?;
            let end = [batch.last().map(|d| d.seq), damaged.last().map(|d| d.seq)].into_iter().max();
            let Some(Some(end)) = end else { break };
            let taken = match batch.is_empty() {
                true => Taken { state: Some(self.kept.state.clone()), ..Taken::default() },
                false => shared.counts.time("sink", || self.sink.deliver(&batch))?,
            };
            // Behind the last one it took there may be damaged ones, but none before the next it has to take.
            self.handed_over = match batch.get(taken.number) {
                Some(next) => next.seq - 1,
                None => end,
            };
            let passed = damaged.into_iter().filter(|aside| aside.seq <= self.handed_over);
            self.set_aside.extend(taken.set_aside.into_iter().chain(passed));
            shared.counts.add("delivered", taken.number as u64);
            if let Some(state) = taken.state {
                self.kept = Position { seq: self.handed_over, state };
                self.note(shared, number)?;
            }
            self.report.failure = None;
        }
        if let Some(state) = self.sink.settle(last_round)? {
            self.kept = Position { seq: self.handed_over, state };
            self.note(shared, number)?;
        }
        Ok(())
    }

    /// Notes what the sink has and what it did not take.
    fn note(&mut self, shared: &Shared, number: usize) -> Result<(), Stop> {
        let set_aside = std::mem::take(&mut self.set_aside);
        for aside in &set_aside {
            shared.counts.one("set_aside");
            shared.say(&format!("{}: article {} is set aside: {}", self.name, aside.seq, aside.reason));
        }
        self.report.set_aside += set_aside.len() as u64;
        let (sink, position) = (self.name.clone(), self.kept.clone());
        let (reply, kept) = oneshot::channel();
        let command = Command::Position(SinkProgress { sink, position, set_aside }, reply);
        shared.commits.blocking_send(command).map_err(|_| Stop::Over)?;
        kept.blocking_recv().map_err(|_| Stop::Over)?;
        shared.delivered(number, self.kept.seq);
        Ok(())
    }

    /// Counts a failure, and tells of it if it is not the one before.
    fn failed(&mut self, shared: &Shared, error: &SinkError) {
        shared.counts.one("sink_failed");
        let failure = error.to_string();
        if self.report.failure.as_ref() != Some(&failure) {
            shared.say(&failure);
        }
        self.report.failure = Some(failure);
    }
}

/// Pauses; whether to go on after it. At the end of a run a short pause is made, and no long one.
fn rest(shared: &Shared, wake: &Receiver<()>, pause: Duration, last_round: bool) -> bool {
    let until = Instant::now() + pause;
    loop {
        let ending = shared.ending.load(Ordering::SeqCst);
        if ending && !last_round {
            // There is one more round, with pauses that begin anew.
            return true;
        }
        if ending && pause > LAST_PAUSE {
            return false;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        match wake.recv_timeout(left) {
            Err(RecvTimeoutError::Disconnected) => return false,
            // News for the sink, or the end.
            Ok(()) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// The articles after a number, and those among them that cannot be read.
fn batch(reader: &Reader, after: i64) -> Result<(Vec<Delivery>, Vec<SetAside>), StoreError> {
    let (mut batch, mut damaged) = (Vec::new(), Vec::new());
    for row in reader.articles_after(after, BATCH)? {
        match reader.record(&row) {
            Ok(record) => {
                batch.push(Delivery { seq: row.seq, key: row.key, title: row.title, record });
            }
            Err(StoreError::Damaged(reason)) => {
                damaged.push(SetAside { seq: row.seq, reason: reason.to_string() });
            }
            Err(error) => return Err(error),
        }
    }
    Ok((batch, damaged))
}
