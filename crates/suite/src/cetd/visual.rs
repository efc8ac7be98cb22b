//! Visual importance: characters weighed by how they look.
//!
//! The paper renders the page. Here a text's importance `VI` is what markup alone tells of it: 0 where an
//! element is hidden, and otherwise the size of its letters by that of running text, in a browser's own style
//! sheet. The hybrid characters of a text are `HC = VI · C`, those of an element the sum over its children.

use dehusk_extract::derived::Sums;
use dehusk_extract::derived::displays_nothing;
use dehusk_page::{NodeId, Page, name};

/// `HC` of every node by its index.
pub(super) fn hybrid_chars(page: &Page, sums: &[Sums]) -> Vec<f64> {
    let mut importance = vec![1.0; page.len()];
    let mut chars = vec![0.0; page.len()];
    for (index, sum) in sums.iter().enumerate() {
        let node = NodeId::from_index(index);
        let above = page.parent(node).map_or(1.0, |p| importance[p.index()]);
        importance[index] = above * if page.is_element(node) { size(page, node) } else { 1.0 };
        if page.is_text(node) {
            chars[index] = importance[index] * f64::from(sum.chars);
        }
    }
    for index in (0..sums.len()).rev() {
        if let (Some(parent), true) = (page.parent(NodeId::from_index(index)), chars[index] > 0.0) {
            chars[parent.index()] += chars[index];
        }
    }
    chars
}

/// The size of letters in an element by those around it.
fn size(page: &Page, node: NodeId) -> f64 {
    let may_hide = |attribute| matches!(attribute, name::HIDDEN | name::STYLE);
    let hidden = page
        .attrs_named(node, may_hide)
        .any(|(attribute, value)| attribute == name::HIDDEN || displays_nothing(value));
    match page.name(node) {
        _ if hidden => 0.0,
        name::H1 => 2.0,
        name::H2 => 1.5,
        name::H3 | name::BIG => 1.17,
        name::H5 | name::SMALL | name::SUB | name::SUP => 0.83,
        name::H6 => 0.67,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;

    #[test]
    fn headings_count_more_and_what_is_hidden_nothing() {
        let html = "<h1>four</h1><p>four<small>four</small></p><p hidden>four";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let chars = hybrid_chars(page, document.sums());
        let body = page.body().unwrap();
        assert!((chars[body.index()] - (8.0 + 4.0 + 3.32)).abs() < 1e-9);
    }
}
