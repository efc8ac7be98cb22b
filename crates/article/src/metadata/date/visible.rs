//! Dates that readers see: `time` elements and lines near the title, and elements that call themselves a date.

use super::iso;
use super::labels::{self, Label};
use super::moment::Moment;
use super::tokens::has_digit;
use super::words::{self, Customs, Order, Reading};
use super::{Choice, value};
use crate::metadata::collect::moment_of_time;
use crate::metadata::names;
use crate::metadata::near::Near;
use crate::metadata::precedence::{MARKED, TIME, VISIBLE};
use crate::metadata::text;
use dehusk_page::{NodeId, name};
use std::ops::Range;

/// Text around a date in a line that is there for the date.
const MAX_AROUND: usize = 90;
/// A line that says when something was published may be longer.
const MAX_LINE: usize = 400;
/// Lines in which the order of day and month is looked for.
const MAX_LINES: usize = 400;
/// Days that a page shows far from its title before it is a list of other pages.
const MAX_DAYS: usize = 3;
/// Blocks at the end of a page among which its copyright stands.
const MAX_FOOT: usize = 60;
/// No page was published before.
const EARLIEST: i16 = 1995;

/// What the lines and `time` elements say.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub published: Option<Choice>,
    pub modified: Option<Choice>,
    /// All dates that may be the day of publication, the nearest first, and whether each stands right beside
    /// the title or says that it is one.
    pub all: Vec<(Choice, bool)>,
}

/// Looks for dates near the title, and further down where there are none. Where `is_told`, machines know the date,
/// and only what stands right beside the title can add to it.
pub(super) fn look(near: &Near<'_>, times: &[NodeId], customs: Customs<'_>, is_told: bool) -> Seen {
    let times = times.iter().filter_map(|&t| Some((near.block_at(t)?, t))).collect();
    let mut look =
        Look { near, times, customs, asked: false, is_beside: false, seen: Seen::default() };
    for index in near.blocks().filter(|&i| !near.is_title(i)) {
        look.is_beside = near.is_beside_title(index);
        if is_told && !look.is_beside {
            continue;
        }
        look.times_of(index);
        look.line(index);
    }
    look.is_beside = false;
    if is_told {
        return look.seen;
    }
    if look.seen.published.is_none() {
        look.other_times();
    }
    if look.seen.published.is_none() {
        near.ranges().into_iter().for_each(|range| look.marked(range));
    }
    if look.seen.published.is_none() {
        look.labelled();
    }
    look.seen
}

/// The latest year of a copyright at the end of a page.
pub(super) fn copyright(near: &Near<'_>) -> Option<Moment> {
    let len = near.blocks.len();
    let lines =
        (len.saturating_sub(MAX_FOOT)..len).map(|i| text::head(near.blocks.text(i), MAX_LINE));
    let lines = lines.filter(|l| l.contains('©') || l.to_lowercase().contains("copyright"));
    let numbers = lines.flat_map(|l| l.split(|c: char| !c.is_ascii_digit()));
    let years = numbers.filter(|n| n.len() == 4).filter_map(|n| n.parse::<u32>().ok());
    years.filter(|y| (1995..2100).contains(y)).max().and_then(Moment::year)
}

struct Look<'n, 'd> {
    near: &'n Near<'d>,
    /// The `time` elements with the blocks they stand in.
    times: Vec<(usize, NodeId)>,
    customs: Customs<'n>,
    /// Whether the order of day and month was looked for.
    asked: bool,
    /// Whether it looks right beside the title.
    is_beside: bool,
    seen: Seen,
}

impl Look<'_, '_> {
    fn settle(&mut self, moment: Moment, label: Label, source: &'static str) {
        let slot = match label {
            Label::Updated => &mut self.seen.modified,
            Label::Published | Label::None => &mut self.seen.published,
            Label::Other => return,
        };
        let choice = Choice { moment, source };
        if !moment.is_plausible(EARLIEST) {
            return;
        }
        if slot.is_none() {
            *slot = Some(choice);
        }
        if label != Label::Updated {
            let says_so = label == Label::Published && source == TIME;
            self.seen.all.push((choice, self.is_beside || says_so));
        }
    }

    /// The `time` elements of a block.
    fn times_of(&mut self, index: usize) {
        let times: Vec<_> =
            self.times.iter().filter(|(i, _)| *i == index).map(|(_, t)| *t).collect();
        for id in times {
            if let Some(moment) = self.time(id).filter(|_| !self.near.is_aside(id)) {
                let label = self.label_of(id);
                self.settle(moment, label, TIME);
            }
        }
    }

