//! Algorithm 5: groups of links that do not belong to the content.
//!
//! The pseudo-code and the text of the paper differ in the last rule; this follows the text. A single child is
//! no group, so that a headline with a link stays.

use super::R4Options;
use dehusk_extract::derived::Sums;
use dehusk_page::{Kind, NodeId, Page, name};

/// Whether an element is a group of links.
pub(super) fn is_group(page: &Page, counts: &[Sums], node: NodeId, options: &R4Options) -> bool {
    let count = &counts[node.index()];
    is_mostly_links(count, options) || count.link_tags > 1 && is_list(page, node)
}

/// Much more text with its links than without, and many links.
fn is_mostly_links(count: &Sums, options: &R4Options) -> bool {
    let without = count.chars - count.link_chars;
    // Without text there is no ratio; with nothing but links it is beyond all limits.
    let text_ratio = match (count.chars, without) {
        (0, _) => 1.0,
        (_, 0) => f32::INFINITY,
        (all, without) => all as f32 / without as f32,
    };
    text_ratio > options.tr && count.link_tags > options.hr
}

/// All children have the same tag and nothing in them but a link without an image.
fn is_list(page: &Page, node: NodeId) -> bool {
    let mut children = seen_children(page, node);
    let Some(first) = children.next() else { return false };
    let tag = page.name(first);
    let mut count = 1;
    page.is_element(first)
        && holds_only_a_link(page, first)
        && children.all(|child| {
            count += 1;
            page.name(child) == tag && holds_only_a_link(page, child)
        })
        && count > 1
}

fn holds_only_a_link(page: &Page, node: NodeId) -> bool {
    let mut children = seen_children(page, node);
    match (children.next(), children.next()) {
        (Some(link), None) if page.name(link) == name::A => {
            page.descendants(link).all(|n| page.name(n) != name::IMG)
        }
        _ => false,
    }
}

/// The children that are elements or text, blank text and comments left out.
fn seen_children(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> {
    page.children(node).filter(|&n| match page.kind(n) {
        Kind::Element => true,
        Kind::Text => !page.text(n).trim_start().is_empty(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;

    fn is_group_at(html: &str) -> bool {
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let node = page.first_child(page.body().unwrap()).unwrap();
        is_group(page, document.sums(), node, &R4Options::default())
    }

    #[test]
    fn lists_of_links() {
        assert!(is_group_at("<ul> <li><a href=a>a</a></li> <li><a href=b>b</a></li></ul>"));
        assert!(!is_group_at("<ul><li><a href=a>a</a></li><li>b</li></ul>"));
        assert!(!is_group_at(
            "<ul><li><a href=a>a</a></li><li><a href=b><img src=b></a></li></ul>"
        ));
        assert!(!is_group_at("<h2><span><a href=a>a</a></span></h2>"));
    }

    #[test]
    fn many_links_with_little_beside_them() {
        let links = "<a href=x>abc</a> ".repeat(8);
        assert!(is_group_at(&format!("<p>and {links}</p>")));
        assert!(!is_group_at(&format!("<p>{} {links}</p>", "word ".repeat(20))));
        assert!(!is_group_at(&format!("<p>and {}</p>", "<a href=x>abc</a> ".repeat(7))));
    }
}
