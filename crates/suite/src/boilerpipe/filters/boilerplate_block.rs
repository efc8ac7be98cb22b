//! Takes boilerplate off the list.

use super::{Draft, Filter};

/// Takes every block off the list that is not content.
pub(in super::super) struct BoilerplateBlock {
    /// Whether the title stays on the list even so, for
    /// [`ExpandTitleToContent`](super::expand_title_to_content).
    pub keep_title: bool,
}

impl Filter for BoilerplateBlock {
    fn apply(&self, draft: &mut Draft<'_>) {
        draft.remove(|block| !(block.content || self.keep_title && block.title));
    }
}

#[cfg(test)]
mod tests {
    use super::super::document_title_match::DocumentTitleMatch;
    use super::super::testing::{KeepMarked, run};
    use super::*;

    fn removed(keep_title: bool) -> Vec<bool> {
        let page =
            dehusk_page::Page::parse("<title>drop it</title><p>keep<p>drop<p>drop it<p>keep");
        let steps: [&dyn Filter; 3] =
            [&DocumentTitleMatch::PLAIN, &KeepMarked, &BoilerplateBlock { keep_title }];
        let draft = run(&page, &steps);
        assert_eq!(draft.blocks.len(), draft.removed.iter().filter(|r| !**r).count());
        draft.removed
    }

    #[test]
    fn what_is_removed_is_in_no_block() {
        assert_eq!(removed(false), [false, true, true, false]);
        assert_eq!(removed(true), [false, true, false, false]);
    }
}
