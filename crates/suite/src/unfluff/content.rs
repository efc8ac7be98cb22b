//! From the best element to its texts.

use super::super::goose::tree::{Id, Tree};
use super::measure::{Element, Measure};
use super::notes::Notes;
use super::score::{LEAST, Scores};
use dehusk_extract::NodeSet;
use dehusk_page::{Name, Page, name};

/// The share of the best element's score that its children need.
const THRESHOLD: f64 = 0.08;
/// The share of the mean paragraph's stop words that a paragraph before the best element needs.
const SIBLING_BASELINE: f64 = 0.3;
/// The baseline of an element without paragraphs.
const NO_PARAGRAPHS: f64 = 100_000.0;
/// Characters that keep a paragraph in a child of the best element.
const SHORT: u32 = 25;

/// A paragraph from before the best element that joins it.
pub(super) enum Joined {
    /// As it is.
    Element(Id),
    /// As its text, which is not searched any further.
    Text(Id),
}

/// A tree and what was found out of it.
pub(super) struct Content<'t, 'd> {
    pub page: &'t Page,
    pub tree: &'t mut Tree<'d>,
    pub notes: &'t Notes,
    pub measure: &'t Measure,
    pub scores: &'t Scores,
    pub best: usize,
}

impl Content<'_, '_> {
    fn element(&self, id: Id) -> Option<&Element> {
        self.measure.elements.get(self.measure.number(id)?)
    }

    /// The paragraphs below an element.
    fn paragraphs(&self, element: usize) -> impl Iterator<Item = &Element> {
        let elements = &self.measure.elements;
        let end = elements.get(element).map_or(0, |element| element.end);
        let below = elements.get(element + 1..end).unwrap_or_default();
        below.iter().filter(|element| element.tag == name::P)
    }

    /// The mean of stop words of the best element's paragraphs.
    fn baseline(&self) -> f64 {
        let measure = self.measure;
        let counted = self.paragraphs(self.best).map(|p| (measure.stop_words(p), p));
        let good = counted.filter(|&(count, p)| count >= LEAST && !measure.is_links(p));
        let (number, sum) = good
            .fold((0u32, 0u64), |(number, sum), (count, _)| (number + 1, sum + u64::from(count)));
        if number == 0 { NO_PARAGRAPHS } else { sum as f64 / f64::from(number) }
    }

    /// Paragraphs among the siblings before the best element, and heavy ones inside of other siblings.
    pub fn paragraphs_before(&self) -> Vec<Joined> {
        let Some(best) = self.measure.elements.get(self.best).map(|best| best.id) else {
            return Vec::new();
        };
        let least = SIBLING_BASELINE * self.baseline();
        let mut joined = Vec::new();
        let mut after = best;
        for sibling in self.tree.before(best) {
            if self.notes.is_cut(after) {
                break;
            }
            after = sibling;
            let Some(number) = self.measure.number(sibling) else { continue };
            if self.element(sibling).is_some_and(|e| e.tag == name::P && self.measure.chars(e) > 0)
            {
                joined.push(Joined::Element(sibling));
                continue;
            }
            self.join_heavy(number, least, &mut joined);
        }
        joined
    }

    fn join_heavy(&self, sibling: usize, least: f64, joined: &mut Vec<Joined>) {
        let measure = self.measure;
        let mut end = 0;
        for paragraph in self.paragraphs(sibling) {
            let number = measure.number(paragraph.id).unwrap_or(0);
            let count = measure.stop_words(paragraph);
            let stays = count >= LEAST && !measure.is_in_brackets(paragraph);
            // One inside of another that has joined is there already.
            if number >= end && f64::from(count) > least && stays && !measure.is_links(paragraph) {
                joined.push(Joined::Text(paragraph.id));
                end = paragraph.end;
            }
        }
    }

    /// Drops children of the best element that are links, have no paragraph or little score, and short paragraphs
    /// from the others. Which of those have lost any.
    pub fn drop_light_children(&mut self) -> Vec<Id> {
        let mut changed = Vec::new();
        let Some(best) = self.measure.elements.get(self.best).map(|best| best.id) else {
            return changed;
        };
        let least = self.scores.get(self.best).unwrap_or(0.0) * THRESHOLD;
        let mut dropped = Vec::new();
        for child in self.tree.children(best) {
            let (Some(number), Some(element)) = (self.measure.number(child), self.element(child))
            else {
                continue;
            };
            if matches!(element.tag, name::P | name::A) {
                continue;
            }
            let is_spared = matches!(element.tag, name::TD | name::UL | name::OL);
            let score = self.scores.get(number).unwrap_or(0.0);
            let is_light = score < least && !is_spared && element.tag != name::BLOCKQUOTE;
            let is_short = |p: &&Element| self.measure.chars(p) < SHORT;
            let has_none = || !is_spared && self.paragraphs(number).all(|p| is_short(&p));
            if is_light || self.measure.is_links(element) || has_none() {
                dropped.push(child);
            } else {
                let before = dropped.len();
                dropped.extend(self.paragraphs(number).filter(is_short).map(|p| p.id));
                changed.extend(Some(child).filter(|_| dropped.len() > before));
            }
        }
        dropped.into_iter().for_each(|id| self.tree.detach(id));
        changed
    }

