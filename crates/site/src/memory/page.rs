//! What one page teaches of the shapes of its places.
//!
//! The page-level answer says how likely each block is content; repetition corrects it, because what most
//! pages of a site have is no content of any.

use crate::{Observation, Shape};
use dehusk_extract::{BlockHint, ShapeHint, SiteHint};

/// The share of earlier pages that makes a block furniture.
const REPEATED: f32 = 0.25;
/// Earlier pages that a share is told from.
const LEAST_PAGES: u32 = 5;
/// Pages from which on a shape has a prior to agree with.
const KNOWN: u32 = 4;

/// Whether a block is one that many earlier pages had.
pub fn repeats(block: &BlockHint, hint: &SiteHint) -> bool {
    let share = block.section_seen as f32 / hint.section_pages.max(1) as f32;
    hint.section_pages >= LEAST_PAGES && share >= REPEATED
}

/// The shapes of a page, with their words and how likely these are content.
#[derive(Debug, Default)]
pub struct PageLesson(Vec<(Shape, f32, f32)>);

impl PageLesson {
    /// Of a page that was judged; empty for others.
    pub fn of(seen: &Observation, hint: &SiteHint) -> PageLesson {
        let mut judged: Vec<(Shape, f32, f32)> = Vec::with_capacity(seen.blocks().len());
        for (block, known) in seen.blocks().iter().zip(&hint.blocks) {
            let Some(content) = block.content else { continue };
            let content = if repeats(known, hint) { 0.0 } else { content };
            let words = block.words.max(1) as f32;
            judged.push((block.shape, words, words * content));
        }
        judged.sort_by_key(|(shape, ..)| *shape);
        judged.dedup_by(|next, one| {
            let same = next.0 == one.0;
            if same {
                one.1 += next.1;
                one.2 += next.2;
            }
            same
        });
        PageLesson(judged)
    }

    /// How likely the words at each shape of place are content.
    pub fn contents(&self) -> impl Iterator<Item = (Shape, f32)> + '_ {
        self.0.iter().map(|&(shape, words, content)| (shape, content / words))
    }

    /// The share of the page's words that stand where words were of the same kind before; none for a page
    /// that was not judged.
    pub fn agreement(&self, prior: impl Fn(Shape) -> Option<ShapeHint>) -> Option<f32> {
        let (mut agreed, mut all) = (0.0, 0.0);
        for &(shape, words, content) in &self.0 {
            all += words;
            if let Some(prior) = prior(shape).filter(|prior| prior.pages >= KNOWN) {
                agreed += words * (1.0 - (prior.content - content / words).abs());
            }
        }
        (all > 0.0).then(|| (agreed / all).clamp(0.0, 1.0))
    }
}
