//! `mss-unigram`, `mss-trigram`: maximum subsequence segmentation.
//!
//! J. Pasternack, D. Roth: "Extracting Article Text from the Web with Maximum Subsequence Segmentation" (WWW
//! 2009). Every token of the page, word or tag, has a score: the probability that it is content by a naive Bayes
//! classifier, less a half. The content is the stretch with the largest sum, found in one pass. The unigram form
//! knows a token, the trigram form a token with the two before it and the tag it stands in.

use super::file::ModelFile;
use super::odds::{self, Odds, hash};
use crate::languages;
use dehusk_extract::{BuildError, Derived, Document, Entry, Extractor, Selection, Verdict};
use std::ops::Range;
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "mss-unigram",
        "the stretch with the most words of content",
        "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        languages::TRAINED,
        |_| Ok(Arc::new(Mss::shipped(false)?)),
    ),
    Entry::new(
        "mss-trigram",
        "the stretch with the most runs of words of content",
        "maximum subsequence segmentation; Pasternack and Roth, WWW 2009; trained by `dehusk train mss`",
        languages::TRAINED,
        |_| Ok(Arc::new(Mss::shipped(true)?)),
    ),
];

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

    /// The score of a token with the odds of those before it.
    fn score(&self, alone: u32, before: i32) -> f32 {
        let place = self.odds[0].sixteenths(alone) + before + (SUMS / 2) as i32;
        self.scores.get(place as usize).copied().unwrap_or(0.0)
    }

    /// The sum of the scores of each block's tokens.
    pub fn sums(&self, document: &Document, trigrams: bool) -> Vec<f32> {
        let tokens = document.derived::<Tokens>();
        if !trigrams {
            let sum = |block: &[u32]| block.iter().fold(0.0, |sum, &t| sum + self.score(t, 0));
            return tokens.blocks().map(sum).collect();
        }
        let with_before = tokens.with_before();
        let mut before = with_before.iter().map(|&hash| self.odds[1].sixteenths(hash));
        let mut score = |alone: u32| self.score(alone, before.next().unwrap_or(0));
        let sum = |block: &[u32]| block.iter().fold(0.0, |sum, &token| sum + score(token));
        tokens.blocks().map(sum).collect()
    }
}

/// The tokens of a page by their hashes: for each block its tag, then its words in lower case.
#[derive(Debug)]
pub struct Tokens {
    /// Two that are none, then all tokens.
    hashes: Vec<u32>,
    /// Where the tokens of each block end, from the first token on.
    ends: Vec<usize>,
}

/// Tokens before the first.
const NONE: usize = 2;

impl Derived for Tokens {
    fn derive(document: &Document) -> Tokens {
        Tokens::of(document)
    }
}

impl Tokens {
    /// Reads the blocks of a document.
    pub fn of(document: &Document) -> Tokens {
        let (page, blocks) = (document.page(), document.blocks());
        let words: u32 = blocks.iter().map(|block| block.words + 1).sum();
        let mut hashes = Vec::with_capacity(NONE + words as usize);
        hashes.resize(NONE, 0);
        let mut ends = Vec::with_capacity(blocks.len());
        for (number, block) in blocks.iter().enumerate() {
            hashes.push(hash(1, page.name_text(block.tag).as_bytes()));
            words_of(blocks.text(number), |word| hashes.push(word));
            ends.push(hashes.len() - NONE);
        }
        Tokens { hashes, ends }
    }

    /// The tokens of each block.
    pub fn blocks(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let tokens = starts.zip(&self.ends).map(|(start, end)| start + NONE..end + NONE);
        tokens.map(|tokens| self.hashes.get(tokens).unwrap_or_default())
    }

    /// For each token its hash with the two before it and the tag around.
    pub fn with_before(&self) -> Vec<u32> {
        let mut hashes = Vec::with_capacity(self.hashes.len());
        for block in self.blocks() {
            // The first token of a block is its tag.
            let tag = block.first().copied().unwrap_or(0);
            hashes.resize(hashes.len() + block.len(), tag);
        }
        pulp::Arch::new().dispatch(WithBefore { tokens: &self.hashes, hashes: &mut hashes });
        hashes
    }
}

