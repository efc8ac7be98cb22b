//! Headings with nothing below them: what they stand above was left out, so they say nothing any more.

use super::fold;
use super::role::Role;
use dehusk_extract::NodeSet;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// Elements in which a heading is an entry or a label and not the head of what follows.
const MAX_AROUND: usize = 6;

/// Those of the kept headings, which stand in document order, that nothing kept stands below although the page has
/// something there. Where most headings are so, they are the content, as in a list of stories.
pub(super) fn find(page: &Page, kept: &NodeSet, headings: &[NodeId]) -> Vec<NodeId> {
    let is_hollow = |at: usize| is_hollow(page, kept, headings, at);
    let hollow: Vec<usize> = (0..headings.len()).filter(|&at| is_hollow(at)).collect();
    if 2 * hollow.len() > headings.len() {
        return Vec::new();
    }
    hollow.into_iter().map(|at| headings[at]).collect()
}

fn is_hollow(page: &Page, kept: &NodeSet, headings: &[NodeId], at: usize) -> bool {
    let id = headings[at];
    let own = level(page, id);
    let same = headings.iter().skip(at + 1).find(|&&next| level(page, next) <= own);
    let below = page.end(id)..same.copied().unwrap_or(NodeId::from_index(page.len()));
    // Headings of sections below count with what stands below them.
    let mut from = below.start;
    for &heading in headings.iter().skip(at + 1).take_while(|&&h| h < below.end) {
        if has_content(page, kept, from..heading) {
            return false;
        }
        from = page.end(heading);
    }
    // The first heading above everything is the title.
    let is_title = at == 0 && !has_content(page, kept, NodeId::ROOT..id);
    !is_title
        && !has_content(page, kept, from..below.end)
        && has_dropped(page, below)
        && is_head(page, id)
}

fn level(page: &Page, id: NodeId) -> u8 {
    match Role::of(page.name(id)) {
        Role::Heading(level) => level,
        _ => u8::MAX,
    }
}

/// Whether something is kept in a range that a reader sees.
fn has_content(page: &Page, kept: &NodeSet, range: Range<NodeId>) -> bool {
    let mut from = range.start;
    while let Some(leaf) = kept.first_in(from..range.end) {
        if !page.is_text(leaf) || !fold::is_blank(page.text(leaf)) {
            return true;
        }
        from = NodeId::from_index(leaf.index() + 1);
    }
    false
}

fn has_dropped(page: &Page, range: Range<NodeId>) -> bool {
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
        let found = find(&page, &kept, &headings);
        found.into_iter().map(|h| page.text_content(h)).collect()
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
