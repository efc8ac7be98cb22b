//! Content reaches up to the title.

use super::{Draft, Filter};

/// Marks what stands between the title and the content as content, where it was content once.
pub(in super::super) struct ExpandTitleToContent;

impl Filter for ExpandTitleToContent {
    fn apply(&self, draft: &mut Draft<'_>) {
        let Some(content) = draft.blocks.iter().position(|b| b.content) else { return };
        let Some(title) = draft.blocks[..=content].iter().rposition(|b| b.title) else { return };
        for block in title..content {
            if draft.blocks[block].might_be_content {
                draft.decide(block, true, "between the title and the content");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::document_title_match::DocumentTitleMatch;
    use super::super::keep_largest_block::KeepLargestBlock;
    use super::super::testing::{KeepMarked, content};
    use super::*;

    const LARGEST: KeepLargestBlock = KeepLargestBlock { expand_from_words: None };

    #[test]
    fn the_title_and_what_follows_it_come_back() {
        let steps: [&dyn Filter; 4] =
            [&DocumentTitleMatch::PLAIN, &KeepMarked, &LARGEST, &ExpandTitleToContent];
        let page =
            "<title>keep it</title><p>keep off<p>keep it<p>keep lead<p>keep the text<p>keep end";
        assert_eq!(content(page, &steps), [false, true, true, true, false]);
        let page =
            "<title>other</title><p>keep off<p>keep it<p>keep lead<p>keep the text<p>keep end";
        assert_eq!(content(page, &steps), [false, false, false, true, false]);
    }
}
