//! Finds where the article is over.

use super::super::super::draft::Atom;
use super::{Draft, Filter};
use dehusk_blocks::swar::Eight;

/// Marks short blocks that stand at the head of a comment section or in place of it.
pub(in super::super::super) struct TerminatingBlocks;

/// A marker is short: longer blocks only speak of comments.
const MAX_WORDS: u32 = 14;
const BEGINNINGS: [&str; 4] = ["comments", "© reuters", "please rate this", "post a comment"];
const AFTER_A_NUMBER: [&str; 2] = [" comments", " users responded in"];
/// Each with its first word by itself.
const ANYWHERE: [(&str, &str); 7] = [
    ("what", " you think..."),
    ("add", " your comment"),
    ("add", " comment"),
    ("reader", " views"),
    ("have", " your say"),
    ("reader", " comments"),
    ("rätta", " artikeln"),
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
        let words = atom.counts.words;
        words <= MAX_WORDS && is_end(draft.text(number, &mut text), words)
    };
    draft.atoms.iter().enumerate().map(ends).collect()
}

/// Whether a text of so many words is a marker.
fn is_end(text: &str, words: u32) -> bool {
    let text = text.as_bytes();
    let Some(first) = text.first() else { return false };
    let begins_as_one = match first {
        b'0'..=b'9' => {
            let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
            AFTER_A_NUMBER.iter().any(|words| begins(&text[digits..], words))
        }
        b't' | b'T' => begins(text, WHOLE) && text.len() == WHOLE.len(),
        _ => BEGINNINGS.iter().any(|words| begins(text, words)),
    };
    begins_as_one || words > 1 && holds_any(text)
}

/// Whether a text has one of the markers of two words and more. They are looked for behind their first words: there are
/// fewer spaces than letters.
fn holds_any(text: &[u8]) -> bool {
    for from in (0..text.len()).step_by(8) {
        let mut spaces = Eight::at(text, from).marks_of(b' ');
        while spaces != 0 {
            let space = from + (spaces.trailing_zeros() / 8) as usize;
            if may_be_inside(text, space)
                && ANYWHERE.iter().any(|(first, rest)| has_around(text, space, first, rest))
            {
                return true;
            }
            spaces &= spaces - 1;
        }
    }
    false
}

/// Whether the letters at both sides of a space are those of a marker: that rules out most spaces at once. Setting one
/// bit makes capitals small.
fn may_be_inside(text: &[u8], space: usize) -> bool {
    let before = space.checked_sub(1).and_then(|at| text.get(at));
    let (Some(before), Some(behind)) = (before, text.get(space + 1)) else { return false };
    matches!(
        (before | 0x20, behind | 0x20),
        (b't' | b'd' | b'e', b'y') | (b'd' | b'r', b'c') | (b'r', b'v') | (b'a', b'a')
    )
}

fn has_around(text: &[u8], place: usize, before: &str, behind: &str) -> bool {
    let start = place.checked_sub(before.len());
    start.is_some_and(|start| begins(&text[start..place], before)) && begins(&text[place..], behind)
}

/// Whether the text begins with the words, in capitals or not.
fn begins(text: &[u8], words: &str) -> bool {
    text.get(..words.len()).is_some_and(|head| head.eq_ignore_ascii_case(words.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::words::count;
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
            assert!(is_end(text, count(text).words), "{text}");
        }
        for text in [
            "",
            "comment",
            "No comments",
            "twelve comments",
            "Thanks for your comments - this feedback is now closed, sorry",
            "é comments",
        ] {
            assert!(!is_end(text, count(text).words), "{text}");
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
