//! The one clock that waiting goes by: when feeds are due, when a site may be asked again, how long a failure rests.
//!
//! A test can have a faster one, so that hours of a stream pass in minutes. What work takes, such as fetching or
//! parsing, is no waiting, and its deadlines are in real time.

use std::time::Duration;
use tokio::time::Instant;

/// A clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    speed: u32,
    start: Instant,
    start_ms: i64,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::faster(1)
    }
}

impl Clock {
    /// A clock that goes so many times as fast as the real one, from now on.
    ///
    /// ```
    /// use dehusk_stream::Clock;
    /// let clock = Clock::faster(1000);
    /// let before = clock.now_ms();
    /// std::thread::sleep(std::time::Duration::from_millis(20));
    /// assert!(clock.now_ms() >= before + 20_000);
    /// ```
    pub fn faster(times: u32) -> Clock {
        Clock { speed: times.max(1), start: Instant::now(), start_ms: real_ms() }
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        match self.speed {
            // The real clock may be set while the program runs.
            1 => real_ms(),
            _ => {
                let passed = i64::try_from(self.passed().as_millis()).unwrap_or(i64::MAX);
                self.start_ms.saturating_add(passed)
            }
        }
    }

    /// This moment, to compare with others of the same clock.
    pub fn now(&self) -> Instant {
        if self.speed == 1 { Instant::now() } else { self.start + self.passed() }
    }

    fn passed(&self) -> Duration {
        self.start.elapsed().saturating_mul(self.speed)
    }

    /// How long a time of this clock really takes.
    pub fn real(&self, time: Duration) -> Duration {
        time / self.speed
    }

    /// Waits.
    pub async fn sleep(&self, time: Duration) {
        tokio::time::sleep(self.real(time)).await;
    }

    /// Waits until a moment of this clock.
    pub async fn sleep_until(&self, moment: Instant) {
        self.sleep(moment.saturating_duration_since(self.now())).await;
    }
}

/// Milliseconds since 1970 by the system's clock.
pub fn real_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}
