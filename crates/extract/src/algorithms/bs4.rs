//! `bs4`: all text of the page, as Beautiful Soup's `get_text` gives it.
//!
//! A baseline of comparisons: every string of the document but those of scripts, styles and templates.
//! Unlike `text` it keeps what a browser would hide.

use crate::{Decision, Document, Extractor, NodeSet, Selection};
use dehusk_page::{Kind, NodeId, Page, name};

/// Beautiful Soup's text.
pub(crate) struct Bs4;

impl Extractor for Bs4 {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let mut nodes = page.descendants(page.root());
        while let Some(node) = nodes.next() {
            match page.kind(node) {
                Kind::Text => kept.insert(node),
                Kind::Element if is_other_string(page, node) => nodes.skip_subtree(page, node),
                _ => {}
            }
        }
        let all = Decision::subtree(page, page.root(), true, 1.0, "all text is kept");
        Selection::from_nodes(document, kept, vec![all])
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
