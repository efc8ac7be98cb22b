//! `html-text`: all text without scripts and styles, the title first, as the package html-text gives it.
//!
//! Its cleaning leaves out scripts, styles, frames and applets; the rest of a page is text, hidden or not,
//! the title and what forms say among it. The package guesses line ends from tags, which is what our
//! renderers do with any selection.

use super::shared::strings;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use dehusk_page::{NodeId, Page, name};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] =
    &[Entry::new("html-text", "all text and the title", "html-text", languages::ANY, |_| {
        Ok(Arc::new(HtmlText))
    })];

/// html-text's text.
pub(crate) struct HtmlText;

impl Extractor for HtmlText {
    fn extract(&self, document: &Document) -> Selection {
        let root = Some(document.page().root());
        strings::select(document, root, is_cleaned, "all text is kept")
    }
}

fn is_cleaned(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        name::SCRIPT
            | name::STYLE
            | name::APPLET
            | name::FRAME
            | name::FRAMESET
            | name::NOFRAMES
            // The standard's parser reads their markup as text.
            | name::IFRAME
            | name::NOEMBED
    )
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::kept;
    use super::*;

    #[test]
    fn title_and_forms_are_text_and_scripts_are_not() {
        let html = "<title>T</title><p hidden>text</p><script>x()</script><style>p {}</style>\
                    <select><option>one</select><iframe>no</iframe><noscript>on</noscript>";
        assert_eq!(kept(&HtmlText, html), "T text one on");
    }
}
