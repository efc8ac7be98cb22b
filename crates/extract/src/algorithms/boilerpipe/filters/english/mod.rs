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
use crate::Reason;

/// Share of link words from which a block is boilerplate: the root of both trees.
const MAX_LINK_DENSITY: f64 = 0.333333;
/// Share of link words from which the block before casts doubt on this one.
const MAX_PREVIOUS_LINK_DENSITY: f64 = 0.555556;

/// Classifies every block by itself and its neighbours.
fn classify(
    draft: &mut Draft<'_>,
    rules: impl Fn(Option<&TextBlock>, &TextBlock, Option<&TextBlock>) -> (bool, Reason),
) {
    for index in 0..draft.blocks.len() {
        let previous = index.checked_sub(1).and_then(|i| draft.blocks.get(i));
        let (content, reason) = rules(previous, &draft.blocks[index], draft.blocks.get(index + 1));
        draft.blocks[index].content = content;
        draft.explain(index, reason);
    }
}

fn link_density(block: Option<&TextBlock>) -> f64 {
    block.map_or(0.0, TextBlock::link_density)
}

fn mostly_links(block: &TextBlock) -> Option<Reason> {
    let density = block.link_density();
    let reason =
        || Reason::measured("link density", density as f32, "over", MAX_LINK_DENSITY as f32);
    (density > MAX_LINK_DENSITY).then(reason)
}
