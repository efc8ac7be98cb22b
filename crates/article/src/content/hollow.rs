//! Headings with nothing below them: what they stand above was left out, so they say nothing any more.

use super::fold;
use super::notes::Notes;
use super::role::Role;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// More of them in a row are the entries of a list.
const MAX_RUN: usize = 2;
/// The same at the end of the content, where what is left out most often stands.
const MAX_LAST: usize = 5;
/// Elements in which a heading is an entry or a label and not the head of what follows.
const MAX_AROUND: usize = 6;

/// The kept leaves without hollow headings, where there are any.
pub(super) fn without(
    page: &Page,
    kept: &NodeSet,
    headings: &[NodeId],
    notes: &Notes,
) -> Option<NodeSet> {
    let mut moved: Vec<Range<NodeId>> = notes.list().iter().map(|n| n.nodes.clone()).collect();
    moved.sort_unstable_by_key(|nodes| nodes.start);
    let hollow = Kept { page, kept, headings, moved }.hollow();
    let mut all = (!hollow.is_empty()).then(|| kept.clone())?;
    hollow.into_iter().flat_map(|id| page.subtree(id)).for_each(|leaf| all.remove(leaf));
    Some(all)
}

struct Kept<'a> {
    page: &'a Page,
    kept: &'a NodeSet,
    /// The kept headings, in document order.
    headings: &'a [NodeId],
    /// What is told in another place: the texts of notes.
    moved: Vec<Range<NodeId>>,
}

impl Kept<'_> {
    /// The headings that nothing kept stands below although the page has something there. Where many in a row are so,
    /// they are the content, as in a list of stories.
    fn hollow(&self) -> Vec<NodeId> {
        let count = self.headings.len();
        let hollow: Vec<usize> = (0..count).filter(|&at| self.is_hollow(at)).collect();
        let last = |run: &[usize]| run.ends_with(&[count.saturating_sub(1)]);
        let runs = || hollow.chunk_by(|a, b| a + 1 == *b);
        let inner: usize = runs().filter(|run| !last(run)).map(<[usize]>::len).sum();
        let go = |run: &&[usize]| match last(run) {
            true => run.len() <= MAX_LAST && self.has_text_above(run[0]),
            false => run.len() <= MAX_RUN && 2 * inner <= count,
        };
        runs().filter(go).flatten().map(|&at| self.headings[at]).collect()
    }

    /// Whether anything but headings is kept above a heading.
    fn has_text_above(&self, at: usize) -> bool {
        let ends = self.headings.iter().take(at).map(|&h| self.page.end(h));
        let starts = std::iter::once(NodeId::ROOT).chain(ends);
        starts.zip(self.headings).any(|(start, &end)| self.has_content(start..end))
    }

    fn is_hollow(&self, at: usize) -> bool {
        let (page, id) = (self.page, self.headings[at]);
        let own = level(page, id);
        let same = self.headings.iter().skip(at + 1).find(|&&next| level(page, next) <= own);
        let below = page.end(id)..same.copied().unwrap_or(NodeId::from_index(page.len()));
        // Headings of sections below count with what stands below them.
        let mut from = below.start;
        for &heading in self.headings.iter().skip(at + 1).take_while(|&&h| h < below.end) {
            if self.has_content(from..heading) {
                return false;
            }
            from = page.end(heading);
        }
        // The first heading above everything is the title.
        let is_title = at == 0 && !self.has_content(NodeId::ROOT..id);
        !is_title
            && !self.has_content(from..below.end)
            && has_words(page, below)
            && is_head(page, id)
    }

    /// Whether something is kept in a range that a reader sees there.
    fn has_content(&self, range: Range<NodeId>) -> bool {
        let mut from = range.start;
        while let Some(leaf) = self.kept.first_in(from..range.end) {
            let after = self.moved.partition_point(|nodes| nodes.start <= leaf);
            let moved = after.checked_sub(1).map(|at| &self.moved[at]);
            from = match moved.filter(|nodes| nodes.contains(&leaf)) {
                Some(nodes) => nodes.end,
                None if self.page.is_text(leaf) && fold::is_blank(self.page.text(leaf)) => {
                    NodeId::from_index(leaf.index() + 1)
                }
                None => return true,
            };
        }
        false
    }
}

