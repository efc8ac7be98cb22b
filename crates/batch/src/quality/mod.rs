//! Signals of quality: the counts that Gopher, C4 and FineWeb filter by, as columns and not as dogma.
//!
//! They are measured on the extracted text. A word is what stands between white space and has a letter or a digit;
//! the published thresholds were chosen with other tokenizers, which count punctuation as words of its own, and for
//! English.

mod ngrams;
mod signals;

pub use signals::{SIGNALS, Signal};

pub(crate) use ngrams::Words;
use ngrams::{repeated, top};
use std::collections::HashSet;
use twox_hash::XxHash3_64;

/// Gopher's stop words.
const STOP_WORDS: [&str; 8] = ["the", "be", "to", "of", "and", "that", "have", "with"];
/// Lines up to this length are short, by FineWeb.
const SHORT_LINE: usize = 30;
/// What C4 takes for lines of a notice about cookies or terms.
const POLICY: [&str; 6] = [
    "terms of use",
    "privacy policy",
    "cookie policy",
    "uses cookies",
    "use of cookies",
    "use cookies",
];

/// What was measured of a text. Shares are from 0 to 1, and 0 for a text that is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quality {
    /// Words.
    pub words: usize,
    /// Their mean length in characters, punctuation around them left out.
    pub mean_word_length: f64,
    /// Number signs a word.
    pub hashes: f64,
    /// Ellipses a word.
    pub ellipses: f64,
    /// The share of words with a letter.
    pub alphabetic_words: f64,
    /// How many of Gopher's eight stop words there are.
    pub stop_words: usize,
    /// Sentences, told by the marks at their ends.
    pub sentences: usize,
    /// Lines that are not empty.
    pub lines: usize,
    /// The share of lines that begin with a bullet.
    pub bullet_lines: f64,
    /// The share of lines that end with an ellipsis.
    pub ellipsis_lines: f64,
    /// The share of lines that end with a mark that ends a sentence.
    pub punctuated_lines: f64,
    /// The share of lines of at most 30 characters.
    pub short_lines: f64,
    /// Line ends a word.
    pub newlines: f64,
    /// The share of lines that stood before, and of the characters in them.
    pub repeated_lines: (f64, f64),
    /// The share of paragraphs that stood before, and of the characters in them.
    pub repeated_paragraphs: (f64, f64),
    /// Curly brackets.
    pub curly_brackets: usize,
    /// Times that «lorem ipsum» stands there.
    pub lorem_ipsum: usize,
    /// Lines with the word JavaScript.
    pub javascript_lines: usize,
    /// Lines about cookies or terms of use.
    pub policy_lines: usize,
    /// The share of characters in the most frequent row of two, three and four words.
    pub top_ngrams: [f64; 3],
    /// The share of characters in rows of five to ten words that stood before.
    pub repeated_ngrams: [f64; 6],
}

impl Quality {
    /// Measures a text.
    pub fn of(text: &str) -> Quality {
        let mut quality = Quality::default();
        quality.measure_lines(text);
        quality.measure_words(text);
        quality
    }

    fn measure_lines(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let share = |count: usize| count as f64 / lines.len().max(1) as f64;
        let count = |fits: &dyn Fn(&str) -> bool| lines.iter().filter(|line| fits(line)).count();
        self.lines = lines.len();
        self.bullet_lines = share(count(&|line| line.starts_with(['•', '-', '*', '◦', '▪', '–'])));
        self.ellipsis_lines = share(count(&|line| line.ends_with("...") || line.ends_with('…')));
        self.punctuated_lines = share(count(&|line| line.ends_with(ends_sentence)));
        self.short_lines = share(count(&|line| line.chars().nth(SHORT_LINE).is_none()));
        self.curly_brackets = memchr::memchr_iter(b'{', text.as_bytes()).count();
        self.repeated_lines = repetition(&lines);
        let paragraphs: Vec<&str> =
            text.split("\n\n").map(str::trim).filter(|p| !p.is_empty()).collect();
        self.repeated_paragraphs = repetition(&paragraphs);
        for line in &lines {
            let lower = line.to_lowercase();
            self.lorem_ipsum += lower.matches("lorem ipsum").count();
            self.javascript_lines += usize::from(lower.contains("javascript"));
            self.policy_lines += usize::from(POLICY.iter().any(|phrase| lower.contains(phrase)));
        }
    }

