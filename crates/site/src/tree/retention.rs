//! How long a site remembers its documents (section 6 of the paper).

use crate::codec::{DecodeError, Reader, Writer};
use std::fmt;
use std::str::FromStr;

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Which documents a tree keeps. [`Retention::default`] is the paper's choice: at most 10,000, none older
/// than 14 days, but always the newest 100.
///
/// Age is counted from the newest document, not from a clock, so that a stream that is played again gives
/// the same answers.
///
/// ```
/// use dehusk_site::Retention;
/// assert_eq!("10000,14d,100".parse(), Ok(Retention::default()));
/// assert_eq!(Retention::default().with_most(500).to_string(), "500,14d,100");
/// ```
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

/// A text that says in no way what is kept of a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no rule of what is kept: give the most documents, their greatest age and how many of the newest stay, as in 10000,14d,100"
)]
pub struct UnknownRetention(String);

impl FromStr for Retention {
    type Err = UnknownRetention;

    fn from_str(text: &str) -> Result<Retention, UnknownRetention> {
        let unknown = || UnknownRetention(text.chars().take(80).collect());
        let [most, age, newest] =
            text.split(',').collect::<Vec<_>>().try_into().map_err(|_| unknown())?;
        let seconds = [("d", DAY), ("h", HOUR)].into_iter().find_map(|(unit, seconds)| {
            age.strip_suffix(unit)?.parse::<u32>().ok().map(|count| i64::from(count) * seconds)
        });
        let number = |text: &str| text.parse().ok().ok_or_else(unknown);
        let kept = Retention::default().with_seconds(seconds.ok_or_else(unknown)?);
        Ok(kept.with_most(number(most)?).with_newest(number(newest)?))
    }
}

impl fmt::Display for Retention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let age = match self.seconds % DAY {
            0 => format!("{}d", self.seconds / DAY),
            _ => format!("{}h", self.seconds / HOUR),
        };
        write!(f, "{},{age},{}", self.most, self.newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in ["10000,14d,100", "7,36h,0", "16777216,365d,1"] {
            let kept: Retention = text.parse().unwrap();
            assert_eq!(kept.to_string(), text);
        }
        for wrong in ["", "1,2,3", "1,2d", "1,d,3", "x,1d,3", "1,-1d,3", "1,1d,3,4"] {
            assert!(wrong.parse::<Retention>().is_err(), "{wrong}");
        }
    }
}
