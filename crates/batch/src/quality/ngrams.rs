//! Rows of words, told apart by their hashes.

use super::ends_sentence;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use twox_hash::XxHash3_64;

/// The words of a text, by hash and length.
#[derive(Debug, Default)]
pub struct Words {
    hashes: Vec<u64>,
    /// Characters before each word, and at last all.
    before: Vec<usize>,
    /// Everything between white space.
    pub tokens: usize,
    /// Those with a letter.
    pub alphabetic: usize,
    /// Those that end a sentence.
    pub sentences: usize,
}

/// A hasher for what is a hash already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = XxHash3_64::oneshot(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

type SameHash = BuildHasherDefault<Same>;

impl Words {
    /// Finds the words. Case does not matter.
    pub fn of(text: &str) -> Words {
        let mut words = Words { before: vec![0], ..Words::default() };
        let mut lower = String::new();
        for token in text.split_whitespace() {
            words.tokens += 1;
            let word = token.trim_matches(|c: char| !c.is_alphanumeric());
            words.alphabetic += usize::from(word.chars().any(char::is_alphabetic));
            let closing = token.trim_end_matches(['"', '\'', '”', '’', ')', '»']);
            words.sentences += usize::from(!word.is_empty() && closing.ends_with(ends_sentence));
            for piece in pieces(word) {
                lower.clear();
                lower.extend(piece.chars().flat_map(char::to_lowercase));
                words.hashes.push(XxHash3_64::oneshot(lower.as_bytes()));
                words.before.push(words.all_characters() + piece.chars().count());
            }
        }
        words
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Their mean length.
    pub fn mean_length(&self) -> f64 {
        self.all_characters() as f64 / self.len().max(1) as f64
    }

    /// Whether one with this hash is among them.
    pub fn has(&self, hash: u64) -> bool {
        self.hashes.contains(&hash)
    }

    fn all_characters(&self) -> usize {
        self.before.last().copied().unwrap_or_default()
    }

    /// The characters of so many words from a place on.
    fn characters(&self, from: usize, n: usize) -> usize {
        self.before[from + n] - self.before[from]
    }

    /// The hash of so many words from a place on.
    pub fn row(&self, from: usize, n: usize) -> u64 {
        let words = &self.hashes[from..from + n];
        words.iter().fold(n as u64, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// How many rows of so many words there are.
    pub fn rows(&self, n: usize) -> usize {
        (self.len() + 1).saturating_sub(n)
    }
}

/// A word in the pieces that are words: ideographs and kana are one each.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match is_word(first) {
            true => first.len_utf8(),
            false => rest.find(is_word).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

/// Whether a character is a word by itself.
fn is_word(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The share of characters in the most frequent row of n words, the first of those where several are.
pub fn top(words: &Words, n: usize, characters: usize) -> f64 {
    let mut counts: HashMap<u64, (usize, usize), SameHash> = HashMap::default();
    for from in 0..words.rows(n) {
        counts.entry(words.row(from, n)).or_insert((0, from)).0 += 1;
    }
    let most = counts.into_values().max_by_key(|&(count, from)| (count, usize::MAX - from));
    // A row has a space between two words.
    let covered = most.map_or(0, |(count, from)| count * (words.characters(from, n) + n - 1));
    (covered as f64 / characters.max(1) as f64).min(1.0)
}

/// The share of characters in rows of n words that stood before, each word counted once.
pub fn repeated(words: &Words, n: usize, characters: usize) -> f64 {
    let mut seen: HashSet<u64, SameHash> = HashSet::default();
    let (mut from, mut covered) = (0, 0);
    while from < words.rows(n) {
        match seen.insert(words.row(from, n)) {
            true => from += 1,
            false => {
                covered += words.characters(from, n);
                from += n;
            }
        }
    }
    covered as f64 / characters.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_row() {
        let text = "to be or not to be, to be";
        let words = Words::of(text);
        assert_eq!((words.len(), words.rows(2), words.rows(9)), (8, 7, 0));
        assert!((top(&words, 2, text.len()) - 15.0 / 25.0).abs() < 1e-9, "to be, three times");
        assert_eq!(top(&words, 9, text.len()), 0.0);
    }

    #[test]
    fn ideographs_are_words() {
        assert_eq!(Words::of("渡船又晚点了 the ferry").len(), 8);
        assert_eq!(Words::of("iPhone手机壳").len(), 4);
    }

    #[test]
    fn rows_that_stood_before() {
        let row = "one two three four five ";
        let text = row.repeat(3);
        let words = Words::of(&text);
        let letters = 19.0;
        assert!((repeated(&words, 5, text.len()) - 2.0 * letters / text.len() as f64).abs() < 1e-9);
        assert_eq!(repeated(&Words::of(row), 5, row.len()), 0.0);
    }
}
