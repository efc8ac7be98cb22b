//! Keeping whole elements: their text, and the media in them.

use dehusk_extract::derived::is_skipped;
use dehusk_extract::{Document, Media, NodeSet};
use dehusk_page::{Kind, NodeId};

/// Keeps the texts and media of an element, all but what is below an element that `without` names.
pub(crate) fn keep(
    document: &Document,
    root: NodeId,
    kept: &mut NodeSet,
    mut without: impl FnMut(NodeId) -> bool,
) {
    let (page, media) = (document.page(), document.derived::<Media>());
    let mut nodes = page.subtree(root);
    while let Some(node) = nodes.next() {
        match page.kind(node) {
            Kind::Text => kept.insert(node),
            Kind::Element if without(node) => nodes.skip_subtree(page, node),
            Kind::Element if media.contains(node) => {
                kept.insert(node);
                nodes.skip_subtree(page, node);
            }
            Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
            _ => {}
        }
    }
}