fn level(page: &Page, id: NodeId) -> u8 {
    match Role::of(page.name(id)) {
        Role::Heading(level) => level,
        _ => u8::MAX,
    }
}

/// Whether a page has words in a range.
fn has_words(page: &Page, range: Range<NodeId>) -> bool {
    let mut nodes = (range.start.index()..range.end.index()).map(NodeId::from_index);
    nodes.any(|n| page.is_text(n) && page.text(n).chars().any(char::is_alphabetic))
}

/// Whether a heading stands above what follows: it is no link, and no part of a list, a table or a quotation.
fn is_head(page: &Page, id: NodeId) -> bool {
    let links = page.descendants(id).any(|n| page.name(n) == name::A && page.is_element(n));
    let held = page.ancestors(id).take(MAX_AROUND).any(|a| {
        let role = Role::of(page.name(a));
        matches!(role, Role::Link | Role::Item | Role::Cell { .. } | Role::Quote | Role::Figure)
    });
    !links && !held
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hollow(html: &str) -> Vec<String> {
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.extend(page.descendants(page.root()).filter(|&n| page.text(n).contains("kept")));
        let headings = page.descendants(page.root()).filter(|&n| level(&page, n) < u8::MAX);
        let headings: Vec<_> = headings.filter(|&h| kept.any_in(h..page.end(h))).collect();
        let notes = Notes::find(&page, &kept);
        let all = without(&page, &kept, &headings, &notes).unwrap_or_else(|| kept.clone());
        let gone = headings.into_iter().filter(|&h| !all.any_in(h..page.end(h)));
        gone.map(|h| page.text_content(h)).collect()
    }

    #[test]
    fn headings_of_what_was_left_out_go() {
        let text = "<h1>kept</h1><p>kept</p><h2>kept too</h2><p>kept</p>";
        assert_eq!(
            hollow(&format!("{text}<h2>kept a</h2><p>no</p><h2>kept b</h2><p>kept")),
            ["kept a"]
        );
        assert_eq!(hollow(&format!("{text}<h2>kept a</h2><ul><li>no</ul>")), ["kept a"]);
        assert!(hollow(&format!("{text}<h2>kept a</h2><h3>kept b</h3><p>kept</p>")).is_empty());
        assert!(hollow(&format!("{text}<h2>kept a</h2><h2>kept b</h2><p>kept</p>")).is_empty());
        assert!(hollow(&format!("{text}<h2><a href=x>kept a</a></h2><p>no</p>")).is_empty());
        assert!(hollow(&format!("{text}<ul><li><h2>kept a</h2><p>no</p></ul>")).is_empty());
    }

    #[test]
    fn notes_are_told_elsewhere() {
        let html = "<h1>kept</h1><p>kept<sup><a href=#n1>1</a></sup></p><h2>kept of others</h2><p>kept</p>\
            <h2>kept last</h2><section class=footnotes><ol><li id=n1>kept note</ol></section>";
        let page = Page::parse(html);
        let mut kept = NodeSet::new(page.len());
        kept.extend(page.descendants(page.root()).filter(|&n| page.is_text(n)));
        let headings: Vec<_> =
            page.descendants(page.root()).filter(|&n| level(&page, n) < u8::MAX).collect();
        let notes = Notes::find(&page, &kept);
        assert_eq!(notes.list().len(), 1);
        let all = without(&page, &kept, &headings, &notes).unwrap();
        assert!(!all.any_in(headings[2]..page.end(headings[2])));
        assert!(all.any_in(headings[1]..page.end(headings[1])));
    }

    #[test]
    fn titles_and_lists_of_headings_stay() {
        assert!(
            hollow("<h1>kept</h1><p>no</p><h1>kept</h1><p>kept</p><h2>kept</h2><p>kept</p>")
                .is_empty()
        );
        assert!(
            hollow(
                "<p>kept</p><h2>kept a</h2><p>no</p><h2>kept b</h2><p>no</p><h2>kept c</h2><p>kept"
            )
            .is_empty()
        );
    }
}
