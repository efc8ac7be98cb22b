//! Characters and words, in any script.
//!
//! Every threshold of content extraction speaks of words, so a word must mean about the same amount of
//! language everywhere:
//! - Where words are separated by spaces (Latin, Cyrillic, Arabic, Hangul…) a word is a run without white
//!   space that holds at least one letter or digit.
//! - Chinese ideographs and Japanese kana are a word each.
//! - Thai, Lao, Khmer and Burmese write no spaces between words and have no letter that is a word by
//!   itself: every [`DENSE_CHARS`] letters and signs begun are a word.
//!
//! ```
//! use dehusk_blocks::count_words;
//! assert_eq!(count_words("It's 3 o'clock -- really"), 4);
//! assert_eq!(count_words("日本語のtext"), 5);
//! assert_eq!(count_words("한국어 문장"), 2);
//! assert_eq!(count_words("ภาษาไทย"), 2);
//! ```

use crate::swar::{Eight, sum};
use std::sync::LazyLock;

/// Letters and signs of a word in scripts that write neither spaces nor word signs. Thai words have about
/// four to five; Lao, Khmer and Burmese ones are of the same order.
pub(crate) const DENSE_CHARS: u8 = 5;

/// What a character does to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// Punctuation, marks and symbols: part of a word, but they make none.
    Other,
    /// A letter or digit of a script with spaces.
    Letter,
    /// White space.
    Space,
    /// Ends a word without being seen: the zero width space.
    Break,
    /// A word by itself.
    Single,
    /// A letter or sign of a script without spaces or word signs.
    Dense,
    /// First byte of a character beyond ASCII: only in the table of bytes.
    Wide,
}

/// Classes of bytes; all bytes beyond ASCII are [`Class::Wide`].
pub(crate) static BYTES: [Class; 256] = byte_classes();

const fn byte_classes() -> [Class; 256] {
    let mut table = [Class::Wide; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphanumeric() {
            Class::Letter
        } else if b.is_ascii_whitespace() || b == 0x0b {
            Class::Space
        } else {
            Class::Other
        };
        byte += 1;
    }
    table
}

/// Below this the class of a character is looked up; it covers the alphabets and the general punctuation.
const TABLE_LEN: usize = 0x2100;

static TABLE: LazyLock<Box<[Class]>> = LazyLock::new(|| {
    (0..TABLE_LEN as u32).map(|c| char::from_u32(c).map_or(Class::Other, slow_class)).collect()
});

/// The class of any character.
#[inline]
pub(crate) fn class(c: char) -> Class {
    let code = c as u32;
    match code {
        0x4e00..=0x9fff => Class::Single,
        0xac00..=0xd7a3 => Class::Letter,
        _ => TABLE.get(code as usize).copied().unwrap_or_else(|| slow_class(c)),
    }
}

fn slow_class(c: char) -> Class {
    match c as u32 {
        0x200b => Class::Break,
        0x0e01..=0x0e3a | 0x0e40..=0x0e4e | 0x0e81..=0x0ecf | 0x0edc..=0x0edf => Class::Dense,
        0x1000..=0x103f | 0x1050..=0x109d | 0xa9e0..=0xa9ef | 0xaa60..=0xaa7b => Class::Dense,
        0x1780..=0x17d3 => Class::Dense,
        0x3005..=0x3007 | 0x3021..=0x3029 | 0x3041..=0x3096 | 0x309d..=0x309f => Class::Single,
        0x30a1..=0x30fa | 0x30fc..=0x312f | 0x31f0..=0x31ff | 0xff66..=0xff9d => Class::Single,
        0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x1b000..=0x1b16f => Class::Single,
        0x20000..=0x3ffff => Class::Single,
        _ if c.is_alphanumeric() => Class::Letter,
        _ if c.is_whitespace() => Class::Space,
        _ => Class::Other,
    }
}

/// Whether each character below [`TABLE_LEN`] is a number.
static NUMERIC: LazyLock<Box<[bool]>> = LazyLock::new(|| {
    (0..TABLE_LEN as u32).map(|c| char::from_u32(c).is_some_and(char::is_numeric)).collect()
});

