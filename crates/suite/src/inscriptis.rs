//! `inscriptis`: all text that the package inscriptis lays out.
//!
//! It renders a page as a text browser would, with an own style sheet: the head, scripts and styles are not
//! displayed, nor is what an element's own style hides; everything else is.

use super::shared::strings;
use crate::languages;
use dehusk_extract::derived::displays_nothing;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use dehusk_page::{NodeId, Page, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "inscriptis",
    "all text that styles do not hide",
    "inscriptis",
    languages::ANY,
    |_| Ok(Arc::new(Inscriptis)),
)];

/// inscriptis' text.
pub(crate) struct Inscriptis;

impl Extractor for Inscriptis {
    fn extract(&self, document: &Document) -> Selection {
        let root = Some(document.page().root());
        strings::select(document, root, is_not_displayed, "all displayed text is kept")
    }
}

fn is_not_displayed(page: &Page, node: NodeId) -> bool {
    let by_tag = matches!(
        page.name(node),
        name::HEAD
            | name::LINK
            | name::META
            | name::SCRIPT
            | name::STYLE
            | name::TITLE
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
    );
    by_tag || page.attr(node, name::STYLE).is_some_and(displays_nothing)
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn what_is_not_displayed_is_left_out() {
        let html = "<title>T</title><p hidden>text</p><p style='color: red; display:none'>no</p>\
                    <p style='display: none; display: block'>yes</p><script>x()</script>";
        assert_eq!(kept(&Inscriptis, html), "text yes");
    }
}
