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
//! aside for this sink, counted and named, and the next one is delivered. When somebody has asked for those to be
//! delivered again, they come first (`again`).

use super::again::Again;
use super::commands::SinkProgress;
use super::ending::Ending;
use super::outbox::Outbox;
use super::pause::{Paused, Pauses};
use super::{Say, StreamError};
use crate::clock::Clock;
use crate::counts::{Counter, Counts, Stage};
use crate::sink::{Delivery, Opening, Sink, SinkError, Taken};
use crate::store::{
    ArticleRow, Damage, Deliverable, Position, Reader, SetAside, Store, StoreError,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Articles handed over at once.
pub const BATCH: u32 = 256;
/// How long a sink that has everything waits before it looks again.
const IDLE: Duration = Duration::from_millis(500);
/// Keeps how far a sink is; none if the store has ended.
pub type Notes = Arc<dyn Fn(SinkProgress) -> Option<()> + Send + Sync>;

/// What the thread of a sink needs besides the sink.
#[derive(Clone)]
pub struct Deliver {
    /// Where positions are kept.
    pub notes: Notes,
    /// Knows what there is to deliver, and how far each sink is.
    pub outbox: Arc<Outbox>,
    /// What is counted.
    pub counts: Arc<Counts>,
    /// Tells the user that a sink failed.
    pub say: Say,
    /// Ends the run if the store cannot be read or nobody reads any more.
    pub ending: Ending,
    /// What pauses go by.
    pub clock: Clock,
}

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

/// A sink and how far it is.
pub struct Outlet {
    sink: Box<dyn Sink>,
    reader: Reader,
    identity: String,
    /// What it is known to have.
    kept: Position,
    /// The last article it was handed.
    handed_over: i64,
    /// Whether it holds articles that it has not brought to their place yet.
    holds: bool,
    /// What it did not take since its position was noted.
    set_aside: Vec<SetAside>,
    /// What it gets again, before anything else.
    again: Again,
    report: SinkReport,
}

impl Outlet {
    /// Opens all sinks, before anything is fetched.
    pub fn open_all(
        store: &mut Store,
        directory: &Path,
        sinks: Vec<Box<dyn Sink>>,
    ) -> Result<Vec<Outlet>, StreamError> {
        let mut outlets = Vec::<Outlet>::new();
        for sink in sinks {
            let name = sink.name();
            // Of whatever kind: two that write to one file would each take the other for somebody else.
            if outlets.iter().any(|other| place_of(&other.report.name) == place_of(&name)) {
                return Err(StreamError::SinkTwice(name));
            }
            outlets.push(Outlet::open(store, Reader::open(directory)?, sink)?);
        }
        Ok(outlets)
    }

    /// Opens a sink and notes where it begins, before anything is delivered to it: after a crash what it has
    /// is then known to be our own.
    fn open(store: &mut Store, reader: Reader, sink: Box<dyn Sink>) -> Result<Outlet, StreamError> {
        let report = SinkReport { name: sink.name(), ..SinkReport::default() };
        let kept = reader.position(&report.name)?;
        let known = kept.is_some();
        let again = Again::of(&reader, &report.name)?;
        let mut outlet = Outlet {
            sink,
            reader,
            identity: store.identity(),
            kept: kept.unwrap_or_default(),
            handed_over: 0,
            holds: false,
            set_aside: Vec::new(),
            again,
            report,
        };
        outlet.reopen(known)?;
        store.batch(|batch| batch.set_position(&outlet.report.name, &outlet.kept))?;
        Ok(outlet)
    }

    /// The name of its sink.
    pub fn name(&self) -> &str {
        &self.report.name
    }

    /// The number of the last article it has.
    pub fn position(&self) -> i64 {
        self.kept.seq
    }

    /// Goes back to what it is known to have; whether it goes on from there otherwise than was noted.
    fn reopen(&mut self, known: bool) -> Result<bool, StreamError> {
        self.set_aside.clear();
        self.holds = false;
        let next = match self.again.next(&self.reader)? {
            Some(again) => Some(again),
            None => Next::after(&self.reader, self.kept.seq)?,
        };
        let next = next.map(|next| next.batch);
        let opening = Opening {
            store: &self.identity,
            position: known.then_some(&self.kept),
            next: next.as_deref().unwrap_or_default(),
        };
        let state = self.sink.open(&opening)?;
        let changed = state != self.kept.state;
        self.kept.state = state;
        self.handed_over = self.sink.has(&self.kept).min(self.kept.seq);
        Ok(changed)
    }

    /// Delivers until the end; how it stands then. `number` is the sink's place among all.
    pub fn run(mut self, stage: &Deliver, number: usize, wake: &Receiver<()>) -> SinkReport {
        let mut pauses = Pauses::new(stage.clock);
        loop {
            // Asked before delivering: what is kept before the end is asked for is still delivered.
            let last_round = stage.outbox.is_ending();
            let had = self.kept.seq;
            match self.round(stage, number, last_round) {
                Ok(()) => {
                    pauses = Pauses::new(stage.clock);
                    stage.outbox.caught_up(number);
                    let woken = wake.recv_timeout(if last_round { Duration::ZERO } else { IDLE });
                    if last_round || woken == Err(RecvTimeoutError::Disconnected) {
                        break;
                    }
                }
                Err(StreamError::Sink(SinkError::Closed(_))) => {
                    if stage.outbox.close(number) {
                        stage.ending.fail(StreamError::NobodyReads);
                    }
                    return self.report;
                }
                Err(StreamError::Sink(error)) => {
                    stage.outbox.let_go(number);
                    self.failed(stage, &error);
                    if self.kept.seq > had {
                        pauses = Pauses::new(stage.clock);
                    }
                    match pauses.make(asked(&error), last_round, &stage.outbox, wake) {
                        Paused::GoOn => {}
                        Paused::GiveUp => break,
                    }
                }
                // The store takes no more notes: the run is over.
                Err(StreamError::Ended) => break,
                Err(error) => {
                    stage.ending.fail(error);
                    break;
                }
            }
        }
        self.report.lacks = stage.outbox.lag_of(number) as u64;
        self.report
    }

    /// Delivers all there is, after going back to the noted position if something failed before.
    fn round(
        &mut self,
        stage: &Deliver,
        number: usize,
        last_round: bool,
    ) -> Result<(), StreamError> {
        if self.report.failure.is_some() && self.reopen(true)? {
            self.note(stage, number, 0)?;
        }
        self.deliver_again(stage, number)?;
        while let Some(next) = Next::after(&self.reader, self.handed_over)? {
            let taken = match next.batch.is_empty() {
                // All of them are damaged, so the sink has what it had, if it does not hold others.
                true => {
                    let state = (!self.holds).then(|| self.kept.state.clone());
                    Taken { state, ..Taken::default() }
                }
                false => stage.counts.time(Stage::Sink, || self.sink.deliver(&next.batch))?,
            };
            // The damaged ones before the next it has to take are passed over.
            self.handed_over = match next.batch.get(taken.number) {
                Some(first_left) => first_left.seq - 1,
                None => next.last,
            };
            let passed = next.damaged.into_iter().filter(|aside| aside.seq <= self.handed_over);
            self.set_aside.extend(taken.set_aside.into_iter().chain(passed));
            stage.counts.add(Counter::Delivered, taken.number as u64);
            match taken.state {
                Some(state) => self.has_all(stage, number, state)?,
                None => self.holds = true,
            }
        }
        if let Some(state) = self.sink.settle(last_round)? {
            self.has_all(stage, number, state)?;
        }
        self.report.failure = None;
        Ok(())
    }

    /// Delivers what was set aside once and is to come again. Its position stays: these come out of their order.
    fn deliver_again(&mut self, stage: &Deliver, number: usize) -> Result<(), StreamError> {
        while let Some(next) = self.again.next(&self.reader)? {
            let taken = match next.batch.is_empty() {
                true => Taken { state: Some(self.kept.state.clone()), ..Taken::default() },
                false => stage.counts.time(Stage::Sink, || self.sink.deliver_again(&next.batch))?,
            };
            let last = match next.batch.get(taken.number) {
                Some(first_left) => first_left.seq - 1,
                None => next.last,
            };
            let passed = next.damaged.into_iter().filter(|aside| aside.seq <= last);
            self.set_aside.extend(taken.set_aside.into_iter().chain(passed));
            stage.counts.add(Counter::Delivered, taken.number as u64);
            self.kept.state = taken.state.unwrap_or_else(|| self.kept.state.clone());
            self.note(stage, number, last)?;
            self.again.through(last);
        }
        Ok(())
    }

    /// The sink has everything that it was handed.
    fn has_all(
        &mut self,
        stage: &Deliver,
        number: usize,
        state: String,
    ) -> Result<(), StreamError> {
        self.kept = Position { seq: self.handed_over, state };
        self.holds = false;
        self.report.failure = None;
        self.note(stage, number, 0)
    }

    /// Notes what the sink has and what it did not take, and that it got everything again up to an article.
    fn note(&mut self, stage: &Deliver, number: usize, again: i64) -> Result<(), StreamError> {
        let set_aside = std::mem::take(&mut self.set_aside);
        let name = &self.report.name;
        for SetAside { seq, reason } in &set_aside {
            stage.counts.one(Counter::SetAside);
            (stage.say)(&format!("{name}: article {seq} is set aside: {reason}"));
        }
        self.report.set_aside += set_aside.len() as u64;
        let (sink, position) = (name.clone(), self.kept.clone());
        let progress = SinkProgress { sink, position, set_aside, again };
        (stage.notes)(progress).ok_or(StreamError::Ended)?;
        stage.outbox.delivered(number, self.kept.seq);
        Ok(())
    }

    /// Counts a failure, and tells of it if it is not the one before.
    fn failed(&mut self, stage: &Deliver, error: &SinkError) {
        stage.counts.one(Counter::SinkFailed);
        let failure = error.to_string();
        if self.report.failure.as_ref() != Some(&failure) {
            (stage.say)(&failure);
        }
        self.report.failure = Some(failure);
    }
}

/// The place in the name of a sink, without its kind.
fn place_of(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, place)| place)
}

