//! Dates that readers see: `time` elements and lines near the title.

use super::moment::Moment;
use super::words::{self, Order, Reading};
use super::{Choice, value};
use crate::metadata::marks::Marks;
use crate::metadata::near::Near;
use crate::metadata::precedence::{TIME, VISIBLE};
use crate::metadata::text;
use dehusk_page::{NodeId, name};
use std::sync::LazyLock;

/// Text around a date in a line that is there for the date.
const MAX_AROUND: usize = 90;
/// A line that says when something was published may be longer.
const MAX_LINE: usize = 400;
/// Lines in which the order of day and month is looked for.
const MAX_LINES: usize = 400;

const UPDATED: &[&str] = &[
    "update",
    "modif",
    "edited",
    "revised",
    "reviewed",
    "aktualisiert",
    "geändert",
    "stand:",
    "mis à jour",
    "actualiz",
    "aggiornat",
    "atualiz",
    "aktualiz",
    "обновлен",
    "изменен",
    "ενημέρωση",
    "更新",
    "修改",
    "bijgewerkt",
    "uppdaterad",
    "opdateret",
    "oppdatert",
];

const PUBLISHED: &[&str] = &[
    "publi",
    "posted",
    "posted on",
    "veröffentlicht",
    "erschienen",
    "pubblicat",
    "fecha",
    "data:",
    "дата",
    "опубл",
    "dodano",
    "δημοσίευση",
    "發布",
    "发布",
    "公開",
    "投稿",
    "掲載",
    "日期",
    "written",
    "created",
    "datum",
    "date",
    "released",
    "issued",
];

const NOT_OURS: &[&str] = &[
    "©",
    "(c)",
    "copyright",
    "comment",
    "joined",
    "member since",
    "expires",
    "deadline",
    "copyright",
    "all rights",
    "kommentar",
    "founded",
    "born",
];

static UPDATES: LazyLock<Marks> = LazyLock::new(|| Marks::new(&["updat", "modif"]));
static PUBLICATIONS: LazyLock<Marks> = LazyLock::new(|| Marks::new(&["publish"]));

/// What the lines and `time` elements say.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub published: Option<Choice>,
    pub modified: Option<Choice>,
}

/// Looks for dates near the title.
pub(super) fn look(near: &Near<'_>, times: &[NodeId], order: Order) -> Seen {
    let mut seen = Seen::default();
    from_times(near, times, order, &mut seen);
    from_lines(near, order, &mut seen);
    seen
}

/// The `time` elements nearest to the title.
fn from_times(near: &Near<'_>, times: &[NodeId], order: Order, seen: &mut Seen) {
    let page = near.page;
    let mut times: Vec<_> = times.iter().copied().filter(|&t| !near.is_aside(t)).collect();
    times.sort_by_key(|&t| near.distance(t));
    for id in times {
        let shown = || text::of_element(page, id, 100);
        let machine = page.attr(id, name::DATETIME).and_then(|d| value(d, order));
        let Some(moment) =
            machine.or_else(|| value(&shown(), order)).filter(|m| m.is_plausible(1990))
        else {
            continue;
        };
        let choice = Some(Choice { moment, source: TIME });
        let marked = UPDATES.are_on(page, id) && !PUBLICATIONS.are_on(page, id);
        let update = marked || is_update(&before(near, id));
        let slot = if update { &mut seen.modified } else { &mut seen.published };
        if slot.is_none() {
            *slot = choice;
        }
    }
}

/// The text that stands before an element inside of its parent.
fn before(near: &Near<'_>, id: NodeId) -> String {
    let mut siblings =
        std::iter::successors(near.page.prev_sibling(id), |&s| near.page.prev_sibling(s)).take(3);
    let text = siblings.find_map(|s| {
        let text = text::of_element(near.page, s, 60);
        (!text.is_empty()).then_some(text)
    });
    text.unwrap_or_default().to_lowercase()
}

/// Lines that are little more than a date, or say that something was published.
fn from_lines(near: &Near<'_>, order: Order, seen: &mut Seen) {
    let mut order = Shown { order, asked: false };
    for index in near.blocks() {
        if seen.published.is_some() && seen.modified.is_some() {
            break;
        }
        let line = near.blocks.text(index);
        if let Some(moment) = dateline(line, order.order).filter(|_| seen.published.is_none()) {
            settle(seen, moment, false);
            continue;
        }
        if line.len() > MAX_LINE || near.blocks.block(index).words > 60 {
            continue;
        }
        let found = order.find(near, line);
        let around = line.len().saturating_sub(found.iter().map(|f| f.end - f.start).sum());
        let mut from = 0;
        for date in found {
            let lead = line.get(from..date.start).unwrap_or_default().to_lowercase();
            from = date.end;
            if !date.moment.is_plausible(1990) || NOT_OURS.iter().any(|w| lead.contains(w)) {
                continue;
            }
            let said = PUBLISHED.iter().any(|w| lead.contains(w));
            if around > MAX_AROUND && !said && !is_update(&lead) {
                continue;
            }
            let first = near.blocks.nodes(index).first();
            if first.is_some_and(|&n| near.is_aside(n)) {
                continue;
            }
            settle(seen, date.moment, is_update(&lead));
        }
    }
}

