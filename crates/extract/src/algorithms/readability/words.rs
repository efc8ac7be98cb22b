//! Words in classes and ids that speak for or against content.
//!
//! The reference has six regular expressions, all of them lists of words, and tries them on every element.
//! One automaton over all words answers all six in one reading of the value.

use super::super::shared::names::{Edge, Names};
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use std::sync::LazyLock;

/// What the words of a class or an id say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Words(u8);

impl Words {
    /// Names what is hardly ever content.
    pub const UNLIKELY: Words = Words(1);
    /// Names what may be content although it is unlikely.
    pub const MAYBE: Words = Words(2);
    /// Speaks for content.
    pub const POSITIVE: Words = Words(4);
    /// Speaks against content.
    pub const NEGATIVE: Words = Words(8);
    /// Names a line that says who wrote.
    pub const BYLINE: Words = Words(16);
    /// Names buttons to share.
    pub const SHARE: Words = Words(32);

    pub fn has(self, group: Words) -> bool {
        self.0 & group.0 != 0
    }

    /// Reads a value.
    pub fn of(value: &str) -> Words {
        Words(NAMES.find(value) as u8)
    }

    /// The first word of a group in a value, for explanations.
    pub fn first(value: &str, group: Words) -> Option<&'static str> {
        matches(value).find(|(groups, _)| groups & group.0 != 0).map(|(_, word)| word)
    }
}

/// Remembers what values said: elements of a kind repeat their classes. A slot holds the value that came
/// last to it, so the memory stays small whatever the page.
pub(super) struct Memo<'p> {
    slots: Vec<(&'p str, Words)>,
}

const SLOTS: usize = 1024;

impl Default for Memo<'_> {
    fn default() -> Self {
        Memo { slots: vec![("", Words(0)); SLOTS] }
    }
}

impl<'p> Memo<'p> {
    pub fn of(&mut self, value: &'p str) -> Words {
        // Most elements have no id, many no class.
        if value.is_empty() {
            return Words::default();
        }
        match self.slots.get_mut(slot(value)) {
            Some((known, words)) if *known == value => *words,
            Some(slot) => {
                *slot = (value, Words::of(value));
                slot.1
            }
            None => Words::of(value),
        }
    }
}

/// A slot by length and by the first and last bytes, where classes differ.
fn slot(value: &str) -> usize {
    let word = |bytes: Option<&[u8]>| {
        bytes.and_then(|b| b.first_chunk()).map_or(0, |chunk| u64::from_le_bytes(*chunk))
    };
    let bytes = value.as_bytes();
    let ends = match bytes.len() {
        0..8 => bytes.iter().fold(0, |hash, &b| hash << 8 | u64::from(b)),
        length => word(Some(bytes)).rotate_left(23) ^ word(bytes.get(length - 8..)),
    };
    let mixed = (ends ^ bytes.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 54) as usize % SLOTS
}

const U: u8 = Words::UNLIKELY.0;
const M: u8 = Words::MAYBE.0;
const P: u8 = Words::POSITIVE.0;
const N: u8 = Words::NEGATIVE.0;
const B: u8 = Words::BYLINE.0;
const S: u8 = Words::SHARE.0;

/// Every word of the reference's lists with the lists it stands in.
#[rustfmt::skip]
static LISTS: &[(&str, u8)] = &[
    ("-ad-", U | N), ("ai2html", U), ("banner", U | N), ("breadcrumbs", U), ("combx", U | N),
    ("comment", U | N), ("community", U), ("cover-wrap", U), ("disqus", U), ("extra", U),
    ("footer", U | N), ("gdpr", U | N), ("header", U), ("legends", U), ("menu", U),
    ("related", U | N), ("remark", U), ("replies", U), ("rss", U), ("shoutbox", U | N),
    ("sidebar", U | N), ("skyscraper", U | N), ("social", U), ("sponsor", U | N),
    ("supplemental", U), ("ad-break", U), ("agegate", U), ("pagination", U | P), ("pager", U),
    ("popup", U), ("yom-remote", U),
    ("and", M), ("article", M | P), ("body", M | P), ("column", M), ("content", M | P),
    ("main", M | P), ("mathjax", M), ("shadow", M),
    ("entry", P), ("hentry", P), ("h-entry", P), ("page", P), ("post", P), ("text", P),
    ("blog", P), ("story", P),
    ("hidden", N), ("com-", N), ("contact", N), ("masthead", N), ("media", N), ("meta", N),
    ("outbrain", N), ("promo", N), ("scroll", N), ("share", N), ("shopping", N), ("tags", N),
    ("widget", N),
    ("byline", B), ("author", B), ("dateline", B), ("writtenby", B), ("p-author", B),
];

