//! Fuses content with the block before it.

use super::{Draft, Filter};

/// Fuses a content block with the block before it if no more than a few blocks were removed between them.
pub(in super::super) struct BlockProximityFusion {
    /// Blocks that may have stood between the two.
    pub max_distance: u32,
    /// Whether the block before must be content too. If not, what stands before content becomes content:
    /// that is how a headline of three words is saved.
    pub content_only: bool,
    /// Whether as many tags must be open around both.
    pub same_tag_level_only: bool,
}

impl Filter for BlockProximityFusion {
    fn apply(&self, draft: &mut Draft<'_>) {
        draft.fuse("directly before a content block", |earlier, later| {
            later.content
                && (earlier.content || !self.content_only)
                && (earlier.tag_level == later.tag_level || !self.same_tag_level_only)
                && earlier.distance_to(later) <= self.max_distance
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::boilerplate_block::BoilerplateBlock;
    use super::super::testing::{KeepMarked, content, run};
    use super::*;
    use dehusk_extract::Reason;

    const ANY: BlockProximityFusion =
        BlockProximityFusion { max_distance: 1, content_only: false, same_tag_level_only: false };
    const CONTENT: BlockProximityFusion = BlockProximityFusion { content_only: true, ..ANY };

    #[test]
    fn content_takes_in_the_block_before_but_not_the_one_after() {
        assert_eq!(
            content("<p>menu<p>head<p>keep<p>keep<p>foot", &[&KeepMarked, &ANY]),
            [false, true, false]
        );
    }

    #[test]
    fn content_only_leaves_boilerplate_alone() {
        assert_eq!(
            content("<p>head<p>keep<p>keep<p>foot", &[&KeepMarked, &CONTENT]),
            [false, true, false]
        );
    }

    #[test]
    fn a_gap_of_two_removed_blocks_is_too_wide() {
        let steps: [&dyn Filter; 3] =
            [&KeepMarked, &BoilerplateBlock { keep_title: false }, &CONTENT];
        assert_eq!(content("<p>keep<p>x<p>keep", &steps), [true]);
        assert_eq!(content("<p>keep<p>x<p>y<p>keep", &steps), [true, true]);
    }

    #[test]
    fn a_block_deeper_in_the_page_may_be_left_out() {
        let level = BlockProximityFusion { same_tag_level_only: true, ..ANY };
        let html = "<p>keep<p>keep<div><p>keep</div>";
        assert_eq!(content(html, &[&KeepMarked, &level]), [true, true]);
        assert_eq!(content(html, &[&KeepMarked, &ANY]), [true]);
    }

    #[test]
    fn the_atom_that_was_taken_in_says_so() {
        let page = dehusk_page::Page::parse("<p>head<p>keep");
        let draft = run(&page, &[&KeepMarked, &ANY]);
        let reasons: Vec<String> = draft.reasons.unwrap().iter().map(Reason::to_string).collect();
        assert_eq!(reasons, ["directly before a content block", "marked"]);
    }
}
