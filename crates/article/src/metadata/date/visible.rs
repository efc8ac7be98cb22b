//! Dates that readers see: `time` elements and lines near the title.

use super::moment::Moment;
use super::words::{self, Order};
use super::{Choice, value};
use crate::metadata::near::{Near, has_word};
use crate::metadata::precedence::{TIME, VISIBLE};
use crate::metadata::text;
use dehusk_page::{NodeId, name};

/// Text around a date in a line that is there for the date.
const MAX_AROUND: usize = 90;
/// A line that says when something was published may be longer.
const MAX_LINE: usize = 400;

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
        let class = page.attr(id, name::CLASS).unwrap_or_default();
        let slot = if has_word(class, &["updat", "modif"]) && !has_word(class, &["publish"]) {
            &mut seen.modified
        } else if is_update(&before(near, id)) {
            &mut seen.modified
        } else {
            &mut seen.published
        };
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
    let order = shown_order(near).unwrap_or(order);
    for index in near.blocks() {
        if seen.published.is_some() && seen.modified.is_some() {
            break;
        }
        let line = near.blocks.text(index);
        if line.len() > MAX_LINE || near.blocks.block(index).words > 60 {
            continue;
        }
        let found = words::find(line, order);
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

fn settle(seen: &mut Seen, moment: Moment, update: bool) {
    let slot = if update { &mut seen.modified } else { &mut seen.published };
    if slot.is_none() {
        *slot = Some(Choice { moment, source: VISIBLE });
    }
}

fn is_update(lead: &str) -> bool {
    UPDATED.iter().any(|w| lead.contains(w))
}

/// The order that other dates of the page show.
fn shown_order(near: &Near<'_>) -> Option<Order> {
    let short = (0..near.blocks.len()).filter(|&i| near.blocks.block(i).words <= 30).take(400);
    let lines = short.map(|i| near.blocks.text(i)).filter(|l| l.contains('/') || l.contains('-'));
    lines.flat_map(|line| words::find(text::head(line, 200), Order::DayFirst)).find_map(|f| f.shows)
}
