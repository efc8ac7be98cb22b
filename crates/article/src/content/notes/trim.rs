//! What of a note is not its text: the mark it begins with, and the ways back to its references.

use super::definitions::has_words;
use super::mark;
use super::references::Targets;
use super::{At, Notes};
use crate::content::fold;
use crate::content::label::short_text;
use crate::content::role::Role;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// Wrappers around a mark or a way back that hold nothing else.
const MAX_WRAPPERS: usize = 4;

/// Marks what the walk leaves out of a note.
pub(super) fn trim(page: &Page, nodes: &Range<NodeId>, mark: &str, notes: &mut Notes) {
    ways_back(page, nodes, notes);
    leading_mark(page, nodes, mark, notes);
}

fn below(nodes: &Range<NodeId>) -> impl Iterator<Item = NodeId> + use<> {
    (nodes.start.index()..nodes.end.index()).map(NodeId::from_index)
}

fn ways_back(page: &Page, nodes: &Range<NodeId>, notes: &mut Notes) {
    for id in below(nodes).filter(|&id| page.is_element(id) && page.name(id) == name::A) {
        if !leads_back(page, id, nodes) {
            continue;
        }
        notes.at.insert(id, At::Nothing);
        // What is left of a wrapper may be signs alone.
        let around = page.ancestors(id).take(MAX_WRAPPERS).take_while(|a| nodes.contains(a));
        for wrapper in around {
            let empty = !has_words(page, wrapper) && is_bare(page, wrapper, notes);
            if !empty || wrapper == nodes.start {
                break;
            }
            notes.at.insert(wrapper, At::Nothing);
        }
    }
}

/// Whether a link of a note leads back to where it is referred to.
fn leads_back(page: &Page, link: NodeId, nodes: &Range<NodeId>) -> bool {
    let Some(text) = short_text(page, link) else { return false };
    let href = page.attr(link, name::HREF).unwrap_or("");
    let local = href.contains('#') || href.starts_with("javascript:") || href.is_empty();
    let called = page.attr(link, name::ROLE).is_some_and(|r| r.contains("backlink"))
        || page.attr(link, name::CLASS).is_some_and(|c| c.contains("back"));
    // A mark at the beginning is the note's own; later ones are ways back to several places.
    let later_mark = mark::mark(&text).is_some() && has_text_before(page, link, nodes);
    local && (mark::is_way_back(&text) || called || later_mark && text.chars().count() == 1)
}

fn has_text_before(page: &Page, id: NodeId, nodes: &Range<NodeId>) -> bool {
    below(&(nodes.start..id)).any(|n| page.is_text(n) && !fold::is_blank(page.text(n)))
}

/// Whether all text of an element that the walk would tell is signs.
fn is_bare(page: &Page, id: NodeId, notes: &Notes) -> bool {
    let mut nodes = page.subtree(id);
    let mut bare = true;
    while let Some(n) = nodes.next() {
        if matches!(notes.at.get(&n), Some(At::Nothing)) {
            nodes.skip_subtree(page, n);
        } else if page.is_text(n) {
            bare &= mark::is_way_back(page.text(n));
        }
    }
    bare
}

/// Leaves out the mark that a note begins with, and the punctuation behind it.
fn leading_mark(page: &Page, nodes: &Range<NodeId>, mark: &str, notes: &mut Notes) {
    let Some(first) = first_text(page, nodes.clone(), notes) else { return };
    let text = page.text(first);
    if mark::mark(text).is_some_and(|found| found.eq_ignore_ascii_case(mark)) {
        let whole = outermost(page, first, nodes);
        notes.at.insert(whole, At::Nothing);
        let rest = page.end(whole)..nodes.end;
        if let Some(next) = first_text(page, rest, notes) {
            let text = page.text(next);
            let kept = text.trim_start_matches(['.', ')', ']', ':', ' ', '\u{a0}', '\n', '\t']);
            notes.cut_start(next, text.len() - kept.len());
        }
        return;
    }
    if let Some(len) = mark_at_start(text, mark) {
        notes.cut_start(first, len);
    }
}

