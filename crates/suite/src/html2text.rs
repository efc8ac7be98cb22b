//! `html2text`: all text of a page as A. Swartz's html2text writes it, without its marks.
//!
//! The program turns a page into Markdown. What it never writes are the head, scripts and styles; marks,
//! numbers of lists and addresses of links are layout, which our renderers add in their own way.

use super::shared::strings;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use dehusk_page::{NodeId, Page, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "html2text",
    "all text but the head's",
    "html2text, without its marks",
    languages::ANY,
    |_| Ok(Arc::new(Html2Text)),
)];

/// html2text's text.
pub(crate) struct Html2Text;

impl Extractor for Html2Text {
    fn extract(&self, document: &Document) -> Selection {
        let root = Some(document.page().root());
        strings::select(document, root, is_quiet, "all text is kept")
    }
}

fn is_quiet(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        name::HEAD | name::SCRIPT | name::STYLE | name::IFRAME | name::NOEMBED | name::NOFRAMES
    )
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn the_head_is_quiet() {
        let html = "<title>T</title><p hidden>text</p><script>x()</script><textarea>t</textarea>";
        assert_eq!(kept(&Html2Text, html), "text t");
    }
}
