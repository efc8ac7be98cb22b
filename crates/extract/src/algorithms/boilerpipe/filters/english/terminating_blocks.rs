//! Finds where the article is over.

use super::super::super::draft::Atom;
use super::{Draft, Filter};

/// Marks short blocks that stand at the head of a comment section or in place of it.
pub(in super::super::super) struct TerminatingBlocks;

/// A marker is short: longer blocks only speak of comments.
const MAX_WORDS: u32 = 14;
const BEGINNINGS: [&str; 4] = ["comments", "© reuters", "please rate this", "post a comment"];
const AFTER_A_NUMBER: [&str; 2] = [" comments", " users responded in"];
const ANYWHERE: [&str; 7] = [
    "what you think...",
    "add your comment",
    "add comment",
    "reader views",
    "have your say",
    "reader comments",
    "rätta artikeln",
];
const WHOLE: &str = "thanks for your comments - this feedback is now closed";

impl Filter for TerminatingBlocks {
    fn apply(&self, draft: &mut Draft<'_>) {
        // Several extractors ask this of the same page.
        let endings = draft.parts.endings.get_or_init(|| endings(draft));
        for block in &mut draft.blocks {
            if let Some(atom) = Draft::single_atom(block) {
                block.ends_text = endings.get(atom).copied().unwrap_or(false);
            }
        }
    }
}

/// Which atoms of a page are markers.
fn endings(draft: &Draft<'_>) -> Vec<bool> {
    let mut text = String::new();
    let ends = |(number, atom): (usize, &Atom)| {
        atom.counts.words <= MAX_WORDS && is_end(draft.text(number, &mut text))
    };
    draft.atoms.iter().enumerate().map(ends).collect()
}

fn is_end(text: &str) -> bool {
    let text = text.as_bytes();
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    BEGINNINGS.iter().any(|words| begins(text, words))
        || digits > 0 && AFTER_A_NUMBER.iter().any(|words| begins(&text[digits..], words))
        || begins(text, WHOLE) && text.len() == WHOLE.len()
        || holds_any(text)
}

fn holds_any(text: &[u8]) -> bool {
    // All of them begin with one of five pairs of letters: that rules out most places at once. Setting one
    // bit makes capitals small; it makes the first byte of an ä, 0xc3, into 0xe3.
    let candidate = |pair: &[u8]| match pair {
        [a, b] => matches!(
            (a | 0x20, b | 0x20),
            (b'w', b'h') | (b'a', b'd') | (b'r', b'e' | 0xe3) | (b'h', b'a')
        ),
        _ => false,
    };
    let mut places = text.windows(2).enumerate().filter(|(_, pair)| candidate(pair));
    places.any(|(at, _)| ANYWHERE.iter().any(|words| begins(&text[at..], words)))
}

/// Whether the text begins with the words, in capitals or not.
fn begins(text: &[u8], words: &str) -> bool {
    text.get(..words.len()).is_some_and(|head| head.eq_ignore_ascii_case(words.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::run;
    use super::*;

    #[test]
    fn markers_are_known_by_their_beginning_their_words_or_as_a_whole() {
        for text in [
            "Comments (12)",
            "12 comments",
            "3 Users Responded in this post",
            "Post a comment:",
            "Tell us WHAT YOU THINK...",
            "Please add your comment below",
            "Thanks for your comments - this feedback is now closed",
            "Rätta artikeln",
        ] {
            assert!(is_end(text), "{text}");
        }
        for text in [
            "",
            "comment",
            "No comments",
            "twelve comments",
            "Thanks for your comments - this feedback is now closed, sorry",
            "é comments",
        ] {
            assert!(!is_end(text), "{text}");
        }
    }

    #[test]
    fn a_long_block_is_no_marker() {
        let short = format!("<p>Comments {}", "x ".repeat(13));
        let long = format!("<p>Comments {}", "x ".repeat(14));
        let page = dehusk_page::Page::parse([short, long].concat());
        let draft = run(&page, &[&TerminatingBlocks]);
        assert_eq!(draft.blocks.iter().map(|b| b.ends_text).collect::<Vec<_>>(), [true, false]);
    }
}
