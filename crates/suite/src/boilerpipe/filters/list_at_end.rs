//! A list that ends the content.

use super::{Draft, Filter};

/// Marks list items as content that follow the largest block, stand deeper than it and hold no link.
pub(in super::super) struct ListAtEnd;

impl Filter for ListAtEnd {
    fn apply(&self, draft: &mut Draft<'_>) {
        let mut level = u32::MAX;
        for block in 0..draft.blocks.len() {
            let found = &draft.blocks[block];
            if found.content && found.very_likely_content {
                level = found.tag_level;
            } else if found.tag_level > level
                && found.might_be_content
                && found.list_item
                && found.counts.link_words == 0
            {
                draft.decide(block, true, "list item right after the content");
            } else {
                level = u32::MAX;
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
    fn items_follow_until_one_has_a_link() {
        let steps: [&dyn Filter; 3] =
            [&KeepMarked, &KeepLargestBlock { expand_from_words: None }, &ListAtEnd];
        let html = "<p>keep a b c<ul><li>keep d<li>e<li><a href=x>f</a><li>g</ul><p>h";
        assert_eq!(content(html, &steps), [true, true, true, false, false, false]);
        let html = "<ul><li>a</ul><p>keep a b c<p>x<ul><li>d</ul>";
        assert_eq!(content(html, &steps), [false, true, false, false]);
    }
}
