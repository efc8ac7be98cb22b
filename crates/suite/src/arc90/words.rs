//! Words in classes and ids that speak for or against content, as both programs have them.

use dehusk_extract::Document;
use dehusk_extract::derived::{Edge, Found, Names, Rule, RuleTable};
use dehusk_page::NodeId;
use std::sync::LazyLock;

/// What class and id of an element say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    class: u32,
    id: u32,
}

/// The numbers of the rules.
const UNLIKELY: usize = 0;
const MAYBE: usize = 1;
const POSITIVE: usize = 2;
const NEGATIVE: usize = 3;
const SIDE: usize = 4;
const PARAGRAPH: usize = 5;

/// The lists of the arc90 script in the version that both ports have. The last two are NReadability's own.
const RULES: &[Rule] = &[
    Rule::new(
        Edge::Any,
        Edge::Any,
        &[
            "combx",
            "comment",
            "community",
            "disqus",
            "extra",
            "foot",
            "header",
            "menu",
            "remark",
            "rss",
            "shoutbox",
            "sidebar",
            "sponsor",
            "ad-break",
            "agegate",
            "pagination",
            "pager",
            "popup",
            "tweet",
            "twitter",
        ],
    ),
    Rule::new(Edge::Any, Edge::Any, &["and", "article", "body", "column", "main", "shadow"]),
    Rule::new(
        Edge::Any,
        Edge::Any,
        &[
            "article",
            "body",
            "content",
            "entry",
            "main",
            "page",
            "pagination",
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
            "combx", "comment", "com-", "contact", "foot", "masthead", "media", "meta", "outbrain",
            "promo", "related", "scroll", "shoutbox", "sidebar", "sponsor", "shopping", "tags",
            "tool", "widget",
        ],
    ),
    Rule::new(Edge::Any, Edge::Any, &["side"]),
    Rule::new(Edge::Any, Edge::Any, &["text", "para"]),
];

/// The rules, under which a document keeps what they found.
struct NameRules;

impl RuleTable for NameRules {
    fn names() -> &'static Names {
        static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(RULES));
        &NAMES
    }
}

/// Reads classes and ids of a page.
pub(super) struct Reader<'p> {
    found: Found<'p>,
    /// Whether what names a side counts as unlikely and bad, as NReadability has it.
    sides_count: bool,
}

impl<'p> Reader<'p> {
    pub fn new(document: &'p Document, sides_count: bool) -> Reader<'p> {
        Reader { found: document.found::<NameRules>(0..RULES.len()), sides_count }
    }

    pub fn said(&self, node: NodeId) -> Said {
        let rules = |found: u32| match self.sides_count && found >> SIDE & 1 == 1 {
            true => found | 1 << UNLIKELY | 1 << NEGATIVE,
            false => found,
        };
        Said { class: rules(self.found.class(node)), id: rules(self.found.id(node)) }
    }
}

impl Said {
    /// Hardly ever content.
    pub fn is_unlikely(self) -> bool {
        let has = |rule: usize| (self.class | self.id) >> rule & 1 == 1;
        has(UNLIKELY) && !has(MAYBE)
    }

    /// 25 points for good words in each, as many off for bad ones.
    pub fn weight(self) -> f64 {
        let points = |found: u32| {
            f64::from(found >> POSITIVE & 1) * 25.0 - f64::from(found >> NEGATIVE & 1) * 25.0
        };
        points(self.class) + points(self.id)
    }

    /// The class is one that NReadability knows of paragraphs.
    pub fn is_of_paragraph(self) -> bool {
        self.class >> PARAGRAPH & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    fn said(tag: &str, sides_count: bool) -> Said {
        let document = Document::new(Page::parse(format!("<body>{tag}")));
        let body = document.page().body().unwrap();
        Reader::new(&document, sides_count).said(document.page().first_child(body).unwrap())
    }

    #[test]
    fn class_and_id_weigh_for_themselves_and_save_each_other() {
        assert_eq!(said("<p class='article footer' id=content>", false).weight(), 25.0);
        assert_eq!(said("<p class=toolbar>", false).weight(), -25.0);
        assert!(said("<p class=menu>", false).is_unlikely());
        assert!(!said("<p class=menu id=main>", false).is_unlikely());
    }

    #[test]
    fn sides_are_of_one_program_only() {
        assert!(!said("<p class=left-side>", false).is_unlikely());
        assert!(said("<p class=left-side>", true).is_unlikely());
        assert_eq!(said("<p id=inside>", true).weight(), -25.0);
        assert_eq!(said("<p id=inside>", false).weight(), 0.0);
    }
}
