//! When a feed is asked again.
//!
//! A feed that brought something is asked sooner the next time, one that did not later, within bounds; what
//! its server says about itself (`max-age`, `ttl`) is respected up to an hour. Failures double the wait, and
//! a feed that keeps failing is set aside and tried once a week, because sites do come back.

use std::time::Duration;

/// What a server may ask for before we would miss things.
const MAX_ASKED: Duration = Duration::from_secs(3600);
/// Failures in a row after which a feed is set aside.
pub const SET_ASIDE_AFTER: u32 = 12;

/// Bounds of the schedule.
#[derive(Clone, Copy, Debug)]
pub struct Intervals {
    /// No feed is asked more often.
    pub shortest: Duration,
    /// None that works is asked less often.
    pub longest: Duration,
    /// The first interval of a new feed.
    pub first: Duration,
    /// How often a feed that was set aside is tried.
    pub set_aside: Duration,
}

impl Default for Intervals {
    fn default() -> Intervals {
        Intervals {
            shortest: Duration::from_secs(5 * 60),
            longest: Duration::from_secs(24 * 3600),
            first: Duration::from_secs(30 * 60),
            set_aside: Duration::from_secs(7 * 24 * 3600),
        }
    }
}

/// What a visit to a feed brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// So many new items, of so many.
    Items {
        /// The new ones.
        new: usize,
        /// All.
        of: usize,
    },
    /// Nothing has changed.
    Unchanged,
}

impl Intervals {
    /// The interval after a visit that worked.
    ///
    /// ```
    /// use dehusk_stream::schedule::{Intervals, Visit};
    /// let intervals = Intervals::default();
    /// let busy = intervals.after(intervals.first, Visit::Items { new: 5, of: 20 }, None);
    /// let quiet = intervals.after(intervals.first, Visit::Unchanged, None);
    /// assert!(busy < intervals.first && intervals.first < quiet);
    /// ```
    pub fn after(&self, interval: Duration, visit: Visit, asked: Option<Duration>) -> Duration {
        let next = match visit {
            // Everything was new: items may have been missed.
            Visit::Items { new, of } if new > 0 && new == of => interval / 4,
            Visit::Items { new, .. } if new > 1 => interval / 2,
            Visit::Items { new: 1, .. } => interval.mul_f64(0.85),
            _ => interval.mul_f64(1.3),
        };
        let asked = asked.unwrap_or_default().min(MAX_ASKED);
        next.max(asked).clamp(self.shortest, self.longest.max(self.shortest))
    }

    /// The wait after so many failures in a row, and what the server asked for.
    pub fn after_failures(&self, failures: u32, asked: Option<Duration>) -> Duration {
        if failures >= SET_ASIDE_AFTER {
            return self.set_aside;
        }
        let doubled = self.shortest.saturating_mul(1 << failures.min(16));
        doubled.min(self.longest).max(asked.unwrap_or_default())
    }

    /// The latest moment at which a feed is visited that was last visited at `checked` and has failed so many times
    /// since, whatever was planned then: the clock may have been wrong, or the bounds wider.
    pub(crate) fn latest(&self, checked: Option<i64>, failures: u32, now: i64) -> i64 {
        let Some(checked) = checked else { return now };
        let bound = if failures > 0 { self.longest.max(self.set_aside) } else { self.longest };
        checked.min(now).saturating_add(to_ms(bound))
    }
}

/// When a feed is visited next. A visit knows all of it but how many of the items are new, which the store finds out;
/// so the visit makes one of these and the store asks it. Nothing else computes an interval.
#[derive(Clone, Copy, Debug)]
pub struct NextVisit {
    intervals: Intervals,
    interval: Duration,
    result: VisitResult,
}

#[derive(Clone, Copy, Debug)]
enum VisitResult {
    /// So many items were read, and the server asks for a pause.
    Items(usize, Option<Duration>),
    /// Nothing has changed, and the server asks for a pause.
    Unchanged(Option<Duration>),
    /// It failed: the wait before the next try.
    Failed(Duration),
}

impl NextVisit {
    /// After a visit that brought items, to a feed that had an interval in milliseconds until now.
    pub(crate) fn items(
        intervals: Intervals,
        interval: i64,
        of: usize,
        asked: Option<Duration>,
    ) -> NextVisit {
        NextVisit { intervals, interval: from_ms(interval), result: VisitResult::Items(of, asked) }
    }

    /// After a visit to a feed that had not changed.
    pub(crate) fn unchanged(
        intervals: Intervals,
        interval: i64,
        asked: Option<Duration>,
    ) -> NextVisit {
        NextVisit { intervals, interval: from_ms(interval), result: VisitResult::Unchanged(asked) }
    }

