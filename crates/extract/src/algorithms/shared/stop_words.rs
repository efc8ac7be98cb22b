//! Words that every text of a language is full of.
//!
//! The lists are those of the crate `stop-words` (from the stopwords-iso collection). Running text has a third
//! of its words among them and more; menus and lists of names have few.

use super::values::Quick;
use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

/// The stop words of a language.
#[derive(Debug)]
pub(crate) struct StopWords {
    words: HashSet<&'static [u8], Quick>,
    /// For each first byte of a word a bit for each length that such words have: most of what is asked is no stop
    /// word, and this tells at once.
    lengths: Box<[u64; 256]>,
    /// Bytes of the longest.
    longest: usize,
}

type Slot = (&'static str, OnceLock<StopWords>);

/// A slot a language, filled when it is first asked for.
static LISTS: LazyLock<Vec<Slot>> = LazyLock::new(|| {
    stop_words::available_languages().iter().map(|&code| (code, OnceLock::new())).collect()
});

/// Letters of the longest word that is looked up.
const MAX_LEN: usize = 48;

impl StopWords {
    /// The list of a language by its ISO 639-1 code.
    pub fn of(code: &str) -> Option<&'static StopWords> {
        let index = LISTS.binary_search_by_key(&code, |(code, _)| code).ok()?;
        let (code, list) = &LISTS[index];
        let words = stop_words::lookup(code)?;
        Some(list.get_or_init(|| {
            let longest = words.iter().map(|word| word.len()).max().unwrap_or(0);
            let mut lengths = Box::new([0; 256]);
            for word in words.iter().filter(|word| word.len() <= MAX_LEN) {
                if let Some(&first) = word.as_bytes().first() {
                    lengths[usize::from(first)] |= 1 << word.len();
                }
            }
            let words = words.iter().map(|word| word.as_bytes()).collect();
            StopWords { words, lengths, longest: longest.min(MAX_LEN) }
        }))
    }

    /// Whether a word is one, in any case.
    pub fn contains(&self, word: &str) -> bool {
        if word.len() > self.longest {
            return false;
        }
        if !word.is_ascii() {
            return match word.chars().any(char::is_uppercase) {
                true => self.has(word.to_lowercase().as_bytes()),
                false => self.has(word.as_bytes()),
            };
        }
        let mut lower = [0; MAX_LEN];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        self.has(lower)
    }

    /// Whether a word is one as it stands.
    fn has(&self, word: &[u8]) -> bool {
        let Some(&first) = word.first() else { return false };
        let known = self.lengths[usize::from(first)];
        word.len() <= MAX_LEN && known >> word.len() & 1 == 1 && self.words.contains(word)
    }

    /// Words of a text, which are what white space parts, and how many of them are stop words when punctuation is
    /// left out of them.
    pub fn count(&self, text: &str) -> (u32, u32) {
        if text.is_ascii() {
            return self.count_ascii(text.as_bytes());
        }
        let (mut words, mut stop_words) = (0, 0);
        let mut bare = String::new();
        for word in text.split_whitespace() {
            words += 1;
            bare.clear();
            bare.extend(word.chars().filter(|c| !c.is_ascii_punctuation()));
            stop_words += u32::from(self.contains(&bare));
        }
        (words, stop_words)
    }

    fn count_ascii(&self, text: &[u8]) -> (u32, u32) {
        let (mut words, mut stop_words) = (0, 0);
        let mut bare = [0; MAX_LEN];
        for word in text.split(|&byte| BARE[usize::from(byte)] == SPACE) {
            let mut len = 0;
            for &byte in word {
                let small = BARE[usize::from(byte)];
                if let Some(place) = bare.get_mut(len) {
                    *place = small;
                }
                len += usize::from(small != MARK);
            }
            words += u32::from(!word.is_empty());
            stop_words += u32::from(bare.get(..len).is_some_and(|bare| self.has(bare)));
        }
        (words, stop_words)
    }
}

/// What an ASCII byte is to a word: its small form, or one of these.
static BARE: [u8; 256] = bare_bytes();
const SPACE: u8 = 1;
const MARK: u8 = 2;

const fn bare_bytes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | 9..=13 => SPACE,
            mark if mark.is_ascii_punctuation() => MARK,
            // Control characters are in no list; as themselves they could be taken for a mark.
            0..=31 => 3,
            letter => letter.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
}

/// Shows the words of a text, which are what white space parts.
pub(crate) fn each_word<'t>(text: &'t str, mut see: impl FnMut(&'t str)) {
    if !text.is_ascii() {
        return text.split_whitespace().for_each(see);
    }
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if matches!(byte, b' ' | 9..=13) {
            text.get(start..at).filter(|word| !word.is_empty()).into_iter().for_each(&mut see);
            start = at + 1;
        }
    }
    text.get(start..).filter(|word| !word.is_empty()).into_iter().for_each(see);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_many_languages() {
        assert!(LISTS.len() > 40);
        let cases = [
            ("en", "The", true),
            ("en", "harbour", false),
            ("de", "ÜBER", true),
            ("el", "και", true),
        ];
        for (code, word, expected) in cases {
            assert_eq!(StopWords::of(code).unwrap().contains(word), expected, "{word}");
        }
        assert!(StopWords::of("xx").is_none());
    }

    #[test]
    fn words_are_counted_without_their_punctuation() {
        let list = StopWords::of("en").unwrap();
        for (text, counts) in [
            ("The ship, and... \"the\" sea\n", (5, 3)),
            (" -- \u{1}the the\u{2} t-h-e ", (4, 1)),
            ("", (0, 0)),
        ] {
            assert_eq!(list.count(text), counts, "{text}");
            assert_eq!(list.count(&format!("{text}\u{a0}ÄÖ")), (counts.0 + 1, counts.1), "{text}");
        }
    }

    #[test]
    fn words_are_what_white_space_parts() {
        for text in ["", " ", "one", " one\t\u{b} two", "one two ", "\u{a0}één\u{2003}two"] {
            let mut words = Vec::new();
            each_word(text, |word| words.push(word));
            assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
        }
    }

    #[test]
    fn long_words_are_none() {
        assert!(!StopWords::of("en").unwrap().contains(&"a".repeat(1000)));
    }
}
