//! How boilerpipe counts words, links and lines: in one pass, while the text goes by.
//!
//! A token is a run of letters, digits and the punctuation that may stand in or at a word; a word is a token
//! with a letter or digit in it. Words are laid out in lines of 80 columns, because text density is words a
//! full line (the paper's Eq. 1 has tokens, the program words). Chinese or Thai without spaces is one long word here, as it is in boilerpipe.

use std::sync::LazyLock;

/// Columns of a line, as boilerpipe's paper has it.
const LINE_COLUMNS: usize = 80;

/// Bytes that are looked at together.
const WINDOW: usize = 32;
/// What a byte does to the token it stands in: nothing but belong to it.
const MARK: u64 = 0;
/// It ends the token, or is of a letter beyond ASCII, which may.
const END: u64 = 1;
/// It belongs to the token and makes it a word.
const LETTER: u64 = 1 << WINDOW;

const fn class(byte: u8) -> u64 {
    match byte {
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => LETTER,
        b'_' | b'"' | b'\'' | b'.' | b',' | b'!' | b'@' | b'-' => MARK,
        b':' | b';' | b'$' | b'?' | b'(' | b')' | b'/' => MARK,
        _ => END,
    }
}

static CLASS: [u64; 256] = {
    let mut table = [MARK; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = class(byte as u8);
        byte += 1;
    }
    table
};

/// Below this, letters beyond ASCII are looked up: the alphabets, and Japan's syllables.
const TABLE_LEN: u32 = 0x3100;

static IS_LETTER: LazyLock<Box<[bool]>> = LazyLock::new(|| {
    (0..TABLE_LEN).map(|c| char::from_u32(c).is_some_and(char::is_alphanumeric)).collect()
});

/// Whether a character is a letter or digit of any script.
#[inline]
fn is_letter(c: char) -> bool {
    match c as u32 {
        0x4e00..=0x9fa5 | 0xac00..=0xd7a3 => true,
        code => IS_LETTER.get(code as usize).copied().unwrap_or_else(|| c.is_alphanumeric()),
    }
}

/// What was counted of one text block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub words: u32,
    pub link_words: u32,
    /// Words in the lines that are full; all of them where there is but one line.
    pub wrapped_words: u32,
    /// Lines that are full, at least one.
    pub wrapped_lines: u32,
}

/// Counts a text that comes in pieces: a token may begin in one and end in the next.
#[derive(Default)]
pub(super) struct Counter {
    tokens: u32,
    words: u32,
    link_words: u32,
    lines: u32,
    line_words: u32,
    line_columns: usize,
    token_columns: usize,
    token_is_word: bool,
}

impl Counter {
    /// Takes the next piece of text, which stands in a link or does not.
    pub fn add(&mut self, text: &str, linked: bool) {
        let mut at = 0;
        while at < text.len() {
            at = self.add_window(text, at, linked);
        }
    }

    /// Takes the bytes of a text from a place on; answers where the next ones begin.
    ///
    /// Where tokens end is found out for all bytes before anything is done about it: a processor can not guess it.
    fn add_window(&mut self, text: &str, at: usize, linked: bool) -> usize {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        let window = rest.get(..WINDOW).unwrap_or(rest);
        let mut found = 0;
        for (place, &byte) in window.iter().enumerate() {
            found |= CLASS[usize::from(byte)] << place;
        }
        let (mut ends, letters) = (found as u32, (found >> WINDOW) as u32);
        let mut start = 0;
        while ends != 0 {
            let end = ends.trailing_zeros() as usize;
            self.continue_token(end - start, letters & first_bits(end) & !first_bits(start));
            start = end
                + if window[end].is_ascii() {
                    self.gap(linked);
                    1
                } else {
                    self.add_wide(text, at + end, linked)
                };
            ends &= !first_bits(start);
        }
        let len = window.len().max(start);
        self.continue_token(len - start, letters & !first_bits(start));
        at + len
    }

    /// Takes a letter beyond ASCII; answers its length.
    fn add_wide(&mut self, text: &str, at: usize, linked: bool) -> usize {
        let letter = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or_default();
        if is_letter(letter) {
            self.continue_token(1, 1);
        } else {
            self.gap(linked);
        }
        letter.len_utf8()
    }

    #[inline]
    fn continue_token(&mut self, columns: usize, letters: u32) {
        self.token_columns += columns;
        self.token_is_word |= letters != 0;
    }

