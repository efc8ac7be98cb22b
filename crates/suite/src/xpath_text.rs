//! `xpath-text`: every text node of the body, scripts and styles too.
//!
//! What the expression `//body//text()` gives: the lowest baseline of S. Gupta's comparison (thesis, Weimar
//! 2022).

use super::shared::strings;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "xpath-text",
    "all text of the body, scripts too",
    "//body//text()",
    languages::ANY,
    |_| Ok(Arc::new(XpathText)),
)];

/// All text nodes.
pub(crate) struct XpathText;

impl Extractor for XpathText {
    fn extract(&self, document: &Document) -> Selection {
        let body = document.page().body();
        strings::select(document, body, |_, _| false, "a text node of the body")
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn everything_in_the_body_is_kept() {
        let html = "<title>T</title><p>text</p><script>x()</script><option>one</option>";
        assert_eq!(kept(&XpathText, html), "text x() one");
    }
}