/// The pause that a sink asked for.
fn asked(error: &SinkError) -> Option<Duration> {
    match error {
        SinkError::Busy { pause, .. } => Some(*pause),
        _ => None,
    }
}

/// What is to be delivered next.
pub struct Next {
    /// The articles.
    pub batch: Vec<Delivery>,
    /// Those among them that cannot be read.
    pub damaged: Vec<SetAside>,
    /// The number of the last one of both.
    pub last: i64,
}

impl Next {
    /// The articles after a number, if there are any.
    fn after(reader: &Reader, after: i64) -> Result<Option<Next>, StoreError> {
        Ok(Next::of(reader.deliverable(after, BATCH)?))
    }

    /// What the store gave, if that is anything.
    pub fn of(found: Deliverable) -> Option<Next> {
        let Deliverable { articles, damaged, last } = found;
        let last = last?;
        let delivery = |(row, record): (ArticleRow, Vec<u8>)| {
            let (seq, key, title) = (row.seq, row.key, row.title);
            Delivery { seq, key, title, record }
        };
        let aside = |damage: Damage| {
            let reason = damage.to_string();
            damage.article.map(|(seq, _)| SetAside { seq, reason })
        };
        Some(Next {
            batch: articles.into_iter().map(delivery).collect(),
            damaged: damaged.into_iter().filter_map(aside).collect(),
            last,
        })
    }
}

#[cfg(test)]
#[path = "deliver_tests.rs"]
mod tests;
