//! Long text on the level of the content.

use super::{Draft, Filter};

/// Marks long blocks as content that stand on the tag level of the largest one, wherever in the page.
pub(in super::super) struct LargeBlockSameTagLevel {
    /// Words that make a block long.
    pub min_words: u32,
}

impl Filter for LargeBlockSameTagLevel {
    fn apply(&self, draft: &mut Draft<'_>) {
        let main = draft.blocks.iter().find(|b| b.content && b.very_likely_content);
        let Some(level) = main.map(|b| b.tag_level) else { return };
        for block in 0..draft.blocks.len() {
            let found = &draft.blocks[block];
            if found.tag_level == level && found.counts.words >= self.min_words {
                draft.decide(block, true, "long, and on the level of the content");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keep_largest_block::KeepLargestBlock;
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn long_blocks_come_back_across_other_levels() {
        let steps: [&dyn Filter; 3] = [
            &KeepMarked,
            &KeepLargestBlock { expand_from_words: None },
            &LargeBlockSameTagLevel { min_words: 3 },
        ];
        let html = "<p>drop b c</p>out<p>keep b c d<div><p>drop b c</div><p>drop b";
        assert_eq!(content(html, &steps), [true, false, true, false, false]);
    }
}