    /// The moment of a `time` element. Templates leave days of long ago in its attribute: where readers see
    /// another one, it is that.
    fn time(&mut self, id: NodeId) -> Option<Moment> {
        let page = self.near.page;
        let machine = moment_of_time(page, id).and_then(|d| value(d, self.customs));
        let shown = self.find(&text::of_parts(page, id, 100)).first().map(|f| f.moment);
        match (machine, shown) {
            (Some(machine), Some(shown)) if machine.days_after(&shown).abs() > 31 => Some(shown),
            (machine, shown) => machine.or(shown),
        }
    }

    /// What an element is the date of: by its own name, else by what stands before it.
    fn label_of(&self, id: NodeId) -> Label {
        let page = self.near.page;
        let own = || std::iter::once(id).chain(page.parent(id));
        let is = |meaning| {
            own().any(|e| self.near.calls_itself(e, meaning) && !self.near.holds_title(e))
        };
        if is(names::UPDATE) && !self.near.calls_itself(id, names::PUBLICATION) {
            return Label::Updated;
        }
        match labels::before(&self.before(id)) {
            Label::None if is(names::PUBLICATION) => Label::Published,
            label => label,
        }
    }

    /// The text that stands before an element inside of its parent.
    fn before(&self, id: NodeId) -> String {
        let page = self.near.page;
        let mut siblings =
            std::iter::successors(page.prev_sibling(id), |&s| page.prev_sibling(s)).take(3);
        let text = siblings.find_map(|s| {
            let text = text::of_element(page, s, 60);
            (!text.is_empty()).then_some(text)
        });
        text.unwrap_or_default().to_lowercase()
    }

    /// The nearest `time` element, unless there are so many that the page is a list.
    fn other_times(&mut self) {
        let near = self.near;
        let mut times: Vec<_> = self.times.iter().map(|(_, t)| *t).collect();
        times.retain(|&t| !near.is_aside(t));
        times.sort_by_key(|&t| near.distance(t));
        let found: Vec<_> = times.into_iter().filter_map(|t| Some((self.time(t)?, t))).collect();
        self.few(found, TIME);
    }

    /// The first of the dates of elements, unless there are so many that the page is a list.
    fn few(&mut self, found: Vec<(Moment, NodeId)>, source: &'static str) {
        let mut days: Vec<_> = found.iter().map(|(m, _)| m.date()).collect();
        days.sort_unstable();
        days.dedup();
        if days.len() <= MAX_DAYS {
            for (moment, id) in found {
                let label = self.label_of(id);
                self.settle(moment, label, source);
            }
        }
    }

    /// A line that is little more than a date, or says that something was published.
    fn line(&mut self, index: usize) {
        let block = self.near.blocks.block(index);
        let shown = self.near.blocks.text(index);
        if !has_digit(text::head(shown, MAX_LINE)) {
            return;
        }
        if let Some(moment) = self.dateline(shown) {
            return self.settle(moment, Label::None, VISIBLE);
        }
        if shown.len() > MAX_LINE || block.words > 60 {
            return;
        }
        let line = self.near.line(index);
        let found = self.find(&line);
        let around = line.len().saturating_sub(found.iter().map(|f| f.end - f.start).sum());
        let first = self.near.blocks.nodes(index).first();
        if found.is_empty() || first.is_some_and(|&n| self.near.is_aside(n)) {
            return;
        }
        let mut from = 0;
        for date in found {
            let lead = line.get(from..date.start).unwrap_or_default().to_lowercase();
            let tail = line.get(date.end..).unwrap_or_default();
            from = date.end;
            let label = match (labels::after(tail), labels::before(&lead)) {
                (Label::None, Label::None) if lead.trim().is_empty() => self.label_above(index),
                (Label::None, label) => label,
                (label, _) => label,
            };
            if around <= MAX_AROUND || (label != Label::None && labels::begins(&lead)) {
                self.settle(date.moment, label, VISIBLE);
            }
        }
    }

    /// A line anywhere that is a date and nothing else, below one that says that it is the day of publication: such a
    /// pair stands beside the text as often as above it.
    fn labelled(&mut self) {
        let near = self.near;
        let short = (1..near.blocks.len()).filter(|&i| near.blocks.block(i).words <= 5);
        let short: Vec<_> = short.take(MAX_LINES).collect();
        let mut found: Vec<Moment> = Vec::new();
        for index in short.into_iter().filter(|&i| has_digit(near.blocks.text(i))) {
            if self.label_above(index) == Label::Published {
                let line = near.line(index);
                let whole = |f: &words::Found| line.len() - (f.end - f.start) <= 2;
                found.extend(self.find(&line).first().filter(|f| whole(f)).map(|f| f.moment));
            }
        }
        found.dedup();
        if let [moment] = found[..] {
            self.settle(moment, Label::Published, VISIBLE);
        }
    }

