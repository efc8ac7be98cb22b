//! DensitySum: the sum of the densities of a node's children. The content is found with it in two steps:
//!
//! 1. The threshold is the least density on the path from the node with the largest DensitySum to the body.
//! 2. From the body down, each node whose density is at least the threshold marks the node below it with the
//!    largest DensitySum as content.

use super::super::shared::subtrees;
use dehusk_extract::{Decision, Document, NodeSet, Selection};
use dehusk_page::{NodeId, Page};

pub(super) fn select(document: &Document, density: &[f64]) -> Selection {
    let page = document.page();
    let mut kept = NodeSet::new(page.len());
    let mut decisions = Vec::new();
    if let Some(body) = page.body() {
        let densities = Densities::of(page, body, density);
        for node in densities.content(page, body) {
            subtrees::keep(document, node, &mut kept, |_| false);
            let sum = densities.sums[node.index()] as f32;
            let reason = "the largest sum of densities below a dense element";
            decisions.push(Decision::subtree(page, node, true, sum, reason));
        }
    }
    Selection::from_nodes(document, kept, decisions)
}

/// By the index of a node.
struct Densities<'d> {
    density: &'d [f64],
    /// DensitySum of an element.
    sums: Vec<f64>,
    /// The node with the largest DensitySum in the subtree of an element, itself included; the first of
    /// those that are equally large.
    largest: Vec<NodeId>,
}

impl Densities<'_> {
    fn of<'d>(page: &Page, body: NodeId, density: &'d [f64]) -> Densities<'d> {
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