    /// Keeps what is left. `changed` are children of the best element that have lost something.
    pub fn keep(&self, joined: &[Joined], changed: Vec<Id>, kept: &mut NodeSet) {
        let Some(best) = self.measure.elements.get(self.best).map(|best| best.id) else { return };
        let mut whole = Vec::new();
        for joined in joined {
            match *joined {
                Joined::Element(id) => whole.push(id),
                Joined::Text(id) => {
                    let texts = self.tree.below(id).filter(|&text| self.tree.is_text(text));
                    kept.extend(texts.filter_map(|text| self.tree.origin(text)));
                }
            }
        }
        let anew =
            self.measure_anew(whole.iter().copied().chain(self.tree.children(best)), changed);
        let writer = Writer { tree: self.tree, measures: [&anew, self.measure], best };
        // What is read anew knows its score under another name, by which only it is looked for.
        let is_light = |&id: &Id| {
            let number = self.measure.number(id);
            number.and_then(|number| self.scores.get(number)).is_some_and(|score| score < 1.0)
        };
        for root in whole.into_iter().filter(|id| !is_light(id) && !writer.goes(*id)) {
            writer.write(root, kept);
        }
        writer.write(best, kept);
    }

    /// Measures what is not as it was: a `br` has become a line break, and some paragraphs are gone.
    fn measure_anew(&self, roots: impl Iterator<Item = Id>, changed: Vec<Id>) -> Measure {
        let has_breaks = |id: &Id| self.element(*id).is_some_and(|e| self.measure.has_breaks(e));
        let mut anew: Vec<Id> = roots.filter(has_breaks).chain(changed).collect();
        anew.sort_unstable_by_key(|id| id.at());
        anew.dedup();
        Measure::of(self.page, self.tree, self.notes, self.measure.words(), &anew, true)
    }
}

/// Takes the texts of an element as unfluff writes them.
struct Writer<'t, 'd> {
    tree: &'t Tree<'d>,
    /// The first that has an element knows it best.
    measures: [&'t Measure; 2],
    best: Id,
}

impl Writer<'_, '_> {
    /// Whether an element has too few stop words, or is a remark in brackets.
    fn goes(&self, id: Id) -> bool {
        let [anew, before] = self.measures;
        let measure = if anew.number(id).is_some() { anew } else { before };
        let element = measure.number(id).and_then(|number| measure.elements.get(number));
        element.is_some_and(|element| {
            measure.stop_words(element) < LEAST && !measure.has_objects(element)
                || measure.is_in_brackets(element)
        })
    }

    /// Keeps the texts below an element. Where something begins that is treated in a way of its own, what comes
    /// after it is remembered.
    fn write(&self, root: Id, kept: &mut NodeSet) {
        let tree = self.tree;
        let stop = tree.next_after(root);
        let (mut plain, mut list, mut item) = (None, None, None);
        let mut next = tree.first_below(root);
        while let Some(here) = next.filter(|_| next != stop) {
            for end in [&mut plain, &mut list, &mut item] {
                end.take_if(|end| *end == next);
            }
            next = tree.next_below(here);
            let tag = tree.tag(here);
            if tree.is_text(here) {
                if list.is_none() || item.is_some() {
                    kept.extend(tree.origin(here));
                }
            } else if plain.is_some() || matches!(tag, name::A | name::BR) {
            } else if is_plain(tag) {
                plain = Some(tree.next_after(here));
            } else if self.goes(here) {
                next = tree.next_after(here);
            } else if tag == name::UL && tree.parent(here) == Some(self.best) {
                list = Some(tree.next_after(here));
            } else if tag == name::LI && item.is_none() {
                item = Some(tree.next_after(here));
            }
        }
    }
}

/// Elements that only their text is left of.
fn is_plain(tag: Name) -> bool {
    matches!(tag, name::B | name::STRONG | name::I | name::SUP)
}
