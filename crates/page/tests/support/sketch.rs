//! A tree on one line: `p[class="x"]("one " b("two"))`.

use dehusk_page::{Kind, Namespace, NodeId, Page};

/// The children of a node.
pub fn children(page: &Page, id: NodeId) -> String {
    let sketches: Vec<_> = page.children(id).map(|child| node(page, child)).collect();
    sketches.join(" ")
}

fn node(page: &Page, id: NodeId) -> String {
    match page.kind(id) {
        Kind::Text => format!("{:?}", page.text(id)),
        Kind::Comment => format!("<!--{}-->", page.text(id)),
        Kind::Doctype => format!("!{}", page.doctype().map_or("", |doctype| doctype.name)),
        Kind::Fragment => format!("#({})", children(page, id)),
        Kind::Document => "document".to_owned(),
        Kind::Element => element(page, id),
    }
}

fn element(page: &Page, id: NodeId) -> String {
    let prefix = match page.namespace(id) {
        Namespace::Html => "",
        Namespace::Svg => "svg:",
        Namespace::MathMl => "math:",
    };
    let attributes: Vec<_> =
        page.attrs(id).map(|(name, value)| format!("{}={value:?}", page.name_text(name))).collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("[{}]", attributes.join(" ")) };
    let children = children(page, id);
    let children = if children.is_empty() { children } else { format!("({children})") };
    format!("{prefix}{}{attributes}{children}", page.tag(id))
}
