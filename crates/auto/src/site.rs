//! Where a site memory changes an answer: between the probabilities that a page has by itself and the
//! choice of blocks.
//!
//! Three things are known of a block from earlier pages, and each has its say in log-odds, where what judges
//! say adds up. What stood at places of the same shape is a second judge of the same question: the average
//! over pages does not know this page, but is free of its accidents, so it is listened to the more the more
//! pages it comes from. It is listened to more where it says less than the page does: a place where words
//! were never content is a list or a form whatever the page makes of it, while a place of content has its
//! bylines and links too. A block that a good part of the earlier pages had is no content of any of them,
//! unless the page would be left with nothing: on sites where pages are nearly the same, what repeats is the
//! content. And of a text that the page has twice, one is enough.
//!
//! The constants were chosen on half of the sites of a corpus of news; `dehusk eval run` with
//! `--models-of-parts`, then `dehusk eval stream`, shows what they are worth.

use dehusk_extract::{BlockHint, Document, ShapeHint, SiteHint};

/// Earlier pages a memory needs before it has a say.
const LEAST_PAGES: u32 = 5;
/// The weight that places of the same shape have beside the page's where they speak for content.
const SHAPE_FOR: f32 = 0.2;
/// The weight that places of the same shape have where they speak against content; never more than all.
const SHAPE_AGAINST: f32 = 1.25;
/// Pages from which a shape has half of its weight.
const SHAPE_HALF: f32 = 4.0;
/// The share of earlier pages that makes a block furniture.
const REPEATED: f32 = 0.15;
/// The share of earlier pages that makes a block with the page's title furniture: other pages link to an article by its headline.
const REPEATED_HEADLINE: f32 = 0.5;
/// The share of words with the page's title that makes a headline.
const HEADLINE: f32 = 0.5;
/// Earlier pages that must have had it at least: one may be the same article.
const LEAST_REPEATS: u32 = 2;
/// What that takes from its log-odds: a factor of 150.
const FURNITURE: f32 = 5.0;
/// Repetition that covers more than this share of what the page takes for content is of content.
const TOO_MUCH: f32 = 0.9;
/// What it takes from a block's log-odds that its text stands at a better place too: a factor of 20.
const COPY: f32 = 3.0;
/// Probabilities closer to certainty than this are taken as this.
const CERTAIN: f32 = 0.001;

/// Changes what the page says of its blocks by what the site has shown.
pub(super) fn follow(
    document: &Document,
    probabilities: &mut [f32],
    weights: &[f32],
    hint: &SiteHint,
) {
    if hint.section_pages >= LEAST_PAGES && hint.blocks.len() == probabilities.len() {
        let features = document.features();
        let likeness = (0..features.len()).map(|block| features.likeness(block).title_overlap);
        let repeats: Vec<bool> = hint
            .blocks
            .iter()
            .zip(likeness)
            .map(|(block, likeness)| repeats(block, hint, likeness >= HEADLINE))
            .collect();
        adjust(probabilities, weights, hint, &repeats);
    }
}

fn repeats(block: &BlockHint, hint: &SiteHint, is_headline: bool) -> bool {
    let share = block.section_seen as f32 / hint.section_pages.max(1) as f32;
    let least = if is_headline { REPEATED_HEADLINE } else { REPEATED };
    block.section_seen >= LEAST_REPEATS && share >= least
}

fn adjust(probabilities: &mut [f32], weights: &[f32], hint: &SiteHint, repeats: &[bool]) {
    let (mut content, mut repeated) = (0.0, 0.0);
    for ((probability, weight), repeats) in probabilities.iter().zip(weights).zip(repeats) {
        content += probability * weight;
        repeated += if *repeats { probability * weight } else { 0.0 };
    }
    let furniture = if repeated > TOO_MUCH * content { 0.0 } else { FURNITURE };
    for ((probability, block), repeats) in probabilities.iter_mut().zip(&hint.blocks).zip(repeats) {
        let mut odds = log_odds(*probability);
        if let Some(shape) = &block.shape {
            let step = log_odds(mixed(shape, *probability)) - odds;
            odds += shape_weight(shape, step < 0.0) * step;
        }
        odds -= match (*repeats, block.copy) {
            (true, _) => furniture,
            (false, true) => COPY,
            (false, false) => 0.0,
        };
        *probability = 1.0 / (1.0 + (-odds).exp());
    }
}

fn shape_weight(shape: &ShapeHint, against: bool) -> f32 {
    let pages = shape.pages as f32;
    let most = if against { SHAPE_AGAINST } else { SHAPE_FOR };
    (most * pages / (pages + SHAPE_HALF)).min(1.0)
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
                    copy: false,
                    shape: shape.map(|content| ShapeHint { pages: 10, content }),
                })
                .collect(),
            counted: None,
        };
        let mut probabilities: Vec<f32> = blocks.iter().map(|b| b.0).collect();
        let weights: Vec<f32> = blocks.iter().map(|b| b.1).collect();
        follow(&page(blocks.len()), &mut probabilities, &weights, &hint);
        probabilities
    }

    /// A page of so many blocks, none of which is its title.
    fn page(blocks: usize) -> Document {
        let texts: String = (0..blocks).map(|n| format!("<p>Block of number {n}")).collect();
        Document::new(dehusk_page::Page::parse(format!("<title>Ferry late</title>{texts}")))
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
    fn places_speak_louder_against_content_than_for_it() {
        let p = adjusted(&[
            (0.6, 50.0, 0, Some(0.05)),
            (0.45, 50.0, 0, Some(0.95)),
            (0.2, 50.0, 0, Some(0.95)),
            (0.95, 90.0, 0, Some(0.9)),
        ]);
        assert!(p[0] < 0.2 && p[1] > 0.5 && p[2] < 0.4 && p[3] > 0.9, "{p:?}");
    }

    #[test]
    fn of_a_text_that_is_there_twice_one_is_enough() {
        let block = |copy| BlockHint { copy, ..BlockHint::default() };
        let blocks = vec![block(false), block(true)];
        let hint = SiteHint { pages: 10, section_pages: 10, blocks, counted: None };
        let mut p = [0.8, 0.8];
        follow(&page(2), &mut p, &[30.0, 30.0], &hint);
        assert!(p[0] > 0.79 && p[1] < 0.2, "{p:?}");
    }

    #[test]
    fn a_headline_that_others_link_to_is_not_furniture_and_a_name_of_the_site_is() {
        let html = "<title>Ferry late again - The Harbour Times</title><h2>The Harbour Times</h2>\
            <h1>Ferry late again</h1><p>It came in late.";
        let seen = |seen| BlockHint { seen, section_seen: seen, ..BlockHint::default() };
        let blocks = vec![seen(10), seen(3), seen(0)];
        let hint = SiteHint { pages: 10, section_pages: 10, blocks, counted: None };
        let document = Document::new(dehusk_page::Page::parse(html));
        let mut p = [0.6, 0.6, 0.9];
        follow(&document, &mut p, &[3.0, 3.0, 40.0], &hint);
        assert!(p[0] < 0.1 && p[1] > 0.59, "{p:?}");
    }

    #[test]
    fn a_new_site_changes_nothing() {
        let block = BlockHint { seen: 4, section_seen: 4, copy: true, shape: None };
        let hint = SiteHint { pages: 4, section_pages: 4, blocks: vec![block], counted: None };
        let mut p = [0.8];
        follow(&page(1), &mut p, &[30.0], &hint);
        assert_eq!(p, [0.8]);
    }
}
