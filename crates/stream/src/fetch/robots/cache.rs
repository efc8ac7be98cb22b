//! The rules of the hosts asked lately, within a bound of memory.

use super::RobotsRules;
use crate::fetch::FetchError;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Bytes of all rules together; those of a usual site take a few hundred.
const MAX_BYTES: usize = 32 << 20;
/// What an entry takes besides its rules and its address, about.
const ENTRY_BYTES: usize = 256;

/// The rules of a host, or why there are none.
pub type Rules = Result<Arc<RobotsRules>, FetchError>;

#[derive(Debug)]
struct Entry {
    until: Instant,
    bytes: usize,
    rules: Rules,
}

#[derive(Debug, Default)]
struct Inner {
    entries: HashMap<String, Entry>,
    bytes: usize,
    /// One for each file that is being fetched.
    fetching: HashMap<String, Arc<tokio::sync::Mutex<()>>>,
}

/// What is known of the hosts asked lately, by the address of their robots.txt.
#[derive(Debug, Default)]
pub struct RobotsCache(Mutex<Inner>);

impl RobotsCache {
    /// What is known at this moment.
    pub fn get(&self, address: &str, now: Instant) -> Option<Rules> {
        let inner = self.lock();
        let entry = inner.entries.get(address).filter(|entry| entry.until > now)?;
        Some(entry.rules.clone())
    }

    /// Takes note of rules for as long as they hold from now on. Where there is no room, those that hold no longer go first
    /// and then the longest: no stranger's long file shall push out everybody else's.
    pub fn put(&self, address: &str, rules: Rules, now: Instant, hold: Duration) {
        let of_rules = rules.as_ref().map_or(0, |rules| rules.bytes());
        let until = now + hold;
        let entry = Entry { until, bytes: ENTRY_BYTES + address.len() + of_rules, rules };
        let mut inner = self.lock();
        inner.fetching.remove(address);
        inner.bytes += entry.bytes;
        if let Some(old) = inner.entries.insert(address.into(), entry) {
            inner.bytes -= old.bytes;
        }
        if inner.bytes > MAX_BYTES {
            inner.make_room(now);
        }
    }

    /// The right to fetch a file: who holds its lock does, and the others wait for what he finds.
    pub fn fetching(&self, address: &str) -> Arc<tokio::sync::Mutex<()>> {
        self.lock().fetching.entry(address.into()).or_default().clone()
    }

    /// Nothing was found out about a file.
    pub fn gave_up(&self, address: &str) {
        self.lock().fetching.remove(address);
    }

    /// A task that crashed leaves the numbers as they were: they still hold.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Frees an eighth, so that it is not done for each new host; of rules as long the older go first.
    fn make_room(&mut self, now: Instant) {
        self.entries.retain(|_, entry| entry.until > now);
        self.bytes = self.entries.values().map(|entry| entry.bytes).sum();
        let mut order: Vec<(usize, Reverse<Instant>, String)> =
            Vec::with_capacity(self.entries.len());
        order.extend(self.entries.iter().map(|(a, e)| (e.bytes, Reverse(e.until), a.clone())));
        order.sort_unstable();
        while self.bytes > MAX_BYTES / 8 * 7
            && let Some((bytes, _, address)) = order.pop()
        {
            self.entries.remove(&address);
            self.bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_of_strangers_push_out_neither_memory_nor_others() {
        let cache = RobotsCache::default();
        let (now, hold) = (Instant::now(), Duration::from_secs(60));
        let small = Arc::new(RobotsRules::parse("dehusk", b"User-agent: *\nDisallow: /x"));
        (0..100).for_each(|n| cache.put(&format!("small-{n}"), Ok(small.clone()), now, hold));
        let line = "Disallow: /*a*b*c*d*e*f*g*h*i*j$\n";
        let file = format!("User-agent: *\n{}", line.repeat(super::super::MAX_BYTES / line.len()));
        let large = Arc::new(RobotsRules::parse("dehusk", file.as_bytes()));
        assert!(large.bytes() < 1 << 20, "{} bytes of rules", large.bytes());
        for n in 0..500 {
            cache.put(&format!("large-{n}"), Ok(large.clone()), now, hold);
            assert!(cache.lock().bytes <= MAX_BYTES);
        }
        assert!((0..100).all(|n| cache.get(&format!("small-{n}"), now).is_some()));
    }

    #[test]
    fn hosts_without_number_stay_within_the_bound() {
        let cache = RobotsCache::default();
        let (now, hold) = (Instant::now(), Duration::from_secs(60));
        let none = Arc::new(RobotsRules::default());
        let later = |n: u64| hold + Duration::from_millis(n);
        let put = |n| cache.put(&format!("host-{n:06}"), Ok(none.clone()), now, later(n));
        (0..200_000).for_each(put);
        assert!(cache.lock().bytes <= MAX_BYTES);
        let get = |address| cache.get(address, now);
        assert!(get("host-199999").is_some() && get("host-000000").is_none());
    }
}
