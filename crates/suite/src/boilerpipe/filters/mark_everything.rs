//! Keeps everything.

use super::{Draft, Filter};

/// Marks every block as content.
pub(in super::super) struct MarkEverything;

impl Filter for MarkEverything {
    fn apply(&self, draft: &mut Draft<'_>) {
        for block in 0..draft.blocks.len() {
            draft.decide(block, true, "every text block is kept");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{content, links};
    use super::*;

    #[test]
    fn even_links_stay() {
        assert_eq!(content(&[links(1), links(9)].concat(), &[&MarkEverything]), [true, true]);
    }
}
