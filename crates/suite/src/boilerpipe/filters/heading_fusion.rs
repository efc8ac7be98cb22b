//! A heading goes with what it heads.

use super::{Draft, Filter};

/// Makes headings and the content after them into one block; a heading without content after it is none.
pub(in super::super) struct HeadingFusion;

impl Filter for HeadingFusion {
    fn apply(&self, draft: &mut Draft<'_>) {
        for block in 1..draft.blocks.len() {
            let (heading, next) = (&draft.blocks[block - 1], &draft.blocks[block]);
            if heading.heading && !heading.title && !heading.ends_text && !next.content {
                draft.decide(block - 1, false, "heads no content");
            }
        }
        draft.fuse("heads content", |heading, next| {
            heading.heading
                && next.content
                && !heading.title
                && !next.title
                && !heading.ends_text
                && !next.ends_text
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn headings_follow_what_they_head() {
        let html = "<h2>One</h2><p>keep it</p><h2>keep Two</h2><p>x</p>";
        assert_eq!(content(html, &[&KeepMarked, &HeadingFusion]), [true, false, false]);
    }
}
