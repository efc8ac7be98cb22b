//! Days of the made-up web, counted from 1 January 2024.

/// Seconds of a day.
pub const DAY: i64 = 86_400;
/// 1 January 2024 in seconds since 1970.
pub const START: i64 = 1_704_067_200;

/// `YYYY-MM-DD` of a time in seconds since 1970.
pub fn date(seconds: i64) -> String {
    let (year, month, day) = civil(seconds.div_euclid(DAY));
    format!("{year:04}-{month:02}-{day:02}")
}

/// `YYYY-MM-DDTHH:MM:SSZ`.
pub fn moment(seconds: i64) -> String {
    let rest = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}Z", date(seconds))
}

/// The year, month and day of a number of days since 1970, in the Gregorian calendar: years are taken to
/// begin in March, so that the leap day is the last of its year.
pub fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(date(START), "2024-01-01");
        assert_eq!(date(START + 59 * DAY), "2024-02-29");
        assert_eq!(date(START + 366 * DAY), "2025-01-01");
        assert_eq!(moment(START + DAY - 1), "2024-01-01T23:59:59Z");
        assert_eq!(date(0), "1970-01-01");
    }
}
