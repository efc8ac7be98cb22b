//! Keeps the largest block.

use super::{Draft, Filter};

/// Keeps only the content block with the most words, the first of them if there are several. The others
/// are marked as what might be content, for [`ExpandTitleToContent`](super::expand_title_to_content).
pub(in super::super) struct KeepLargestBlock;

impl Filter for KeepLargestBlock {
    fn apply(&self, draft: &mut Draft<'_>) {
        if draft.blocks.len() < 2 {
            return;
        }
        let content = draft.blocks.iter().enumerate().filter(|(_, b)| b.content);
        let largest = content.rev().max_by_key(|(_, b)| b.counts.words).map(|(i, _)| i);
        for block in 0..draft.blocks.len() {
            if Some(block) != largest {
                draft.decide(block, false, "apart from the largest content block");
                draft.blocks[block].might_be_content = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn the_first_of_the_largest_stays() {
        let html = "<p>keep one<p>keep two words<p>keep three words<p>x y z a b c";
        assert_eq!(content(html, &[&KeepMarked, &KeepLargestBlock]), [false, true, false, false]);
    }

    #[test]
    fn without_content_nothing_stays() {
        assert_eq!(content("<p>one<p>two", &[&KeepMarked, &KeepLargestBlock]), [false, false]);
        assert_eq!(content("<p>keep", &[&KeepMarked, &KeepLargestBlock]), [true]);
    }
}
