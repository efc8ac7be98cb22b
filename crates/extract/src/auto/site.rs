//! Where a site memory changes an answer: between the probabilities that a page has by itself and the
//! choice of blocks.
//!
//! Two things are known of a block from earlier pages, and each has its say in log-odds, where what judges
//! say adds up. What stood at places of the same shape is a second judge of the same question: the average
//! over pages does not know this page, but is free of its accidents, so it is listened to the more the more
//! pages it comes from, and never more than the page itself. And a block that a good part of the earlier
//! pages had is no content of any of them, unless the page would be left with nothing: on sites where pages
//! are nearly the same, what repeats is the content.

use crate::{BlockHint, ShapeHint, SiteHint};

/// Earlier pages a memory needs before it has a say.
const LEAST_PAGES: u32 = 5;
/// The most weight that places of the same shape have, beside the page's.
const SHAPE_WEIGHT: f32 = 0.5;
/// Pages from which a shape has half of its weight.
const SHAPE_HALF: f32 = 4.0;
/// The share of earlier pages that makes a block furniture.
const REPEATED: f32 = 0.25;
/// What that takes from its log-odds: a factor of 150.
const FURNITURE: f32 = 5.0;
/// Repetition that covers more than this share of what the page takes for content is of content.
const TOO_MUCH: f32 = 0.9;
/// Probabilities closer to certainty than this are taken as this.
const CERTAIN: f32 = 0.001;

/// Changes what the page says of its blocks by what the site has shown.
pub(super) fn follow(probabilities: &mut [f32], weights: &[f32], hint: &SiteHint) {
    if hint.section_pages >= LEAST_PAGES && hint.blocks.len() == probabilities.len() {
        adjust(probabilities, weights, hint);
    }
}

fn adjust(probabilities: &mut [f32], weights: &[f32], hint: &SiteHint) {
    let repeats = |block: &BlockHint| {
        block.section_seen as f32 >= REPEATED * hint.section_pages.max(1) as f32
    };
    let blocks = probabilities.iter().zip(weights).zip(&hint.blocks);
    let (mut content, mut repeated) = (0.0, 0.0);
    for ((probability, weight), block) in blocks {
        content += probability * weight;
        repeated += if repeats(block) { probability * weight } else { 0.0 };
    }
    let furniture = if repeated > TOO_MUCH * content { 0.0 } else { FURNITURE };
    for (probability, block) in probabilities.iter_mut().zip(&hint.blocks) {
        let mut odds = log_odds(*probability);
        if let Some(shape) = &block.shape {
            odds += shape_weight(shape) * (log_odds(mixed(shape, *probability)) - odds);
        }
        odds -= if repeats(block) { furniture } else { 0.0 };
        *probability = 1.0 / (1.0 + (-odds).exp());
    }
}

fn shape_weight(shape: &ShapeHint) -> f32 {
    let pages = shape.pages as f32;
    SHAPE_WEIGHT * pages / (pages + SHAPE_HALF)
}

/// The average over the earlier pages and this one.
fn mixed(shape: &ShapeHint, probability: f32) -> f32 {
    (shape.content * shape.pages as f32 + probability) / (shape.pages as f32 + 1.0)
}

fn log_odds(probability: f32) -> f32 {
    let p = probability.clamp(CERTAIN, 1.0 - CERTAIN);
    (p / (1.0 - p)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probabilities of blocks with (probability, weight, earlier pages of ten, content at the shape).
    fn adjusted(blocks: &[(f32, f32, u32, Option<f32>)]) -> Vec<f32> {
        let hint = SiteHint {
            pages: 10,
            section_pages: 10,
            blocks: blocks
                .iter()
                .map(|&(_, _, seen, shape)| BlockHint {
                    seen,
                    section_seen: seen,
                    shape: shape.map(|content| ShapeHint { pages: 10, content }),
                })
                .collect(),
        };
        let mut probabilities: Vec<f32> = blocks.iter().map(|b| b.0).collect();
        let weights: Vec<f32> = blocks.iter().map(|b| b.1).collect();
        adjust(&mut probabilities, &weights, &hint);
        probabilities
    }

    #[test]
    fn what_repeats_is_furniture() {
        let p = adjusted(&[(0.9, 200.0, 0, None), (0.6, 10.0, 9, None), (0.6, 10.0, 1, None)]);
        assert!(p[1] < 0.1 && (p[0] - 0.9).abs() < 1e-4 && (p[2] - 0.6).abs() < 1e-4, "{p:?}");
    }

    #[test]
    fn pages_that_are_nearly_the_same_keep_their_content() {
        let p = adjusted(&[(0.9, 200.0, 9, None), (0.6, 10.0, 9, None)]);
        assert!(p[0] > 0.89, "{p:?}");
    }

    #[test]
    fn places_speak_but_never_louder_than_the_page() {
        let p = adjusted(&[
            (0.4, 50.0, 0, Some(0.05)),
            (0.4, 50.0, 0, Some(0.95)),
            (0.95, 90.0, 0, Some(0.1)),
        ]);
        assert!(p[0] < 0.3 && p[1] > 0.5 && p[2] > 0.7, "{p:?}");
    }
}
