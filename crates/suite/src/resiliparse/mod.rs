//! `resiliparse`: everything but what rules take for navigation, sidebars, footers, advertisements and the like.
//!
//! The rules of Resiliparse (J. Bevendorff and others: "Elastic ChatNoir", ECIR 2018, and the program's
//! documentation of its main-content mode), stated anew: an element is left out by its tag, its place, its
//! attributes, its share of links, or by what words its class and id have. Whatever is not left out is content;
//! other than most extractors it never looks for a best element.

mod rules;

use super::shared::subtrees;
use crate::languages;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use dehusk_page::{Name, NodeId, Page, name};
use rules::Judge;
pub(super) use rules::RULES;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "resiliparse",
    "all but what rules take for navigation, sidebars, footers and advertisements",
    "Resiliparse; Bevendorff et al., ECIR 2018",
    languages::ENGLISH_NAMES,
    |_| Ok(Arc::new(Resiliparse)),
)];

/// Resiliparse's main content.
pub(crate) struct Resiliparse;

impl Extractor for Resiliparse {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let Some(body) = page.body() else {
            return Selection::from_nodes(document, kept, Vec::new());
        };
        let judge = Judge::new(document, body);
        let root = main_element(page, body, &judge).unwrap_or(body);
        let mut decisions = vec![Decision::subtree(page, root, true, 1.0, "no rule against it")];
        subtrees::keep(document, root, &mut kept, |node| {
            if is_no_text(page.name(node)) {
                return true;
            }
            let Some(why) = judge.against(node) else { return false };
            decisions.push(Decision::subtree(page, node, false, 0.0, why));
            true
        });
        Selection::from_nodes(document, kept, decisions)
    }
}

/// The one element that says that it is the main content, if there is just one.
fn main_element(page: &Page, body: NodeId, judge: &Judge<'_>) -> Option<NodeId> {
    let elements = page.descendants(body).filter(|&n| page.is_element(n));
    let mut found = elements.filter(|&node| judge.is_main(node));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Elements whose text is never asked for: controls of forms, and what stands for a medium.
fn is_no_text(tag: Name) -> bool {
    matches!(
        tag,
        name::NOSCRIPT
            | name::TEXTAREA
            | name::INPUT
            | name::BUTTON
            | name::SELECT
            | name::OPTION
            | name::LABEL
            | name::OBJECT
            | name::FIGURE
            | name::FIGCAPTION
            | name::SVG
            | name::FRAME
            | name::AREA
    )
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn furniture_is_left_out_and_the_rest_is_content() {
        let html = "<div id=header>top</div><nav>menu</nav><div><div><div><p>text</p>\
                    <div class=share-buttons>share</div>\
                    <ul><li>one<li>two</ul></div></div></div><footer>bottom</footer>\
                    <p aria-hidden=true>no</p><p>more</p>";
        assert_eq!(kept(&Resiliparse, html), "text one two more");
    }

    #[test]
    fn an_article_stays_whatever_else_its_class_says() {
        let html = "<div id=x class='article sidebar'>text</div><div id=sidebar>no</div>";
        assert_eq!(kept(&Resiliparse, html), "text");
    }

    #[test]
    fn one_main_element_is_all_there_is() {
        let html = "<p>before</p><div class='x main-content'><p>text</p></div>";
        assert_eq!(kept(&Resiliparse, html), "text");
        assert_eq!(kept(&Resiliparse, &format!("{html}<p role=main>more")), "before text more");
    }

    #[test]
    fn lists_of_links_go() {
        let html = "<div><div><div><div><ul><li><a href=x>one</a></ul><ul><li>one two <a href=x>t</a></ul>";
        assert_eq!(kept(&Resiliparse, html), "one two t");
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Resiliparse, ""), "");
    }
}
