//! When a page has taken long enough.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
// The standard library has no clock there, and would end the program when asked for one.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// The moment from which on nothing more should be done for a page. Every stage that can take long asks for it from
/// time to time, and goes on with what it has once it is over.
///
/// ```
/// use dehusk_page::{Limits, Page};
/// use std::time::Duration;
/// assert!(!Page::parse("<p>One").deadline().is_over());
/// let limits = Limits::default().with_max_time(Duration::ZERO);
/// assert!(Page::parse_with("<p>One", &limits).deadline().is_over());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline {
    over: Option<Instant>,
    time: Option<Duration>,
}

impl Deadline {
    /// So much time from now on; without a time it is never over.
    pub(crate) fn after(time: Option<Duration>) -> Deadline {
        // A time too long for the clock is as good as none.
        Deadline { over: time.and_then(|time| Instant::now().checked_add(time)), time }
    }

    /// The same time once more, from now on: for what is asked for later, such as another format of an article.
    pub fn renewed(self) -> Deadline {
        Deadline::after(self.time)
    }

    /// Whether it is over. That costs a look at the clock where there is a deadline, and next to nothing where there is
    /// none.
    #[inline]
    pub fn is_over(self) -> bool {
        self.over.is_some_and(|over| Instant::now() >= over)
    }
}