/// Makes tags into the hashes of tokens with what is around them. All of it has to be one function for the compiler to
/// use the processor's own vectors.
struct WithBefore<'t> {
    tokens: &'t [u32],
    hashes: &'t mut [u32],
}

impl pulp::WithSimd for WithBefore<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let (hashes, tokens) = (self.hashes, self.tokens);
        let len = hashes.len().min(tokens.len().saturating_sub(NONE));
        let (first, second, third) = (&tokens[..len], &tokens[1..=len], &tokens[2..len + 2]);
        for at in 0..len {
            let parts = [first[at], second[at], third[at], hashes[at]];
            let mut sum = 2;
            for part in parts {
                sum = odds::begin(sum);
                for byte in 0..4 {
                    sum = odds::add(sum, (part >> (8 * byte)) as u8);
                }
            }
            hashes[at] = sum;
        }
    }
}

/// Tells the hash of every word of a text in lower case. Words are what stands between white space; those of ASCII are
/// hashed while their end is looked for.
fn words_of(text: &str, mut tell: impl FnMut(u32)) {
    let bytes = text.as_bytes();
    let (mut start, mut at) = (0, 0);
    while start < bytes.len() {
        let mut hash = odds::begin(0);
        while let Some(&small) = bytes.get(at).map(|&byte| &SMALL[usize::from(byte)])
            && small != END
        {
            hash = odds::add(hash, small);
            at += 1;
        }
        if bytes.get(at).is_some_and(|byte| !byte.is_ascii()) {
            at = start + wide_word(text.get(start..).unwrap_or_default(), &mut tell);
        } else {
            if at > start {
                tell(hash);
            }
            at += 1;
        }
        start = at;
    }
}

/// The small form of a byte, or [`END`] if it is no ASCII or white space.
static SMALL: [u8; 256] = small_bytes();
const END: u8 = 0xff;

const fn small_bytes() -> [u8; 256] {
    let mut table = [END; 256];
    let mut byte = 0;
    while byte < 128 {
        if !is_space(byte) {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
}

/// White space of ASCII as Unicode has it.
const fn is_space(byte: u8) -> bool {
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
    model: &'static Model,
    trigrams: bool,
}

impl Mss {
    /// With the shipped model, by single tokens or by three in a row.
    pub fn shipped(trigrams: bool) -> Result<Mss, BuildError> {
        Ok(Mss { model: super::usable("mss", &SHIPPED)?, trigrams })
    }
}

impl Extractor for Mss {
    fn extract(&self, document: &Document) -> Selection {
        let sums = self.model.sums(document, self.trigrams);
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
        words_of(text, |word| seen.push(word));
        let whole = text.split_whitespace().map(|word| hash(0, word.to_lowercase().as_bytes()));
        assert_eq!(seen, whole.collect::<Vec<u32>>());
    }

    #[test]
    fn scores_are_probabilities_less_a_half() {
        let mut bytes = vec![0; 2];
        bytes[odds::slot(7, 2)] = 16;
        let odds = Odds::from_bytes(&bytes).unwrap();
        let model = Model::new([odds.clone(), odds], 0.5);
        let probability = |odds: f32| 1.0 / (1.0 + (-odds).exp()) - 0.5;
        assert_eq!(model.score(7, 0), probability(1.5));
        assert_eq!(model.score(7, 16), probability(2.5));
    }

    #[test]
    fn tags_and_words_are_tokens() {
        let document = Document::new(Page::parse("<p>One two<p>one"));
        let tokens = document.derived::<Tokens>();
        let blocks: Vec<&[u32]> = tokens.blocks().collect();
        let [p, one, two] = [(1, "p"), (0, "one"), (0, "two")].map(|(n, t)| hash(n, t.as_bytes()));
        assert_eq!(blocks, [&[p, one, two][..], &[p, one]]);
        let with = |a: u32, b: u32, c: u32| {
            [a, b, c, p].iter().fold(2, |sum, part| hash(sum, &part.to_le_bytes()))
        };
        let expected = [
            with(0, 0, p),
            with(0, p, one),
            with(p, one, two),
            with(one, two, p),
            with(two, p, one),
        ];
        assert_eq!(tokens.with_before(), expected);
    }
}
