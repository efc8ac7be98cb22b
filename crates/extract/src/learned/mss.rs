//! `mss-unigram`, `mss-trigram`: maximum subsequence segmentation.
//!
//! J. Pasternack, D. Roth: "Extracting Article Text from the Web with Maximum Subsequence Segmentation" (WWW
//! 2009). Every token of the page, word or tag, has a score: the probability that it is content by a naive Bayes
//! classifier, less a half. The content is the stretch with the largest sum, found in one pass. The unigram form
//! knows a token, the trigram form a token with the two before it and the tag it stands in.

use super::file::ModelFile;
use super::odds::{self, Odds, hash};
use crate::{Document, Extractor, Selection, Verdict};
use std::ops::Range;
use std::sync::LazyLock;

/// Slots of each of the two tables.
pub const SLOTS: usize = 1 << 16;

/// Sums that two bytes can have.
const SUMS: usize = 2 * 256;

/// The odds of tokens, and of tokens with those before.
#[derive(Clone, Debug)]
pub struct Model {
    /// Of single tokens and of three.
    odds: [Odds; 2],
    /// The log-odds of content before anything is read.
    prior: f32,
    /// The scores of all sums of odds that there can be.
    scores: Vec<f32>,
}

impl Model {
    /// From the odds of single tokens and of three, and the log-odds of content before anything is read.
    pub fn new(odds: [Odds; 2], prior: f32) -> Model {
        let score = |place: usize| {
            let odds = (place as f32 - (SUMS / 2) as f32) / odds::SCALE;
            1.0 / (1.0 + (-odds - prior).exp()) - 0.5
        };
        Model { odds, prior, scores: (0..SUMS).map(score).collect() }
    }

    /// From a file.
    pub fn of(file: &ModelFile) -> Option<Model> {
        let odds = [Odds::from_bytes(file.parts.first()?)?, Odds::from_bytes(file.parts.get(1)?)?];
        Some(Model::new(odds, *file.floats(2)?.first()?))
    }

    /// Adds its parts to a file.
    pub fn write(&self, file: &mut ModelFile) {
        file.parts.extend(self.odds.iter().map(Odds::to_bytes));
        file.push_floats(&[self.prior]);
    }

    /// The score of a token.
    fn score(&self, token: &Token, trigrams: bool) -> f32 {
        let before = if trigrams { self.odds[1].sixteenths(token.with_before) } else { 0 };
        let odds = self.odds[0].sixteenths(token.alone) + before;
        let place = odds + (SUMS / 2) as i32;
        self.scores.get(place as usize).copied().unwrap_or(0.0)
    }

    /// The sum of the scores of each block's tokens.
    pub fn sums(&self, document: &Document, trigrams: bool) -> Vec<f32> {
        let mut sums = vec![0.0; document.blocks().len()];
        tokens(document, trigrams, |token| sums[token.block] += self.score(&token, trigrams));
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
    /// Its hash with the two before it and the tag around; 0 where nobody asked for it.
    pub with_before: u32,
}

/// Tells all tokens: for each block its tag, then its words in lower case.
pub fn tokens(document: &Document, trigrams: bool, mut see: impl FnMut(Token)) {
    let (page, blocks) = (document.page(), document.blocks());
    let mut before = [0, 0];
    for (block, found) in blocks.iter().enumerate() {
        let tag = hash(1, page.name_text(found.tag).as_bytes());
        let mut tell = |alone: u32| {
            let parts = [before[0], before[1], alone, tag];
            let of_three = || parts.iter().fold(2, |sum, part| hash(sum, &part.to_le_bytes()));
            see(Token { block, alone, with_before: if trigrams { of_three() } else { 0 } });
            before = [before[1], alone];
        };
        tell(tag);
        words(blocks.text(block), tell);
    }
}

/// Tells the hash of every word of a text in lower case. Words are what stands between white space; those of ASCII are
/// hashed while their end is looked for.
fn words(text: &str, mut tell: impl FnMut(u32)) {
    let mut rest = text;
    while let Some(&first) = rest.as_bytes().first() {
        let mut hash = odds::begin(0);
        let is_end = |&byte: &u8| {
            let ends = !byte.is_ascii() || is_space(byte);
            if !ends {
                hash = odds::add(hash, byte.to_ascii_lowercase());
            }
            ends
        };
        let end = rest.as_bytes().iter().position(is_end).unwrap_or(rest.len());
        let ends_in_ascii = rest.as_bytes().get(end).is_none_or(u8::is_ascii);
        let len = match ends_in_ascii {
            true if end > 0 => {
                tell(hash);
                end
            }
            true => usize::from(is_space(first)),
            false => wide_word(rest, &mut tell),
        };
        rest = rest.get(len..).unwrap_or_default();
    }
}

/// White space of ASCII as Unicode has it.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Tells the first word of a text, where it is not all ASCII; gives its length, or that of the white space before it.
fn wide_word(text: &str, tell: &mut impl FnMut(u32)) -> usize {
    let spaces = text.len() - text.trim_start().len();
    if spaces > 0 {
        return spaces;
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let mut bytes = [0; 4];
    let lower = text[..end].chars().flat_map(char::to_lowercase);
    tell(
        lower.fold(odds::begin(0), |hash, c| {
            c.encode_utf8(&mut bytes).bytes().fold(hash, odds::add)
        }),
    );
    end
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

static SHIPPED: LazyLock<Option<Model>> = LazyLock::new(|| Model::of(&super::shipped("mss")?));

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
    fn words_are_hashed_in_lower_case() {
        let text = " One  Två,\u{a0}ÄÄ three\tÉ x\u{2003}字 . end";
        let mut seen = Vec::new();
        words(text, |word| seen.push(word));
        let whole = text.split_whitespace().map(|word| hash(0, word.to_lowercase().as_bytes()));
        assert_eq!(seen, whole.collect::<Vec<u32>>());
    }

    #[test]
    fn scores_are_probabilities_less_a_half() {
        let mut bytes = vec![0; 2];
        bytes[odds::slot(7, 2)] = 16;
        let odds = Odds::from_bytes(&bytes).unwrap();
        let model = Model::new([odds.clone(), odds], 0.5);
        let token = Token { block: 0, alone: 7, with_before: 7 };
        let probability = |odds: f32| 1.0 / (1.0 + (-odds).exp()) - 0.5;
        assert_eq!(model.score(&token, false), probability(1.5));
        assert_eq!(model.score(&token, true), probability(2.5));
    }

    #[test]
    fn tags_and_words_are_tokens() {
        let document = Document::new(Page::parse("<p>One two<p>one"));
        let mut alone = Vec::new();
        tokens(&document, false, |token| alone.push((token.block, token.alone)));
        assert_eq!(alone.len(), 5);
        assert!(alone[0].1 == alone[3].1 && alone[1].1 == alone[4].1 && alone[1].1 != alone[2].1);
    }
}
