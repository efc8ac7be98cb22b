//! The four ratios of an element (Definition 3.1).
//!
//! `depth(n)` is read as how deep the node lies below the body, as the paper explains the position ratio:
//! it takes from nodes in the lower half of the tree.

use dehusk_extract::derived::is_skipped;
use dehusk_page::{Kind, Name, NodeId, Page, name};

/// Edges beyond which words do not count for an element. The paper has no limit, but a word so far away
/// adds less than a two hundredth of itself, and a page of nothing but nested elements would take quadratic
/// time.
const MAX_DISTANCE: usize = 256;

/// An element with its ratios: words, hyperlinks, children, position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rated {
    pub node: NodeId,
    pub ratios: [f64; 4],
}

/// Tags that are never the root of the content.
fn is_unrated(tag: Name) -> bool {
    matches!(
        tag,
        name::A
            | name::NAV
            | name::HR
            | name::SPAN
            | name::EM
            | name::BODY
            | name::SCRIPT
            | name::HEADER
            | name::H1
            | name::H2
            | name::H3
            | name::H4
            | name::H5
            | name::BR
            | name::IFRAME
    )
}

/// Elements that hold something and have a tag that may be the content's root. What no reader sees is
/// left out beside the paper's list.
fn is_rated(page: &Page, node: NodeId) -> bool {
    let tag = page.name(node);
    page.is_element(node)
        && page.first_child(node).is_some()
        && !is_unrated(tag)
        && !is_skipped(tag)
}

/// Whether the page is less deep than the body has children, both counted in elements that can be rated.
pub(super) fn is_wide(page: &Page, body: NodeId) -> bool {
    let children = page.children(body).filter(|&n| is_rated(page, n)).count();
    let mut open: Vec<NodeId> = Vec::new();
    let mut deepest = 0;
    for node in page.descendants(body).filter(|&n| is_rated(page, n)) {
        while open.pop_if(|o| page.end(*o) <= node).is_some() {}
        open.push(node);
        deepest = deepest.max(open.len());
    }
    deepest < children
}

/// Rates the elements of the body, in document order.
pub(super) fn rate(page: &Page, body: NodeId, words: &[u32]) -> Vec<Rated> {
    let measures = Measures::of(page, body, words);
    let nodes = page.descendants(body).filter(|&n| is_rated(page, n));
    nodes.map(|node| Rated { node, ratios: measures.ratios(page, node) }).collect()
}

/// What the ratios are made of, by the index of a node.
struct Measures {
    words: Vec<f64>,
    links: Vec<u32>,
    depth: Vec<u32>,
    max_depth: u32,
}

impl Measures {
    fn of(page: &Page, body: NodeId, words: &[u32]) -> Measures {
        let len = page.len();
        let mut measures = Measures {
            words: vec![0.0; len],
            links: vec![0; len],
            depth: vec![0; len],
            max_depth: 0,
        };
        let mut nodes = page.descendants(body);
        while let Some(node) = nodes.next() {
            measures.see(page, node, words);
            if page.is_element(node) && is_skipped(page.name(node)) {
                nodes.skip_subtree(page, node);
            }
        }
        measures.sum_links(page, body);
        measures
    }

    fn see(&mut self, page: &Page, node: NodeId, words: &[u32]) {
        let Some(parent) = page.parent(node) else { return };
        let depth = self.depth[parent.index()] + 1;
        self.depth[node.index()] = depth;
        self.max_depth = self.max_depth.max(depth);
        match page.kind(node) {
            Kind::Text if page.name(parent) != name::A => {
                self.add_words(page, node, words[node.index()])
            }
            Kind::Element => {
                let links = page.name(node) == name::A && page.attr(node, name::HREF).is_some();
                self.links[node.index()] = u32::from(links);
            }
            _ => {}
        }
    }

    /// The words of a leaf count for every element around it, by their distance.
    fn add_words(&mut self, page: &Page, leaf: NodeId, words: u32) {
        let words = f64::from(words);
        if words > 0.0 {
            for (above, node) in page.ancestors(leaf).take(MAX_DISTANCE).enumerate() {
                self.words[node.index()] += words / (above + 1) as f64;
            }
        }
    }

    fn sum_links(&mut self, page: &Page, body: NodeId) {
        for index in (body.index() + 1..page.end(body).index()).rev() {
            if let Some(parent) = page.parent(NodeId::from_index(index)) {
                self.links[parent.index()] += self.links[index];
            }
        }
    }

    fn ratios(&self, page: &Page, node: NodeId) -> [f64; 4] {
        let at = node.index();
        let (depth, max_depth) = (f64::from(self.depth[at]), f64::from(self.max_depth));
        let position = if depth <= max_depth / 2.0 { 1.0 } else { max_depth / depth - 1.0 };
        let children = page.children(node).take(3).count();
        [
            self.words[at],
            1.0 / f64::from(self.links[at].max(1)),
            if children > 2 { 1.0 } else { 0.0 },
            position,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_extract::Document;

    fn rated(html: &str) -> Vec<(String, [f64; 4])> {
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let rated = rate(page, page.body().unwrap(), document.text_words());
        rated.iter().map(|r| (page.tag(r.node).to_string(), r.ratios)).collect()
    }

    #[test]
    fn the_ratios_of_a_small_page() {
        // Below the body: div 1, p 2, b 3, a 3, text 3 and 4; the deepest has 4.
        let found = rated("<div><p>one two <b>three</b><a href=x>four</a></p></div>");
        let expected = [
            // Two words two edges away and one three; the link's own text does not count.
            ("div", [2.0 / 2.0 + 1.0 / 3.0, 1.0, 0.0, 1.0]),
            ("p", [2.0 / 1.0 + 1.0 / 2.0, 1.0, 1.0, 1.0]),
            ("b", [1.0, 1.0, 0.0, 4.0 / 3.0 - 1.0]),
        ];
        assert_eq!(found.len(), expected.len());
        for ((tag, ratios), (expected_tag, expected)) in found.iter().zip(expected) {
            assert_eq!(tag, expected_tag);
            let near = ratios.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(near, "{tag} {ratios:?}");
        }
    }

    #[test]
    fn links_are_counted_below() {
        let found = rated("<div><a href=x>a</a><a href=y>b</a></div>");
        assert_eq!(found[0].1[1], 0.5);
    }

    #[test]
    fn wide_and_deep_pages() {
        let wide = |html: &str| {
            let page = Page::parse(html);
            is_wide(&page, page.body().unwrap())
        };
        assert!(wide("<p>a</p><p>b</p>"));
        assert!(!wide("<div><p>a</p></div><p>b</p>"));
        assert!(!wide(""));
    }
}
