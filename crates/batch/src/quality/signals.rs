//! The signals as columns.

use super::Quality;
use crate::columns::{Kind, Value};

/// A signal of quality.
#[derive(Clone, Copy)]
pub struct Signal {
    /// The name of its column.
    pub name: &'static str,
    /// Whether it is a count or a share.
    pub kind: Kind,
    /// What it says.
    pub about: &'static str,
    value: fn(&Quality) -> f64,
}

impl Signal {
    /// Its value, with four digits behind the point: a share of a text says no more.
    pub fn value(&self, quality: &Quality) -> Value<'static> {
        let value = (self.value)(quality);
        match self.kind {
            Kind::Integer => Value::Integer(value as i64),
            _ => Value::Real((value * 10_000.0).round() / 10_000.0),
        }
    }
}

const fn count(name: &'static str, about: &'static str, value: fn(&Quality) -> f64) -> Signal {
    Signal { name, kind: Kind::Integer, about, value }
}

const fn share(name: &'static str, about: &'static str, value: fn(&Quality) -> f64) -> Signal {
    Signal { name, kind: Kind::Real, about, value }
}

/// Every signal.
pub const SIGNALS: &[Signal] = &[
    count("q_words", "words with a letter or a digit", |q| q.words as f64),
    share("q_mean_word_length", "their mean length in characters", |q| q.mean_word_length),
    share("q_hashes", "number signs a word", |q| q.hashes),
    share("q_ellipses", "ellipses a word", |q| q.ellipses),
    share("q_alphabetic_words", "share of words with a letter", |q| q.alphabetic_words),
    count("q_stop_words", "how many of the, be, to, of, and, that, have, with there are", |q| {
        q.stop_words as f64
    }),
    count("q_sentences", "sentences, told by the marks at their ends", |q| q.sentences as f64),
    count("q_lines", "lines that are not empty", |q| q.lines as f64),
    share("q_bullet_lines", "share of lines that begin with a bullet", |q| q.bullet_lines),
    share("q_ellipsis_lines", "share of lines that end with an ellipsis", |q| q.ellipsis_lines),
    share("q_punctuated_lines", "share of lines that end as sentences do", |q| q.punctuated_lines),
    share("q_short_lines", "share of lines of at most 30 characters", |q| q.short_lines),
    share("q_newlines", "line ends a word", |q| q.newlines),
    share("q_repeated_lines", "share of lines that stood before", |q| q.repeated_lines.0),
    share("q_repeated_line_characters", "share of characters in them", |q| q.repeated_lines.1),
    share("q_repeated_paragraphs", "share of paragraphs that stood before", |q| {
        q.repeated_paragraphs.0
    }),
    share("q_repeated_paragraph_characters", "share of characters in them", |q| {
        q.repeated_paragraphs.1
    }),
    count("q_curly_brackets", "opening curly brackets", |q| q.curly_brackets as f64),
    count("q_lorem_ipsum", "times that lorem ipsum stands there", |q| q.lorem_ipsum as f64),
    count("q_javascript_lines", "lines with the word JavaScript", |q| q.javascript_lines as f64),
    count("q_policy_lines", "lines about cookies or terms of use", |q| q.policy_lines as f64),
    share("q_top_2gram", "share of characters in the most frequent row of 2 words", |q| {
        q.top_ngrams[0]
    }),
    share("q_top_3gram", "share of characters in the most frequent row of 3 words", |q| {
        q.top_ngrams[1]
    }),
    share("q_top_4gram", "share of characters in the most frequent row of 4 words", |q| {
        q.top_ngrams[2]
    }),
    share("q_repeated_5grams", "share of characters in rows of 5 words that stood before", |q| {
        q.repeated_ngrams[0]
    }),
    share("q_repeated_6grams", "share of characters in rows of 6 words that stood before", |q| {
        q.repeated_ngrams[1]
    }),
    share("q_repeated_7grams", "share of characters in rows of 7 words that stood before", |q| {
        q.repeated_ngrams[2]
    }),
    share("q_repeated_8grams", "share of characters in rows of 8 words that stood before", |q| {
        q.repeated_ngrams[3]
    }),
    share("q_repeated_9grams", "share of characters in rows of 9 words that stood before", |q| {
        q.repeated_ngrams[4]
    }),
    share("q_repeated_10grams", "share of characters in rows of 10 words that stood before", |q| {
        q.repeated_ngrams[5]
    }),
];
