//! Turns at a site: however many tasks want pages of one registered domain, it is asked by a few at once,
//! and each request begins at least the site's pause after the one before was answered.

use crate::clock::Clock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The longest wait for a turn that is worth keeping others waiting for; a site's own pause may be longer.
pub const SHORT_WAIT: Duration = Duration::from_secs(5);

/// Sites that are remembered before those at rest are forgotten.
const REMEMBERED: usize = 20_000;

#[derive(Debug)]
struct Site {
    places: Arc<Semaphore>,
    /// The earliest moment of the next request.
    next: Instant,
    /// The pause between requests.
    delay: Duration,
}

/// Who may be asked when.
#[derive(Debug)]
pub struct Turns {
    sites: Mutex<HashMap<String, Site>>,
    delay: Duration,
    at_once: usize,
    clock: Clock,
}

impl Turns {
    /// Turns with a pause between the requests to one site, of which `at_once` may run at a time.
    pub fn new(delay: Duration, at_once: usize, clock: Clock) -> Turns {
        Turns { sites: Mutex::default(), delay, at_once: at_once.max(1), clock }
    }

    /// Waits until a site may be asked, for at most `in_line` while others are asking it and for at most its
    /// own pause, or [`SHORT_WAIT`], after them. Otherwise says how long it is until another try is worth it.
    /// Nobody holds a turn while waiting for another, so all get theirs.
    pub async fn turn(&self, site: &str, in_line: Duration) -> Result<Turn<'_>, Duration> {
        let places = self.with(site, |s| s.places.clone());
        let Ok(place) = tokio::time::timeout(in_line, places.acquire_owned()).await else {
            return Err(self.worth_a_try(site));
        };
        loop {
            let now = self.clock.now();
            let (at, delay) = self.with(site, |s| {
                let at = s.next;
                if at <= now {
                    s.next = now + s.delay;
                }
                (at, s.delay)
            });
            if at <= now {
                // The semaphore is never closed.
                return Ok(Turn { turns: self, site: site.into(), _place: place.ok() });
            }
            if at - now > delay.max(SHORT_WAIT) {
                return Err(at - now);
            }
            self.clock.sleep_until(at).await;
        }
    }

    /// When somebody who left the line of a site should come back.
    fn worth_a_try(&self, site: &str) -> Duration {
        let (next, delay) = self.with(site, |s| (s.next, s.delay));
        next.saturating_duration_since(self.clock.now()).max(delay).max(SHORT_WAIT)
    }

    /// Leaves a site alone for a while, as it asked.
    pub fn hold(&self, site: &str, time: Duration) {
        let until = self.clock.now() + time;
        self.with(site, |s| s.next = s.next.max(until));
    }

    /// How long until the site may be asked again.
    pub fn wait(&self, site: &str) -> Duration {
        self.with(site, |s| s.next).saturating_duration_since(self.clock.now())
    }

    /// Lengthens the pause of a site to what it asks for.
    pub fn set_delay(&self, site: &str, delay: Duration) {
        let delay = delay.max(self.delay);
        let next = self.clock.now() + delay;
        self.with(site, |s| (s.delay, s.next) = (delay, s.next.max(next)));
    }

    fn with<T>(&self, site: &str, act: impl FnOnce(&mut Site) -> T) -> T {
        let mut sites = self.lock();
        if sites.len() > REMEMBERED && !sites.contains_key(site) {
            let now = self.clock.now();
            sites.retain(|_, s| s.next > now || s.places.available_permits() < self.at_once);
        }
        act(sites.entry(site.into()).or_insert_with(|| Site {
            places: Arc::new(Semaphore::new(self.at_once)),
            next: self.clock.now(),
            delay: self.delay,
        }))
    }

    /// A task that crashed leaves the numbers as they were: they still hold.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Site>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to ask a site, given back when it is dropped.
#[derive(Debug)]
pub struct Turn<'t> {
    turns: &'t Turns,
    site: String,
    _place: Option<OwnedSemaphorePermit>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // The pause counts from the end of an answer: only so is it never shorter where it is measured,
        // at the site.
        let now = self.turns.clock.now();
        self.turns.with(&self.site, |s| s.next = s.next.max(now + s.delay));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    fn turns(milliseconds: u64, at_once: usize) -> Turns {
        Turns::new(Duration::from_millis(milliseconds), at_once, Clock::default())
    }

    #[tokio::test]
    async fn requests_to_a_site_keep_their_distance() {
        let turns = turns(60, 1);
        let mut ended: Option<Instant> = None;
        for _ in 0..3 {
            let turn = turns.turn("a.example", LONG).await.unwrap();
            assert!(ended.is_none_or(|at| at.elapsed() >= Duration::from_millis(60)));
            tokio::time::sleep(Duration::from_millis(20)).await;
            ended = Some(Instant::now());
            drop(turn);
        }
        turns.turn("b.example", LONG).await.unwrap();
        let since = ended.unwrap().elapsed();
        assert!(since < Duration::from_millis(50), "another site does not wait: {since:?}");
    }

    #[tokio::test]
    async fn a_site_is_left_alone_when_it_asks() {
        let turns = turns(0, 2);
        turns.hold("a.example", Duration::from_millis(80));
        turns.set_delay("a.example", Duration::from_millis(40));
        let start = Instant::now();
        drop(turns.turn("a.example", LONG).await.unwrap());
        assert!(start.elapsed() >= Duration::from_millis(80));
        drop(turns.turn("a.example", LONG).await.unwrap());
        assert!(start.elapsed() >= Duration::from_millis(120));
        assert!(turns.wait("a.example") > Duration::ZERO);
    }

    #[tokio::test]
    async fn no_more_than_allowed_ask_at_once() {
        let turns = turns(0, 2);
        let _first = turns.turn("a.example", LONG).await.unwrap();
        let second = turns.turn("a.example", LONG).await.unwrap();
        let third = turns.turn("a.example", Duration::from_millis(50)).await;
        assert!(third.is_err_and(|wait| wait >= SHORT_WAIT));
        drop(second);
        turns.turn("a.example", LONG).await.unwrap();
    }

    #[tokio::test]
    async fn a_long_wait_is_refused_with_its_end() {
        let turns = turns(0, 1);
        turns.hold("a.example", Duration::from_secs(86_400));
        let start = Instant::now();
        let wait = turns.turn("a.example", LONG).await.unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(2), "nobody waited");
        assert!(wait > Duration::from_secs(86_000));
        assert!(turns.turn("a.example", LONG).await.is_err(), "the place was given back");
    }

    #[tokio::test]
    async fn with_a_faster_clock_long_pauses_are_short() {
        let turns = Turns::new(Duration::from_secs(60), 1, Clock::faster(6000));
        let start = Instant::now();
        for _ in 0..4 {
            drop(turns.turn("a.example", LONG).await.unwrap());
        }
        let took = start.elapsed();
        assert!(took >= Duration::from_millis(30) && took < Duration::from_secs(10), "{took:?}");
    }
}
