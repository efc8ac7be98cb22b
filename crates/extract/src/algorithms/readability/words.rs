//! Words in classes and ids that speak for or against content.
//!
//! The reference has six regular expressions, all of them lists of words, and tries them on every element.
//! One automaton over all words answers all six in one reading of the value.

use super::super::shared::names::{Edge, Names};
use super::super::shared::values::{Found, Values};
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

    /// What was found in a value.
    pub fn found(bits: u32) -> Words {
        Words(bits as u8)
    }

    /// The first word of a group in a value, for explanations.
    pub fn first(value: &str, group: Words) -> Option<&'static str> {
        matches(value).find(|(groups, _)| groups & group.0 != 0).map(|(_, word)| word)
    }
}

/// What the words of the page's classes and ids say, see [`Words::found`].
pub(super) fn find(values: &Values) -> Found<'_> {
    values.find(&NAMES)
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
    Names::of_words(list().map(|(word, groups, edge)| (word, u32::from(groups), edge, edge)))
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

    fn of(value: &str) -> Words {
        Words::found(NAMES.find(value))
    }

    fn groups(value: &str) -> Vec<&'static str> {
        let all = [
            ("unlikely", Words::UNLIKELY),
            ("maybe", Words::MAYBE),
            ("positive", Words::POSITIVE),
            ("negative", Words::NEGATIVE),
            ("byline", Words::BYLINE),
            ("share", Words::SHARE),
        ];
        let words = of(value);
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
            assert!(of(value).has(Words::SHARE), "{value}");
        }
        for value in ["shared", "shareholders", "timeshare", "share2"] {
            assert!(!of(value).has(Words::SHARE), "{value}");
        }
    }

    #[test]
    fn a_word_can_be_named() {
        assert_eq!(Words::first("x-Sidebar y", Words::UNLIKELY), Some("sidebar"));
        assert_eq!(Words::first("plain", Words::UNLIKELY), None);
    }
}