/// Whether a character is a number.
#[inline]
pub(crate) fn is_numeric(c: char) -> bool {
    match c as u32 {
        0xac00..=0xd7a3 => false,
        code => NUMERIC.get(code as usize).copied().unwrap_or_else(|| c.is_numeric()),
    }
}

/// Below this the small form of a letter is looked up: Latin, Greek, Cyrillic, Armenian.
const LOWER_LEN: usize = 0x590;

static LOWER: LazyLock<Box<[char]>> = LazyLock::new(|| {
    (0..LOWER_LEN as u32).map(|c| char::from_u32(c).map_or('\0', slow_lower)).collect()
});

/// The small form of a letter, the first character of it if there are several.
#[inline]
pub(crate) fn lower(c: char) -> char {
    LOWER.get(c as usize).copied().unwrap_or_else(|| slow_lower(c))
}

fn slow_lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Whether a letter is a capital: one that has a small form.
#[inline]
pub(crate) fn is_upper(c: char) -> bool {
    lower(c) != c
}

/// Counts words piece by piece: a word that an inline tag splits is still one word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WordState {
    /// The current run without spaces has been counted.
    counted: bool,
    /// Letters since the last word of a dense script began.
    dense: u8,
}

impl WordState {
    /// Takes the next character's class and says whether a word begins there.
    #[inline]
    pub fn begins(&mut self, class: Class) -> bool {
        match class {
            Class::Letter => {
                self.dense = 0;
                !std::mem::replace(&mut self.counted, true)
            }
            Class::Space | Class::Break => {
                *self = WordState::default();
                false
            }
            Class::Single => {
                *self = WordState::default();
                true
            }
            Class::Dense => {
                let begins = self.dense == 0;
                *self = WordState { counted: false, dense: (self.dense + 1) % DENSE_CHARS };
                begins
            }
            Class::Other | Class::Wide => {
                self.dense = 0;
                false
            }
        }
    }
}

/// A stretch of ASCII text; see [`plain_run`].
pub(crate) struct Run {
    pub len: usize,
    pub words: u32,
}

/// Bits of [`PLAIN`].
const LETTER: u8 = 1;
const SPACE: u8 = 2;
const STOP: u8 = 4;

/// What [`plain_run`] needs to know of a byte, in bits.
static PLAIN: [u8; 256] = plain_bits();

const fn plain_bits() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match BYTES[byte] {
            Class::Letter => LETTER,
            Class::Space if byte == b' ' as usize => SPACE,
            Class::Space | Class::Wide => STOP,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// The longest stretch from the start that is ASCII and has no white space but single spaces. Most text of
/// the web is such, so no branch depends on where words begin.
#[inline]
pub(crate) fn plain_run(bytes: &[u8], state: &mut WordState) -> Run {
    let start = plain_eights(bytes, state);
    let mut counted = u8::from(state.counted);
    let (mut len, mut words) = (start.len, start.words);
    let mut before = start.len.checked_sub(1).map_or(0, |last| PLAIN[bytes[last] as usize]);
    for &byte in &bytes[len..] {
        let bits = PLAIN[byte as usize];
        if (bits & STOP) | (bits & before & SPACE) != 0 {
            break;
        }
        words += u32::from(bits & LETTER & !counted);
        counted = (counted | bits) & LETTER & !(bits >> 1);
        before = bits;
        len += 1;
    }
    if len > 0 {
        *state = WordState { counted: counted != 0, dense: 0 };
    }
    Run { len, words }
}

/// The same as far as whole eights of bytes go that can be printed; words are counted as by [`ascii_run`].
#[inline]
fn plain_eights(bytes: &[u8], state: &mut WordState) -> Run {
    let mut counted = state.counted;
    let (mut at, mut ends, mut before) = (0, 0, 0);
    while at + 8 <= bytes.len() {
        let eight = Eight::at(bytes, at);
        let spaces = eight.marks_of(b' ');
        if !eight.is_printable() || spaces & (spaces << 8 | before) != 0 {
            break;
        }
        let (ones, over) = (!(spaces * 0xff)).overflowing_add(eight.letter_marks());
        let (ones, over_again) = ones.overflowing_add(u64::from(counted));
        ends += sum(ones & spaces);
        counted = over | over_again;
        before = spaces >> 56;
        at += 8;
    }
    let words = ends + u32::from(counted) - u32::from(state.counted);
    state.counted = counted;
    Run { len: at, words }
}

/// Words of a text; the module says what a word is.
pub fn count_words(text: &str) -> usize {
    let mut state = WordState::default();
    let mut words = 0;
    let mut at = 0;
    while at < text.len() {
        let run = ascii_run(&text.as_bytes()[at..], &mut state);
        words += run.words as usize;
        at += run.len;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            words += usize::from(state.begins(class(c)));
            at += c.len_utf8();
            if c.is_ascii() {
                break;
            }
        }
    }
    words
}

