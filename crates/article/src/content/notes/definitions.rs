//! The texts of notes: from the element that a reference leads to, to all that belongs to the note.
//!
//! Pages write notes as items, as paragraphs, as rows, as runs between two anchors of one paragraph. What they have in
//! common: a note goes on until the next one begins, and it holds no reference to itself.

use super::mark;
use crate::content::fold;
use crate::content::role::Role;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// Texts looked at to see whether an element says more than a mark.
const MAX_TEXTS: usize = 64;
/// Elements between two notes that still belong to the first.
const MAX_MORE: usize = 6;

/// Finds where the notes of a page begin and end.
pub(super) struct Extents<'a> {
    pub page: &'a Page,
    /// The elements that references lead to, in document order.
    pub targets: &'a [NodeId],
    /// The references, in document order.
    pub references: &'a [NodeId],
}

impl Extents<'_> {
    /// The nodes of the note that a target begins; none where it has no text.
    pub fn of(&self, target: NodeId) -> Option<Range<NodeId>> {
        let page = self.page;
        let mut block = target;
        while !has_words(page, block) {
            match page.parent(block).filter(|&parent| self.is_of_one_note(parent)) {
                Some(parent) => block = parent,
                None => break,
            }
        }
        let end = self.end_of_run(block);
        let has_text = (block.index()..end.index()).map(NodeId::from_index);
        let has_text = has_text.filter(|&n| page.is_text(n)).any(|n| !fold::is_blank(page.text(n)));
        (has_text && count_in(self.references, block..end) == 0).then_some(block..end)
    }

    /// Whether an element holds no other note, no reference, and is not the page's frame.
    fn is_of_one_note(&self, id: NodeId) -> bool {
        let nodes = id..self.page.end(id);
        let frame = matches!(
            self.page.name(id),
            name::BODY
                | name::HTML
                | name::MAIN
                | name::ARTICLE
                | name::OL
                | name::UL
                | name::DL
                | name::TABLE
        );
        !frame
            && count_in(self.targets, nodes.clone()) <= 1
            && count_in(self.references, nodes) == 0
    }

    /// Where a note ends that begins with an element: with it, or before the next note beside it.
    fn end_of_run(&self, block: NodeId) -> NodeId {
        let page = self.page;
        let inline = is_inline(page, block);
        let ends_run = |&id: &NodeId| {
            let nodes = id..page.end(id);
            let role = Role::of(page.name(id));
            let parts =
                matches!(role, Role::Heading(_) | Role::Rule) || (inline && !is_inline(page, id));
            count_in(self.targets, nodes.clone()) > 0
                || count_in(self.references, nodes) > 0
                || (page.is_element(id) && parts)
        };
        let siblings =
            || std::iter::successors(page.next_sibling(block), |&n| page.next_sibling(n));
        let run: Vec<NodeId> = siblings().take_while(|id| !ends_run(id)).take(500).collect();
        let next = siblings().nth(run.len());
        let before_note = next.is_some_and(|n| count_in(self.targets, n..page.end(n)) > 0);
        let elements = run.iter().filter(|&&n| page.is_element(n)).count();
        let own = has_words(page, block);
        let last = match (inline, own) {
            (true, _) => run.last(),
            (false, true) if before_note && elements <= MAX_MORE => run.last(),
            (false, true) => None,
            // A mark in a block of its own: the note is the next block.
            (false, false) if before_note && elements <= MAX_MORE => run.last(),
            (false, false) => run.iter().find(|&&n| has_words(page, n)),
        };
        page.end(last.copied().unwrap_or(block))
    }
}

fn is_inline(page: &Page, id: NodeId) -> bool {
    !page.is_element(id) || Role::of(page.name(id)).is_inline()
}

/// How many of some nodes in document order stand in a range.
pub(super) fn count_in(nodes: &[NodeId], range: Range<NodeId>) -> usize {
    let before = |end: NodeId| nodes.partition_point(|&n| n < end);
    before(range.end) - before(range.start)
}

/// Whether a node says more than a mark and the way back.
pub(super) fn has_words(page: &Page, id: NodeId) -> bool {
    page.subtree(id).filter(|&n| page.is_text(n)).take(MAX_TEXTS).any(|n| {
        let text = page.text(n).trim();
        text.chars().any(char::is_alphabetic)
            && mark::mark(text).is_none()
            && !mark::is_way_back(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::label::folded_text;

    /// The texts of the notes whose targets have an id that begins with n; references are links.
    fn notes(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let with = |test: &dyn Fn(NodeId) -> bool| -> Vec<NodeId> {
            page.descendants(page.root()).filter(|&n| test(n)).collect()
        };
        let targets = with(&|n| page.attr(n, name::ID).is_some_and(|id| id.starts_with('n')));
        let references = with(&|n| page.attr(n, name::HREF).is_some_and(|h| h.starts_with("#n")));
        let extents = Extents { page: &page, targets: &targets, references: &references };
        let text = |range: Range<NodeId>| {
            let tops = (range.start.index()..range.end.index()).map(NodeId::from_index);
            let tops = tops.filter(|&n| page.parent(n) == page.parent(range.start));
            let texts = tops.map(|n| match page.is_text(n) {
                true => page.text(n).trim().to_string(),
                false => folded_text(&page, n).into_owned(),
            });
            texts.filter(|t| !t.is_empty()).collect::<Vec<_>>().join("|")
        };
        targets.iter().filter_map(|&t| extents.of(t)).map(text).collect()
    }

    const TEXT: &str = "<p>Text<a href=#n1>1</a> more<a href=#n2>2</a></p>";

    #[test]
    fn items_paragraphs_and_rows_are_notes() {
        for html in [
            "<ol><li id=n1>One note<li id=n2>Two notes</ol>",
            "<p id=n1>One note<p id=n2>Two notes",
            "<p><a id=n1></a>One note<p><a id=n2></a>Two notes",
            "<section><div><span id=n1></span><p>One note</div><div><span id=n2></span><p>Two notes</div>",
        ] {
            assert_eq!(notes(&format!("{TEXT}{html}")), ["One note", "Two notes"], "{html}");
        }
        let rows =
            "<table><tr><td><a id=n1>1</a><td>One note<tr><td><a id=n2>2</a><td>Two notes</table>";
        assert_eq!(notes(&format!("{TEXT}{rows}")), ["1 One note", "2 Two notes"]);
    }

    #[test]
    fn a_note_goes_on_until_the_next_one() {
        let more = "<p id=n1>One note<ul><li>more</ul><p id=n2>Two notes<p>Not a note";
        assert_eq!(notes(&format!("{TEXT}{more}")), ["One note|more", "Two notes"]);
        let run = "<p><a id=n1>1</a> One note<br><a id=n2>2</a> Two <b>notes</b></p><p>Other";
        assert_eq!(notes(&format!("{TEXT}{run}")), ["1|One note", "2|Two|notes"]);
        let headed =
            "<div><h5 id=n1>(1)</h5><p>One note<h5 id=n2>(2)</h5><p>Two notes<p>Other</div>";
        assert_eq!(notes(&format!("{TEXT}{headed}")), ["(1)|One note", "(2)|Two notes"]);
    }

    #[test]
    fn what_holds_the_reference_is_no_note() {
        assert!(notes("<div id=n1><p>Text<a href=#n1>1</a></div>").is_empty());
        assert!(notes(&format!("{TEXT}<p id=n1></p><p id=n2>")).is_empty());
    }
}
