//! `cetd-ds`, `cectd-ds`: Content Extraction via Text Density, with DensitySum.
//!
//! F. Sun, D. Song, L. Liao: "DOM Based Content Extraction via Text Density" (SIGIR 2011). Every node has a
//! text density, its characters by its tags:
//!
//! - Text density: `TD = C / T`.
//! - Composite text density: `CTD = C/T · log_b(C/LC · T/LT)` with the base
//!   `b = ln(C/¬LC · LC + LC_body/C_body · C + e)`, which is small for nodes of links.
//!
//! `C` are the characters below the node, `T` the tags, `LC` and `LT` those of links, `¬LC` the characters
//! outside links; what would divide by zero is 1. DensitySum is the sum of the densities of a node's
//! children. The content is found with it in two steps:
//!
//! 1. The threshold is the least density on the path from the node with the largest DensitySum to the body.
//! 2. From the body down, each node whose density is at least the threshold marks the node below it with the
//!    largest DensitySum as content.
//!
//! A page without links has the base 1, for which there is no logarithm; its composite density is the plain one.

use super::shared::subtrees;
use super::shared::sums::{self, Sums};
use crate::{Decision, Document, Extractor, NodeSet, Selection};
use dehusk_page::{NodeId, Page};
use std::f64::consts::E;

/// Content Extraction via Text Density.
pub(crate) struct Cetd {
    composite: bool,
}

/// `cetd-ds`: by text density.
pub(crate) const CETD_DS: Cetd = Cetd { composite: false };
/// `cectd-ds`: by composite text density.
pub(crate) const CECTD_DS: Cetd = Cetd { composite: true };

impl Extractor for Cetd {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::new();
        if let Some(body) = page.body() {
            let densities = Densities::of(page, body, self.composite);
            for node in densities.content(page, body) {
                subtrees::keep(page, node, &mut kept, |_| false);
                let sum = densities.sums[node.index()] as f32;
                let reason = "the largest sum of densities below a dense element";
                decisions.push(Decision::subtree(page, node, true, sum, reason));
            }
        }
        Selection::from_nodes(document, kept, decisions)
    }
}

/// By the index of a node.
struct Densities {
    density: Vec<f64>,
    /// DensitySum of an element.
    sums: Vec<f64>,
    /// The node with the largest DensitySum in the subtree of an element, itself included; the first of
    /// those that are equally large.
    largest: Vec<NodeId>,
}

impl Densities {
    fn of(page: &Page, body: NodeId, composite: bool) -> Densities {
        let counts = sums::of(page);
        let all = counts[body.index()];
        let links = ratio(all.link_chars, all.chars);
        let density = |c: &Sums| if composite { composite_density(c, links) } else { density(c) };
        let density: Vec<f64> = counts.iter().map(density).collect();
        let mut sums = vec![0.0; page.len()];
        for node in page.descendants(body) {
            if let Some(parent) = page.parent(node) {
                sums[parent.index()] += density[node.index()];
            }
        }
        let largest = largest(page, body, &sums);
        Densities { density, sums, largest }
    }

    /// The roots of the content, none in another.
    fn content(&self, page: &Page, body: NodeId) -> Vec<NodeId> {
        let best = self.largest[body.index()];
        if self.sums[best.index()] <= 0.0 {
            return Vec::new();
        }
        let threshold = self.threshold(page, body, best);
        let mut roots = NodeSet::new(page.len());
        let mut nodes = page.subtree(body);
        while let Some(node) = nodes.next() {
            let dense = page.is_element(node) && self.density[node.index()] >= threshold;
            if dense && !roots.contains(node) {
                roots.insert(self.largest[node.index()]);
            }
            // What is below a root is content already; what is below a thin element is not asked.
            if !dense || roots.contains(node) {
                nodes.skip_subtree(page, node);
            }
        }
        roots.iter().collect()
    }

    fn threshold(&self, page: &Page, body: NodeId, best: NodeId) -> f64 {
        let path = std::iter::once(best).chain(page.ancestors(best));
        let below_html = path.take_while(|&n| n >= body);
        below_html.map(|n| self.density[n.index()]).fold(f64::INFINITY, f64::min)
    }
}

/// The node with the largest sum in each subtree.
fn largest(page: &Page, body: NodeId, sums: &[f64]) -> Vec<NodeId> {
    let mut largest: Vec<NodeId> = (0..page.len()).map(NodeId::from_index).collect();
    // From behind, so that a subtree is done before its parent asks.
    for index in (body.index() + 1..page.end(body).index()).rev() {
        let Some(parent) = page.parent(NodeId::from_index(index)) else { continue };
        let (mine, theirs) = (largest[index], largest[parent.index()]);
        let order = sums[mine.index()].total_cmp(&sums[theirs.index()]);
        if order.then(theirs.cmp(&mine)).is_gt() {
            largest[parent.index()] = mine;
        }
    }
    largest
}

/// `TD`.
fn density(c: &Sums) -> f64 {
    ratio(c.chars, c.tags)
}

/// `CTD`; `links` is the share of link characters in the body.
fn composite_density(c: &Sums, links: f64) -> f64 {
    let (chars, link_chars) = (f64::from(c.chars), f64::from(c.link_chars));
    if links == 0.0 || c.chars == 0 {
        return density(c);
    }
    let base = (ratio(c.chars, c.chars - c.link_chars) * link_chars + links * chars + E).ln();
    let purity = ratio(c.chars, c.link_chars) * ratio(c.tags.max(1), c.link_tags);
    density(c) * purity.ln() / base.ln()
}

/// A ratio in which nothing to divide by counts as 1.
fn ratio(above: u32, below: u32) -> f64 {
    f64::from(above) / f64::from(below.max(1))
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn page() -> String {
        let menu = "<li><a href=x>Home page</a></li>".repeat(8);
        let article = format!("<p>{}</p><p>{}</p>", words("alpha", 30), words("beta", 30));
        format!(
            "<ul>{menu}</ul><div>{article}<img src=a.jpg alt=boat><p>{}</p></div><ul>{menu}</ul>",
            words("gamma", 20)
        )
    }

    #[test]
    fn the_element_with_dense_children_is_kept_with_its_pictures() {
        for extractor in [CETD_DS, CECTD_DS] {
            let text = kept(&extractor, &page());
            assert!(text.starts_with("alpha0 ") && text.ends_with(" gamma19"), "{text}");
            assert!(text.contains("[boat]"));
        }
    }

    #[test]
    fn densities_are_as_the_paper_has_them() {
        let plain = Sums { chars: 100, tags: 4, texts: 1, ..Sums::default() };
        assert_eq!(density(&plain), 25.0);
        // ln(0 + 0.5 · 100 + e), log of 100 · 4 to that base.
        let base = (50.0 + E).ln();
        assert!((composite_density(&plain, 0.5) - 25.0 * 400_f64.ln() / base.ln()).abs() < 1e-9);
        let links = Sums { link_chars: 100, link_tags: 4, ..plain };
        assert_eq!(composite_density(&links, 0.5), 0.0);
    }

    #[test]
    fn a_page_without_links_has_plain_densities() {
        let plain = Sums { chars: 100, tags: 4, texts: 1, ..Sums::default() };
        assert_eq!(composite_density(&plain, 0.0), 25.0);
        assert_eq!(kept(&CECTD_DS, "<p>only text</p>"), "only text");
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&CETD_DS, ""), "");
        assert_eq!(kept(&CECTD_DS, "<div><br></div>"), "");
    }
}