    /// After a visit that failed: the interval stays as it was, and the next try comes after a wait.
    pub(crate) fn failed(intervals: Intervals, interval: i64, wait: Duration) -> NextVisit {
        NextVisit { intervals, interval: from_ms(interval), result: VisitResult::Failed(wait) }
    }

    /// The interval from now on and the time of the next visit, both in milliseconds, when so many items are new.
    pub(crate) fn after(&self, new: usize, now: i64) -> (i64, i64) {
        let (interval, wait) = match self.result {
            VisitResult::Items(of, asked) => {
                let next = self.intervals.after(self.interval, Visit::Items { new, of }, asked);
                (next, next)
            }
            VisitResult::Unchanged(asked) => {
                let next = self.intervals.after(self.interval, Visit::Unchanged, asked);
                (next, next)
            }
            VisitResult::Failed(wait) => (self.interval, wait),
        };
        (to_ms(interval), now.saturating_add(to_ms(wait)))
    }
}

fn from_ms(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or_default())
}

/// Milliseconds, as times are kept in the store.
pub(crate) fn to_ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// How often a page is tried, and how long between.
#[derive(Clone, Copy, Debug)]
pub struct Retries {
    /// The wait after the first failure; it is tripled each time.
    pub first: Duration,
    /// Tries in all.
    pub tries: u32,
}

impl Default for Retries {
    fn default() -> Retries {
        Retries { first: Duration::from_secs(60), tries: 6 }
    }
}

impl Retries {
    /// The wait after so many tries failed; none if that was the last.
    pub fn after(&self, tries: u32, asked: Option<Duration>) -> Option<Duration> {
        (tries < self.tries).then(|| {
            let wait = self.first.saturating_mul(3u32.saturating_pow(tries.saturating_sub(1)));
            wait.max(asked.unwrap_or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_follow_the_feed_within_bounds() {
        let all = Intervals::default();
        let mut interval = all.first;
        for _ in 0..50 {
            interval = all.after(interval, Visit::Unchanged, None);
        }
        assert_eq!(interval, all.longest);
        for _ in 0..50 {
            interval = all.after(interval, Visit::Items { new: 3, of: 30 }, None);
        }
        assert_eq!(interval, all.shortest);
        let hour = all.after(interval, Visit::Unchanged, Some(Duration::from_secs(86_400)));
        assert_eq!(hour, MAX_ASKED);
    }

    #[test]
    fn failures_wait_longer_and_longer_and_then_a_week() {
        let all = Intervals::default();
        assert_eq!(all.after_failures(1, None), all.shortest * 2);
        assert_eq!(all.after_failures(11, None), all.longest);
        assert_eq!(all.after_failures(SET_ASIDE_AFTER, None), all.set_aside);
        let asked = Duration::from_secs(9000);
        assert_eq!(all.after_failures(1, Some(asked)), asked);
    }

    #[test]
    fn a_feed_planned_for_a_far_day_is_visited_within_the_longest_interval() {
        let (all, now, day) = (Intervals::default(), 1_000_000_000_000, 86_400_000);
        assert_eq!(all.latest(Some(now - 1000), 0, now), now - 1000 + day);
        assert_eq!(all.latest(Some(now), 3, now), now + 7 * day, "it may be set aside");
        assert_eq!(all.latest(Some(now + 999 * day), 0, now), now + day, "a clock that was wrong");
        assert_eq!(all.latest(None, 0, now), now, "never visited");
    }

    #[test]
    fn the_next_visit_depends_on_what_is_new_and_a_failure_keeps_the_interval() {
        let (all, now, minute) = (Intervals::default(), 1_000_000, 60_000);
        let items = NextVisit::items(all, 40 * minute, 8, None);
        assert_eq!(items.after(8, now), (10 * minute, now + 10 * minute));
        assert_eq!(items.after(2, now), (20 * minute, now + 20 * minute));
        let unchanged = NextVisit::unchanged(all, 40 * minute, None);
        assert_eq!(unchanged.after(0, now), (52 * minute, now + 52 * minute));
        let failed = NextVisit::failed(all, 40 * minute, Duration::from_secs(60));
        assert_eq!(failed.after(0, now), (40 * minute, now + minute));
    }

    #[test]
    fn pages_are_given_up_in_the_end() {
        let retries = Retries::default();
        assert_eq!(retries.after(1, None), Some(Duration::from_secs(60)));
        assert_eq!(retries.after(3, None), Some(Duration::from_secs(540)));
        assert_eq!(retries.after(6, None), None);
    }
}
