//! What stands beside content in the tree, and looks like it.

use super::{Draft, Filter};
use dehusk_page::NodeId;

/// Marks blocks as content that are siblings of content: the highest elements around both that hold no other
/// block have the same parent.
pub(in super::super) struct SimilarSiblingContent {
    /// What counts as like content, each after the other.
    pub likes: &'static [Like],
    /// Blocks up to which content is looked for, in either direction.
    pub max_distance: usize,
}

/// When a block is like content.
pub(in super::super) struct Like {
    /// Whether their tags may differ.
    pub mixed_tags: bool,
    /// The link density up to which a block is marked.
    pub max_link_density: f64,
}

impl Filter for SimilarSiblingContent {
    fn apply(&self, draft: &mut Draft<'_>) {
        let whole = representatives(draft);
        for like in self.likes {
            for block in 0..draft.blocks.len() {
                let found = &draft.blocks[block];
                let can_be = !found.content
                    && !found.title
                    && !found.ends_text
                    && found.link_density() <= like.max_link_density;
                if can_be && self.has_sibling(like, draft, &whole, block) {
                    draft.decide(block, true, "beside content, and like it");
                }
            }
        }
    }
}

impl SimilarSiblingContent {
    fn has_sibling(&self, like: &Like, draft: &Draft<'_>, whole: &[NodeId], block: usize) -> bool {
        let page = draft.page;
        let last = (block + self.max_distance).min(draft.blocks.len() - 1);
        let mut near =
            (block.saturating_sub(self.max_distance)..=last).filter(|&other| other != block);
        near.any(|other| {
            let content = &draft.blocks[other];
            content.content
                && !content.title
                && !content.ends_text
                && page.parent(whole[block]) == page.parent(whole[other])
                && (like.mixed_tags || page.name(whole[block]) == page.name(whole[other]))
        })
    }
}

/// The highest node around each block that holds no text of the blocks beside it.
fn representatives(draft: &Draft<'_>) -> Vec<NodeId> {
    let page = draft.page;
    let ends = |block: usize| {
        let atoms = draft.blocks.get(block).map(|b| b.atoms.clone())?;
        Some((draft.first_text(atoms.start)?, draft.last_text(atoms.end.checked_sub(1)?)?))
    };
    let representative = |block: usize| {
        let mut node = ends(block).map_or(NodeId::ROOT, |(first, _)| first);
        let before = block.checked_sub(1).and_then(ends).map(|(_, last)| last);
        let after = ends(block + 1).map(|(first, _)| first);
        while let Some(parent) = page.parent(node) {
            let holds =
                |other: Option<NodeId>| other.is_some_and(|other| page.contains(parent, other));
            if holds(before) || holds(after) {
                break;
            }
            node = parent;
        }
        node
    };
    (0..draft.blocks.len()).map(representative).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn siblings_of_content_become_content() {
        let steps: [&dyn Filter; 2] = [
            &KeepMarked,
            &SimilarSiblingContent {
                likes: &[Like { mixed_tags: false, max_link_density: 0.5 }],
                max_distance: 10,
            },
        ];
        let html =
            "<div><p>keep a</p><p>b</p><ul><li>c</li><li>d</li></ul></div><div><p>e</p></div>";
        assert_eq!(content(html, &steps), [true, true, false, false, false]);
    }
}
