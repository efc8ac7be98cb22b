//! What was left out although it looks like what was kept.
//!
//! An answer that stops in the middle reads like one that is whole. What gives it away is the page: a text that goes on
//! behind the last paragraph that was kept, or places of the same shape of which some were kept and others were not.

use super::shapes::Shapes;
use dehusk_blocks::{Block, Containers};
use dehusk_extract::{Diagnosis, Document, Trouble};

/// The share of a shape's words that must be kept for the others to be missed.
const MOSTLY: f32 = 0.5;
/// Words of a block that is missed: shorter ones are labels.
const LEAST_WORDS: u32 = 8;

/// Words that must be missed for a text to be called cut.
const CUT_WORDS: f32 = 60.0;
/// The same as a share of the words that were kept.
const CUT_SHARE: f32 = 0.3;
/// Letters that are shown of where it begins.
const SHOWN: usize = 40;

/// Blocks that are missed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeftAlike {
    alike: Missed,
    behind: Missed,
}

/// Some blocks that are missed.
#[derive(Clone, Debug, Default, PartialEq)]
struct Missed {
    first: Option<usize>,
    blocks: usize,
    words: f32,
}

impl Missed {
    fn add(&mut self, block: usize, words: u32) {
        self.first.get_or_insert(block);
        self.blocks += 1;
        self.words += words as f32;
    }
}

impl LeftAlike {
    /// Of an answer about a document.
    pub fn of(document: &Document, keep: &[bool]) -> LeftAlike {
        let shapes = document.derived::<Shapes>();
        let blocks = document.blocks();
        let mut sums = vec![(0.0, 0.0); shapes.count];
        for ((block, &shape), &keep) in blocks.iter().zip(&shapes.of_block).zip(keep) {
            let (kept, all) = &mut sums[shape as usize];
            let words = block.words.max(1) as f32;
            *all += words;
            *kept += if keep { words } else { 0.0 };
        }
        let goes_on = goes_on(document.containers(), keep);
        let mut left = LeftAlike::default();
        for (at, block) in
            blocks.iter().enumerate().filter(|(at, block)| !keep[*at] && is_text(block))
        {
            let (kept, all) = sums[shapes.of_block[at] as usize];
            if kept >= MOSTLY * all {
                left.alike.add(at, block.words);
            }
            if goes_on.contains(&at) {
                left.behind.add(at, block.words);
            }
        }
        left
    }

    /// Words at places of which most were kept.
    pub fn words(&self) -> f32 {
        self.alike.words
    }

    /// Words of text behind the last that was kept, in the same element.
    pub fn behind(&self) -> f32 {
        self.behind.words
    }

    /// What to tell the user, where so much is missed that the text may be cut.
    pub fn diagnosis(&self, document: &Document, kept_words: f32) -> Option<Diagnosis> {
        let is_end = self.behind.words >= self.alike.words;
        let missed = if is_end { &self.behind } else { &self.alike };
        let begins = document.blocks().text(missed.first?);
        if missed.words < CUT_WORDS || missed.words < CUT_SHARE * kept_words {
            return None;
        }
        let begins: String = begins.chars().take(SHOWN).collect();
        let place = if is_end { "behind its end" } else { "beside it" };
        let (words, blocks) = (missed.words, missed.blocks);
        let evidence = format!(
            "{words} words in {blocks} blocks {place} look like it, from \u{201c}{begins}\u{201d} on"
        );
        Some(Diagnosis::new(Trouble::MayBeCut, evidence))
    }
}

fn is_text(block: &Block) -> bool {
    block.words >= LEAST_WORDS && block.link_density() < 0.5
}

/// The blocks behind the last that was kept that stand in the same element as it does.
fn goes_on(containers: &Containers, keep: &[bool]) -> std::ops::Range<usize> {
    let Some(last) = keep.iter().rposition(|&keep| keep) else { return 0..0 };
    let list = containers.list();
    let around = list[containers.of_block(last)]
        .parent
        .map_or(0..0, |parent| list[parent as usize].blocks.clone());
    last + 1..(around.end as usize).max(last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const LONG: &str = "One two three four five six seven eight nine.";

    fn left(html: &str, keep: &[bool]) -> LeftAlike {
        LeftAlike::of(&Document::new(Page::parse(html)), keep)
    }

    #[test]
    fn a_text_that_goes_on_is_missed() {
        let html = format!("<div>{}</div><p class=x>{LONG}", format!("<p>{LONG}").repeat(4));
        let found = left(&html, &[true, true, false, false, false]);
        assert_eq!((found.behind(), found.words()), (18.0, 18.0));
        assert_eq!(left(&html, &[true, true, true, true, false]), LeftAlike::default());
    }

    #[test]
    fn places_of_which_most_were_kept_are_missed_in_between() {
        let post = format!("<div class=post><p>{LONG}</div>");
        let html = post.repeat(4);
        let found = left(&html, &[true, false, true, true]);
        assert_eq!((found.words(), found.alike.first), (9.0, Some(1)));
        assert_eq!(left(&html, &[false, false, true, false]).words(), 0.0, "most were left out");
        assert_eq!(left(&html, &[false; 4]), LeftAlike::default(), "nothing was kept");
    }

    #[test]
    fn the_user_is_told_past_a_bound() {
        let document = Document::new(Page::parse(format!("<p>{LONG}").repeat(20)));
        let told = |kept: usize| {
            let keep: Vec<bool> = (0..20).map(|block| block < kept).collect();
            LeftAlike::of(&document, &keep).diagnosis(&document, 9.0 * kept as f32)
        };
        let found = told(10).unwrap();
        assert_eq!(found.trouble, Trouble::MayBeCut);
        assert!(found.evidence.starts_with("90 words in 10 blocks behind its end"), "{found}");
        assert_eq!(told(17), None);
    }
}
