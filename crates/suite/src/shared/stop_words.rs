//! Words that every text of a language is full of.
//!
//! The lists are those of the crate `stop-words` (from the stopwords-iso collection). Running text has a third
//! of its words among them and more; menus and lists of names have few.

use super::quick::Quick;
use dehusk_blocks::swar::Eight;
use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

/// The stop words of a language.
#[derive(Debug)]
pub(crate) struct StopWords {
    /// Words of up to eight bytes, as numbers.
    short: NumberSet,
    /// The others.
    long: HashSet<&'static [u8], Quick>,
    /// The first eight bytes of these: most long words are told by them.
    long_starts: NumberSet,
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
        Some(list.get_or_init(|| StopWords::new(words.iter().copied())))
    }

    /// A list of words in small letters.
    pub fn new(words: impl Iterator<Item = &'static str>) -> StopWords {
        let bytes = words.map(str::as_bytes);
        let (short, long): (Vec<&[u8]>, Vec<&[u8]>) = bytes.partition(|word| word.len() <= 8);
        let longest = short.iter().chain(&long).map(|word| word.len()).max().unwrap_or(0);
        let starts: Vec<u64> = long.iter().map(|word| Eight::at(word, 0).small()).collect();
        StopWords {
            short: NumberSet::of(short.into_iter().map(|word| Eight::at(word, 0).small())),
            long: long.into_iter().collect(),
            long_starts: NumberSet::of(starts.into_iter()),
            longest: longest.min(MAX_LEN),
        }
    }

    /// Whether a word is one, in any case.
    pub fn contains(&self, word: &str) -> bool {
        if word.len() > self.longest {
            return false;
        }
        let start = Eight::at(word.as_bytes(), 0);
        if start.ascii() == 8 {
            let start = start.small();
            if word.len() <= 8 {
                return self.short.has(start);
            }
            // Whatever follows, in small letters it begins like this.
            if !self.long_starts.has(start) {
                return false;
            }
        }
        if !word.is_ascii() {
            return match word.chars().any(is_upper) {
                true => self.has(word.to_lowercase().as_bytes()),
                false => self.has(word.as_bytes()),
            };
        }
        let mut lower = [0; MAX_LEN];
        let lower = &mut lower[..word.len()];
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        self.long.contains(&*lower)
    }

    /// Whether a word is one without marks at its end, where its first eight bytes tell: most words are letters of
    /// ASCII, or such with a mark behind them.
    #[inline]
    pub fn contains_quickly(&self, word: &[u8], is_mark: impl Fn(u8) -> bool) -> Option<bool> {
        let start = Eight::at(word, 0);
        let letters = start.letters();
        let small = start.lower(letters);
        if letters == 8 {
            // As a whole, or as the beginning of a longer one.
            let may_be = self.short.has(small) || self.long_starts.has(small);
            return if may_be { None } else { Some(false) };
        }
        let rest = word.get(letters..).unwrap_or_default();
        (letters > 0 && rest.iter().all(|&byte| is_mark(byte))).then(|| self.short.has(small))
    }

    /// Whether a word is one as it stands.
    fn has(&self, word: &[u8]) -> bool {
        match word.len() {
            0..=8 => self.short.has(Eight::at(word, 0).small()),
            _ => self.long.contains(word),
        }
    }

    /// Words of a text, which are what white space parts, and how many of them are stop words when punctuation is
    /// left out of them.
    pub fn count(&self, text: &str) -> (u32, u32) {
        let (mut words, mut stop_words) = (0, 0);
        each_word(text, |word| {
            words += 1;
            stop_words += u32::from(self.contains_bare(word));
        });
        (words, stop_words)
    }

    /// Whether a word is one without its punctuation.
    fn contains_bare(&self, word: &str) -> bool {
        let is_mark = |byte: u8| byte.is_ascii_punctuation();
        if let Some(known) = self.contains_quickly(word.as_bytes(), is_mark) {
            return known;
        }
        let word = trim_marks(word, is_mark);
        if is_plain(word.as_bytes()) || !word.bytes().any(is_mark) {
            return self.contains(word);
        }
        if !word.is_ascii() {
            let bare: String = word.chars().filter(|c| !c.is_ascii_punctuation()).collect();
            return self.contains(&bare);
        }
        let mut bare = [0; MAX_LEN];
        let mut len = 0;
        for byte in word.bytes() {
            let small = BARE[usize::from(byte)];
            if let Some(place) = bare.get_mut(len) {
                *place = small;
            }
            len += usize::from(small != MARK);
        }
        bare.get(..len).is_some_and(|bare| self.has(bare))
    }
}

