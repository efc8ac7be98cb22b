//! Words in classes and ids that speak for or against content.
//!
//! The reference has six regular expressions, all of them lists of words, and tries them on every element.
//! Here they are found in one reading of the page's names.

use aho_corasick::Input;
use aho_corasick::automaton::Automaton;
use aho_corasick::dfa::DFA;
use dehusk_extract::derived::{Edge, Names, Rule, RuleTable};
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

    /// What the [`RULES`] that hold for a value say of it, one bit each.
    pub fn of_rules(rules: u32) -> Words {
        let against = (rules >> HID & 1) as u8 * Words::NEGATIVE.0;
        Words(rules as u8 & ALL | against)
    }

    /// The first word of a group in a value, for explanations.
    pub fn first(value: &str, group: Words) -> Option<&'static str> {
        matches(value).find(|(groups, _)| groups & group.0 != 0).map(|(_, word)| word)
    }
}

/// The bits of the words themselves, and the number of the rule that has none of its own.
const ALL: u8 = 0b11_1111;
const HID: usize = 6;

/// Readability's rules, under which a document keeps what they found.
pub(super) struct NameRules;

impl RuleTable for NameRules {
    fn names() -> &'static Names {
        static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(RULES));
        &NAMES
    }
}

/// The reference's lists, in the order of the bits of [`Words`]. An underscore does not make a word longer.
pub(super) const RULES: &[Rule] = &[
    Rule::new(
        Edge::Any,
        Edge::Any,
        &[
            "-ad-",
            "ai2html",
            "banner",
            "breadcrumbs",
            "combx",
            "comment",
            "community",
            "cover-wrap",
            "disqus",
            "extra",
            "footer",
            "gdpr",
            "header",
            "legends",
            "menu",
            "related",
            "remark",
            "replies",
            "rss",
            "shoutbox",
            "sidebar",
            "skyscraper",
            "social",
            "sponsor",
            "supplemental",
            "ad-break",
            "agegate",
            "pagination",
            "pager",
            "popup",
            "yom-remote",
        ],
    ),
    Rule::new(
        Edge::Any,
        Edge::Any,
        &["and", "article", "body", "column", "content", "main", "mathjax", "shadow"],
    ),
    Rule::new(
        Edge::Any,
        Edge::Any,
        &[
            "pagination",
            "article",
            "body",
            "content",
            "main",
            "entry",
            "hentry",
            "h-entry",
            "page",
            "post",
            "text",
            "blog",
            "story",
        ],
    ),
    Rule::new(
        Edge::Any,
        Edge::Any,
        &[
            "-ad-",
            "banner",
            "combx",
            "comment",
            "footer",
            "gdpr",
            "related",
            "shoutbox",
            "sidebar",
            "skyscraper",
            "sponsor",
            "hidden",
            "com-",
            "contact",
            "masthead",
            "media",
            "meta",
            "outbrain",
            "promo",
            "scroll",
            "share",
            "shopping",
            "tags",
            "widget",
        ],
    ),
    Rule::new(Edge::Any, Edge::Any, &["byline", "author", "dateline", "writtenby", "p-author"]),
    Rule::new(Edge::NoLetter, Edge::NoLetter, &["share", "sharedaddy"]),
    // Speaks against content, too.
    Rule::new(Edge::Space, Edge::Space, &["hid"]),
];

/// What the words of the rule with this number say.
fn group(rule: usize) -> u8 {
    Words::of_rules(1 << rule).0
}

static WORDS: LazyLock<Vec<(&str, u8, Edge)>> = LazyLock::new(|| {
    let rules = RULES.iter().enumerate();
    rules
        .flat_map(|(n, rule)| rule.phrases.iter().map(move |w| (*w, group(n), rule.start)))
        .collect()
});

/// For explanations alone, which name the word. None only if it could not be built, which a test rules out.
static AUTOMATON: LazyLock<Option<DFA>> = LazyLock::new(|| {
    let words: Vec<&str> = WORDS.iter().map(|(word, ..)| *word).collect();
    DFA::builder().ascii_case_insensitive(true).build(words).ok()
});

fn matches(value: &str) -> impl Iterator<Item = (u8, &'static str)> {
    let automaton = AUTOMATON.as_ref();
    let hits = automaton.and_then(|a| a.try_find_overlapping_iter(Input::new(value)).ok());
    let hits = hits.into_iter().flatten();
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
    use dehusk_extract::derived::Names;

    fn of(value: &str) -> Words {
        Words::of_rules(Names::new(RULES).find(value))
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
