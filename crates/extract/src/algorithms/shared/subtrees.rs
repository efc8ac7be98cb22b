//! Keeping whole elements: their text, and the media in them.

use super::is_skipped;
use crate::NodeSet;
use crate::selection::is_medium;
use dehusk_page::{Kind, NodeId, Page};

/// Keeps the texts and media of an element, all but what is below an element that `without` names.
pub(crate) fn keep(
    page: &Page,
    root: NodeId,
    kept: &mut NodeSet,
    mut without: impl FnMut(NodeId) -> bool,
) {
    let mut nodes = page.subtree(root);
    while let Some(node) = nodes.next() {
        match page.kind(node) {
            Kind::Text => kept.insert(node),
            Kind::Element if without(node) => nodes.skip_subtree(page, node),
            Kind::Element if is_medium(page, node) => {
                kept.insert(node);
                nodes.skip_subtree(page, node);
            }
            Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
            _ => {}
        }
    }
}
