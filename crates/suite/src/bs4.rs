//! `bs4`: all text of the page, as Beautiful Soup's `get_text` gives it.
//!
//! A baseline of comparisons: every string of the document but those of scripts, styles and templates.
//! Unlike `text` it keeps what a browser would hide.

use super::shared::strings;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use dehusk_page::{NodeId, Page, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "bs4",
    "all text of the document, hidden text too",
    "get_text of Beautiful Soup 4",
    languages::ANY,
    |_| Ok(Arc::new(Bs4)),
)];

/// Beautiful Soup's text.
pub(crate) struct Bs4;

impl Extractor for Bs4 {
    fn extract(&self, document: &Document) -> Selection {
        let root = Some(document.page().root());
        strings::select(document, root, is_other_string, "all text is kept")
    }
}

/// Elements whose strings are a kind of their own.
fn is_other_string(page: &Page, node: NodeId) -> bool {
    matches!(page.name(node), name::SCRIPT | name::STYLE | name::TEMPLATE)
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn strings_of_scripts_are_no_text() {
        let html = "<title>T</title><nav>menu</nav><p hidden>text</p><script>x()</script>\
                    <style>p {}</style><textarea>typed</textarea>";
        assert_eq!(kept(&Bs4, html), "T menu text typed");
    }
}
