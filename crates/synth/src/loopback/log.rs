//! What the server saw of its visitors.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A request as the server saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// GET or POST.
    pub method: String,
    /// The Host header without its port.
    pub host: String,
    /// Path and query.
    pub target: String,
    /// The headers, their names in small letters.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
}

impl Asked {
    /// The path without the query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// What was seen at one registered domain.
#[derive(Clone, Debug, Default)]
pub struct SiteLog {
    /// Requests.
    pub requests: u64,
    /// Answers of 304.
    pub not_modified: u64,
    /// The most requests at once.
    pub at_once: u64,
    /// The shortest time from the end of an answer to the next request.
    pub shortest_gap: Option<Duration>,
    running: u64,
    last_end: Option<Instant>,
}

#[derive(Debug, Default)]
struct Inner {
    sites: BTreeMap<String, SiteLog>,
    targets: Option<Vec<(String, String, u16)>>,
}

/// The log of a server.
#[derive(Debug, Default)]
pub struct Log(Mutex<Inner>);

impl Log {
    /// A log that also has every single request.
    pub fn of_everything() -> Log {
        Log(Mutex::new(Inner { targets: Some(Vec::new()), ..Inner::default() }))
    }

    pub(super) fn begin(&self, site: &str) {
        let mut inner = self.lock();
        let site = inner.sites.entry(site.into()).or_default();
        if let Some(end) = site.last_end {
            let gap = end.elapsed();
            site.shortest_gap = Some(site.shortest_gap.map_or(gap, |shortest| shortest.min(gap)));
        }
        site.requests += 1;
        site.running += 1;
        site.at_once = site.at_once.max(site.running);
    }

    pub(super) fn end(&self, site: &str, asked: &Asked, status: u16, at: Instant) {
        let mut inner = self.lock();
        if let Some(targets) = &mut inner.targets {
            targets.push((asked.host.clone(), asked.target.clone(), status));
        }
        let site = inner.sites.entry(site.into()).or_default();
        site.running = site.running.saturating_sub(1);
        site.not_modified += u64::from(status == 304);
        site.last_end = Some(at);
    }

    /// What was seen, by registered domain.
    pub fn sites(&self) -> BTreeMap<String, SiteLog> {
        self.lock().sites.clone()
    }

    /// Host, target and status of every request, if they are kept.
    pub fn targets(&self) -> Vec<(String, String, u16)> {
        self.lock().targets.clone().unwrap_or_default()
    }

    /// How often a target of a host was asked for.
    pub fn times(&self, host: &str, target: &str) -> usize {
        self.targets().iter().filter(|(h, t, _)| h == host && t == target).count()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
