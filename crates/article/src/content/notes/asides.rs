//! Notes beside the line they belong to: sidenotes, whose text stands in the paragraph itself.

use super::{At, Notes, mark};
use crate::content::label::folded_text;
use crate::content::role::Role;
use crate::content::{extent, fold};
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use std::collections::HashSet;

/// Class words of elements that show their text in the margin.
const ASIDES: &[&str] =
    &["sidenote", "marginnote", "margin-note", "side-note", "inline-footnote", "footnote-inline"];

/// Adds the sidenotes of a page.
pub(super) fn find(page: &Page, kept: &NodeSet, notes: &mut Notes) {
    let (Some(body), Some(around)) = (page.body(), extent::around(page, kept)) else { return };
    let mut texts = HashSet::new();
    for id in page.subtree(around).filter(|&id| is_aside(page, id)) {
        if !kept.any_in(id..page.end(id)) {
            continue;
        }
        let reference = reference(page, id);
        let own = reference.and_then(|id| mark::mark_of(page, id));
        let first =
            page.descendants(id).find(|&n| page.is_text(n) && !fold::is_blank(page.text(n)));
        let own = own.or_else(|| mark::mark(page.text(first?)).map(str::to_string));
        let mark = own.unwrap_or_else(|| (notes.list.len() + 1).to_string());
        let inside = NodeId::from_index(id.index() + 1)..page.end(id);
        let number = notes.list.len();
        notes.add(page, inside, &mark, &[]);
        notes.at.insert(id, At::Aside(number));
        if let Some(reference) = reference {
            notes.at.insert(reference, At::Nothing);
        }
        texts.insert(words(&folded_text(page, id), &mark));
    }
    if !texts.is_empty() {
        leave_copies_out(page, body, &texts, notes);
    }
}

fn is_aside(page: &Page, id: NodeId) -> bool {
    page.is_element(id)
        && Role::of(page.name(id)).is_inline()
        && page
            .attr(id, name::CLASS)
            .is_some_and(|class| class.split_ascii_whitespace().any(|word| ASIDES.contains(&word)))
        && super::definitions::has_words(page, id)
}

/// The mark or the label right before a sidenote.
fn reference(page: &Page, aside: NodeId) -> Option<NodeId> {
    let before = std::iter::successors(page.prev_sibling(aside), |&n| page.prev_sibling(n));
    let mut elements = before
        .take_while(|&n| !page.is_text(n) || fold::is_blank(page.text(n)))
        .filter(|&n| page.is_element(n) && page.name(n) != name::INPUT);
    let found = elements.next()?;
    let is_label = page.name(found) == name::LABEL;
    let is_mark = mark::mark_of(page, found).is_some();
    (is_label || is_mark).then_some(found)
}

/// A text without its mark, by which a copy of it is known.
fn words(text: &str, mark: &str) -> String {
    let text = text.trim_start();
    let bare = text.strip_prefix(mark).unwrap_or(text);
    bare.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Some pages have their sidenotes once more below the text, for narrow screens.
fn leave_copies_out(page: &Page, body: NodeId, texts: &HashSet<String>, notes: &mut Notes) {
    let mut nodes = page.descendants(body);
    while let Some(id) = nodes.next() {
        let block = page.is_element(id) && !Role::of(page.name(id)).is_inline();
        if !block || !mark::is_called_note(page, id) {
            continue;
        }
        let text = folded_text(page, id);
        let number = text.split_whitespace().next().and_then(mark::mark).unwrap_or("");
        if texts.contains(&words(&text, number)) {
            notes.at.insert(id, At::Nothing);
            super::surroundings::of_note(page, id, notes);
            nodes.skip_subtree(page, id);
        }
    }
}
