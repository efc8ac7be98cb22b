//! The identity of a text block: its letters, whatever stands between them.
//!
//! Counts, dates and punctuation change from page to page in blocks that are otherwise the same, so only
//! letters count, in lower case. "Letter" is what Unicode calls alphabetic, which has the vowel signs of
//! Indic scripts and the signs of Chinese and Japanese with it.

use crate::mask;
use dehusk_extract::Extractor;
use std::sync::LazyLock;
use twox_hash::XxHash3_64;

/// Bits of a hash. In a site of 300,000 different blocks any two are the same with odds of 1 to 6,000.
const BITS: u32 = 48;

/// The hash of a block's normalised text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockHash(u64);

impl BlockHash {
    /// The hash of a text.
    ///
    /// ```
    /// use dehusk_site::BlockHash;
    /// assert_eq!(BlockHash::of("Comments (12)"), BlockHash::of("COMMENTS: 7"));
    /// assert_ne!(BlockHash::of("Комментарии"), BlockHash::of("हिन्दी"));
    /// ```
    pub fn of(text: &str) -> BlockHash {
        Normalizer::default().hash(text)
    }

    /// The lowest 48 bits of a number as a hash: for streams that are made up.
    pub fn from_bits(bits: u64) -> BlockHash {
        BlockHash(bits & ((1 << BITS) - 1))
    }

    /// The hash as a number.
    pub fn bits(self) -> u64 {
        self.0
    }
}

/// Hashes many texts with one buffer.
#[derive(Debug, Default)]
pub struct Normalizer {
    letters: Vec<u8>,
    masks: bool,
}

impl Normalizer {
    /// One that takes texts for the same that differ by a name or a date only; a
    /// capital tells names, a list of months and days dates, and long texts are left as they are.
    pub fn masking() -> Normalizer {
        Normalizer { letters: Vec::new(), masks: true }
    }

    /// As an extractor wants blocks told apart: by their masked forms, unless it counts others.
    pub fn of(extractor: &dyn Extractor) -> Normalizer {
        let masks = extractor.counting().is_none_or(|counting| counting.masks);
        Normalizer { letters: Vec::new(), masks }
    }

    /// The hash of a text; see [`BlockHash::of`].
    pub fn hash(&mut self, text: &str) -> BlockHash {
        self.letters.clear();
        if self.masks {
            self.push_unmasked(text);
        }
        if self.letters.is_empty() {
            push_letters(&mut self.letters, text);
        }
        BlockHash::from_bits(XxHash3_64::oneshot(&self.letters))
    }

    /// Adds the letters of the words that stay when a name or a date changes; none where all count.
    fn push_unmasked(&mut self, text: &str) {
        let mut plain = [0; mask::MOST_BYTES];
        if text.is_ascii() {
            let end = mask::unmasked_ascii(text, &mut plain).unwrap_or_default();
            self.letters.extend_from_slice(&plain[..end]);
        } else if !mask::unmasked_words(text, |word| push_letters(&mut self.letters, word)) {
            self.letters.clear();
        }
    }
}

/// Adds the letters of a text, in lower case.
fn push_letters(letters: &mut Vec<u8>, text: &str) {
    if text.is_ascii() {
        return push_ascii_letters(letters, text.as_bytes());
    }
    for c in text.chars() {
        match small_letter(c) {
            Small::None => {}
            Small::One(small) => push(letters, small),
            Small::Many => c.to_lowercase().for_each(|small| push(letters, small)),
        }
    }
}

fn push(letters: &mut Vec<u8>, letter: char) {
    letters.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
}

/// A letter in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Small {
    /// It is no letter.
    None,
    One(char),
    /// It is written with several.
    Many,
}

/// The letters of Latin, Greek, Cyrillic, Hebrew and Arabic, which are looked up for every letter of a text.
static SMALL: LazyLock<Vec<Small>> =
    LazyLock::new(|| ('\0'..='\u{7ff}').map(small_letter_of_any).collect());

