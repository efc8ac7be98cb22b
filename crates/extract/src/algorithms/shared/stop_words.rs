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
    words: HashSet<&'static str, Quick>,
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
            StopWords { words: words.iter().copied().collect(), longest: longest.min(MAX_LEN) }
        }))
    }

    /// Whether a word is one, in any case.
    pub fn contains(&self, word: &str) -> bool {
        if word.len() > self.longest {
            return false;
        }
        if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
            return self.words.contains(word);
        }
        if !word.is_ascii() {
            return match word.chars().any(char::is_uppercase) {
                true => self.words.contains(word.to_lowercase().as_str()),
                false => self.words.contains(word),
            };
        }
        let mut lower = [0; MAX_LEN];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        std::str::from_utf8(lower).is_ok_and(|word| self.words.contains(word))
    }
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
    fn long_words_are_none() {
        assert!(!StopWords::of("en").unwrap().contains(&"a".repeat(1000)));
    }
}
