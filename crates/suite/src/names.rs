//! The words in class and id that any extractor of the suite looks for, found in one reading.
//!
//! Several extractors tell by such words what an element is for. Reading the names of a page takes each of them longer
//! than most else it does, and much of what they look for is the same.

use crate::boilerpipe::UNLIKELY_NAMES;
use crate::{goose, resiliparse, trafilatura, unfluff};
use dehusk_extract::Document;
use dehusk_extract::derived::{Found, Names, Rule, RuleTable};
use std::sync::LazyLock;

/// Whose rules are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleSet {
    Goose,
    Unfluff,
    Trafilatura,
    Resiliparse,
    DomDistiller,
}

/// The rules of each, in the order of [`RuleSet`].
const RULES: [&[Rule]; 5] =
    [goose::RULES, unfluff::RULES, trafilatura::RULES, resiliparse::RULES, UNLIKELY_NAMES];

/// All of them, under which a document keeps what they found.
struct AllRules;

impl RuleTable for AllRules {
    fn names() -> &'static Names {
        static NAMES: LazyLock<Names> = LazyLock::new(|| Names::together(&RULES));
        &NAMES
    }
}

impl RuleSet {
    /// What the class and id of a page's elements say by these rules.
    pub fn found(self, document: &Document) -> Found<'_> {
        let first = RULES.iter().take(self as usize).map(|rules| rules.len()).sum();
        document.found::<AllRules>(first..first + RULES[self as usize].len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn there_is_a_bit_for_every_rule() {
        assert!(RULES.iter().all(|rules| rules.len() <= 32));
        assert!(RULES.iter().map(|rules| rules.len()).sum::<usize>() <= 128);
    }

    #[test]
    fn the_rules_of_the_last_set_are_found_too() {
        let phrase = UNLIKELY_NAMES[0].phrases[0];
        let page = Page::parse(format!("<p class='{phrase}'>One"));
        let document = Document::new(page);
        assert!(RuleSet::DomDistiller.found(&document).any(1));
    }
}
