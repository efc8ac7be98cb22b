//! Dates as machines write them: ISO 8601 in its many spellings, and seconds since 1970.

use super::moment::Moment;

/// Reads a date that begins the text. What follows it may be anything.
///
/// Taken are `2024-05-13`, `2024/05/13`, `20240513`, each with a time after `T` or a space, with or
/// without seconds, fractions and offset. Years and months alone are [`reduced`].
pub(super) fn parse(text: &str) -> Option<Moment> {
    let mut cursor = Cursor { bytes: text.trim().as_bytes() };
    let year = cursor.number(4, 4)?;
    let day = match cursor.mark(b"-/.") {
        Some(separator) => {
            let month = cursor.number(1, 2)?;
            cursor.mark(&[separator])?;
            Moment::day(year, month, cursor.number(1, 2)?)?
        }
        None => Moment::day(year, cursor.number(2, 2)?, cursor.number(2, 2)?)?,
    };
    if cursor.next_is(|b| b.is_ascii_digit())
        && !text.contains(['T', 't'])
        && cursor.bytes.len() != 6
    {
        return None;
    }
    Some(time(&mut cursor, day))
}

/// A year or a month without a day: `2024`, `2024-05`, `2024/5`.
pub(super) fn reduced(text: &str) -> Option<Moment> {
    let mut cursor = Cursor { bytes: text.trim().as_bytes() };
    let year = cursor.number(4, 4)?;
    if cursor.bytes.is_empty() {
        return Moment::year(year);
    }
    cursor.mark(b"-/")?;
    let month = cursor.number(1, 2)?;
    cursor.bytes.is_empty().then(|| Moment::month(year, month))?
}

/// Seconds or milliseconds since 1970, between 1990 and 2100.
pub(super) fn unix(text: &str) -> Option<Moment> {
    let text = text.trim();
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let seconds = match text.len() {
        9 | 10 => text.parse::<i64>().ok()?,
        13 => text.parse::<i64>().ok()? / 1_000,
        _ => return None,
    };
    Moment::unix(seconds).filter(|m| m.is_plausible(1990))
}

/// The time after a date, as far as there is one.
fn time(cursor: &mut Cursor<'_>, day: Moment) -> Moment {
    let spaces = cursor.skip(|b| b == b' ');
    if cursor.mark(b"Tt").is_none() && spaces == 0 && !cursor.next_is(|b| b.is_ascii_digit()) {
        return day;
    }
    cursor.skip(|b| b == b' ');
    let Some(hour) = cursor.number(1, 2) else { return day };
    cursor.mark(b":");
    let Some(minute) = cursor.number(2, 2) else { return day };
    let second = match cursor.mark(b":") {
        Some(_) => cursor.number(2, 2).unwrap_or(0),
        None => cursor.number(2, 2).unwrap_or(0),
    };
    if cursor.mark(b".,").is_some() {
        cursor.skip(|b| b.is_ascii_digit());
    }
    let moment = day.at(hour, minute, second);
    match offset(cursor) {
        Some(minutes) => moment.with_offset(minutes),
        None => moment,
    }
}

/// `Z`, `+02:00`, `+0200`, `+2` or `GMT`, in minutes.
fn offset(cursor: &mut Cursor<'_>) -> Option<i32> {
    cursor.skip(|b| b == b' ');
    if cursor.mark(b"Zz").is_some() {
        return Some(0);
    }
    let zone = cursor.bytes.get(..3);
    if zone.is_some_and(|z| z.eq_ignore_ascii_case(b"GMT") || z.eq_ignore_ascii_case(b"UTC")) {
        cursor.bytes = &cursor.bytes[3..];
        if !cursor.next_is(|b| b == b'+' || b == b'-') {
            return Some(0);
        }
    }
    let sign = if cursor.mark(b"+-")? == b'-' { -1 } else { 1 };
    let hours = cursor.number(1, 2)?;
    cursor.mark(b":");
    let minutes = cursor.number(2, 2).unwrap_or(0);
    i32::try_from(hours * 60 + minutes).ok().map(|m| sign * m)
}

struct Cursor<'t> {
    bytes: &'t [u8],
}

impl Cursor<'_> {
    fn next_is(&self, test: impl Fn(u8) -> bool) -> bool {
        self.bytes.first().is_some_and(|&b| test(b))
    }

    fn skip(&mut self, test: impl Fn(u8) -> bool) -> usize {
        let count = self.bytes.iter().take_while(|&&b| test(b)).count();
        self.bytes = &self.bytes[count..];
        count
    }

    /// One of the marks, if it comes next.
    fn mark(&mut self, marks: &[u8]) -> Option<u8> {
        let &byte = self.bytes.first().filter(|b| marks.contains(b))?;
        self.bytes = &self.bytes[1..];
        Some(byte)
    }

    /// A number of `least` to `most` digits.
    fn number(&mut self, least: usize, most: usize) -> Option<u32> {
        let digits = self.bytes.iter().take(most).take_while(|b| b.is_ascii_digit()).count();
        if digits < least {
            return None;
        }
        let (number, rest) = self.bytes.split_at(digits);
        self.bytes = rest;
        Some(number.iter().fold(0, |value, b| value * 10 + u32::from(b - b'0')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iso(text: &str) -> String {
        parse(text).map(|m| m.to_string()).unwrap_or_default()
    }

    #[test]
    fn spellings() {
        for (text, expected) in [
            ("2024-05-13", "2024-05-13"),
            ("2024-5-3", "2024-05-03"),
            ("2024/05/13", "2024-05-13"),
            ("20240513", "2024-05-13"),
            ("2024-05-13T10:20", "2024-05-13T10:20:00"),
            ("2024-05-13 10:20:30", "2024-05-13T10:20:30"),
            ("2024-05-13T10:20:30Z", "2024-05-13T10:20:30Z"),
            ("2024-05-13T10:20:30.123456+02:00", "2024-05-13T10:20:30+02:00"),
            ("2024-05-13T10:20:30-0530", "2024-05-13T10:20:30-05:30"),
            ("2024-05-13 10:20:30 +02", "2024-05-13T10:20:30+02:00"),
            ("2024-05-13 10:20:30 UTC", "2024-05-13T10:20:30Z"),
            ("20240513T102030Z", "2024-05-13T10:20:30Z"),
            ("20240513102030", "2024-05-13T10:20:30"),
            ("2024-05-13T24:61", "2024-05-13"),
            ("2024-05-13, some words", "2024-05-13"),
        ] {
            assert_eq!(iso(text), expected, "{text}");
        }
    }

    #[test]
    fn not_dates() {
        for text in [
            "",
            "2024",
            "2024-05",
            "2024-13-01",
            "2023-02-29",
            "05/13/2024",
            "2024051399",
            "é024-01-01",
        ] {
            assert_eq!(iso(text), "", "{text}");
        }
    }

    #[test]
    fn reduced_and_unix() {
        assert_eq!(reduced("2014").unwrap().to_string(), "2014");
        assert_eq!(reduced("2014/5").unwrap().to_string(), "2014-05");
        assert!(reduced("2014/5/6").is_none() && reduced("20145").is_none());
        assert_eq!(unix("1715594400").unwrap().to_string(), "2024-05-13T10:00:00Z");
        assert_eq!(unix("1715594400000").unwrap().to_string(), "2024-05-13T10:00:00Z");
        assert!(unix("9999999999").is_none() && unix("12").is_none());
    }
}
