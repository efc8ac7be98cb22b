//! A headline with nothing below it.

use super::{Draft, Filter};

/// Drops headings that no other content follows: they head what was dropped.
pub(in super::super) struct TrailingHeadline;

impl Filter for TrailingHeadline {
    fn apply(&self, draft: &mut Draft<'_>) {
        for block in (0..draft.blocks.len()).rev() {
            let found = &draft.blocks[block];
            if found.content && !found.heading {
                return;
            }
            draft.decide(block, false, "a headline with no content below it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn only_the_last_headlines_go() {
        let html = "<h1>keep</h1><p>keep<h2>keep</h2><p>x<h3>keep</h3>";
        let steps: [&dyn Filter; 2] = [&KeepMarked, &TrailingHeadline];
        assert_eq!(content(html, &steps), [true, true, false, false, false]);
        assert_eq!(content("<h4>keep</h4>", &steps), [true]);
    }
}
