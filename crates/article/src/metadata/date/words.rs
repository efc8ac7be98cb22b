//! Dates as people write them, anywhere in a short text.

use super::calendar;
use super::clock::time;
use super::cursor::Cursor;
use super::moment::Moment;
use super::months::Month;
use super::tokens::{Kind, cut, has_digit};

/// Which of two small numbers is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    DayFirst,
    MonthFirst,
}

impl Order {
    /// The other one.
    pub fn other(self) -> Order {
        match self {
            Order::DayFirst => Order::MonthFirst,
            Order::MonthFirst => Order::DayFirst,
        }
    }
}

/// How a date could be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Its form leaves no doubt.
    Clear,
    /// Two small numbers of which only one can be the month.
    Shows(Order),
    /// Two small numbers that can both be.
    Ambiguous,
}

/// A date in a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub moment: Moment,
    /// Where it begins in the text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// How sure the order of day and month is.
    pub reading: Reading,
}

/// How the readers of a page write dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Customs<'l> {
    /// Which of two small numbers is the day, where nothing else tells.
    pub order: Order,
    /// The code of the language, where the page says which it is in.
    pub language: Option<&'l str>,
}

impl Customs<'_> {
    /// For texts of which nothing is known.
    pub const UNKNOWN: Customs<'static> = Customs { order: Order::DayFirst, language: None };
}

/// All dates of a text, in order.
pub(crate) fn find(text: &str, customs: Customs<'_>) -> Vec<Found> {
    if !has_digit(text) {
        return Vec::new();
    }
    let tokens = cut(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match date(Cursor { tokens: &tokens, at, language: customs.language }, customs.order) {
            Some((moment, end, reading)) => {
                let (moment, end) = time(end, moment);
                let range = (tokens.get(at), tokens.get(end.at.wrapping_sub(1)));
                if let (Some(first), Some(last)) = range {
                    found.push(Found { moment, start: first.start, end: last.end, reading });
                }
                at = end.at.max(at + 1);
            }
            None => at += 1,
        }
    }
    found
}

type Read<'t> = (Moment, Cursor<'t>, Reading);

