//! Drops what follows the end.

use super::{Draft, Filter, TextBlock};

/// Drops the block that says the article is over, and all after it, once there was enough text.
pub(in super::super::super) struct IgnoreAfterContent {
    /// Words of full text that must have gone before.
    pub min_words: u32,
}

/// Words a line from which text counts as full text.
const FULL_TEXT_DENSITY: f64 = 9.0;

impl Filter for IgnoreAfterContent {
    fn apply(&self, draft: &mut Draft<'_>) {
        let (mut words, mut over) = (0, false);
        for block in 0..draft.blocks.len() {
            words += full_text_words(&draft.blocks[block]);
            over |= draft.blocks[block].ends_text && words >= self.min_words;
            if over {
                draft.decide(block, false, "below a comments marker");
            }
        }
    }
}

fn full_text_words(block: &TextBlock) -> u32 {
    let counts = block.content && block.text_density() >= FULL_TEXT_DENSITY;
    if counts { block.counts.words } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{content, words};
    use super::super::num_words_rules::NumWordsRules;
    use super::super::terminating_blocks::TerminatingBlocks;
    use super::*;

    #[test]
    fn a_marker_counts_once_there_was_enough_text() {
        let steps: [&dyn Filter; 3] =
            [&TerminatingBlocks, &NumWordsRules, &IgnoreAfterContent { min_words: 60 }];
        let page = |before| format!("{}<p>12 comments</p>{}", words(before), words(80));
        assert_eq!(content(&page(60), &steps), [true, false, false]);
        assert_eq!(content(&page(59), &steps), [true, true, true]);
    }
}
