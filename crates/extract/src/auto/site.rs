//! Where a site memory changes an answer: between the probabilities that a page has by itself and the
//! choice of blocks.

use super::choose::choose;
use super::input;
use super::judge::Judgement;
use crate::{BlockHint, Document, SiteHint};

/// Earlier pages a memory needs before it has a say.
pub const LEAST_PAGES: u32 = 5;

/// Changes what was judged by what the site has shown.
pub(super) fn follow(judgement: &mut Judgement, document: &Document, hint: &SiteHint, beta: f32) {
    if hint.pages < LEAST_PAGES || hint.blocks.len() != judgement.probabilities.len() {
        return;
    }
    for (probability, block) in judgement.probabilities.iter_mut().zip(&hint.blocks) {
        *probability = adjusted(*probability, block, hint);
    }
    judgement.choice = choose(&judgement.probabilities, &input::weights(document), beta);
}

fn adjusted(probability: f32, block: &BlockHint, hint: &SiteHint) -> f32 {
    let share = block.seen as f32 / hint.pages.max(1) as f32;
    if share >= 0.3 { probability * 0.01 } else { probability }
}
