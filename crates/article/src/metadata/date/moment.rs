//! A point in time as precise as the page gives it.

use jiff::civil::{Date, Time};
use jiff::tz::Offset;
use std::fmt;

/// How much of the date is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precision {
    Year,
    Month,
    Day,
}

/// A date, perhaps with a time, perhaps with its offset from UTC. Its [`Display`](fmt::Display) is
/// ISO 8601, with nothing in it that the page did not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    date: Date,
    precision: Precision,
    time: Option<Time>,
    offset: Option<Offset>,
}

impl Moment {
    /// A day, if the calendar has it.
    pub fn day(year: u32, month: u32, day: u32) -> Option<Moment> {
        let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?);
        Some(Moment { date: date.ok()?, precision: Precision::Day, time: None, offset: None })
    }

    /// A month without a day.
    pub fn month(year: u32, month: u32) -> Option<Moment> {
        Some(Moment { precision: Precision::Month, ..Moment::day(year, month, 1)? })
    }

    /// A year.
    pub fn year(year: u32) -> Option<Moment> {
        Some(Moment { precision: Precision::Year, ..Moment::day(year, 1, 1)? })
    }

    /// Seconds since 1970, as some systems write dates.
    pub fn unix(seconds: i64) -> Option<Moment> {
        let time = Offset::UTC.to_datetime(jiff::Timestamp::from_second(seconds).ok()?);
        Some(Moment {
            date: time.date(),
            precision: Precision::Day,
            time: Some(time.time()),
            offset: Some(Offset::UTC),
        })
    }

    /// Puts a time to the day, if the clock has it.
    pub fn at(self, hour: u32, minute: u32, second: u32) -> Moment {
        // A leap second is a second that most systems do not know.
        let parts = (hour.try_into(), minute.try_into(), second.min(59).try_into());
        let (Ok(hour), Ok(minute), Ok(second)) = parts else { return self };
        Moment { time: Time::new(hour, minute, second, 0).ok(), ..self }
    }

    /// Puts an offset from UTC, in minutes, to the time.
    pub fn with_offset(self, minutes: i32) -> Moment {
        let offset = Offset::from_seconds(minutes.saturating_mul(60)).ok();
        Moment { offset: offset.filter(|_| minutes.abs() <= 14 * 60), ..self }
    }

    /// The day, the first of the month or year where no more is known.
    pub fn date(&self) -> Date {
        self.date
    }

    /// Whether a page can have been published then. The first day of 1970 is what an empty field
    /// becomes.
    pub fn is_plausible(&self, earliest: i16) -> bool {
        let year = self.date.year();
        let empty = year == 1970 && self.date.month() == 1 && self.date.day() == 1;
        (earliest..=2100).contains(&year) && !empty
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = (self.date.year(), self.date.month());
        match self.precision {
            Precision::Year => return write!(f, "{year:04}"),
            Precision::Month => return write!(f, "{year:04}-{month:02}"),
            Precision::Day => write!(f, "{year:04}-{month:02}-{:02}", self.date.day())?,
        }
        let Some(time) = self.time else { return Ok(()) };
        write!(f, "T{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())?;
        match self.offset.map(Offset::seconds) {
            None => Ok(()),
            Some(0) => write!(f, "Z"),
            Some(seconds) => {
                let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iso_as_precise_as_known() {
        let day = Moment::day(2024, 5, 13).unwrap();
        assert_eq!(day.to_string(), "2024-05-13");
        assert_eq!(day.at(9, 5, 0).to_string(), "2024-05-13T09:05:00");
        assert_eq!(day.at(9, 5, 0).with_offset(0).to_string(), "2024-05-13T09:05:00Z");
        assert_eq!(day.at(9, 5, 0).with_offset(-210).to_string(), "2024-05-13T09:05:00-03:30");
        assert_eq!(Moment::month(2024, 5).unwrap().to_string(), "2024-05");
        assert_eq!(Moment::year(2024).unwrap().to_string(), "2024");
        assert_eq!(Moment::unix(1_715_594_400).unwrap().to_string(), "2024-05-13T10:00:00Z");
    }

    #[test]
    fn the_impossible_is_refused() {
        assert!(Moment::day(2023, 2, 29).is_none());
        assert!(Moment::day(2024, 13, 1).is_none());
        assert!(Moment::day(99_999, 1, 1).is_none());
        assert_eq!(Moment::day(2024, 2, 29).unwrap().at(25, 0, 0).to_string(), "2024-02-29");
        assert!(!Moment::day(1970, 1, 1).unwrap().is_plausible(1900));
        assert!(!Moment::day(1989, 1, 2).unwrap().is_plausible(1990));
        assert!(!Moment::day(2101, 1, 2).unwrap().is_plausible(1990));
    }
}
