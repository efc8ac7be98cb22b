//! Years that are counted in other ways: the Buddhist era, the Republic of China, Japanese eras, and the
//! Persian solar calendar.

use super::moment::Moment;
use super::months::Month;

/// The day that year, month and day stand for, in the calendar they show they are of.
pub(super) fn day(year: u32, month: Month, day: u32) -> Option<Moment> {
    match month.is_jalali {
        true => jalali(year, month.number, day),
        false => Moment::day(common_year(year), month.number, day),
    }
}

/// The year of a number that may be one of the Buddhist era, as Thai pages write it.
pub(super) fn common_year(year: u32) -> u32 {
    if (2450..=2650).contains(&year) { year - 543 } else { year }
}

/// The year before the first of an era, by the word before its years.
pub(super) fn era(word: &str) -> Option<u32> {
    let eras = [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];
    eras.iter().find(|(name, _)| word.ends_with(name)).map(|(_, before)| *before)
}

/// A day of the Persian solar calendar, whose year begins in spring. Leap are the years 1, 5, 9, 13, 17, 22, 26
/// and 30 of 33, which is right from 1800 to 2256.
pub(super) fn jalali(year: u32, month: u32, day: u32) -> Option<Moment> {
    let in_month = if month <= 6 { 31 } else { 30 };
    if !(1300..=1500).contains(&year)
        || !(1..=12).contains(&month)
        || !(1..=in_month).contains(&day)
    {
        return None;
    }
    let (cycles, in_cycle) = ((year - 1) / 33, (year - 1) % 33);
    let leap_days =
        cycles * 8 + if in_cycle <= 20 { in_cycle.div_ceil(4) } else { (in_cycle + 2) / 4 };
    let in_year = (month - 1) * 30 + (month - 1).min(6) + day - 1;
    // Days from 1 January of our year 1 to the first day of this calendar.
    let days = 226_894 + 365 * (year - 1) + leap_days + in_year;
    Moment::after_year_one(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persian_days() {
        for (date, expected) in [
            ((1402, 10, 2), "2023-12-23"),
            ((1403, 1, 1), "2024-03-20"),
            ((1399, 12, 30), "2021-03-20"),
            ((1400, 1, 1), "2021-03-21"),
            ((1395, 7, 15), "2016-10-06"),
            ((1375, 1, 1), "1996-03-20"),
            ((1376, 1, 1), "1997-03-21"),
            ((1404, 12, 29), "2026-03-20"),
        ] {
            let (year, month, day) = date;
            assert_eq!(jalali(year, month, day).map(|m| m.to_string()).as_deref(), Some(expected));
        }
        assert!(jalali(1402, 7, 31).is_none() && jalali(2024, 1, 1).is_none());
    }

    #[test]
    fn buddhist_years() {
        assert_eq!((common_year(2567), common_year(2024)), (2024, 2024));
    }
}
