//! Places for sites that are worked at.
//!
//! When there is more to do than the processor can, every site with something to do would be worked at in
//! turn, a page each: memories of all of them would be wanted all the time. A site with a place keeps it for
//! many pages instead, and others wait for theirs. There are as many places as requests at once, so nobody may wait
//! for long with a place in hand: a site that has to pause gives its place away meanwhile, and a redirect to a site
//! that wants to be left alone fails with [`FetchError::Later`](crate::fetch::FetchError::Later).

use crate::clock::Clock;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Pages after which a site lets others go first: taking up the memory of a site costs as much as a few pages.
const PAGES: usize = 64;
/// A site that has to pause for longer gives its place away: getting another one may take as long as this.
const SHORT: Duration = Duration::from_millis(250);

/// The places there are.
#[derive(Debug)]
pub struct Places {
    free: Arc<Semaphore>,
    number: usize,
    clock: Clock,
}

/// A place that somebody has, or has not.
#[derive(Debug, Default)]
pub struct Place {
    held: Option<OwnedSemaphorePermit>,
    pages: usize,
}

impl Places {
    /// So many, at least one.
    pub fn new(number: usize, clock: Clock) -> Places {
        let number = number.clamp(1, Semaphore::MAX_PERMITS);
        Places { free: Arc::new(Semaphore::new(number)), number, clock }
    }

    /// How many there are.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Waits until there is a place for the next page of a site that has to pause before, and until the pause is over
    /// unless it is a short one. Those who wait get theirs in the order they came.
    pub async fn take(&self, place: &mut Place, pause: Duration) {
        if self.clock.real(pause) > SHORT || place.pages >= PAGES {
            *place = Place::default();
        }
        if place.held.is_none() {
            if !pause.is_zero() {
                self.clock.sleep(pause).await;
            }
            // The semaphore is never closed.
            place.held = self.free.clone().acquire_owned().await.ok();
        }
        place.pages += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Duration = Duration::ZERO;
    /// More than a short pause.
    const LONG: Duration = Duration::from_secs(2);

    async fn gets(places: &Places, place: &mut Place, pause: Duration) -> bool {
        let taking = places.take(place, pause);
        tokio::time::timeout(LONG, taking).await.is_ok()
    }

    #[tokio::test]
    async fn a_place_is_kept_for_many_pages_and_then_given_to_who_waits() {
        let places = Places::new(1, Clock::default());
        let (mut one, mut other) = (Place::default(), Place::default());
        for _ in 0..PAGES {
            assert!(gets(&places, &mut one, NONE).await);
        }
        let (other_got, ()) = tokio::join!(gets(&places, &mut other, NONE), async {
            // The other one has asked before.
            assert!(!gets(&places, &mut one, NONE).await, "the other one keeps it");
        });
        assert!(other_got);
    }

    #[tokio::test]
    async fn a_short_pause_keeps_the_place_and_a_long_one_does_not() {
        let places = Places::new(1, Clock::default());
        let (mut one, mut other) = (Place::default(), Place::default());
        assert!(gets(&places, &mut one, NONE).await && gets(&places, &mut one, SHORT).await);
        let (one_got, other_got) =
            tokio::join!(gets(&places, &mut one, SHORT * 2), gets(&places, &mut other, NONE));
        assert!(other_got, "while the first one pauses");
        assert!(!one_got, "it waits in its turn");
    }
}