/// The words of a text as far as it is ASCII, by eight bytes.
///
/// A run without white space is a row of ones. Letters are added to it: the sum runs over into the white space
/// behind the run if there is any letter in it, and stays inside otherwise.
fn ascii_run(bytes: &[u8], state: &mut WordState) -> Run {
    let mut counted = state.counted;
    let (mut at, mut ends) = (0, 0);
    while at < bytes.len() {
        let eight = Eight::at(bytes, at);
        if eight.ascii() < 8 {
            break;
        }
        let spaces = eight.space_marks(8);
        let (ones, over) = (!(spaces * 0xff)).overflowing_add(eight.letter_marks());
        let (ones, over_again) = ones.overflowing_add(u64::from(counted));
        ends += sum(ones & spaces);
        counted = over | over_again;
        at += 8;
    }
    // The run at the end has begun a word; the one at the beginning had done so before.
    let words = ends + u32::from(counted) - u32::from(state.counted);
    if at > 0 {
        *state = WordState { counted, dense: 0 };
    }
    Run { len: at.min(bytes.len()), words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_need_a_letter_or_digit() {
        assert_eq!(count_words(""), 0);
        assert_eq!(count_words("  — | * "), 0);
        assert_eq!(count_words("don't stop (now)"), 3);
        assert_eq!(count_words("a\u{a0}b\u{2003}c"), 3);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(count_words("漢字かなカナ"), 6);
        assert_eq!(count_words("中国，北京。"), 4);
        assert_eq!(count_words("2024年5月abc"), 5, "2024 年 5 月 abc");
        // 12 letters and signs: three begun groups of five.
        assert_eq!(count_words("สวัสดีชาวโลก"), 3);
        // The zero width space marks words in Khmer: each stands for itself.
        assert_eq!(count_words("ខ្ញុំ\u{200b}ស្រឡាញ់"), count_words("ខ្ញុំ") + count_words("ស្រឡាញ់"));
        assert_eq!(count_words("ไทย2024"), 2);
    }

    #[test]
    fn the_fast_way_counts_like_the_rule() {
        let by_rule = |text: &str| {
            let mut state = WordState::default();
            text.chars().filter(|&c| state.begins(class(c))).count()
        };
        let pieces = ["a", "Ω", " ", "  ", "-", "\n", "\u{a0}", "語", "ไทย", "\u{200b}", "7"];
        for n in 0..pieces.len().pow(5) {
            let picks = (0..5).map(|digit| pieces[n / pieces.len().pow(digit) % pieces.len()]);
            let text: String = picks.collect();
            assert_eq!(count_words(&text), by_rule(&text), "{text:?}");
            let long = format!("{text}{text}some more words {text}ab  and then even more{text}");
            assert_eq!(count_words(&long), by_rule(&long), "{long:?}");
        }
    }

    #[test]
    fn fast_and_slow_classes_agree() {
        for c in '\0'..='\u{3ffff}' {
            assert_eq!(class(c), slow_class(c), "{c:?}");
            assert_eq!(is_numeric(c), c.is_numeric(), "{c:?}");
            if c.is_ascii() {
                assert_eq!(class(c), BYTES[c as usize], "{c:?}");
            }
        }
    }
}
