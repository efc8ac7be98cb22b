//! `text`: everything a reader could see.

use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Selection};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "text",
    "all visible text",
    "the baseline of every comparison",
    languages::ANY,
    |_| Ok(Arc::new(Text)),
)];

/// Keeps every block.
pub(crate) struct Text;

impl Extractor for Text {
    fn extract(&self, document: &Document) -> Selection {
        Selection::everything(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn everything_visible_is_kept_and_nothing_else() {
        let html = "<title>T</title><nav>menu</nav><p>text <b>bold</b></p><script>x()</script><img src=a.jpg>";
        let document = Document::new(Page::parse(html));
        let selection = Text.extract(&document);
        let page = document.page();
        let label = |n| if page.is_text(n) { page.text(n) } else { page.tag(n) };
        assert_eq!(
            selection.nodes().iter().map(label).collect::<Vec<_>>(),
            ["menu", "text ", "bold", "img"]
        );
    }
}