/// The date that begins a long text, as in `May 13, 2024 -- The text`.
fn dateline(line: &str, order: Order) -> Option<Moment> {
    let head = text::head(line, 60);
    let date = words::find(head, order)
        .into_iter()
        .next()
        .filter(|d| line.len() > MAX_AROUND && d.start <= 1)?;
    let after =
        head.get(date.end..).unwrap_or_default().trim_start_matches([')', ']']).trim_start();
    (after.starts_with(['-', '–', '—', '|', '•', ':']) && date.moment.is_plausible(1990))
        .then_some(date.moment)
}

fn settle(seen: &mut Seen, moment: Moment, update: bool) {
    let slot = if update { &mut seen.modified } else { &mut seen.published };
    if slot.is_none() {
        *slot = Some(Choice { moment, source: VISIBLE });
    }
}

fn is_update(lead: &str) -> bool {
    UPDATED.iter().any(|w| lead.contains(w))
}

/// The order of day and month: the usual one until a date is met that could be read both ways, then the
/// one that other dates of the page show.
struct Shown {
    order: Order,
    asked: bool,
}

impl Shown {
    fn find(&mut self, near: &Near<'_>, line: &str) -> Vec<words::Found> {
        let found = words::find(line, self.order);
        if self.asked || !found.iter().any(|f| f.reading == Reading::Ambiguous) {
            return found;
        }
        self.asked = true;
        self.order = shown_order(near).unwrap_or(self.order);
        words::find(line, self.order)
    }
}

fn shown_order(near: &Near<'_>) -> Option<Order> {
    let short =
        (0..near.blocks.len()).filter(|&i| near.blocks.block(i).words <= 30).take(MAX_LINES);
    let lines = short.map(|i| near.blocks.text(i)).filter(|l| l.contains(['/', '-']));
    let mut found = lines.flat_map(|line| words::find(text::head(line, 200), Order::DayFirst));
    found.find_map(|f| match f.reading {
        Reading::Shows(order) => Some(order),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::{Document, Selection};
    use dehusk_page::Page;

    fn dates(body: &str) -> (String, String) {
        let html =
            format!("<h1>Corn is up</h1>{body}<p>{}", "Words of the story go on. ".repeat(20));
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        let found = crate::metadata::collect::collect(&document);
        let near = Near::new(&document, &selection, found.headings.first().copied());
        let seen = look(&near, &found.times, Order::DayFirst);
        let write = |c: Option<Choice>| c.map(|c| c.moment.to_string()).unwrap_or_default();
        (write(seen.published), write(seen.modified))
    }

    #[test]
    fn dates_near_the_title() {
        for body in [
            "<time datetime='2024-05-13'>yesterday</time>",
            "<time>13 May 2024</time>",
            "<p>By Ada Berg | 13 May 2024",
            "<p>Veröffentlicht am 13. Mai 2024 von Ada Berg in der Rubrik Mais und andere Gräser, die der Redaktion seit langem am Herzen liegen",
            "<p>13 May 2024 - A long text that begins with the day on which it was sent to the printers and to the readers of the paper",
            "<aside><p>13.05.2024</aside>",
        ] {
            assert_eq!(dates(body).0, "2024-05-13", "{body}");
        }
    }

    #[test]
    fn updates_are_told_apart() {
        let both = ("2024-05-13".to_string(), "2024-05-14".to_string());
        assert_eq!(dates("<p>Published 13 May 2024, updated 14 May 2024"), both);
        assert_eq!(dates("<p>Aktualisiert: 14.05.2024<p>13.05.2024"), both);
        assert_eq!(
            dates("<time>13 May 2024</time> Updated <time class=updated>14 May 2024</time>"),
            both
        );
        assert_eq!(dates("<p>Stand: 14.05.2024").1, "2024-05-14");
    }

    #[test]
    fn other_dates_are_not_it() {
        for body in [
            "<p>© 2024-05-13",
            "<div class=comments><time datetime='2024-05-13'></time></div>",
            "<p>The court said on 13 May 2024 that nothing of the sort had ever been seen before in all of the long history of corn and wheat",
            "<p>Joined: 13 May 2024",
        ] {
            assert_eq!(dates(body).0, "", "{body}");
        }
    }

    #[test]
    fn other_dates_of_the_page_show_the_order() {
        assert_eq!(dates("<p>5/6/2024<p>Other: 5/27/2024").0, "2024-05-06");
    }
}
