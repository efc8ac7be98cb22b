//! A page as HTML whose tags all match, for peers that have no HTML parser of their own.
//!
//! Elements without an end tag get one too: who counts tags takes `embed` for open until the end of the page.

use dehusk_page::{Kind, NodeId, Page};

/// Elements whose text is no markup. Scripts and styles are written empty: where a script ends that has
/// `<!-- <script` in it is known to parsers of the standard only.
const RAW: &[&str] = &["xmp", "iframe", "noembed", "noframes", "plaintext"];
const EMPTIED: &[&str] = &["style", "script"];

/// The page, every element opened and closed.
pub fn serialize(page: &Page) -> String {
    let mut html = String::with_capacity(page.source().len());
    let mut open: Vec<NodeId> = Vec::new();
    for node in page.subtree(page.root()) {
        while open.last().is_some_and(|&o| !page.contains(o, node)) {
            close(page, open.pop(), &mut html);
        }
        match page.kind(node) {
            Kind::Element => {
                start(page, node, &mut html);
                open.push(node);
            }
            Kind::Text => text(page, node, &mut html),
            Kind::Comment => html.push_str(&format!("<!--{}-->", page.text(node))),
            Kind::Doctype => html.push_str("<!DOCTYPE html>"),
            Kind::Document | Kind::Fragment => {}
        }
    }
    while let Some(element) = open.pop() {
        close(page, Some(element), &mut html);
    }
    html
}

fn start(page: &Page, element: NodeId, html: &mut String) {
    html.push('<');
    html.push_str(page.tag(element));
    for (name, value) in page.attrs(element) {
        let value = value.replace('&', "&amp;").replace('"', "&quot;");
        html.push_str(&format!(" {}=\"{value}\"", page.name_text(name)));
    }
    html.push('>');
}

fn close(page: &Page, element: Option<NodeId>, html: &mut String) {
    if let Some(element) = element {
        html.push_str(&format!("</{}>", page.tag(element)));
    }
}

fn text(page: &Page, node: NodeId, html: &mut String) {
    let text = page.text(node);
    match page.parent(node).map(|parent| page.tag(parent)) {
        Some(tag) if EMPTIED.contains(&tag) => {}
        Some(tag) if RAW.contains(&tag) => html.push_str(text),
        _ => {
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            html.push_str(&escaped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_closed() {
        let page = Page::parse("<p title='\"'>a &lt; b<br><p>two<embed><script>1<2</script>");
        assert_eq!(
            serialize(&page),
            "<html><head></head><body><p title=\"&quot;\">a &lt; b<br></br></p>\
             <p>two<embed></embed><script></script></p></body></html>"
        );
    }
}
