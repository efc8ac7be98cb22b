//! When the content was published and last changed.
//!
//! What a page says to machines is mostly right but for two things. Its time is often that of Greenwich, and
//! the day there is not the day that stands in the address and above the text. And some systems tell
//! machines when a page was last sent to the server instead of when it was written; the earlier day that
//! readers see is then the true one.

mod calendar;
mod clock;
mod cursor;
mod iso;
mod labels;
mod moment;
mod months;
mod scripts;
mod tokens;
mod url;
mod visible;
pub(super) mod words;

use super::candidates::{Candidate, Candidates};
use super::collect::Found;
use super::near::Surroundings;
use super::precedence::{COPYRIGHT, Field, LAST_CHANGE, SCRIPT, URL};
use super::{Sourced, text};
use moment::Moment;
pub(super) use words::{Customs, Order};

/// A date and its source.
#[derive(Clone, Copy, Debug)]
struct Choice {
    moment: Moment,
    source: &'static str,
}

/// The two dates of a page.
#[derive(Debug, Default)]
pub(super) struct Dates {
    pub published: Option<Sourced<String>>,
    pub modified: Option<Sourced<String>>,
}

impl Dates {
    /// Whether the page itself says when it was published.
    pub fn is_told(&self) -> bool {
        let guessed = [SCRIPT, COPYRIGHT];
        self.published.as_ref().is_some_and(|p| !guessed.contains(&&*p.source))
    }
}

/// Chooses the dates: from what the page says to machines, its address, what stands near the title, and where
/// all of these are silent from what is left. `is_text` says whether the page calls itself an article or
/// the like.
pub(super) fn choose(
    found: &Found,
    addresses: &[Option<&str>],
    customs: Customs<'_>,
    near: &Surroundings<'_>,
    is_text: bool,
) -> Dates {
    let told = |field| first(&found.candidates, field, customs);
    let (told_published, told_modified) = (told(Field::Published), told(Field::Modified));
    let day = addresses.iter().flatten().find_map(|a| url::parse(a));
    let address = day.map(|moment| Choice { moment, source: URL });
    let seen = visible::look(near.get(), &found.times, customs, told_published.is_some());
    let mut published = match told_published {
        Some(told) => Some(settle(told, address, told_modified, &seen.all)),
        None => address.or(seen.published),
    };
    let mut modified = told_modified.or(seen.modified);
    if published.is_none() && is_text {
        published =
            scripts::published(near.get().page).map(|m| Choice { moment: m, source: SCRIPT });
    }
    // What was changed before it was published was not changed.
    let later = |m: &Choice| published.is_none_or(|p| p.moment.date() <= m.moment.date());
    modified = modified.filter(later);
    let last = || {
        let changed = modified.map(|m| Choice { source: LAST_CHANGE, ..m });
        changed.or_else(|| copyright(near, is_text))
    };
    let published = published.or_else(last);
    Dates { published: published.map(Choice::write), modified: modified.map(Choice::write) }
}

/// What machines are told, on the day that the address or the page itself shows.
fn settle(
    told: Choice,
    address: Option<Choice>,
    modified: Option<Choice>,
    seen: &[(Choice, bool)],
) -> Choice {
    let beside = || seen.iter().filter(|(_, is_beside)| *is_beside).map(|(c, _)| c);
    let by_clock = seen.iter().find_map(|(c, _)| told.moment.by_clock_of(&c.moment));
    let by_day = || address.iter().chain(beside()).find_map(|c| told.moment.told_as(&c.moment));
    if let Some(moment) = by_clock.or_else(by_day) {
        return Choice { moment, ..told };
    }
    // A day that machines know as that of the last change is that, whatever stands before it.
    let is_change =
        |c: &Choice| modified.is_some_and(|m| m.moment.days_after(&c.moment).abs() <= 1);
    let earlier = |c: &&Choice| told.moment.days_after(&c.moment) > 0 && !is_change(c);
    let is_confirmed = seen.iter().any(|(c, _)| told.moment.date() == c.moment.date());
    beside().find(earlier).filter(|_| !is_confirmed).copied().unwrap_or(told)
}

/// The year of the copyright of a text without any other date.
fn copyright(near: &Surroundings<'_>, is_text: bool) -> Option<Choice> {
    let moment = visible::copyright(near.get()).filter(|_| is_text)?;
    Some(Choice { moment, source: COPYRIGHT })
}

impl Choice {
    fn write(self) -> Sourced<String> {
        Sourced::new(self.moment.to_string(), self.source)
    }
}

fn first(found: &Candidates, field: Field, customs: Customs<'_>) -> Option<Choice> {
    found.of(field).into_iter().find_map(|c: &Candidate| {
        let source = c.source();
        let scholarly = source.starts_with("citation") || source.starts_with("dc");
        let reduced = || iso::reduced(&c.value).filter(|_| scholarly);
        let moment = value(&c.value, customs).or_else(reduced)?;
        let earliest = if scholarly { 1600 } else { 1800 };
        moment.is_plausible(earliest).then_some(Choice { moment, source })
    })
}

/// A value that is a date, in any spelling.
fn value(raw: &str, customs: Customs<'_>) -> Option<Moment> {
    let raw = text::head(raw.trim(), 200);
    let written = || words::find(raw, customs).first().map(|f| f.moment);
    iso::parse(raw).or_else(|| iso::unix(raw)).or_else(written)
}

/// How the readers of a page write dates, by its language and the country of its host.
pub(super) fn customs_of<'l>(language: Option<&'l str>, host: Option<&str>) -> Customs<'l> {
    let mut parts = language.unwrap_or("en").split(['-', '_']);
    let primary = parts.next().unwrap_or_default();
    let american = match parts.next() {
        Some(region) => ["us", "ph", "ca"].iter().any(|r| region.eq_ignore_ascii_case(r)),
        None => !host.is_some_and(|h| DAY_FIRST.iter().any(|tld| h.ends_with(tld))),
    };
    let order = match primary == "en" && american {
        true => Order::MonthFirst,
        false => Order::DayFirst,
    };
    Customs { order, language: language.map(|_| primary) }
}

/// Countries that write English with the day first.
const DAY_FIRST: &[&str] = &[
    ".uk", ".au", ".nz", ".ie", ".in", ".za", ".sg", ".ng", ".ke", ".gh", ".pk", ".lk", ".mt",
    ".hk", ".my", ".eu",
];

/// Whether a word in lower case is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    months::named(&months::plain(word), None).is_some()
}
