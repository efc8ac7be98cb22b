//! What happened, counted, and how long each stage took. One table for the status line, the metrics, the summary
//! and the tests.

mod counter;
mod stage;

pub use counter::Counter;
pub use stage::Stage;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
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

/// Counts, times, and how much memory the site memories take.
#[derive(Debug)]
pub struct Counts {
    counts: Vec<AtomicU64>,
    times: Mutex<Vec<Timing>>,
    memories: AtomicUsize,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            counts: Counter::ALL.iter().map(|_| AtomicU64::new(0)).collect(),
            times: Mutex::new(vec![Timing::default(); Stage::ALL.len()]),
            memories: AtomicUsize::new(0),
        }
    }
}

impl Counts {
    /// Counts something so many times.
    pub fn add(&self, counter: Counter, number: u64) {
        if let Some(count) = self.counts.get(counter as usize) {
            count.fetch_add(number, Ordering::Relaxed);
        }
    }

    /// Counts something once.
    pub fn one(&self, counter: Counter) {
        self.add(counter, 1);
    }

    /// Notes how long something took.
    pub fn took(&self, stage: Stage, time: Duration) {
        if let Some(timing) = self.times_lock().get_mut(stage as usize) {
            timing.times += 1;
            timing.total += time;
            timing.longest = timing.longest.max(time);
        }
    }

    /// Does something and notes how long it took.
    pub fn time<T>(&self, stage: Stage, act: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = act();
        self.took(stage, start.elapsed());
        result
    }

    /// How often something was counted.
    pub fn get(&self, counter: Counter) -> u64 {
        self.counts.get(counter as usize).map_or(0, |count| count.load(Ordering::Relaxed))
    }

    /// Everything that was counted at least once, by name.
    pub fn all(&self) -> Vec<(Counter, u64)> {
        let all = Counter::ALL.iter().map(|counter| (*counter, self.get(*counter)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// Everything that was counted at least once, under its name.
    pub fn by_name(&self) -> BTreeMap<&'static str, u64> {
        self.all().into_iter().map(|(counter, count)| (counter.name(), count)).collect()
    }

    /// What went wrong, most often first.
    pub fn faults(&self) -> Vec<(Counter, u64)> {
        let mut faults: Vec<_> = self.all().into_iter().filter(|(c, _)| c.is_fault()).collect();
        faults.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        faults
    }

    /// The times of everything that was done at least once, by name.
    pub fn times(&self) -> BTreeMap<&'static str, Timing> {
        let times = self.times_lock();
        let all = Stage::ALL.iter().zip(times.iter());
        all.filter(|(_, t)| t.times > 0).map(|(stage, t)| (stage.name(), *t)).collect()
    }

    /// A site memory has become larger or smaller.
    pub(crate) fn memory_resized(&self, before: usize, after: usize) {
        // Wraps where it has become smaller, and so does the sum: it stays right.
        self.memories.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
    }

    /// Bytes of site memories that all threads hold.
    pub fn memories(&self) -> usize {
        self.memories.load(Ordering::Relaxed)
    }

    /// A thread that crashed leaves the numbers as they were: they still hold.
    fn times_lock(&self) -> MutexGuard<'_, Vec<Timing>> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory the process has in use, in bytes; none where the system does not say.
pub fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_apart_from_what_is_fine() {
        let counts = Counts::default();
        counts.add(Counter::Articles, 5);
        counts.one(Counter::Timeout);
        counts.add(Counter::Robots, 2);
        assert_eq!(counts.faults(), [(Counter::Robots, 2), (Counter::Timeout, 1)]);
        let names: Vec<&str> = counts.by_name().into_keys().collect();
        assert_eq!(names, ["articles", "robots", "timeout"]);
    }

    #[test]
    fn memories_grow_and_shrink() {
        let counts = Counts::default();
        counts.memory_resized(0, 100);
        counts.memory_resized(100, 30);
        assert_eq!(counts.memories(), 30);
    }
}
