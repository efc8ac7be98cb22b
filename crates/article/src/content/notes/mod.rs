//! Footnotes and end notes: the places that refer to one, and what it says.
//!
//! HTML has no element for notes. What pages write in its place is found by what they have in common: a mark that leads
//! to a later text, or a text beside the line that a mark announces. The walk then tells references where they stand
//! and the notes themselves at the end, without the marks, arrows and headings that only connect the two.

mod asides;
mod definitions;
mod label;
mod loose;
mod mark;
mod references;
mod surroundings;
mod trim;

pub(crate) use label::Label;

use super::fold;
use definitions::Extents;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page};
use references::{Reference, Targets};
use std::collections::HashMap;
use std::ops::Range;

/// Notes of one page; more are left as they stand.
const MAX_NOTES: usize = 2_000;
/// How much must speak for a note before a link is taken for a reference.
const ENOUGH: u8 = 2;

/// What the walk meets at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// Nothing that is told: a mark, a way back, a heading above notes.
    Nothing,
    /// What parts two references.
    Space,
    /// A wrapper of references, which gives them no format.
    Wrapper,
    /// A reference to a note.
    Reference(usize),
    /// A note in the line it belongs to: it is referred to here.
    Aside(usize),
}

/// A note.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub label: Label,
    /// Its nodes, which are whole siblings.
    pub nodes: Range<NodeId>,
    mark: String,
}

/// The notes that kept text refers to.
#[derive(Debug, Default)]
pub(super) struct Notes {
    at: HashMap<NodeId, At>,
    /// Which note begins at a node.
    begins: HashMap<NodeId, usize>,
    /// Bytes of a text that are left out at its start and at its end.
    cuts: HashMap<NodeId, (usize, usize)>,
    list: Vec<Note>,
}

impl Notes {
    /// The notes that the kept leaves of a page refer to.
    pub fn find(page: &Page, kept: &NodeSet) -> Notes {
        let mut notes = Notes::default();
        if let Some((references, targets)) = references::find(page, kept) {
            notes.add_linked(page, references, &targets);
        }
        asides::find(page, kept, &mut notes);
        if notes.list.is_empty() {
            loose::find(page, kept, &mut notes);
        }
        label::assign(&mut notes.list);
        notes
    }

    /// The kept leaves and the texts of notes of which nothing was kept: who keeps a reference wants to read what it
    /// refers to. None where all is there.
    pub fn with_texts(&self, page: &Page, kept: &NodeSet) -> Option<NodeSet> {
        let mut all: Option<NodeSet> = None;
        for note in self.list.iter().filter(|note| !kept.any_in(note.nodes.clone())) {
            let nodes = note.nodes.start.index()..note.nodes.end.index();
            let texts = nodes.map(NodeId::from_index).filter(|&n| page.is_text(n));
            let texts = texts.filter(|&n| !fold::is_blank(page.text(n)));
            all.get_or_insert_with(|| kept.clone()).extend(texts);
        }
        all
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn list(&self) -> &[Note] {
        &self.list
    }

    pub fn at(&self, id: NodeId) -> Option<At> {
        self.at.get(&id).copied()
    }

    /// The note that begins at a node.
    pub fn beginning(&self, id: NodeId) -> Option<usize> {
        self.begins.get(&id).copied()
    }

    /// What is told of a text.
    pub fn cut<'t>(&self, id: NodeId, text: &'t str) -> &'t str {
        match self.cuts.get(&id) {
            Some(&(start, end)) => text.get(start..text.len() - end).unwrap_or(text),
            None => text,
        }
    }

    fn cut_start(&mut self, id: NodeId, bytes: usize) {
        self.cuts.entry(id).or_default().0 = bytes;
    }

    fn cut_end(&mut self, id: NodeId, bytes: usize) {
        self.cuts.entry(id).or_default().1 = bytes;
    }

    /// Adds a note with its references, which stand in document order.
    fn add(&mut self, page: &Page, nodes: Range<NodeId>, mark: &str, references: &[NodeId]) {
        let number = self.list.len();
        trim::trim(page, &nodes, mark, self);
        surroundings::of_note(page, nodes.start, self);
        for &reference in references {
            self.at.insert(reference, At::Reference(number));
        }
        self.begins.insert(nodes.start, number);
        self.list.push(Note { label: Label::default(), nodes, mark: mark.into() });
    }

    fn add_linked(&mut self, page: &Page, mut references: Vec<Reference>, targets: &Targets<'_>) {
        references.retain(|r| r.evidence + at_target(page, r, targets) >= ENOUGH);
        let links: Vec<NodeId> = references.iter().map(|r| r.link).collect();
        let mut begins: Vec<NodeId> = references.iter().map(|r| r.target).collect();
        begins.sort_unstable();
        begins.dedup();
        let extents = Extents { page, targets: &begins, references: &links };
        // A target that holds others is what holds the notes.
        let single =
            |&target: &NodeId| definitions::count_in(&begins, target..page.end(target)) == 1;
        let mut found: HashMap<NodeId, Range<NodeId>> = begins
            .iter()
            .copied()
            .filter(single)
            .filter_map(|target| Some((target, extents.of(target)?)))
            .take(MAX_NOTES)
            .collect();
        let mut by_target: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        for reference in &references {
            let outer = surroundings::outermost_mark(page, reference.link);
            by_target.entry(reference.target).or_default().push(outer);
        }
        // In the order of the first references.
        for reference in &references {
            if let Some(nodes) = found.remove(&reference.target) {
                self.add(page, nodes, &reference.mark, &by_target[&reference.target]);
            }
        }
        surroundings::of_references(page, self);
    }
}

