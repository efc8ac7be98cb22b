//! What happened, counted under names, and how long each stage took. One table for the status line, the
//! metrics, the summary and the tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often something was done and how long it took in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// How often.
    pub times: u64,
    /// How long in all.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

#[derive(Debug, Default)]
struct Tables {
    counts: BTreeMap<&'static str, u64>,
    times: BTreeMap<&'static str, Timing>,
}

/// Counts and times by name.
#[derive(Debug, Default)]
pub struct Counts(Mutex<Tables>);

impl Counts {
    /// Counts something.
    pub fn add(&self, name: &'static str, number: u64) {
        *self.lock().counts.entry(name).or_default() += number;
    }

    /// Counts something once.
    pub fn one(&self, name: &'static str) {
        self.add(name, 1);
    }

    /// Notes how long something took.
    pub fn took(&self, name: &'static str, time: Duration) {
        let mut tables = self.lock();
        let timing = tables.times.entry(name).or_default();
        timing.times += 1;
        timing.total += time;
        timing.longest = timing.longest.max(time);
    }

    /// Does something and notes how long it took.
    pub fn time<T>(&self, name: &'static str, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = act();
        self.took(name, start.elapsed());
        result
    }

    /// How often something was counted.
    pub fn get(&self, name: &str) -> u64 {
        self.lock().counts.get(name).copied().unwrap_or_default()
    }

    /// All counts.
    pub fn all(&self) -> BTreeMap<&'static str, u64> {
        self.lock().counts.clone()
    }

    /// All times.
    pub fn times(&self) -> BTreeMap<&'static str, Timing> {
        self.lock().times.clone()
    }

    /// A thread that crashed leaves the numbers as they were: they still hold.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory the process has in use, in bytes; none where the system does not say.
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
