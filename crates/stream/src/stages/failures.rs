//! Pages and feeds that failed, told when it is kept that they did: for a file that names them all, and for a line
//! that shows the last of them.

use serde::Serialize;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// What has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Failing {
    /// A feed.
    Feed,
    /// A page that a feed named.
    Page,
}

/// A page or a feed that failed once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// When, as RFC 3339 has it.
    pub time: String,
    /// What it is.
    pub what: Failing,
    /// Its address, without a password.
    pub url: String,
    /// The feed that named the page.
    pub feed: Option<String>,
    /// Why it failed.
    pub reason: String,
    /// How often it failed in a row.
    pub tries: u32,
    /// When it is tried again; none if it was given up.
    pub next: Option<String>,
}

/// What became of a visit or a page, as far as it concerns failures.
#[derive(Debug)]
pub(super) enum Noted {
    /// The feed with this number failed.
    Feed(i64, Failure),
    /// The feed with this number works, or is not wanted any more.
    FeedWell(i64),
    /// A page failed.
    Page(Failure),
}

/// Where failures are told.
#[derive(Clone, Default)]
pub struct Failures(Arc<Shared>);

type Listener = Box<dyn Fn(&Failure) + Send + Sync>;

#[derive(Default)]
struct Shared {
    listener: Option<Listener>,
    now: Mutex<Now>,
}

/// How things stand.
#[derive(Clone, Debug, Default)]
struct Now {
    feeds: HashSet<i64>,
    last: Option<Failure>,
}

impl std::fmt::Debug for Failures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Failures").field("feeds", &self.feeds()).finish_non_exhaustive()
    }
}

impl Failures {
    /// Failures that somebody hears of one by one, after they are kept. The store waits meanwhile.
    pub fn told_to(listener: impl Fn(&Failure) + Send + Sync + 'static) -> Failures {
        let listener = Some(Box::new(listener) as Listener);
        Failures(Arc::new(Shared { listener, now: Mutex::default() }))
    }

    /// How many feeds failed at their last visit.
    pub fn feeds(&self) -> usize {
        self.lock().feeds.len()
    }

    /// The last failure of this run.
    pub fn last(&self) -> Option<Failure> {
        self.lock().last.clone()
    }

    /// These feeds failed in an earlier run.
    pub(super) fn begin(&self, feeds: impl IntoIterator<Item = i64>) {
        self.lock().feeds.extend(feeds);
    }

    pub(super) fn note(&self, all: Vec<Noted>) {
        for noted in all {
            let failure = match noted {
                Noted::FeedWell(id) => {
                    self.lock().feeds.remove(&id);
                    continue;
                }
                Noted::Feed(id, failure) => {
                    self.lock().feeds.insert(id);
                    failure
                }
                Noted::Page(failure) => failure,
            };
            if let Some(tell) = &self.0.listener {
                tell(&failure);
            }
            self.lock().last = Some(failure);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Now> {
        self.0.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(url: &str) -> Failure {
        Failure {
            time: String::new(),
            what: Failing::Page,
            url: url.into(),
            feed: None,
            reason: "gone".into(),
            tries: 1,
            next: None,
        }
    }

    #[test]
    fn feeds_that_work_again_are_not_counted_and_all_failures_are_told() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let hears = heard.clone();
        let failures = Failures::told_to(move |f| hears.lock().unwrap().push(f.url.clone()));
        failures.begin([1, 2]);
        failures.note(vec![
            Noted::Feed(3, failure("f")),
            Noted::FeedWell(1),
            Noted::Page(failure("p")),
        ]);
        assert_eq!(failures.feeds(), 2);
        assert_eq!(failures.last().unwrap().url, "p");
        assert_eq!(*heard.lock().unwrap(), ["f", "p"]);
    }
}
