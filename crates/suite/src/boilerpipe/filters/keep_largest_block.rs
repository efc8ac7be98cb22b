//! Keeps the largest block.

use super::{Draft, Filter};

/// Keeps only the content block with the most words, the first of them if there are several. The others
/// are marked as what might be content, for [`ExpandTitleToContent`](super::expand_title_to_content).
pub(in super::super) struct KeepLargestBlock {
    /// Words from which blocks on the same tag level are kept with it, up to where the page leaves that
    /// level; none to keep it alone.
    pub expand_from_words: Option<u32>,
}

impl Filter for KeepLargestBlock {
    fn apply(&self, draft: &mut Draft<'_>) {
        if draft.blocks.len() < 2 {
            return;
        }
        let content = draft.blocks.iter().enumerate().filter(|(_, b)| b.content);
        let largest = content.rev().max_by_key(|(_, b)| b.counts.words).map(|(i, _)| i);
        for block in 0..draft.blocks.len() {
            if Some(block) == largest {
                draft.blocks[block].very_likely_content = true;
            } else {
                draft.decide(block, false, "apart from the largest content block");
                draft.blocks[block].might_be_content = true;
            }
        }
        if let (Some(largest), Some(words)) = (largest, self.expand_from_words) {
            expand(draft, (0..largest).rev(), largest, words);
            expand(draft, largest..draft.blocks.len(), largest, words);
        }
    }
}

/// Keeps large blocks on the level of the largest one, until the page leaves that level.
fn expand(draft: &mut Draft<'_>, blocks: impl Iterator<Item = usize>, largest: usize, words: u32) {
    let level = draft.blocks[largest].tag_level;
    for block in blocks {
        let found = &draft.blocks[block];
        if found.tag_level < level {
            return;
        }
        if found.tag_level == level && found.counts.words >= words {
            draft.decide(block, true, "long, and beside the largest content block");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    const ALONE: KeepLargestBlock = KeepLargestBlock { expand_from_words: None };

    #[test]
    fn the_first_of_the_largest_stays() {
        let html = "<p>keep one<p>keep two words<p>keep three words<p>x y z a b c";
        assert_eq!(content(html, &[&KeepMarked, &ALONE]), [false, true, false, false]);
    }

    #[test]
    fn without_content_nothing_stays() {
        assert_eq!(content("<p>one<p>two", &[&KeepMarked, &ALONE]), [false, false]);
        assert_eq!(content("<p>keep", &[&KeepMarked, &ALONE]), [true]);
    }

    #[test]
    fn long_blocks_beside_it_stay_too() {
        let steps: [&dyn Filter; 2] =
            [&KeepMarked, &KeepLargestBlock { expand_from_words: Some(3) }];
        let beside = "<p>keep b c<p>keep b<p>keep b c d<p>keep f g";
        assert_eq!(content(beside, &steps), [true, false, true, true]);
        let apart = "<p>keep b c</p>out<p>keep b c d<div><p>keep b c</div>";
        assert_eq!(content(apart, &steps), [false, false, true, false]);
    }
}
