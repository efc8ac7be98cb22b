//! When the content was published and last changed.

mod clock;
mod cursor;
mod iso;
mod moment;
mod months;
mod tokens;
mod url;
mod visible;
pub(super) mod words;

use super::Sourced;
use super::candidates::{Candidate, Candidates};
use super::near::Surroundings;
use super::precedence::{Field, URL};
use dehusk_page::NodeId;
use moment::Moment;
pub(super) use words::Order;

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

/// Chooses the dates: from what the page says to machines, from its address, and only then from what
/// stands near the title.
pub(super) fn choose(
    found: &Candidates,
    addresses: &[Option<&str>],
    order: Order,
    times: &[NodeId],
    near: &Surroundings<'_>,
) -> Dates {
    let told = |field| first(&found.of(field), order);
    let (mut published, mut modified) = (told(Field::Published), told(Field::Modified));
    if published.is_none() {
        let day = addresses.iter().flatten().find_map(|a| url::parse(a));
        published = day.map(|moment| Choice { moment, source: URL });
    }
    if published.is_none() {
        let seen = visible::look(near.get(), times, order);
        published = seen.published;
        modified = modified.or(seen.modified);
    }
    // What was changed before it was published was not changed.
    let later = |m: &Choice| published.is_none_or(|p| p.moment.date() <= m.moment.date());
    modified = modified.filter(later);
    Dates { published: published.map(Choice::write), modified: modified.map(Choice::write) }
}

impl Choice {
    fn write(self) -> Sourced<String> {
        Sourced::new(self.moment.to_string(), self.source)
    }
}

fn first(candidates: &[&Candidate], order: Order) -> Option<Choice> {
    candidates.iter().find_map(|c| {
        let source = c.source();
        let scholarly = source.starts_with("citation") || source.starts_with("dc");
        let reduced = || iso::reduced(&c.value).filter(|_| scholarly);
        let moment = value(&c.value, order).or_else(reduced)?;
        let earliest = if scholarly { 1600 } else { 1800 };
        moment.is_plausible(earliest).then_some(Choice { moment, source })
    })
}

/// A value that is a date, in any spelling.
fn value(text: &str, order: Order) -> Option<Moment> {
    let text = super::text::head(text.trim(), 200);
    let written = || words::find(text, order).first().map(|f| f.moment);
    iso::parse(text).or_else(|| iso::unix(text)).or_else(written)
}

/// How the readers of a page write dates, by its language and the country of its host.
pub(super) fn order_of(language: Option<&str>, host: Option<&str>) -> Order {
    let tag = language.unwrap_or("en").to_ascii_lowercase().replace('_', "-");
    let mut parts = tag.split('-');
    let english = parts.next() == Some("en");
    let region = parts.next();
    let american = match region {
        Some(region) => matches!(region, "us" | "ph" | "ca"),
        None => !host.is_some_and(|h| DAY_FIRST.iter().any(|tld| h.ends_with(tld))),
    };
    if english && american { Order::MonthFirst } else { Order::DayFirst }
}

/// Countries that write English with the day first.
const DAY_FIRST: &[&str] = &[
    ".uk", ".au", ".nz", ".ie", ".in", ".za", ".sg", ".ng", ".ke", ".gh", ".pk", ".lk", ".mt",
    ".hk", ".my", ".eu",
];

/// Whether a word in lower case is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    months::number(&months::plain(word)).is_some()
}
