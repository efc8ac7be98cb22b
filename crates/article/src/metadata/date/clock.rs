//! The time of day and its zone, behind a date.

use super::cursor::Cursor;
use super::moment::Moment;
use super::tokens::Kind;

/// Zones whose abbreviation means one offset only, in minutes.
const ZONES: &[(&str, i32)] = &[
    ("gmt", 0),
    ("utc", 0),
    ("z", 0),
    ("est", -300),
    ("edt", -240),
    ("cdt", -300),
    ("mst", -420),
    ("mdt", -360),
    ("pst", -480),
    ("pdt", -420),
    ("cet", 60),
    ("cest", 120),
    ("mez", 60),
    ("mesz", 120),
    ("eet", 120),
    ("eest", 180),
    ("msk", 180),
    ("jst", 540),
    ("kst", 540),
    ("aest", 600),
    ("aedt", 660),
    ("wib", 420),
];

/// The time after a date, with what may stand between: `at 10:30 am EST`, `um 10.30 Uhr`, `10時30分`.
pub(super) fn time<'t>(at: Cursor<'t>, day: Moment) -> (Moment, Cursor<'t>) {
    let mut start = at;
    for _ in 0..4 {
        if start.number(1, 2).is_some() {
            break;
        }
        let between = start.mark(",.-–—|·•/:;()@T").map(|(_, c)| c);
        let Some(after) = between
            .or_else(|| start.word().filter(|(w, _)| w.chars().count() <= 5).map(|(_, c)| c))
        else {
            return (day, at);
        };
        start = after;
    }
    clock(start, day).unwrap_or((day, at))
}

fn clock<'t>(at: Cursor<'t>, day: Moment) -> Option<(Moment, Cursor<'t>)> {
    let (hour, after) = at.number(1, 2)?;
    let colon = after.mark(":：").map(|(_, c)| c);
    // A dot or an h may separate as well, but then something must say that this is a time.
    let other = || {
        after
            .mark(".")
            .map(|(_, c)| c)
            .or_else(|| after.is_one_of(&["h", "時", "时", "点", "點", "시"]))
    };
    let strict = colon.is_some();
    let (minute, mut after) = colon.or_else(other)?.number(2, 2)?;
    let mut second = 0;
    if let Some((value, next)) = after.mark(":：").and_then(|(_, c)| c.number(2, 2)) {
        (second, after) = (value, next);
    }
    let (hour, mut after, said) = half_day(hour, after);
    if !strict && !said && at.step().kind().is_some_and(|k| matches!(k, Kind::Mark('.'))) {
        return None;
    }
    let moment = day.at(hour, minute, second);
    let mut zoned = moment;
    if let Some((minutes, next)) = zone(after) {
        (zoned, after) = (moment.with_offset(minutes), next);
    }
    Some((zoned, after))
}

/// `am`, `p.m.`, `Uhr`: the hour on a clock of 24, and whether anything was said.
fn half_day(hour: u32, at: Cursor<'_>) -> (u32, Cursor<'_>, bool) {
    let dotted = |first: &str| {
        let after = at.is_one_of(&[first])?.mark(".").map(|(_, c)| c)?;
        let after = after.is_one_of(&["m"])?;
        Some(after.mark(".").map_or(after, |(_, c)| c))
    };
    if let Some(after) = at.is_one_of(&["pm"]).or_else(|| dotted("p")) {
        return (if hour < 12 { hour + 12 } else { hour }, after, true);
    }
    if let Some(after) = at.is_one_of(&["am"]).or_else(|| dotted("a")) {
        return (if hour == 12 { 0 } else { hour }, after, true);
    }
    match at.is_one_of(&["uhr", "h", "分", "분"]) {
        Some(after) => (hour, after, true),
        None => (hour, at, false),
    }
}

fn zone(at: Cursor<'_>) -> Option<(i32, Cursor<'_>)> {
    let open = at.mark("(").map_or(at, |(_, c)| c);
    if let Some((word, after)) = open.word() {
        let &(_, minutes) = ZONES.iter().find(|(name, _)| *name == word)?;
        let signed = if minutes == 0 { numeric_zone(after) } else { None };
        return signed.or(Some((minutes, after)));
    }
    numeric_zone(open)
}

/// `+0200`, `-05:30`.
fn numeric_zone(at: Cursor<'_>) -> Option<(i32, Cursor<'_>)> {
    let (sign, after) = at.mark("+-")?;
    let (minutes, after) = match after.number(4, 4) {
        Some((packed, after)) => (packed / 100 * 60 + packed % 100, after),
        None => {
            let (hours, after) = after.number(1, 2)?;
            let minutes = after.mark(":").and_then(|(_, c)| c.number(2, 2));
            minutes.map_or((hours * 60, after), |(m, c)| (hours * 60 + m, c))
        }
    };
    let minutes = i32::try_from(minutes).ok()?;
    Some((if sign == '-' { -minutes } else { minutes }, after))
}
