//! What elements call themselves in `class` and `id`: bylines, dates, and what does not belong to the content.
//!
//! Of a few elements it is read one by one; who looks at many has all of it looked for at once, in the distinct
//! values of a page.

use dehusk_extract::Document;
use dehusk_extract::derived::{Edge, Found, Names, Rule, RuleTable};
use dehusk_page::{NodeId, Page, name};
use std::sync::LazyLock;

/// A name of an author.
pub(super) const BYLINE: u32 = 1;
/// What stands next to it.
pub(super) const NOT_BYLINE: u32 = 1 << 1;
/// A user of a forum.
pub(super) const USER: u32 = 1 << 2;
/// Comments, related articles, navigation and the like.
pub(super) const ASIDE: u32 = 1 << 3;
/// A date.
pub(super) const DATE: u32 = 1 << 4;
/// The day of a change.
pub(super) const UPDATE: u32 = 1 << 5;
/// The day of publication.
pub(super) const PUBLICATION: u32 = 1 << 6;

/// In the order of the bits; two rules may share one.
#[rustfmt::skip]
const RULES: [(u32, Rule); 9] = [
    (BYLINE, Rule::new(Edge::Any, Edge::Any, &[
        "byline", "by-line", "author", "autor", "auteur", "autore", "verfasser", "redakteur", "writer", "penulis", "yazar",
        "contributor",
    ])),
    (NOT_BYLINE, Rule::new(Edge::Any, Edge::Any, &[
        "authority", "authoriz", "bio", "avatar", "desc", "photo", "social", "follow", "role", "title", "about", "position",
        "job title", "reviewer", "reviewed", "fact check", "author image", "author img",
    ])),
    (BYLINE | USER, Rule::new(Edge::Any, Edge::Any, &["user name", "poster name", "postuser", "post author"])),
    (ASIDE, Rule::new(Edge::Any, Edge::Any, &[
        "comment", "related", "sidebar", "recommend", "breadcrumb", "teaser", "popular", "trending", "newsletter", "pagination",
        "disqus", "respond", "recirc", "read more", "latest", "testimonial", "reviews", "customer review", "product review",
        "review list", "rating",
    ])),
    (ASIDE, Rule::new(Edge::Part, Edge::Part, &["promo", "promos", "promotion", "promobox"])),
    (DATE, Rule::new(Edge::Any, Edge::Any, &[
        "date", "publish", "posted", "timestamp", "datum", "fecha", "pubtime", "post time", "entry time", "created", "byline",
    ])),
    (UPDATE, Rule::new(Edge::Any, Edge::Any, &["updat", "modif"])),
    (UPDATE, Rule::new(Edge::NoLetter, Edge::NoLetter, &["changed"])),
    (PUBLICATION, Rule::new(Edge::Any, Edge::Any, &["publish"])),
];

/// The table of these rules.
struct Table;

impl RuleTable for Table {
    fn names() -> &'static Names {
        static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(&RULES.map(|(_, rule)| rule)));
        &NAMES
    }
}

/// Whether one element calls itself any of these.
pub(super) fn is_any(page: &Page, id: NodeId, meanings: u32) -> bool {
    let mut values = page.attrs_named(id, |n| matches!(n, name::CLASS | name::ID));
    values.any(|(_, value)| self::meanings(Table::names().find(value)) & meanings != 0)
}

fn meanings(rules: u32) -> u32 {
    let said = RULES.iter().enumerate().filter(|(i, _)| rules >> i & 1 == 1);
    said.fold(0, |all, (_, (meaning, _))| all | meaning)
}

/// What the elements of a page call themselves.
pub(super) struct Called<'d>(Found<'d>);

impl<'d> Called<'d> {
    pub fn of(document: &'d Document) -> Called<'d> {
        let mut found = document.found::<Table>(0..RULES.len());
        found.revise(|_, rules| *rules = meanings(*rules));
        Called(found)
    }

    /// Whether an element calls itself any of these.
    pub fn is_any(&self, id: NodeId, meanings: u32) -> bool {
        (self.0.class(id) | self.0.id(id)) & meanings != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_meanings() {
        for (class, meanings) in [
            ("post__Author-name", BYLINE),
            ("author-bio", BYLINE | NOT_BYLINE),
            ("username u-x", BYLINE | USER),
            ("node--promoted", 0),
            ("box promo", ASIDE),
            ("last-updated", DATE | UPDATE),
            ("field--name-changed", UPDATE),
            ("", 0),
        ] {
            let document = Document::new(Page::parse(format!("<p class='{class}'>x")));
            let page = document.page();
            let p = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
            let called = Called::of(&document);
            let all = [BYLINE, NOT_BYLINE, USER, ASIDE, DATE, UPDATE, PUBLICATION];
            let found = all.into_iter().filter(|&m| called.is_any(p, m)).fold(0, |a, m| a | m);
            assert_eq!(found, meanings, "{class}");
            assert!(all.into_iter().all(|m| is_any(page, p, m) == called.is_any(p, m)), "{class}");
        }
    }
}