fn small_letter(c: char) -> Small {
    match c {
        '\0'..='\u{7ff}' => SMALL.get(c as usize).copied().unwrap_or(Small::None),
        // Chinese and Japanese signs have no case.
        '\u{4e00}'..='\u{9fff}' => Small::One(c),
        _ => small_letter_of_any(c),
    }
}

fn small_letter_of_any(c: char) -> Small {
    let mut small = c.to_lowercase();
    match (c.is_alphabetic(), small.next(), small.next()) {
        (true, Some(small), None) => Small::One(small),
        (true, ..) => Small::Many,
        _ => Small::None,
    }
}

/// Most text is of this kind, so it is done eight bytes at once: up to the first that is no letter, they are
/// copied together.
fn push_ascii_letters(letters: &mut Vec<u8>, text: &[u8]) {
    let start = letters.len();
    letters.resize(start + text.len(), 0);
    let (room, mut rest, mut end) = (&mut letters[start..], text, 0);
    while let Some(eight) = rest.first_chunk::<8>() {
        let small = u64::from_le_bytes(*eight) | (0x20 * EACH);
        let count = letters_in_front(small);
        // As many bytes are left to write to as there are to read at least.
        room[end..end + 8].copy_from_slice(&small.to_le_bytes());
        end += count;
        // Behind fewer than eight letters stands what is none.
        rest = &rest[(count + 1).min(8)..];
    }
    for &byte in rest {
        room[end] = byte | 0x20;
        end += usize::from(byte.is_ascii_alphabetic());
    }
    letters.truncate(start + end);
}

/// One in each of eight bytes.
const EACH: u64 = 0x0101_0101_0101_0101;

/// How many of eight plain bytes, with the bit of small letters set, are letters before the first that is none.
fn letters_in_front(small: u64) -> usize {
    // No byte has its highest bit, so it shows what is reached by adding, and nothing is carried over.
    let (from_a, past_z) = (small + (0x80 - 0x61) * EACH, small + (0x80 - 0x7b) * EACH);
    let others = (!from_a | past_z) & (0x80 * EACH);
    others.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_count_in_every_script() {
        let same = [
            ("Page 1 of 20", "page—of"),
            ("ΑΘΗΝΑ 2011", "αθηνα"),
            ("Москва, 5 мая", "москва мая"),
            ("第1頁", "第頁"),
            ("١٢ تعليق", "تعليق"),
            ("12:30", ""),
        ];
        for (one, other) in same {
            assert_eq!(BlockHash::of(one), BlockHash::of(other), "{one}");
        }
        let different = [("第1頁", "第1章"), ("का", "कि"), ("a", "")];
        for (one, other) in different {
            assert_ne!(BlockHash::of(one), BlockHash::of(other), "{one}");
        }
    }

    #[test]
    fn plain_letters_are_found_wherever_they_stand() {
        let every: String = (0..128u8).map(char::from).collect();
        let mixed = format!("{every}abcdefghIJKLMNOPq{every}xy, z{every}");
        for start in 0..mixed.len() {
            let (text, mut letters) = (&mixed[start..], vec![b'-']);
            push_letters(&mut letters, text);
            let plain = text.bytes().filter(u8::is_ascii_alphabetic);
            let expected: Vec<u8> = [b'-'].into_iter().chain(plain.map(|b| b | 0x20)).collect();
            assert_eq!(letters, expected, "{text:?}");
        }
    }

    #[test]
    fn every_letter_is_as_unicode_has_it() {
        for c in char::MIN..=char::MAX {
            let mut letters = Vec::new();
            push_letters(&mut letters, c.encode_utf8(&mut [0; 4]));
            let expected: String = c.to_lowercase().filter(|_| c.is_alphabetic()).collect();
            assert_eq!(letters, expected.as_bytes(), "{c:?}");
        }
    }
}