/// The first text in a range that is told.
fn first_text(page: &Page, nodes: Range<NodeId>, notes: &Notes) -> Option<NodeId> {
    let mut id = nodes.start;
    while id < nodes.end {
        if matches!(notes.at.get(&id), Some(At::Nothing)) {
            id = page.end(id);
            continue;
        }
        if page.is_text(id) && !fold::is_blank(page.text(id)) {
            return Some(id);
        }
        id = NodeId::from_index(id.index() + 1);
    }
    None
}

/// The largest element of a note that holds nothing but the mark.
fn outermost(page: &Page, text: NodeId, nodes: &Range<NodeId>) -> NodeId {
    let around = page.ancestors(text).take(MAX_WRAPPERS);
    let holds_mark = |id: &NodeId| {
        nodes.contains(id)
            && page.end(*id) < nodes.end
            && !matches!(Role::of(page.name(*id)), Role::List { .. })
            && mark::mark_of(page, *id).is_some()
    };
    around.take_while(holds_mark).last().unwrap_or(text)
}

/// The bytes at the start of a text that are a mark and what parts it from the words, as in `[1] `, `1. ` or `* `.
fn mark_at_start(text: &str, mark: &str) -> Option<usize> {
    let trimmed = text.trim_start();
    let inner = trimmed.trim_start_matches(['[', '(']);
    let after = inner.get(..mark.len()).filter(|m| m.eq_ignore_ascii_case(mark))?;
    let rest = &inner[after.len()..];
    let words = rest.trim_start_matches([']', ')', '.', ':', ' ', '\u{a0}', '\t', '\n']);
    let parted = words.len() < rest.len() || !mark.chars().all(char::is_alphanumeric);
    (parted && !words.is_empty()).then(|| text.len() - words.len())
}

/// Whether what a reference leads to begins with the same mark.
pub(super) fn begins_with_mark(page: &Page, target: NodeId, mark: &str) -> bool {
    let from = target.index()..page.len().min(target.index() + 40);
    let mut texts = from.map(NodeId::from_index).filter(|&n| page.is_text(n));
    let first = texts.find(|&n| !fold::is_blank(page.text(n))).map(|n| page.text(n));
    first.is_some_and(|text| {
        mark::mark(text).is_some_and(|found| found == mark) || mark_at_start(text, mark).is_some()
    })
}

/// Nodes after a target in which a way back is looked for, and before a reference that it may lead to.
const MAX_NOTE: usize = 400;
const MAX_BEFORE: usize = 6;

/// Whether something in a note leads back to its reference.
pub(super) fn leads_back_to(
    page: &Page,
    target: NodeId,
    link: NodeId,
    targets: &Targets<'_>,
) -> bool {
    let block = page.ancestors(target).take(2).filter(|&id| !page.contains(id, link)).last();
    let block = block.unwrap_or(target);
    let nodes = page.subtree(block).take(MAX_NOTE).filter(|&n| page.name(n) == name::A);
    nodes.filter_map(|a| page.attr(a, name::HREF)?.split_once('#')).any(|(_, to)| {
        targets.get(to).is_some_and(|to| {
            page.contains(to, link) && page.end(to).index() - to.index() <= MAX_NOTE
                || page.contains(link, to)
                || (to < link && link.index() - to.index() <= MAX_BEFORE)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_before_words() {
        assert_eq!(mark_at_start(" [1] Words", "1"), Some(5));
        assert_eq!(mark_at_start("1. Words", "1"), Some(3));
        assert_eq!(mark_at_start("*Words", "*"), Some(1));
        assert_eq!(mark_at_start("1st words", "1"), None);
        assert_eq!(mark_at_start("Words", "1"), None);
        assert_eq!(mark_at_start("1.", "1"), None);
    }
}