/// A set of numbers other than 0, which is asked for every word of a page: mostly one look and one comparison.
#[derive(Debug)]
struct NumberSet {
    /// Each number stands in the first free place from its own on; a free one is 0.
    places: Vec<u64>,
}

impl NumberSet {
    fn of(numbers: impl ExactSizeIterator<Item = u64>) -> NumberSet {
        let len = (3 * numbers.len()).next_power_of_two().max(2);
        let mut set = NumberSet { places: vec![0; len] };
        for number in numbers {
            let at = set.place_of(number);
            set.places[at] = number;
        }
        set
    }

    fn has(&self, number: u64) -> bool {
        number != 0 && self.places[self.place_of(number)] == number
    }

    /// Where a number stands, or would.
    fn place_of(&self, number: u64) -> usize {
        let last = self.places.len() - 1;
        let mut at = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & last;
        while self.places[at] != 0 && self.places[at] != number {
            at = (at + 1) & last;
        }
        at
    }
}

/// What an ASCII byte is to a word: its small form, or [`MARK`].
static BARE: [u8; 256] = bare_bytes();
const MARK: u8 = 1;

const fn bare_bytes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            mark if mark.is_ascii_punctuation() => MARK,
            // Control characters are in no list; as itself one could be taken for a mark.
            0..=31 => 2,
            letter => letter.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
}

/// A word without the marks at its ends.
pub(crate) fn trim_marks(word: &str, is_mark: impl Fn(u8) -> bool) -> &str {
    let bytes = word.as_bytes();
    let Some(start) = bytes.iter().position(|&byte| !is_mark(byte)) else { return "" };
    let end = bytes.iter().rposition(|&byte| !is_mark(byte)).map_or(start, |last| last + 1);
    // Marks are ASCII, so that nothing is cut through.
    word.get(start..end).unwrap_or_default()
}

/// Below this capitals are looked up: Latin, Greek, Cyrillic, Armenian.
const UPPER_LEN: usize = 0x590;

static UPPER: LazyLock<Box<[bool]>> = LazyLock::new(|| {
    (0..UPPER_LEN as u32).map(|c| char::from_u32(c).is_some_and(char::is_uppercase)).collect()
});

fn is_upper(c: char) -> bool {
    UPPER.get(c as usize).copied().unwrap_or_else(|| c.is_uppercase())
}

/// Whether all of a word is letters and digits of ASCII.
#[inline]
pub(crate) fn is_plain(word: &[u8]) -> bool {
    (0..word.len()).step_by(8).all(|at| Eight::at(word, at).letters() >= 8.min(word.len() - at))
}

/// Shows the words of a text, which are what white space parts.
pub(crate) fn each_word<'t>(text: &'t str, mut see: impl FnMut(&'t str)) {
    let mut start = 0;
    let mut end_word = |at: usize, gap: usize| {
        text.get(start..at).filter(|word| !word.is_empty()).into_iter().for_each(&mut see);
        start = at + gap;
    };
    for from in (0..text.len()).step_by(8) {
        let eight = Eight::at(text.as_bytes(), from);
        if eight.ascii() == 8 {
            let mut gaps = eight.space_marks(8);
            while gaps != 0 {
                end_word(from + (gaps.trailing_zeros() / 8) as usize, 1);
                gaps &= gaps - 1;
            }
            continue;
        }
        for (at, byte) in text.bytes().enumerate().skip(from).take(8) {
            match byte {
                b' ' | 9..=13 => end_word(at, 1),
                // The first bytes of all white space beyond ASCII.
                0xc2 | 0xe1..=0xe3 => match wide_gap(text, at) {
                    0 => {}
                    gap => end_word(at, gap),
                },
                _ => {}
            }
        }
    }
    end_word(text.len(), 0);
}

/// Bytes of the character at a place, if it is white space.
fn wide_gap(text: &str, at: usize) -> usize {
    let c = text.get(at..).and_then(|rest| rest.chars().next());
    c.filter(|c| c.is_whitespace()).map_or(0, char::len_utf8)
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
        for text in
            ["", " ", "one", " one\t\u{b} two", "one two ", "\u{a0}één…\u{2003}two日\u{3000}本"]
        {
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
