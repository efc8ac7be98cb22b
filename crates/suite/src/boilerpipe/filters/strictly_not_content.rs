//! What says that the text is over is no content itself.

use super::{Draft, Filter};

/// Marks the blocks that end the text as boilerplate, and nothing after them.
pub(in super::super) struct StrictlyNotContent;

impl Filter for StrictlyNotContent {
    fn apply(&self, draft: &mut Draft<'_>) {
        for block in 0..draft.blocks.len() {
            if draft.blocks[block].ends_text {
                draft.decide(block, false, "says that the text is over");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::english::terminating_blocks::TerminatingBlocks;
    use super::super::mark_everything::MarkEverything;
    use super::super::testing::content;
    use super::*;

    #[test]
    fn only_the_marker_goes() {
        let steps: [&dyn Filter; 3] = [&MarkEverything, &TerminatingBlocks, &StrictlyNotContent];
        assert_eq!(content("<p>one<p>Add your comment<p>two", &steps), [true, false, true]);
    }
}