/// Words that count only within boundaries. An underscore does not make a word longer.
static BOUNDED: &[(&str, u8, Edge)] =
    &[("hid", N, Edge::Space), ("share", S, Edge::NoLetter), ("sharedaddy", S, Edge::NoLetter)];

fn list() -> impl Iterator<Item = (&'static str, u8, Edge)> {
    let anywhere = LISTS.iter().map(|&(word, groups)| (word, groups, Edge::Any));
    anywhere.chain(BOUNDED.iter().copied())
}

static WORDS: LazyLock<Vec<(&str, u8, Edge)>> = LazyLock::new(|| list().collect());

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    Names::of_words(list().map(|(word, groups, edge)| (word, u128::from(groups), edge, edge)))
});

/// For explanations alone, which name the word. None only if it could not be built, which a test rules out.
static AUTOMATON: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let builder = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::DFA))
        .build(list().map(|(word, ..)| word));
    builder.ok()
});

fn matches(value: &str) -> impl Iterator<Item = (u8, &'static str)> {
    let hits = AUTOMATON.as_ref().map(|a| a.find_overlapping_iter(value)).into_iter().flatten();
    hits.filter_map(|hit| {
        let &(word, groups, edge) = WORDS.get(hit.pattern().as_usize())?;
        let before = hit.start().checked_sub(1).and_then(|at| value.as_bytes().get(at)).copied();
        let after = value.as_bytes().get(hit.end()).copied();
        (edge.holds(before) && edge.holds(after)).then_some((groups, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(value: &str) -> Vec<&'static str> {
        let all = [
            ("unlikely", Words::UNLIKELY),
            ("maybe", Words::MAYBE),
            ("positive", Words::POSITIVE),
            ("negative", Words::NEGATIVE),
            ("byline", Words::BYLINE),
            ("share", Words::SHARE),
        ];
        let words = Words::of(value);
        all.into_iter().filter(|&(_, g)| words.has(g)).map(|(name, _)| name).collect()
    }

    #[test]
    fn the_automaton_is_built() {
        assert!(AUTOMATON.is_some());
    }

    #[test]
    fn words_are_found_inside_words_and_in_any_case() {
        assert_eq!(groups("Left-SIDEBAR"), ["unlikely", "negative"]);
        assert_eq!(groups("mainContent"), ["maybe", "positive"]);
        assert_eq!(groups("p-author"), ["byline"]);
        assert_eq!(groups("wrapper"), [""; 0]);
    }

    #[test]
    fn overlapping_words_all_count() {
        // "hentry" holds "entry"; "brand" holds "and"; "commentary" holds "comment"
        assert_eq!(groups("hentry"), ["positive"]);
        assert_eq!(groups("brand-header"), ["unlikely", "maybe"]);
        assert_eq!(groups("commentary"), ["unlikely", "negative"]);
    }

    #[test]
    fn hid_counts_only_between_spaces() {
        for value in ["hid", "a hid", "hid b", "a hid b"] {
            assert_eq!(groups(value), ["negative"], "{value}");
        }
        for value in ["hide", "hid-x", "a-hid", "orchid"] {
            assert_eq!(groups(value), [""; 0], "{value}");
        }
    }

    #[test]
    fn share_buttons_need_a_word_of_their_own() {
        for value in ["share", "x share-bar", "post_share_bar", "sharedaddy"] {
            assert!(Words::of(value).has(Words::SHARE), "{value}");
        }
        for value in ["shared", "shareholders", "timeshare", "share2"] {
            assert!(!Words::of(value).has(Words::SHARE), "{value}");
        }
    }

    #[test]
    fn the_memory_never_changes_the_answer() {
        let values: Vec<String> = (0..3000)
            .map(|i| format!("{}-{i}", ["sidebar", "x", "content", ""][i % 4].repeat(i % 3)))
            .collect();
        let mut memo = Memo::default();
        for value in values.iter().chain(&values) {
            assert_eq!(memo.of(value), Words::of(value), "{value}");
        }
        assert_eq!(memo.of(""), Words::default());
    }

    #[test]
    fn a_word_can_be_named() {
        assert_eq!(Words::first("x-Sidebar y", Words::UNLIKELY), Some("sidebar"));
        assert_eq!(Words::first("plain", Words::UNLIKELY), None);
    }
}