/// What speaks for a note at the element a reference leads to: it is called one, it begins with the mark, it leads back.
fn at_target(page: &Page, reference: &Reference, targets: &Targets<'_>) -> u8 {
    let around = std::iter::once(reference.target).chain(page.ancestors(reference.target).take(3));
    let called = around.into_iter().any(|id| mark::is_called_note(page, id));
    let marked = trim::begins_with_mark(page, reference.target, &reference.mark);
    let back = trim::leads_back_to(page, reference.target, reference.link, targets);
    2 * u8::from(called) + u8::from(marked) + 2 * u8::from(back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::label::folded_text;

    fn notes(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.insert_range(page.root()..page.end(page.root()));
        let notes = Notes::find(&page, &kept);
        let text = |note: &Note| {
            format!("{} {}", note.label.as_str(), folded_text(&page, note.nodes.start))
        };
        notes.list.iter().map(text).collect()
    }

    #[test]
    fn what_is_called_a_note_or_leads_back_is_one() {
        let page =
            |notes: &str| format!("<p>Text<sup><a id=r1 href=#n1>1</a></sup> goes on.</p>{notes}");
        for html in [
            "<ol class=footnotes><li id=n1>A note.</ol>",
            "<ol><li id=n1>A note. <a href=#r1>↩</a></ol>",
            "<p id=n1><sup>1</sup> A note.",
        ] {
            assert_eq!(notes(&page(html)).len(), 1, "{html}");
        }
        assert!(
            notes("<p>See <a href=#s1>1</a>.<section id=s1><h2>First</h2><p>Text</section>")
                .is_empty()
        );
    }

    #[test]
    fn a_note_is_there_where_its_reference_is() {
        let html = "<p>Text<sup><a id=r1 href=#n1>1</a></sup> goes on.</p><p>Else<sup><a id=r2 href=#n2>2</a></sup></p>\
            <ol class=footnotes><li id=n1>A <i>first</i> note.<li id=n2>A second one.</ol>";
        let page = Page::parse(html);
        let text = |n: &NodeId| page.is_text(*n) && !fold::is_blank(page.text(*n));
        let first = page.descendants(page.root()).find(|&n| page.name(n) == dehusk_page::name::P);
        let mut kept = NodeSet::new(page.len());
        kept.extend(page.descendants(first.unwrap()).filter(text));
        let notes = Notes::find(&page, &kept);
        let all = notes.with_texts(&page, &kept).unwrap();
        let said: String = all.iter().filter(text).map(|n| page.text(n)).collect();
        assert_eq!(said, "Text1 goes on.A first note.");
        let again = Notes::find(&page, &all);
        assert!(again.with_texts(&page, &all).is_none());
    }

    #[test]
    fn labels_are_the_pages_own_where_they_can_be() {
        let page = "<p>a<sup><a href=#fn3>3</a></sup> b<sup><a href=#fn7>7</a></sup></p>\
            <ol><li id=fn7>Seven is.<li id=fn3>Three is.</ol>";
        assert_eq!(notes(page), ["3 Three is.", "7 Seven is."]);
        let stars = page.replace(">3<", ">*<").replace(">7<", ">*<");
        assert_eq!(notes(&stars), ["1 Three is.", "2 Seven is."]);
    }
}
