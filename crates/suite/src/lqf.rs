//! `lqf`: the Link Quota Filter.
//!
//! What is mostly links is navigation: C. Mantratzis, M. Orgun, S. Cassidy, "Separating XHTML content from
//! navigation clutter using DOM-structure block analysis" (Hypertext 2005). From the body down, a
//! block-level element whose text is in links by more than the quota is left out with all that is in it; the
//! rest is content.

use super::shared::subtrees;
use crate::languages;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Reason, Selection};
use dehusk_page::{Name, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "lqf",
    "all but elements whose text is mostly links",
    "Link Quota Filter; Mantratzis et al., Hypertext 2005",
    languages::ANY,
    |_| Ok(Arc::new(Lqf)),
)];

/// Share of an element's characters in links from which it is navigation: LQF-50 of the literature.
const QUOTA: f32 = 0.5;

/// The Link Quota Filter.
pub(crate) struct Lqf;

impl Extractor for Lqf {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let counts = document.sums();
        let mut kept = NodeSet::new(page.len());
        let Some(body) = page.body() else {
            return Selection::from_nodes(document, kept, Vec::new());
        };
        let rest = "not mostly links";
        let mut decisions = vec![Decision::subtree(page, body, true, 1.0, rest)];
        subtrees::keep(document, body, &mut kept, |node| {
            let count = &counts[node.index()];
            let quota = count.link_chars as f32 / count.chars.max(1) as f32;
            let is_navigation = quota > QUOTA && is_block(page.name(node));
            if is_navigation {
                let reason = Reason::measured("link quota", quota, "over", QUOTA);
                decisions.push(Decision::subtree(page, node, false, 1.0 - quota, reason));
            }
            is_navigation
        });
        Selection::from_nodes(document, kept, decisions)
    }
}

/// Elements that make up the structure of a page; links in running text are in none that is mostly links.
fn is_block(tag: Name) -> bool {
    matches!(
        tag,
        name::ADDRESS
            | name::ARTICLE
            | name::ASIDE
            | name::BLOCKQUOTE
            | name::BODY
            | name::CENTER
            | name::DD
            | name::DIV
            | name::DL
            | name::DT
            | name::FOOTER
            | name::FORM
            | name::H1
            | name::H2
            | name::H3
            | name::H4
            | name::H5
            | name::H6
            | name::HEADER
            | name::LI
            | name::MAIN
            | name::NAV
            | name::OL
            | name::P
            | name::PRE
            | name::SECTION
            | name::TABLE
            | name::TBODY
            | name::TD
            | name::TH
            | name::TR
            | name::UL
    )
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn elements_of_links_are_left_out() {
        let html = "<ul><li><a href=x>Home</a></li><li><a href=y>News</a></li></ul>\
                    <p>Text with a <a href=z>link</a>.</p><img src=a.jpg alt=boat>";
        assert_eq!(kept(&Lqf, html), "Text with a link . [boat]");
    }

    #[test]
    fn half_is_allowed() {
        assert_eq!(kept(&Lqf, "<p>four<a href=x>four</a></p>"), "four four");
        assert_eq!(kept(&Lqf, "<p>one<a href=x>four</a></p><p>more text</p>"), "more text");
    }

    #[test]
    fn a_page_of_links_is_empty() {
        assert_eq!(kept(&Lqf, "<p><a href=x>a</a></p>"), "");
        assert_eq!(kept(&Lqf, ""), "");
    }
}
