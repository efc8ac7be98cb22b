//! How a run is going, and how it is ended before its time.

use super::tally::Tally;
use crate::read::Meter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Ends a run from outside. What was committed stays, and `resume` goes on from there.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends the run as soon as it can be ended.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is to end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How a run is going.
#[derive(Clone, Debug)]
pub struct Status {
    /// What is being done, in a word or two.
    pub stage: &'static str,
    /// Bytes of input that were read in this stage.
    pub bytes: u64,
    /// Bytes there are, where that is known of every input.
    pub all_bytes: Option<u64>,
    /// What became of what was read; the rows are those of this stage.
    pub tally: Tally,
    /// How long the stage has taken.
    pub elapsed: Duration,
}

/// What the threads of a run tell of it.
#[derive(Debug)]
pub(crate) struct Board {
    pub meter: Meter,
    shown: Mutex<Shown>,
}

#[derive(Debug)]
struct Shown {
    stage: &'static str,
    all_bytes: Option<u64>,
    /// Bytes that the meter had when the stage began.
    before: u64,
    tally: Tally,
    since: Instant,
}

impl Board {
    pub fn new() -> Board {
        let shown = Shown {
            stage: "starting",
            all_bytes: None,
            before: 0,
            tally: Tally::default(),
            since: Instant::now(),
        };
        Board { meter: Meter::default(), shown: Mutex::new(shown) }
    }

    /// Begins a stage.
    pub fn begin(&self, stage: &'static str, all_bytes: Option<u64>) {
        let mut shown = self.lock();
        shown.stage = stage;
        shown.all_bytes = all_bytes;
        shown.before = self.meter.bytes();
        // Every stage goes over the rows again.
        shown.tally.rows = 0;
        shown.since = Instant::now();
    }

    /// Adds to the counts.
    pub fn add(&self, tally: &Tally) {
        self.lock().tally.add(tally);
    }

    pub fn status(&self) -> Status {
        let shown = self.lock();
        Status {
            stage: shown.stage,
            bytes: self.meter.bytes() - shown.before,
            all_bytes: shown.all_bytes,
            tally: shown.tally.clone(),
            elapsed: shown.since.elapsed(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        // Counts are never left half changed.
        self.shown.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}
