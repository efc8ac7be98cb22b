//! `sentence-length-rule`, `word-length-rule`: blocks judged by one feature alone.
//!
//! Rows of Table 2 of C. Kohlschütter, P. Fankhauser, W. Nejdl: "Boilerplate Detection using Shallow Text Features"
//! (WSDM 2010), found there by 1R over one column. The paper does not print where it cuts. These limits are where the
//! fewest words are on the wrong side in the labelled blocks of four fifths of the hosts of l3s-gn1: one cut for
//! sentences, two for words, where the paper has many. Words and sentences are counted as in all features of blocks.

use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Reason, Selection, Verdict};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "sentence-length-rule",
        "text blocks whose sentences are long enough",
        "a single feature of Table 2 of Kohlschütter et al., WSDM 2010; the limit is learned here",
        languages::SPACED,
        |_| Ok(Arc::new(SENTENCE_LENGTH)),
    ),
    Entry::new(
        "word-length-rule",
        "text blocks whose words are neither short nor long",
        "a single feature of Table 2 of Kohlschütter et al., WSDM 2010; the limits are learned here",
        languages::SPACED,
        |_| Ok(Arc::new(WORD_LENGTH)),
    ),
];

/// Keeps blocks with a value above one limit and not above the other.
struct Rule {
    feature: Feature,
    above: f32,
    up_to: f32,
}

#[derive(Clone, Copy)]
enum Feature {
    SentenceLength,
    WordLength,
}

/// `sentence-length-rule`.
const SENTENCE_LENGTH: Rule =
    Rule { feature: Feature::SentenceLength, above: 6.08, up_to: f32::INFINITY };
/// `word-length-rule`.
const WORD_LENGTH: Rule = Rule { feature: Feature::WordLength, above: 3.8, up_to: 6.95 };

impl Rule {
    fn verdict(&self, value: f32) -> Verdict {
        let what = match self.feature {
            Feature::SentenceLength => "words a sentence",
            Feature::WordLength => "letters a word",
        };
        let reason = |relation, limit| Reason::measured(what, value, relation, limit).to_string();
        match (value > self.above, value > self.up_to) {
            (false, _) => Verdict::drop(value, reason("at most", self.above)),
            (true, true) => Verdict::drop(value, reason("over", self.up_to)),
            (true, false) => Verdict::keep(value, reason("over", self.above)),
        }
    }
}

impl Extractor for Rule {
    fn extract(&self, document: &Document) -> Selection {
        let features = document.features();
        let verdict = |block: usize| {
            let text = features.text(block);
            self.verdict(match self.feature {
                Feature::SentenceLength => text.average_sentence_length,
                Feature::WordLength => text.average_word_length,
            })
        };
        Selection::from_blocks(document, (0..features.len()).map(verdict).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn sentences_of_six_words_are_short() {
        let html = "<p>One two three four five six.<p>One two three four five six seven.\
                    <p>One two three four. Five six seven eight.";
        assert_eq!(kept(&SENTENCE_LENGTH, html), "One two three four five six seven.");
    }

    #[test]
    fn words_have_neither_three_letters_nor_eight() {
        let html = "<p>one two six<p>fourth fifth<p>boilerplate telephone<p>";
        assert_eq!(kept(&WORD_LENGTH, html), "fourth fifth");
        assert_eq!(kept(&WORD_LENGTH, ""), "");
    }
}
