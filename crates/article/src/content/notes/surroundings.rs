//! What stands around references and notes and belongs to neither: brackets, commas, headings, rules.

use super::mark;
use super::{At, Notes};
use crate::content::fold;
use crate::content::label::short_text;
use crate::content::role::Role;
use dehusk_page::{NodeId, Page};

/// Wrappers around a mark, and levels between a note and the heading above all of them.
const MAX_LEVELS: usize = 4;

/// The largest element around a link that holds nothing but its mark.
pub(super) fn outermost_mark(page: &Page, link: NodeId) -> NodeId {
    let mark = mark::mark_of(page, link);
    let around = page.ancestors(link).take(MAX_LEVELS);
    let same =
        |id: &NodeId| Role::of(page.name(*id)).is_inline() && mark::mark_of(page, *id) == mark;
    around.take_while(same).last().unwrap_or(link)
}

fn is_separator(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || "[](),;–-|/^".contains(c))
}

/// Takes brackets and commas around references away.
pub(super) fn of_references(page: &Page, notes: &mut Notes) {
    let is_reference = |at: &At| matches!(at, At::Reference(_));
    let mut references: Vec<NodeId> =
        notes.at.iter().filter(|(_, at)| is_reference(at)).map(|(&id, _)| id).collect();
    references.sort_unstable();
    for &id in &references {
        let Some(parent) = page.parent(id) else { continue };
        if Role::of(page.name(parent)).is_inline() && holds_references_only(page, parent, notes) {
            notes.at.insert(parent, At::Wrapper);
            for child in page.children(parent).filter(|&c| page.is_text(c)) {
                notes.at.insert(child, between(page, child));
            }
        } else if !page.prev_sibling(id).is_some_and(|p| is_at_reference(notes, p)) {
            brackets(page, id, notes);
        }
    }
}

/// What is told of a text among references: brackets at the ends of a run part it from nothing.
fn between(page: &Page, text: NodeId) -> At {
    let words = page.text(text);
    let parts = match (page.prev_sibling(text), page.next_sibling(text)) {
        (None, _) => words.starts_with(char::is_whitespace),
        (_, None) => words.ends_with(char::is_whitespace),
        _ => true,
    };
    if parts { At::Space } else { At::Nothing }
}

fn is_at_reference(notes: &Notes, id: NodeId) -> bool {
    matches!(notes.at.get(&id), Some(At::Reference(_)))
}

fn holds_references_only(page: &Page, id: NodeId, notes: &Notes) -> bool {
    page.children(id).all(|child| match page.is_text(child) {
        true => is_separator(page.text(child)),
        false => is_at_reference(notes, child) || !page.is_element(child),
    })
}

/// Takes away the brackets around a run of references in a line of text, and the commas in it.
fn brackets(page: &Page, first: NodeId, notes: &mut Notes) {
    let mut run = vec![first];
    let mut next = page.next_sibling(first);
    let mut last = first;
    while let Some(id) = next {
        match page.is_text(id) {
            true if is_separator(page.text(id)) && !page.text(id).contains([']', ')']) => {
                run.push(id)
            }
            false if is_at_reference(notes, id) => {
                run.push(id);
                last = id;
            }
            _ => break,
        }
        next = page.next_sibling(id);
    }
    let before = page.prev_sibling(first).filter(|&id| page.is_text(id));
    let after = page.next_sibling(last).filter(|&id| page.is_text(id));
    let (Some(before), Some(after)) = (before, after) else { return };
    let opens = page.text(before).ends_with(['[', '(']);
    if !opens || !page.text(after).starts_with([']', ')']) {
        return;
    }
    notes.cut_end(before, 1);
    notes.cut_start(after, 1);
    for id in run.into_iter().filter(|&id| id < last && page.is_text(id)) {
        notes.at.insert(id, At::Space);
    }
}

/// Takes the heading and the rule above notes away.
pub(super) fn of_note(page: &Page, start: NodeId, notes: &mut Notes) {
    let mut here = start;
    for _ in 0..2 * MAX_LEVELS {
        match before(page, here) {
            Before::Element(id) if is_heading(page, id) => {
                notes.at.insert(id, At::Nothing);
                here = id;
            }
            Before::Element(id) if Role::of(page.name(id)) == Role::Rule => {
                notes.at.insert(id, At::Nothing);
                return;
            }
            Before::Nothing => {
                match page.parent(here).filter(|&p| Role::of(page.name(p)).holds_notes()) {
                    Some(parent) => here = parent,
                    None => return,
                }
            }
            Before::Element(_) | Before::Text => return,
        }
    }
}

enum Before {
    Nothing,
    Text,
    Element(NodeId),
}

fn before(page: &Page, id: NodeId) -> Before {
    let mut previous = page.prev_sibling(id);
    while let Some(id) = previous {
        if page.is_element(id) {
            return Before::Element(id);
        }
        if page.is_text(id) && !fold::is_blank(page.text(id)) {
            return Before::Text;
        }
        previous = page.prev_sibling(id);
    }
    Before::Nothing
}

fn is_heading(page: &Page, id: NodeId) -> bool {
    let role = Role::of(page.name(id));
    let may_be =
        matches!(role, Role::Heading(_) | Role::Paragraph | Role::Container | Role::Strong);
    may_be && short_text(page, id).is_some_and(|text| mark::is_notes_heading(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::NodeSet;

    fn told(html: &str) -> String {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.insert_range(page.root()..page.end(page.root()));
        let notes = Notes::find(&page, &kept);
        let mut out = String::new();
        let mut nodes = page.descendants(page.body().unwrap());
        while let Some(id) = nodes.next() {
            match notes.at(id) {
                Some(At::Reference(n)) => out += &format!("<{n}>"),
                Some(At::Space) => out.push(' '),
                Some(At::Nothing) => {}
                _ if notes.beginning(id).is_some() => {
                    out.push('!');
                }
                _ => {
                    out += notes.cut(id, page.text(id));
                    continue;
                }
            }
            nodes.skip_subtree(&page, id);
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    const NOTES: &str = "<hr><section><h2>Notes</h2><ol class=footnotes><li id=a>A note.<li id=b>B note.</ol></section>";

    #[test]
    fn brackets_commas_and_headings_go() {
        for reference in [
            "<sup>[<a href=#a>1</a>]</sup> <sup><a href=#b>[2]</a></sup>",
            "<cite>[<a href=#a>1</a>, <a href=#b>2</a>]</cite>",
            "[<a href=#a>1</a>, <a href=#b>2</a>]",
        ] {
            assert_eq!(
                told(&format!("<p>Text {reference} on.</p>{NOTES}")),
                "Text <0> <1> on.!!",
                "{reference}"
            );
        }
        let end = "<p>Text <cite>[<a href=#a>1</a>, <a href=#b>2</a>]</cite>.</p>";
        assert_eq!(told(&format!("{end}{NOTES}")), "Text <0> <1>.!!");
    }
}
