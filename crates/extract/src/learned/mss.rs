//! `mss-unigram`, `mss-trigram`: maximum subsequence segmentation.
//!
//! J. Pasternack, D. Roth: "Extracting Article Text from the Web with Maximum Subsequence Segmentation" (WWW
//! 2009). Every token of the page, word or tag, has a score: the probability that it is content by a naive Bayes
//! classifier, less a half. The content is the stretch with the largest sum, found in one pass. The unigram form
//! knows a token, the trigram form a token with the two before it and the tag it stands in.

use super::file::ModelFile;
use super::odds::{Odds, hash};
use crate::{Document, Extractor, Selection, Verdict};
use std::ops::Range;
use std::sync::LazyLock;

/// Slots of each of the two tables.
pub const SLOTS: usize = 1 << 16;

/// The odds of tokens, and of tokens with those before.
#[derive(Clone, Debug)]
pub struct Model {
    /// Of single tokens and of three.
    pub odds: [Odds; 2],
    /// The log-odds of content before anything is read.
    pub prior: f32,
}

impl Model {
    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let odds = [Odds::from_bytes(file.parts.first()?)?, Odds::from_bytes(file.parts.get(1)?)?];
        Some(Model { odds, prior: *file.floats(2)?.first()? })
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.extend(self.odds.iter().map(Odds::to_bytes));
        file.push_floats(&[self.prior]);
    }

    /// The score of a token.
    fn score(&self, token: &Token, trigrams: bool) -> f32 {
        let odds = self.odds[0].of(token.alone)
            + if trigrams { self.odds[1].of(token.with_before) } else { 0.0 };
        1.0 / (1.0 + (-odds - self.prior).exp()) - 0.5
    }

    /// The sum of the scores of each block's tokens.
    pub fn sums(&self, document: &Document, trigrams: bool) -> Vec<f32> {
        let mut sums = vec![0.0; document.blocks().len()];
        tokens(document, |token| sums[token.block] += self.score(&token, trigrams));
        sums
    }
}

/// A token of the page.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The block it begins or is in.
    pub block: usize,
    /// Its hash.
    pub alone: u32,
    /// Its hash with the two before it and the tag around.
    pub with_before: u32,
}

/// Tells all tokens: for each block its tag, then its words in lower case.
pub fn tokens(document: &Document, mut see: impl FnMut(Token)) {
    let (page, blocks) = (document.page(), document.blocks());
    let mut before = [0, 0];
    let mut lower = String::new();
    for (block, found) in blocks.iter().enumerate() {
        let tag = hash(1, page.name_text(found.tag).as_bytes());
        let mut tell = |alone: u32| {
            let with_before = [before[0], before[1], alone, tag]
                .iter()
                .fold(2, |sum, part| hash(sum, &part.to_le_bytes()));
            see(Token { block, alone, with_before });
            before = [before[1], alone];
        };
        tell(tag);
        for word in blocks.text(block).split_whitespace() {
            lower.clear();
            lower.extend(word.chars().flat_map(char::to_lowercase));
            tell(hash(0, lower.as_bytes()));
        }
    }
}

/// The stretch with the largest sum, the first of equals.
pub fn best_stretch(scores: &[f32]) -> Range<usize> {
    let (mut best, mut most) = (0..0, 0.0);
    let (mut start, mut sum) = (0, 0.0);
    for (index, score) in scores.iter().enumerate() {
        if sum <= 0.0 {
            (start, sum) = (index, 0.0);
        }
        sum += score;
        if sum > most {
            (best, most) = (start..index + 1, sum);
        }
    }
    best
}

static SHIPPED: LazyLock<Option<Model>> =
    LazyLock::new(|| Model::of(&ModelFile::read(include_bytes!("../../models/mss.model"))?));

/// Maximum subsequence segmentation.
pub(crate) struct Mss {
    pub trigrams: bool,
}

impl Extractor for Mss {
    fn extract(&self, document: &Document) -> Selection {
        let sums = SHIPPED.as_ref().map(|m| m.sums(document, self.trigrams)).unwrap_or_default();
        let best = best_stretch(&sums);
        let verdict = |(index, &sum): (usize, &f32)| match best.contains(&index) {
            true => Verdict::keep(sum, "in the stretch with the largest sum of scores"),
            false => Verdict::drop(sum, "outside the stretch with the largest sum of scores"),
        };
        Selection::from_blocks(document, sums.iter().enumerate().map(verdict).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn the_largest_sum_is_found() {
        assert_eq!(best_stretch(&[-1.0, 2.0, -1.0, 3.0, -5.0, 1.0]), 1..4);
        assert_eq!(best_stretch(&[-1.0, 0.0]), 0..0);
        assert_eq!(best_stretch(&[]), 0..0);
    }

    #[test]
    fn tags_and_words_are_tokens() {
        let document = Document::new(Page::parse("<p>One two<p>one"));
        let mut alone = Vec::new();
        tokens(&document, |token| alone.push((token.block, token.alone)));
        assert_eq!(alone.len(), 5);
        assert!(alone[0].1 == alone[3].1 && alone[1].1 == alone[4].1 && alone[1].1 != alone[2].1);
    }
}
