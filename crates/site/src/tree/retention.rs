//! How long a site remembers its documents (section 6 of the paper).

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// Which documents a tree keeps. [`Retention::default`] is the paper's choice: at most 10,000, none older
/// than 14 days, but always the newest 100.
///
/// Age is counted from the newest document, not from a clock, so that a stream that is played again gives
/// the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    most: usize,
    seconds: i64,
    newest: usize,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention { most: 10_000, seconds: 14 * DAY, newest: 100 }
    }
}

impl Retention {
    /// At most this many documents, and at least one.
    pub fn with_most(mut self, documents: usize) -> Retention {
        self.most = documents.clamp(1, 1 << 24);
        self
    }

    /// None older than this many seconds.
    pub fn with_seconds(mut self, seconds: i64) -> Retention {
        self.seconds = seconds.max(0);
        self
    }

    /// But always this many of the newest, as far as the most allows.
    pub fn with_newest(mut self, documents: usize) -> Retention {
        self.newest = documents;
        self
    }

    /// Whether the oldest of `count` documents has to go, seen at `time`, for the newest is of `now`.
    pub(super) fn evicts(&self, count: usize, time: i64, now: i64) -> bool {
        let old = time < now.saturating_sub(self.seconds);
        count > self.most || (old && count > self.newest)
    }
}
