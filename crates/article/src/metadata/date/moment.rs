//! A point in time as precise as the page gives it.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use std::fmt;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Seconds since 1970 at which a clock in Greenwich shows this. Differences are taken of these: spans that know months and
/// zones bring in a library of their own.
fn seconds_at(clock: DateTime) -> Option<i64> {
    Some(Offset::UTC.to_timestamp(clock).ok()?.as_second())
}

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

    /// The day that is so many days after the first of January of the year 1.
    pub fn after_year_one(days: u32) -> Option<Moment> {
        let seconds = seconds_at(DateTime::constant(1, 1, 1, 0, 0, 0, 0))? + i64::from(days) * DAY;
        Some(Moment { time: None, offset: None, ..Moment::unix(seconds)? })
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

    /// How many days later this is than another.
    pub fn days_after(&self, other: &Moment) -> i32 {
        let day = |date: Date| Some(seconds_at(date.to_datetime(Time::midnight()))? / DAY);
        let days = day(self.date).zip(day(other.date)).map(|(later, earlier)| later - earlier);
        days.and_then(|days| days.try_into().ok()).unwrap_or(i32::MAX)
    }

    /// The same point in time as the page tells it to its readers, who see the day `local`: the day before west
    /// of Greenwich, the day after east of it. None where it can not be the same.
    pub fn told_as(&self, local: &Moment) -> Option<Moment> {
        let time = self.time.filter(|t| *t != Time::midnight())?;
        // A later day without a time is as often that of a change.
        let may_be = match self.days_after(local) {
            1 => time.hour() < 9,
            -1 => time.hour() >= 12 && self.offset.is_none(),
            _ => false,
        };
        let may_be = may_be && self.is_utc() && local.precision == Precision::Day;
        may_be.then_some(Moment { time: None, offset: None, ..*local })
    }

    fn is_utc(&self) -> bool {
        self.offset.is_none_or(|offset| offset == Offset::UTC)
    }

    /// The same point in time by the clock of `local`, which is of another day and has a time: the distance
    /// between the two clocks is known then.
    pub fn by_clock_of(&self, local: &Moment) -> Option<Moment> {
        if self.days_after(local).abs() != 1 || !self.is_utc() {
            return None;
        }
        let here = self.date.to_datetime(self.time?);
        let there = local.date.to_datetime(local.time?);
        let utc = self.offset.unwrap_or(Offset::UTC).to_timestamp(here).ok()?;
        // Pages leave out seconds; zones are apart by quarters of an hour.
        let apart = (seconds_at(there)? - utc.as_second()) as f64 / 60.0;
        let quarters = (apart / 15.0).round();
        let offset = Offset::from_seconds((quarters * 900.0) as i32).ok()?;
        let is_zone = (apart - quarters * 15.0).abs() <= 2.0 && offset.seconds().abs() <= 14 * 3600;
        let moved = offset.to_datetime(utc);
        (is_zone && moved.date() == local.date).then_some(Moment {
            date: moved.date(),
            time: Some(moved.time()),
            offset: Some(offset),
            ..*self
        })
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
    fn a_point_in_time_has_another_day_elsewhere() {
        let (day, next) = (Moment::day(2024, 5, 13).unwrap(), Moment::day(2024, 5, 14).unwrap());
        let write = |m: Option<Moment>| m.map(|m| m.to_string()).unwrap_or_default();
        let early = next.at(2, 41, 7).with_offset(0);
        let late = day.at(22, 3, 0).with_offset(0);
        assert_eq!(write(early.told_as(&day)), "2024-05-13");
        assert_eq!(write(day.at(22, 3, 0).told_as(&next)), "2024-05-14");
        for (moment, local) in
            [(early, next), (late, next), (next, day), (next.at(7, 0, 0).with_offset(-300), day)]
        {
            assert_eq!(write(moment.told_as(&local)), "");
        }
        assert_eq!(write(early.by_clock_of(&day.at(18, 41, 0))), "2024-05-13T18:41:07-08:00");
        assert_eq!(write(early.by_clock_of(&day.at(18, 20, 0))), "");
        assert_eq!(write(late.by_clock_of(&next.at(9, 3, 0))), "2024-05-14T09:03:00+11:00");
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
