//! Which formulas belong to kept text.

use crate::content::fold;
use crate::content::role::Role;
use dehusk_extract::NodeSet;
use dehusk_page::{Namespace, NodeId, Page};
use std::ops::Range;

/// How many wrappers around a formula may stand beside the text it belongs to.
const NEAR: usize = 6;

/// Whether a formula belongs to kept leaves: they stand in its paragraph, or beside the wrappers that hold
/// nothing but the formula.
pub(in crate::content) fn is_near(page: &Page, kept: &NodeSet, id: NodeId) -> bool {
    let mut wrapper = id;
    for parent in page.ancestors(id).take(NEAR) {
        let beside = beside(page, wrapper);
        let whole = parent..page.end(parent);
        let is_line = matches!(Role::of(page.name(parent)), Role::Paragraph | Role::Item);
        if kept.any_in(if is_line { whole.clone() } else { beside }) {
            return true;
        }
        if has_text_around(page, whole, wrapper) {
            return false;
        }
        wrapper = parent;
    }
    false
}

/// A node with two siblings on either side: white space often stands between elements.
fn beside(page: &Page, id: NodeId) -> Range<NodeId> {
    let first = std::iter::successors(page.prev_sibling(id), |&n| page.prev_sibling(n)).nth(1);
    let last = std::iter::successors(page.next_sibling(id), |&n| page.next_sibling(n)).nth(1);
    let (first, last) = (first.or(page.prev_sibling(id)), last.or(page.next_sibling(id)));
    first.unwrap_or(id)..page.end(last.unwrap_or(id))
}

/// Whether a range holds text that is neither in `inner` nor part of a formula.
fn has_text_around(page: &Page, range: Range<NodeId>, inner: NodeId) -> bool {
    let before = range.start.index()..inner.index();
    let after = page.end(inner).index()..range.end.index();
    before.chain(after).map(NodeId::from_index).any(|n| {
        let html = |p| page.namespace(p) == Namespace::Html && Role::of(page.name(p)) != Role::Skip;
        page.is_text(n) && page.parent(n).is_some_and(html) && !fold::is_blank(page.text(n))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::name;

    #[test]
    fn formulas_stay_with_their_text() {
        let near = |html: &str| {
            let page = Page::parse(html);
            let mut kept = NodeSet::new(page.len());
            kept.extend(page.descendants(page.root()).filter(|&n| page.text(n).contains("kept")));
            let math = page.descendants(page.root()).find(|&n| page.name(n) == name::MATH).unwrap();
            is_near(&page, &kept, math)
        };
        assert!(near("<p>kept <span><math></math></span> <b>x</b>"));
        assert!(near("<p>kept</p><div><p><math></math></p></div><p>other"));
        assert!(near("<p><math></math> x <b>y</b> <i>z</i> <b>kept</b>"));
        assert!(!near("<p>kept</p><p>other <math></math></p>"));
        assert!(!near("<p>kept</p><div><p>other</p><p><math></math></p></div>"));
    }
}
