//! What a block's own text and tag say.

use super::counts::TextCounts;
use super::export::exported;
use crate::block::Block;
use dehusk_page::name::{self, Name};

exported! {
    /// A block's own text.
    pub struct TextFeatures {
        /// Words.
        pub words: u32,
        /// Runs without white space, words or not.
        pub tokens: u32,
        /// Characters.
        pub chars: u32,
        /// Links with text.
        pub links: u32,
        /// Link words by words.
        pub link_density: f32,
        /// Tokens a line at 80 columns, without the last line unless it is the only one.
        pub text_density: f32,
        /// Characters other than white space by words.
        pub average_word_length: f32,
        /// Words by sentences.
        pub average_sentence_length: f32,
        /// Sentences, one at least where there are words.
        pub sentences: u32,
        /// Words that begin with a capital.
        pub capital_words: u32,
        /// Such words by words.
        pub capital_ratio: f32,
        /// Words of two or more letters that are all capitals.
        pub upper_words: u32,
        /// Such words by words.
        pub upper_ratio: f32,
        /// Capitals by characters.
        pub upper_chars_ratio: f32,
        /// Digits by characters.
        pub digit_ratio: f32,
        /// Commas, full stops and the like.
        pub punctuation: u32,
        /// Such marks by words.
        pub punctuation_ratio: f32,
        /// Full stops, question marks, exclamation marks, ellipses.
        pub sentence_marks: u32,
        /// Full stops.
        pub full_stops: u32,
        /// Full stops by words.
        pub full_stop_ratio: f32,
        /// Vertical bars and angle quotes, as they stand between links.
        pub bars: u32,
        /// Dates, times, names of months and days.
        pub dates: u32,
        /// Copyright signs and the word.
        pub copyright: u32,
        /// Strong characters by characters.
        pub strong_ratio: f32,
        /// Line breaks inside.
        pub line_breaks: u32,
        /// It ends like a sentence.
        pub ends_sentence: bool,
        /// It ends with a colon.
        pub ends_colon: bool,
    }
}

/// The features of a block from what was counted in its text.
#[inline]
pub(crate) fn text_features(block: &Block, text: &str, counts: &TextCounts) -> TextFeatures {
    let words = block.words.max(1) as f32;
    let chars = block.chars.max(1) as f32;
    let last = text.chars().next_back();
    TextFeatures {
        words: block.words,
        tokens: counts.tokens,
        chars: block.chars,
        links: block.links,
        link_density: block.link_density(),
        text_density: counts.text_density(),
        average_word_length: block.chars.saturating_sub(counts.spaces) as f32 / words,
        average_sentence_length: block.words as f32 / counts.sentences.max(1) as f32,
        sentences: counts.sentences,
        capital_words: counts.capital_words,
        capital_ratio: counts.capital_words as f32 / words,
        upper_words: counts.upper_words,
        upper_ratio: counts.upper_words as f32 / words,
        upper_chars_ratio: counts.upper_chars as f32 / chars,
        digit_ratio: counts.digits as f32 / chars,
        punctuation: counts.punctuation,
        punctuation_ratio: counts.punctuation as f32 / words,
        sentence_marks: counts.sentence_marks,
        full_stops: counts.full_stops,
        full_stop_ratio: counts.full_stops as f32 / words,
        bars: counts.bars,
        dates: counts.dates,
        copyright: counts.copyrights,
        strong_ratio: block.strong_chars as f32 / chars,
        line_breaks: counts.line_breaks,
        ends_sentence: last.is_some_and(is_end_of_sentence),
        ends_colon: matches!(last, Some(':' | '：')),
    }
}

/// Whether a text ends like a sentence.
pub(crate) fn ends_sentence(text: &str) -> bool {
    text.chars().next_back().is_some_and(is_end_of_sentence)
}

fn is_end_of_sentence(last: char) -> bool {
    matches!(last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '"' | '”' | '\'' | '।' | '۔' | '؟')
}

/// Tags with a number of their own in [`Features::tag`](super::Features::tag).
const TAGS: [Name; 26] = [
    name::P,
    name::LI,
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::TD,
    name::TH,
    name::DD,
    name::DT,
    name::BLOCKQUOTE,
    name::PRE,
    name::FIGCAPTION,
    name::DIV,
    name::ARTICLE,
    name::SECTION,
    name::ADDRESS,
    name::CAPTION,
    name::BODY,
    name::SUMMARY,
    name::LEGEND,
    name::HEADER,
    name::FOOTER,
    name::MAIN,
];

static TAG_NUMBERS: [i8; name::KNOWN] = tag_numbers();

const fn tag_numbers() -> [i8; name::KNOWN] {
    let mut table = [-1; name::KNOWN];
    let mut at = 0;
    while at < TAGS.len() {
        table[TAGS[at].number() as usize] = at as i8;
        at += 1;
    }
    table
}

/// The number of a tag, -1 for those without.
pub(crate) fn tag_number(tag: Name) -> i8 {
    TAG_NUMBERS.get(tag.number() as usize).copied().unwrap_or(-1)
}
