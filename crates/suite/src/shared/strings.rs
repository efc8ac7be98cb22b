//! All text below a node: what the simple extractors have in common.

use dehusk_extract::{Decision, Document, NodeSet, Selection};
use dehusk_page::{Kind, NodeId, Page};

/// Keeps every text below `root` but what is in elements that `without` names, blank ones too. There is no
/// guess about media: these extractors know of text only.
pub(crate) fn select(
    document: &Document,
    root: Option<NodeId>,
    without: impl Fn(&Page, NodeId) -> bool,
    reason: &'static str,
) -> Selection {
    let page = document.page();
    let mut kept = NodeSet::new(page.len());
    let Some(root) = root else {
        return Selection::from_nodes(document, kept, Vec::new());
    };
    let mut decisions = vec![Decision::subtree(page, root, true, 1.0, reason)];
    let mut nodes = page.descendants(root);
    while let Some(node) = nodes.next() {
        match page.kind(node) {
            Kind::Text => kept.insert(node),
            Kind::Element if without(page, node) => {
                decisions.push(Decision::subtree(page, node, false, 0.0, "an element left out"));
                nodes.skip_subtree(page, node);
            }
            _ => {}
        }
    }
    Selection::from_nodes(document, kept, decisions)
}
