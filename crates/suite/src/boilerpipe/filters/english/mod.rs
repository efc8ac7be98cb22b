//! Filters whose words and thresholds come from English pages.
//!
//! The rules over words and links hold well beyond English where words are parted by spaces; the markers of
//! the end are English words.

pub(in super::super) mod density_rules;
pub(in super::super) mod ignore_after_content;
pub(in super::super) mod num_words_rules;
pub(in super::super) mod terminating_blocks;

use super::super::draft::{Draft, TextBlock};
use super::Filter;
use dehusk_extract::Reason;

/// Share of link words from which a block is boilerplate: the root of both trees.
const MAX_LINK_DENSITY: f64 = 0.333333;
/// Share of link words from which the block before casts doubt on this one.
const MAX_PREVIOUS_LINK_DENSITY: f64 = 0.555556;

/// A block between its neighbours.
struct Around<'b> {
    previous: Option<&'b TextBlock>,
    block: &'b TextBlock,
    next: Option<&'b TextBlock>,
}

impl Around<'_> {
    /// The block before is of links, and casts doubt on this one.
    fn is_after_links(&self) -> bool {
        self.previous.is_some_and(|b| b.link_density() > MAX_PREVIOUS_LINK_DENSITY)
    }
}

/// Classifies every block by itself and its neighbours. Blocks of links are boilerplate in both trees.
fn classify(draft: &mut Draft<'_>, rules: fn(&Around<'_>) -> (bool, Reason)) {
    for index in 0..draft.blocks.len() {
        let around = Around {
            previous: index.checked_sub(1).and_then(|i| draft.blocks.get(i)),
            block: &draft.blocks[index],
            next: draft.blocks.get(index + 1),
        };
        let (content, reason) = match mostly_links(around.block) {
            Some(links) => (false, links),
            None => rules(&around),
        };
        draft.blocks[index].content = content;
        draft.explain(index, reason);
    }
}

fn mostly_links(block: &TextBlock) -> Option<Reason> {
    let density = block.link_density();
    let reason =
        || Reason::measured("link density", density as f32, "over", MAX_LINK_DENSITY as f32);
    (density > MAX_LINK_DENSITY).then(reason)
}