    /// Ends the token that is being read.
    #[inline]
    pub fn gap(&mut self, linked: bool) {
        if self.token_columns > 0 {
            self.end_token(linked);
        }
    }

    fn end_token(&mut self, linked: bool) {
        self.tokens += 1;
        if self.token_is_word {
            self.word(self.token_columns, linked);
        }
        self.token_columns = 0;
        self.token_is_word = false;
    }

    fn word(&mut self, columns: usize, linked: bool) {
        let space = usize::from(self.line_words > 0);
        self.words += 1;
        self.link_words += u32::from(linked);
        self.line_words += 1;
        self.line_columns += space + columns;
        if self.line_columns > LINE_COLUMNS {
            self.lines += 1;
            self.line_columns = columns;
            self.line_words = 1;
        }
    }

    /// Ends the text: its counts, or none if it had no token.
    pub fn take(&mut self, linked: bool) -> Option<Counts> {
        self.gap(linked);
        let done = std::mem::take(self);
        let full = done.words - if done.lines == 0 { 0 } else { done.line_words };
        let (wrapped_words, wrapped_lines) =
            if full == 0 { (done.words, 1) } else { (full, done.lines.max(1)) };
        let counts =
            Counts { words: done.words, link_words: done.link_words, wrapped_words, wrapped_lines };
        (done.tokens > 0).then_some(counts)
    }
}

/// The lowest bits, so many of them.
#[inline]
fn first_bits(count: usize) -> u32 {
    if count >= WINDOW { u32::MAX } else { (1 << count) - 1 }
}

/// What is counted of a text without links.
pub(super) fn count(text: &str) -> Counts {
    let mut counter = Counter::default();
    counter.add(text, false);
    counter.take(false).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_belongs_to_words_and_other_signs_part_them() {
        assert_eq!(count("can't stop - won't stop").words, 4);
        assert_eq!(count("black&white 50%off").words, 4);
        assert_eq!(count("can\u{2019}t").words, 2);
        assert_eq!(count("naïve façade").words, 2);
    }

    #[test]
    fn letters_are_those_of_unicode() {
        assert!(('\0'..='\u{30000}').all(|c| is_letter(c) == c.is_alphanumeric()));
    }

    #[test]
    fn a_token_without_a_letter_is_no_word_but_makes_a_block() {
        let mut counter = Counter::default();
        counter.add(" ... ", false);
        assert_eq!(counter.take(false).map(|c| c.words), Some(0));
        counter.add(" | \u{bb} ", false);
        assert_eq!(counter.take(false), None);
    }

    #[test]
    fn windows_cut_nothing() {
        for word in ["harbour", "føroyar", "港町", "€5", "--", "x"] {
            for before in 0..2 * WINDOW {
                let text = format!("{} {word} {word},{word}", "x".repeat(before));
                let mut by_letter = Counter::default();
                let mut buffer = [0; 4];
                text.chars().for_each(|c| by_letter.add(c.encode_utf8(&mut buffer), false));
                assert_eq!(count(&text), by_letter.take(false).unwrap(), "{text}");
            }
        }
    }

    #[test]
    fn a_word_may_be_cut_into_pieces() {
        let mut counter = Counter::default();
        for piece in ["un", "believ", "able news"] {
            counter.add(piece, false);
        }
        assert_eq!(counter.take(false).map(|c| c.words), Some(2));
    }

    #[test]
    fn the_last_line_does_not_count_as_full() {
        // Nine letters and a space: eight words fill 79 columns.
        let counts = count(&"wordwordw ".repeat(20));
        assert_eq!((counts.words, counts.wrapped_words, counts.wrapped_lines), (20, 16, 2));
        let counts = count("one short line");
        assert_eq!((counts.wrapped_words, counts.wrapped_lines), (3, 1));
    }

    #[test]
    fn one_word_longer_than_a_line_is_one_line() {
        let counts = count(&"x".repeat(200));
        assert_eq!((counts.wrapped_words, counts.wrapped_lines), (1, 1));
    }

    #[test]
    fn words_in_links_are_counted() {
        let mut counter = Counter::default();
        counter.add("read ", false);
        counter.add("this page", true);
        assert_eq!(counter.take(true).map(|c| (c.words, c.link_words)), Some((3, 2)));
    }
}
