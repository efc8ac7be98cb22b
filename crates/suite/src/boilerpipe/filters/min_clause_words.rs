//! Keeps sentences.

use super::{Draft, Filter};
use dehusk_extract::Reason;

/// Keeps only content blocks with at least one clause of some words. A clause ends in punctuation.
pub(in super::super) struct MinClauseWords {
    /// Words that a clause must have.
    pub min_words: usize,
}

impl Filter for MinClauseWords {
    fn apply(&self, draft: &mut Draft<'_>) {
        let mut text = String::new();
        for block in 0..draft.blocks.len() {
            if !draft.blocks[block].content {
                continue;
            }
            let mut atoms = draft.blocks[block].atoms.clone();
            let has_clause =
                atoms.any(|atom| has_clause(draft.text(atom as usize, &mut text), self.min_words));
            if !has_clause {
                draft.decide(block, false, Reason::from("no full clause in it"));
            }
        }
    }
}

/// Whether a text has a clause of so many words: text up to punctuation that follows a word and is followed by a space
/// or the end.
fn has_clause(text: &str, min_words: usize) -> bool {
    let (mut words, mut after_word) = (1, false);
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        if is_space(letter) {
            while rest.next_if(|&c| is_space(c)).is_some() {}
            words += 1;
        } else if after_word && is_delimiter(letter) {
            while rest.next_if(|&c| is_delimiter(c)).is_some() {}
            if rest.peek().is_none_or(|&c| is_space(c)) {
                if words >= min_words {
                    return true;
                }
                words = 0;
            }
        }
        after_word = is_word(letter);
    }
    false
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t'..='\r') || !letter.is_ascii() && letter.is_whitespace()
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || letter == '_'
        || !letter.is_ascii() && letter.is_alphanumeric()
}

fn is_delimiter(letter: char) -> bool {
    matches!(letter, ',' | '.' | ':' | ';' | '!' | '?')
}

#[cfg(test)]
mod tests {
    use super::super::testing::{KeepMarked, content};
    use super::*;

    #[test]
    fn clauses_end_at_punctuation_before_a_space() {
        let cases = [
            ("", 0),
            ("no end to these many words", 0),
            ("five words and an end.", 5),
            ("one, two three. four", 2),
            ("at 10.30 it began.", 4),
            ("what?! yes, of course it was.", 4),
            ("a quote that \"ends\".", 0),
        ];
        for (text, words) in cases {
            let longest = (1..9).rev().find(|&words| has_clause(text, words));
            assert_eq!(longest.unwrap_or(0), words, "{text}");
        }
    }

    #[test]
    fn captions_and_bylines_go() {
        let html = "<p>keep this as it has a clause.<p>keep this as it has none<p>keep by Ann.";
        let steps: [&dyn Filter; 2] = [&KeepMarked, &MinClauseWords { min_words: 5 }];
        assert_eq!(content(html, &steps), [true, false, false]);
    }
}
