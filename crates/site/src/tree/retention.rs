//! How long a site remembers its documents (section 6 of the paper).

use crate::codec::{DecodeError, Reader, Writer};

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

    pub(crate) fn write(&self, out: &mut Writer) {
        out.number(self.most as u64);
        out.signed(self.seconds);
        out.number(self.newest as u64);
    }

    pub(crate) fn read(from: &mut Reader) -> Result<Retention, DecodeError> {
        let (most, seconds, newest) = (from.below(1 << 25)?, from.signed()?, from.number()?);
        let newest = usize::try_from(newest).unwrap_or(usize::MAX);
        let kept = Retention::default().with_most(most).with_seconds(seconds);
        Ok(kept.with_newest(newest))
    }

    /// Whether the oldest of `count` documents has to go, seen at `time`, for the newest is of `now`.
    pub(super) fn evicts(&self, count: usize, time: i64, now: i64) -> bool {
        let old = time < now.saturating_sub(self.seconds);
        count > self.most || (old && count > self.newest)
    }
}