    /// What the line above a date says, where it is no more than that: `Last updated:`.
    fn label_above(&self, index: usize) -> Label {
        let above = index.checked_sub(1).filter(|&i| !self.near.is_title(i));
        let above = above.map(|i| self.near.blocks.text(i)).unwrap_or_default();
        let is_label =
            above.len() <= 30 && above.split_whitespace().count() <= 3 && !has_digit(above);
        if is_label { labels::before(&above.to_lowercase()) } else { Label::None }
    }

    /// The date that begins a long text, as in `May 13, 2024 -- The text`.
    fn dateline(&self, line: &str) -> Option<Moment> {
        let head = Some(text::head(line, 60)).filter(|_| line.len() > MAX_AROUND)?;
        let date = words::find(head, self.customs).into_iter().next().filter(|d| d.start <= 1)?;
        let after =
            head.get(date.end..).unwrap_or_default().trim_start_matches([')', ']']).trim_start();
        after.starts_with(['-', '–', '—', '|', '•', ':']).then_some(date.moment)
    }

    /// Elements that call themselves a date and are little more, unless there are so many that the page is a
    /// list.
    fn marked(&mut self, nodes: Range<usize>) {
        let (near, page) = (self.near, self.near.page);
        let marked = near.called(nodes, names::DATE);
        let marked: Vec<_> = marked.filter(|&id| !near.holds_title(id)).take(MAX_LINES).collect();
        let mut found = Vec::new();
        for id in marked {
            let line = text::of_parts(page, id, MAX_LINE);
            let dates = self.find(&line);
            let length: usize = dates.iter().map(|f| f.end - f.start).sum();
            if line.len() - length.min(line.len()) <= MAX_AROUND && !near.is_aside(id) {
                let labelled = |f: &words::Found| {
                    let lead = line.get(..f.start).unwrap_or_default().to_lowercase();
                    (f.moment, labels::before(&lead))
                };
                found.extend(dates.iter().map(labelled).map(|(m, l)| (m, l, id)));
            }
        }
        let mut days: Vec<_> = found.iter().map(|(m, _, _)| m.date()).collect();
        days.sort_unstable();
        days.dedup();
        for (moment, label, id) in found.into_iter().filter(|_| days.len() <= MAX_DAYS) {
            let label = if label == Label::None { self.label_of(id) } else { label };
            self.settle(moment, label, MARKED);
        }
    }

    /// The dates of a line, by the order of day and month that other dates of the page show where it is in
    /// doubt.
    fn find(&mut self, line: &str) -> Vec<words::Found> {
        let found = words::find(line, self.customs);
        if self.asked || !found.iter().any(|f| f.reading == Reading::Ambiguous) {
            return found;
        }
        self.asked = true;
        self.customs.order = shown_order(self.near).unwrap_or(self.customs.order);
        self.confirm_order(line);
        words::find(line, self.customs)
    }

    /// Takes the other order of day and month where only that gives a day that machines are told as well.
    fn confirm_order(&mut self, line: &str) {
        let page = self.near.page;
        let days =
            self.times.iter().filter_map(|(_, t)| iso::parse(page.attr(*t, name::DATETIME)?));
        let days: Vec<_> = days.map(|m| m.date()).collect();
        let confirms = |order| {
            let found = words::find(line, Customs { order, ..self.customs });
            found.iter().any(|f| f.reading == Reading::Ambiguous && days.contains(&f.moment.date()))
        };
        let other = self.customs.order.other();
        if confirms(other) && !confirms(self.customs.order) {
            self.customs.order = other;
        }
    }
}

fn shown_order(near: &Near<'_>) -> Option<Order> {
    let short =
        (0..near.blocks.len()).filter(|&i| near.blocks.block(i).words <= 30).take(MAX_LINES);
    let lines = short.map(|i| near.blocks.text(i)).filter(|l| l.contains(['/', '-']));
    let mut found = lines.flat_map(|line| words::find(text::head(line, 200), Customs::UNKNOWN));
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
        let seen = look(&near, &found.times, Customs::UNKNOWN, false);
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
            "<relative-time datetime='2024-05-13'>a while ago</relative-time>",
            "<time-ago ts='2024-05-13'></time-ago>",
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
    fn a_label_above_a_date_is_enough_anywhere() {
        let far = "<p>Words of the story go on and on and on and on. ".repeat(30);
        let side = |label: &str| {
            format!("{far}<div class=sidebar><h4>{label}</h4><div>May 13, 2024</div></div>")
        };
        assert_eq!(dates(&side("Published")).0, "2024-05-13");
        assert_eq!(dates(&side("Born")).0, "");
    }

    #[test]
    fn other_dates_of_the_page_show_the_order() {
        assert_eq!(dates("<p>5/6/2024<p>Other: 5/27/2024").0, "2024-05-06");
    }
}