fn date(at: Cursor<'_>, order: Order) -> Option<Read<'_>> {
    // The middle of a longer number or word is never the start of a date.
    if at.at > 0 && !at.spaced() && follows_number(at) {
        return None;
    }
    match at.kind()? {
        Kind::Number(..) => {
            year_first(at).or_else(|| named_day_first(at)).or_else(|| numeric(at, order))
        }
        Kind::Word(_) => era(at).or_else(|| named_month_first(at)),
        Kind::Mark(_) => None,
    }
}

/// Whether the piece before is a number, or a mark that ties it to one, as in `1.2.3.2024`.
fn follows_number(at: Cursor<'_>) -> bool {
    let before =
        |back: usize| at.at.checked_sub(back).and_then(|i| at.tokens.get(i)).map(|t| &t.kind);
    match before(1) {
        Some(Kind::Number(..)) => true,
        // A time may stand before a date: `16:30/13.05.2024`.
        Some(Kind::Mark('/' | '-')) if matches!(before(3), Some(Kind::Mark(':'))) => false,
        Some(Kind::Mark('.' | '-' | '/')) => matches!(before(2), Some(Kind::Number(..))),
        _ => false,
    }
}

/// `2024-05-13`, `2024. 5. 13.`, `2024年5月13日`, `2024 May 13`, `2024. gada 13. maijs`, `20240513`.
fn year_first(at: Cursor<'_>) -> Option<Read<'_>> {
    if let Some((packed, after)) = at.number(8, 8) {
        let moment = Moment::day(packed / 10_000, packed / 100 % 100, packed % 100)?;
        return moment.is_plausible(1990).then_some((moment, after, Reading::Clear));
    }
    let (year, after) = at.year()?;
    if let Some(after) = after.is_one_of(&["年", "년"]) {
        return month_and_day(year, after);
    }
    let next = after.past_fillers();
    if let Some((month, after)) = next.month() {
        let (day, after) = after.past_fillers().number(1, 2)?;
        return Some((calendar::day(year, month, day)?, after, Reading::Clear));
    }
    if let Some((month, day, after)) = day_and_month(next) {
        return Some((calendar::day(year, month, day)?, after, Reading::Clear));
    }
    let (separator, after) = after.mark("-/.–")?;
    let (month, after) = after.number(1, 2)?;
    let (second, after) = after.mark("-/.–")?;
    let (day, after) = after.number(1, 2)?;
    let moment = match at.language {
        Some("fa") if year < 1500 => calendar::jalali(year, month, day)?,
        _ => Moment::day(calendar::common_year(year), month, day)?,
    };
    (separator == second).then_some((moment, after, Reading::Clear))
}

fn day_and_month(at: Cursor<'_>) -> Option<(Month, u32, Cursor<'_>)> {
    let (day, after) = at.number(1, 2)?;
    // The Thai month of May begins as the name of the era does.
    let (month, after) = after.month().or_else(|| after.past_fillers().month())?;
    Some((month, day, after))
}

fn month_and_day(year: u32, at: Cursor<'_>) -> Option<Read<'_>> {
    let (month, after) = at.number(1, 2)?;
    let (day, after) = after.is_one_of(&["月", "월"])?.number(1, 2)?;
    let after = after.is_one_of(&["日", "号", "號", "일"]).unwrap_or(after);
    Some((Moment::day(year, month, day)?, after, Reading::Clear))
}

/// Years of an era: `令和6年5月13日`, `民國113年5月13日`.
fn era(at: Cursor<'_>) -> Option<Read<'_>> {
    let (word, after) = at.word()?;
    let before_first = calendar::era(word)?;
    let (year, after) = after.number(1, 3)?;
    month_and_day(before_first + year, after.is_one_of(&["年"])?)
}

/// `13 May 2024`, `13. Mai 2024`, `13 de mayo de 2024`, `1er mai 2024`, `13-May-24`, `13 พ.ค. 67`.
fn named_day_first(at: Cursor<'_>) -> Option<Read<'_>> {
    let (month, day, after) = day_and_month(at)?;
    let thai = || {
        let (year, after) =
            after.past_fillers().number(2, 2).filter(|_| at.language == Some("th"))?;
        Some((2500 + year, after))
    };
    let (year, after) = year_after(after).or_else(thai)?;
    Some((calendar::day(year, month, day)?, after, Reading::Clear))
}

/// `May 13, 2024`, `May 13th 2024`, `Sept. 3, 2024`.
fn named_month_first(at: Cursor<'_>) -> Option<Read<'_>> {
    let (month, after) = at.month()?;
    let (day, after) = after.past_fillers().number(1, 2)?;
    let (year, after) = year_after(after)?;
    Some((calendar::day(year, month, day)?, after, Reading::Clear))
}

/// A year after the rest of a date, in two digits only where a mark ties it to it.
fn year_after(at: Cursor<'_>) -> Option<(u32, Cursor<'_>)> {
    let year_at = at.past_fillers();
    if let Some(year) = year_at.year() {
        return Some(year);
    }
    let (_, tied) = at.mark("-'’/")?;
    let (year, after) = tied.number(2, 2)?;
    // `May 13-15, 2024` are days.
    after.past_fillers().year().is_none().then(|| (full_year(year), after))
}

fn full_year(two_digits: u32) -> u32 {
    if two_digits < 70 { 2000 + two_digits } else { 1900 + two_digits }
}

/// Whether the number goes on, as in `1.2.2024.3`.
fn is_longer(at: Cursor<'_>) -> bool {
    let tied = |c: &Cursor<'_>| !c.spaced();
    Some(at)
        .filter(tied)
        .and_then(|c| c.mark("./-"))
        .is_some_and(|(_, c)| tied(&c) && c.number(1, 8).is_some())
}

/// `13.05.2024`, `5/13/2024`, `13-5-24`.
fn numeric(at: Cursor<'_>, order: Order) -> Option<Read<'_>> {
    let (first, after) = at.number(1, 2)?;
    let (separator, after) = after.mark("./-")?;
    let (second, after) = after.number(1, 2)?;
    let (again, after) = after.mark("./-")?;
    let (year, after) = match after.year() {
        Some((year, after)) => (calendar::common_year(year), after),
        None => after.number(2, 2).map(|(y, c)| (full_year(y), c))?,
    };
    if separator != again || is_longer(after) {
        return None;
    }
    let day_first = Moment::day(year, second, first);
    let month_first = Moment::day(year, first, second);
    let (moment, reading) = match (day_first, month_first) {
        (Some(moment), None) => (moment, Reading::Shows(Order::DayFirst)),
        (None, Some(moment)) => (moment, Reading::Shows(Order::MonthFirst)),
        (Some(day), Some(_)) if separator == '.' => (day, Reading::Clear),
        (Some(day), Some(_)) if order == Order::DayFirst => (day, Reading::Ambiguous),
        (_, month) => (month?, Reading::Ambiguous),
    };
    // A two-digit year may be a version or a score: the whole must look like a date.
    moment.is_plausible(1990).then_some((moment, after, reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> String {
        one_in(text, None)
    }

    fn one_in(text: &str, language: Option<&str>) -> String {
        let found = find(text, Customs { language, ..Customs::UNKNOWN });
        found.iter().map(|f| f.moment.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_language() {
        for text in [
            "May 13, 2024",
            "Monday, 13th of May 2024",
            "13 May 2024",
            "Published on May 13th, 2024 by",
            "Montag, 13. Mai 2024",
            "den 13. Mai 2024",
            "lundi 13 mai 2024",
            "Publié le 13 mai 2024",
            "13 de mayo de 2024",
            "lunes, 13 mayo, 2024",
            "13 maggio 2024",
            "lunedì 13 Maggio 2024",
            "13 de maio de 2024",
            "13 maja 2024",
            "13 мая 2024 г.",
            "13 Μαΐου 2024",
            "Δευτέρα 13 Μαΐου 2024",
            "2024年5月13日",
            "２０２４年５月１３日",
            "2024 年 5 月 13 日",
            "令和6年5月13日",
            "2024년 5월 13일",
            "13 mei 2024",
            "13 maj 2024",
            "13 травня 2024",
            "13 Mayıs 2024",
            "2024. május 13.",
            "13. toukokuuta 2024",
            "2024-05-13",
            "2024/05/13",
            "2024.05.13",
            "2024. 5. 13.",
            "20240513",
            "13.05.2024",
            "13.5.2024",
            "13/05/2024",
            "13-05-2024",
            "5/13/2024",
            "05-13-2024",
            "13-May-24",
            "13.05.24",
            "2024 May 13",
            "May. 13, 2024",
            "[16:30/13.05.2024]",
            "ngày 13 tháng 5 năm 2024",
            "13 Tháng 5, 2024",
            "2024. gada 13. maijs",
            "2024 m. gegužės 13 d.",
            "13. svibnja 2024.",
            "13 мај 2024",
            "13 май 2024",
            "13. maí 2024",
            "13 Mei 2024",
            "13 maja 2024",
            "१३ मई २०२४",
            "13 মে 2024",
            "13 மே, 2024",
            "13 مايو 2024",
            "١٣ مايو ٢٠٢٤",
            "13 أيار/مايو 2024",
            "13 أيار 2024",
            "13 במאי 2024",
            "13 พฤษภาคม 2567",
            "13 พฤษภาคม พ.ศ. 2567",
            "13 พ.ค. 2567",
            "۲۴ اردیبهشت ۱۴۰۳",
            "民國113年5月13日",
            "13 მაისი 2024",
            "13 травень 2024",
        ] {
            assert_eq!(one(text), "2024-05-13", "{text}");
        }
        for (text, language) in [
            ("13 พ.ค. 67", "th"),
            ("۱۴۰۳/۰۲/۲۴", "fa"),
            ("13 mag 2024", "it"),
            ("13/mai/2024", "pt"),
        ] {
            assert_eq!(one_in(text, Some(language)), "2024-05-13", "{text}");
        }
        assert_eq!(one_in("13. listopada 2024.", Some("hr")), "2024-10-13");
        assert_eq!(one_in("13 listopada 2024", Some("pl")), "2024-11-13");
        for (text, expected) in [
            ("1er août 2024", "2024-08-01"),
            ("3. März 2024", "2024-03-03"),
            ("3 września 2024", "2024-09-03"),
            ("3 сентября 2024", "2024-09-03"),
            ("3 Φεβρουαρίου 2024", "2024-02-03"),
            ("1º de março de 2024", "2024-03-01"),
            ("3 dicembre 2024", "2024-12-03"),
            ("3 de diciembre de 2024", "2024-12-03"),
            ("Sept. 3, 2024", "2024-09-03"),
        ] {
            assert_eq!(one(text), expected, "{text}");
        }
    }

    #[test]
    fn times_and_zones() {
        for (text, expected) in [
            ("May 13, 2024 at 3:05 pm", "2024-05-13T15:05:00"),
            ("May 13, 2024 12:05 a.m. EST", "2024-05-13T00:05:00-05:00"),
            ("13. Mai 2024, 10:30 Uhr", "2024-05-13T10:30:00"),
            ("13.05.2024 um 10.30 Uhr", "2024-05-13T10:30:00"),
            ("13 mai 2024 à 10h30", "2024-05-13T10:30:00"),
            ("2024年5月13日 10時30分", "2024-05-13T10:30:00"),
            ("13 мая 2024, 10:30", "2024-05-13T10:30:00"),
            ("Mon, 13 May 2024 10:30:15 +0200", "2024-05-13T10:30:15+02:00"),
            ("Mon, 13 May 2024 10:30:15 GMT", "2024-05-13T10:30:15Z"),
            ("2024-05-13T10:30:15-05:30", "2024-05-13T10:30:15-05:30"),
            ("Mon May 13 2024 10:30:15 GMT+0200 (CEST)", "2024-05-13T10:30:15+02:00"),
            ("13.05.2024 10.30", "2024-05-13"),
            ("Mon, 05/13/2024 - 11:38", "2024-05-13T11:38:00"),
        ] {
            assert_eq!(one(text), expected, "{text}");
        }
    }

    #[test]
    fn order_decides_what_is_ambiguous() {
        let find = |text, order| find(text, Customs { order, language: None });
        let read = |order| find("5/6/2024", order)[0].moment.to_string();
        assert_eq!(read(Order::DayFirst), "2024-06-05");
        assert_eq!(read(Order::MonthFirst), "2024-05-06");
        assert_eq!(find("5.6.2024", Order::MonthFirst)[0].moment.to_string(), "2024-06-05");
        assert_eq!(
            find("13/6/2024", Order::MonthFirst)[0].reading,
            Reading::Shows(Order::DayFirst)
        );
    }

    #[test]
    fn not_dates() {
        for text in [
            "",
            "May 2024",
            "version 1.2.3",
            "192.168.1.24",
            "30 February 2024",
            "99/99/2024",
            "10:30",
            "1.2.3.2024",
            "in 2024 and 2025",
            "12345678",
            "May 13",
            "May 13-15, 2024",
            "1990s",
            "13 dogs 2024",
            "call 555-12-2024-33",
            "iPhone 15 Pro 2023",
            "55 LED 2024",
        ] {
            assert_eq!(one(text), "", "{text}");
        }
    }

    #[test]
    fn several_dates_in_one_text() {
        assert_eq!(one("Published 13 May 2024. Updated 14.05.2024"), "2024-05-13 2024-05-14");
        let found = find("Published 13 May 2024, 10:00 | News", Customs::UNKNOWN);
        assert_eq!((found[0].start, found[0].end), (10, 28));
    }
}
