//! Blocks at places that are alike are the same kind of thing.
//!
//! The models judge block by block, and a short reply in a thread looks less like content than a long one, a paragraph
//! with a link less than one without. But where nineteen of twenty places of a shape hold content, the twentieth mostly
//! does too. So the log-odds of blocks are drawn towards the mean of their shape: a little on any page, and more where
//! the page is likely a thread, since its posts belong together.

use super::address::is_thread;
use super::forest::probability;
use super::odds::log_odds;
use super::shapes::Shapes;
use dehusk_extract::{Document, PageType};

/// The share of its shape's mean in what is said of a block of any page, and how much more it is on a page that is
/// surely a thread.
const SHARE: f32 = 0.2;
const MORE_IN_THREADS: f32 = 0.5;
/// Blocks that a shape has at least.
const LEAST_BLOCKS: u32 = 3;

/// Draws the probability of each block towards what is said of the blocks at places like its own.
pub(super) fn draw_together(
    document: &Document,
    kinds: &[f32],
    weights: &[f32],
    probabilities: &mut [f32],
) {
    let thread = match is_thread(document) {
        true => 1.0,
        false => kinds.get(PageType::Forum as usize).copied().unwrap_or(0.0),
    };
    let share = SHARE + MORE_IN_THREADS * thread;
    let shapes = document.derived::<Shapes>();
    let mut sums = vec![Sum::default(); shapes.count];
    for ((&shape, &p), &weight) in shapes.of_block.iter().zip(&*probabilities).zip(weights) {
        sums[shape as usize].add(p, weight);
    }
    let means: Vec<Option<f32>> = sums.into_iter().map(Sum::mean).collect();
    for (&shape, p) in shapes.of_block.iter().zip(probabilities) {
        if let Some(mean) = means[shape as usize] {
            *p = probability(log_odds(*p) * (1.0 - share) + mean * share);
        }
    }
}

/// The blocks of a shape, summed up.
#[derive(Clone, Default)]
struct Sum {
    blocks: u32,
    weight: f32,
    log_odds: f32,
}

impl Sum {
    fn add(&mut self, probability: f32, words: f32) {
        // A long block counts more than a short one, though not as much more as it is longer.
        let weight = words.sqrt();
        self.blocks += 1;
        self.weight += weight;
        self.log_odds += weight * log_odds(probability);
    }

    /// The mean log-odds, where there are blocks enough.
    fn mean(self) -> Option<f32> {
        (self.blocks >= LEAST_BLOCKS && self.weight > 0.0).then(|| self.log_odds / self.weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    fn drawn(html: &str, kind: PageType, before: &[f32]) -> Vec<f32> {
        let document = Document::new(Page::parse(html));
        assert_eq!(document.blocks().len(), before.len());
        let mut kinds = [0.0; PageType::ALL.len()];
        kinds[kind as usize] = 1.0;
        let mut after = before.to_vec();
        draw_together(&document, &kinds, &vec![4.0; before.len()], &mut after);
        after
    }

    const POSTS: &str =
        "<div class=post>one</div><div class=post>two</div><div class=post>three</div><p>four";

    #[test]
    fn a_reply_among_replies_comes_in_and_other_places_stay() {
        let thread = drawn(POSTS, PageType::Forum, &[0.9, 0.9, 0.4, 0.4]);
        assert!(thread[2] > 0.6 && (thread[3] - 0.4).abs() < 1e-5, "{thread:?}");
        let article = drawn(POSTS, PageType::Article, &[0.9, 0.9, 0.4, 0.4]);
        assert!(article[2] > 0.4 && article[2] < thread[2], "{article:?}");
    }

    #[test]
    fn two_of_a_kind_say_nothing_of_each_other() {
        let html = "<div class=post>one</div><div class=post>two</div><p>three";
        let before = [0.9, 0.1, 0.5];
        assert_eq!(drawn(html, PageType::Forum, &before), before);
    }

    #[test]
    fn certainty_stays_a_probability() {
        for p in drawn(POSTS, PageType::Forum, &[0.0, 1.0, 0.5, 1.0]) {
            assert!((0.0..=1.0).contains(&p));
        }
    }
}