    fn measure_words(&mut self, text: &str) {
        let words = Words::of(text);
        let tokens = words.tokens.max(1) as f64;
        self.words = words.len();
        self.mean_word_length = words.mean_length();
        self.hashes = text.matches('#').count() as f64 / tokens;
        self.ellipses = (text.matches("...").count() + text.matches('…').count()) as f64 / tokens;
        self.alphabetic_words = words.alphabetic as f64 / tokens;
        self.newlines = text.matches('\n').count() as f64 / tokens;
        self.sentences = words.sentences;
        let stop = |word: &&&str| words.has(XxHash3_64::oneshot(word.as_bytes()));
        self.stop_words = STOP_WORDS.iter().filter(stop).count();
        let characters = text.chars().count();
        self.top_ngrams = [2, 3, 4].map(|n| top(&words, n, characters));
        self.repeated_ngrams = [5, 6, 7, 8, 9, 10].map(|n| repeated(&words, n, characters));
    }
}

/// Whether a character ends a sentence.
fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '…'
            | '。'
            | '！'
            | '？'
            | '｡'
            | '．'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '։'
            | '።'
            | '။'
            | '។'
            | '‽'
    )
}

/// The share of parts that stood before, and of the characters in them.
fn repetition(parts: &[&str]) -> (f64, f64) {
    let (mut seen, mut repeated, mut characters, mut all) = (HashSet::new(), 0, 0, 0);
    for part in parts {
        let length = part.chars().count();
        all += length;
        if !seen.insert(*part) {
            repeated += 1;
            characters += length;
        }
    }
    (f64::from(repeated) / parts.len().max(1) as f64, characters as f64 / all.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_has_nothing() {
        assert_eq!(Quality::of(""), Quality::default());
        assert_eq!(Quality::of(" \n "), Quality { newlines: 1.0, ..Quality::default() });
    }

    #[test]
    fn lines_are_counted() {
        let text = "- One thing\n- Another thing\n\nThe end of the text, which is a line of more than thirty letters.\nand so on...\n";
        let quality = Quality::of(text);
        assert_eq!(quality.lines, 4);
        let shares = (quality.bullet_lines, quality.ellipsis_lines, quality.punctuated_lines);
        assert_eq!(shares, (0.5, 0.25, 0.5));
        assert_eq!(quality.short_lines, 0.75);
    }

    #[test]
    fn words_are_counted() {
        let quality = Quality::of("The ferry, number 7, came in with the tide. # and … …");
        assert_eq!((quality.words, quality.sentences), (10, 1));
        assert_eq!(quality.stop_words, 3, "the, with, and");
        // Thirteen things stand between spaces.
        assert!((quality.hashes - 1.0 / 13.0).abs() < 1e-9);
        assert!((quality.ellipses - 2.0 / 13.0).abs() < 1e-9);
        assert!((quality.alphabetic_words - 9.0 / 13.0).abs() < 1e-9);
        let letters = ["The", "ferry", "number", "7", "came", "in", "with", "the", "tide", "and"];
        let mean = letters.iter().map(|w| w.len()).sum::<usize>() as f64 / 10.0;
        assert!((quality.mean_word_length - mean).abs() < 1e-9);
    }

    #[test]
    fn repetition_is_told() {
        let text = "Home\nNews\nHome\n\nThe text.\n\nHome\nNews\nHome";
        let quality = Quality::of(text);
        assert!((quality.repeated_lines.0 - 4.0 / 7.0).abs() < 1e-9);
        assert!((quality.repeated_paragraphs.0 - 1.0 / 3.0).abs() < 1e-9);
        assert!(quality.repeated_lines.1 > 0.4 && quality.repeated_paragraphs.1 > 0.3);
    }

    #[test]
    fn what_c4_looks_for() {
        let quality =
            Quality::of("Lorem ipsum dolor {x}\nPlease enable JavaScript.\nWe use cookies here.");
        let found = (quality.lorem_ipsum, quality.curly_brackets);
        assert_eq!(found, (1, 1));
        assert_eq!((quality.javascript_lines, quality.policy_lines), (1, 1));
    }
}
