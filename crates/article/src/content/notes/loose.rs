//! Notes without links: raised numbers in the text, and below it paragraphs that begin with the same numbers.

use super::definitions::{Extents, has_words};
use super::{Notes, mark};
use crate::content::extent;
use crate::content::fold;
use crate::content::label::short_text;
use crate::content::role::Role;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};

/// Adds notes that only their numbers connect with the text.
pub(super) fn find(page: &Page, kept: &NodeSet, notes: &mut Notes) {
    let raised: Vec<(NodeId, u32)> = raised_numbers(page, kept);
    if raised.is_empty() {
        return;
    }
    let begins = beginnings(page, kept);
    let Some(&(first, _)) = begins.first() else { return };
    // Raised numbers that begin a note are no references.
    let references: Vec<(NodeId, u32)> = raised.into_iter().filter(|(id, _)| *id < first).collect();
    let is_referred = |number: u32| references.iter().any(|&(_, n)| n == number);
    let begins: Vec<_> = begins.into_iter().filter(|&(_, n)| is_referred(n)).collect();
    if begins.is_empty() || !(begins.len() > 1 || is_announced(page, begins[0].0)) {
        return;
    }
    let targets: Vec<NodeId> = begins.iter().map(|&(id, _)| id).collect();
    let links: Vec<NodeId> = references.iter().map(|&(id, _)| id).collect();
    let extents = Extents { page, targets: &targets, references: &links };
    for (target, number) in begins {
        let Some(nodes) = extents.of(target) else { continue };
        let own: Vec<NodeId> =
            references.iter().filter(|&&(_, n)| n == number).map(|&(id, _)| id).collect();
        notes.add(page, nodes, &number.to_string(), &own);
    }
}

fn raised_numbers(page: &Page, kept: &NodeSet) -> Vec<(NodeId, u32)> {
    let Some(around) = extent::around(page, kept) else { return Vec::new() };
    let raised =
        page.subtree(around).filter(|&id| page.name(id) == name::SUP && page.is_element(id));
    let kept = raised.filter(|&id| kept.any_in(id..page.end(id)));
    // An exponent follows a digit or a letter that stands alone: x², 10³.
    let number = |id: NodeId| {
        let number = mark::number(mark::mark(&short_text(page, id)?)?)?;
        let before = page.prev_sibling(id).filter(|&b| page.is_text(b)).map(|b| page.text(b));
        let power = before.is_some_and(ends_with_base);
        (!power && (1..1000).contains(&number)).then_some((id, number))
    };
    kept.filter_map(number).take(super::MAX_NOTES).collect()
}

fn ends_with_base(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    word.bytes().all(|b| b.is_ascii_digit()) && !word.is_empty() || word.chars().count() == 1
}

/// Blocks that begin with the numbers from one on, each in a mark of its own.
fn beginnings(page: &Page, kept: &NodeSet) -> Vec<(NodeId, u32)> {
    let Some(body) = page.body() else { return Vec::new() };
    let mut next = 1;
    let mut found = Vec::new();
    for id in page.descendants(body).filter(|&id| page.is_element(id)) {
        let holds_line =
            matches!(Role::of(page.name(id)), Role::Paragraph | Role::Item | Role::Container);
        // A list that calls itself notes is read whoever kept it.
        let is_told = || kept.any_in(id..page.end(id)) || place_in_notes(page, id).is_some();
        if holds_line && begins_with(page, id) == Some(next) && is_told() {
            found.push((id, next));
            next += 1;
        }
    }
    found
}

/// The number in the raised or bold mark that a block begins with, or that it has in a list of notes.
fn begins_with(page: &Page, id: NodeId) -> Option<u32> {
    place_in_notes(page, id).or_else(|| number_of_mark(page, id))
}

/// The place of an item in a numbered list that is called notes.
fn place_in_notes(page: &Page, id: NodeId) -> Option<u32> {
    let list = page.parent(id).filter(|&list| page.name(list) == name::OL)?;
    let called =
        std::iter::once(list).chain(page.parent(list)).any(|n| mark::is_called_note(page, n));
    let place = page.children(list).filter(|&n| page.name(n) == name::LI).position(|n| n == id)?;
    called.then_some(place as u32 + 1)
}

fn number_of_mark(page: &Page, id: NodeId) -> Option<u32> {
    let mut children = page.children(id);
    let first = children.find(|&c| page.is_element(c) || !fold::is_blank(page.text(c)))?;
    let is_mark = matches!(Role::of(page.name(first)), Role::Sup | Role::Strong);
    let number = mark::number(mark::mark(&short_text(page, first)?)?)?;
    (page.is_element(first) && is_mark && has_words(page, id)).then_some(number)
}

/// Whether notes are announced: by a rule or a heading above them, or by a name.
fn is_announced(page: &Page, first: NodeId) -> bool {
    let called = page.ancestors(first).take(2).any(|id| mark::is_called_note(page, id));
    let before = std::iter::successors(page.prev_sibling(first), |&n| page.prev_sibling(n));
    let before = before.into_iter().find(|&n| page.is_element(n));
    called
        || before.is_some_and(|id| {
            Role::of(page.name(id)) == Role::Rule
                || short_text(page, id).is_some_and(|text| mark::is_notes_heading(&text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(html: &str) -> usize {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.insert_range(page.root()..page.end(page.root()));
        Notes::find(&page, &kept).list().len()
    }

    #[test]
    fn numbers_connect_notes_with_the_text() {
        let text = "<p>One thing.<sup>1</sup> Another.<sup>2</sup></p>";
        assert_eq!(
            count(&format!("{text}<hr><p><strong>1</strong> First.<p><strong>2</strong> Second.")),
            2
        );
        assert_eq!(
            count(&format!("{text}<div><p><sup>1</sup> First.<p><sup>2</sup> Second.</div>")),
            2
        );
        assert_eq!(
            count("<p>One thing.<sup>1</sup></p><p><sup>1</sup> First."),
            0,
            "nothing announces it"
        );
        assert_eq!(count("<p>One thing.<sup>1</sup></p><hr><p><sup>1</sup> First."), 1);
        assert_eq!(count(&format!("{text}<ol class=footnotes><li>First.<li>Second.</ol>")), 2);
    }

    #[test]
    fn notes_that_nobody_kept_are_found_by_their_name() {
        let html = "<p>One thing.<sup>1</sup> Another.<sup>2</sup></p><ol class=footnotes><li>First.<li>Second.</ol>";
        let page = Page::parse(html);
        let text = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
        let mut kept = NodeSet::new(page.len());
        kept.insert_range(text..page.end(text));
        assert_eq!(Notes::find(&page, &kept).list().len(), 2);
    }

    #[test]
    fn powers_are_no_references() {
        assert_eq!(
            count("<p>10<sup>1</sup> x<sup>2</sup></p><hr><p><b>1</b> First.<p><b>2</b> Second."),
            0
        );
    }
}
