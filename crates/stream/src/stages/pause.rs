//! The pauses that a sink gets while it fails.

use super::outbox::Outbox;
use crate::clock::Clock;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The pause after the first failure; it doubles up to the longest.
const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(60);
/// The longest pause that is made at the end of a run: a sink that goes on failing then has had four tries.
const LAST: Duration = Duration::from_secs(1);

/// What to do after a pause.
#[derive(Debug, PartialEq, Eq)]
pub enum Paused {
    /// Try again.
    GoOn,
    /// The run is over, and a long pause would have to be made.
    GiveUp,
}

/// Pauses that grow with each failure.
#[derive(Debug)]
pub struct Pauses {
    next: Duration,
    clock: Clock,
}

impl Pauses {
    /// None was made yet.
    pub fn new(clock: Clock) -> Pauses {
        Pauses { next: FIRST, clock }
    }

    /// Pauses, for as long as the sink asked for if that is longer. The end of a run cuts a pause short that
    /// the sink did not ask for, and pauses begin anew then; `last_round` says that it had come before the
    /// sink failed.
    pub fn make(
        &mut self,
        asked: Option<Duration>,
        last_round: bool,
        outbox: &Outbox,
        wake: &Receiver<()>,
    ) -> Paused {
        let pause = asked.unwrap_or_default().max(self.next);
        let until = Instant::now() + self.clock.real(pause);
        self.next = (self.next * 2).min(LONGEST);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Paused::GoOn;
            }
            if outbox.is_ending() && asked.is_none() && !last_round {
                *self = Pauses::new(self.clock);
                return Paused::GoOn;
            }
            if outbox.is_ending() && left > LAST {
                return Paused::GiveUp;
            }
            // It is woken by news for the sink too.
            if wake.recv_timeout(left) == Err(RecvTimeoutError::Disconnected) {
                return Paused::GiveUp;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_the_end_of_a_run_makes_no_long_one() {
        let (outbox, woken) = Outbox::new(0, vec![0]);
        let new = || Pauses::new(Clock::default());
        let mut pauses = new();
        let begun = Instant::now();
        assert_eq!(pauses.make(None, false, &outbox, &woken[0]), Paused::GoOn);
        assert_eq!(pauses.make(None, false, &outbox, &woken[0]), Paused::GoOn);
        assert!(begun.elapsed() >= FIRST * 3);
        pauses.next = LONGEST;
        outbox.end();
        assert_eq!(pauses.make(None, false, &outbox, &woken[0]), Paused::GoOn, "at once");
        assert_eq!(pauses.next, FIRST);
        let begun = Instant::now();
        let mut tries = 1;
        while pauses.make(None, true, &outbox, &woken[0]) == Paused::GoOn {
            tries += 1;
        }
        assert!(tries == 4 && begun.elapsed() >= FIRST * 7, "{tries}");
        let minute = Some(Duration::from_secs(60));
        assert_eq!(new().make(minute, false, &outbox, &woken[0]), Paused::GiveUp);
    }
}
