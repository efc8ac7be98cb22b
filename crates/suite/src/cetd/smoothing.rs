//! Smoothing: densities along the page, in which a thin text lives on its neighbours.
//!
//! The densities of the elements that hold the texts are laid out in document order and smoothed by a
//! Gaussian kernel, as CETR does it with lines. What is at least as dense as the body is content.

use super::super::shared::gaussian::smooth;
use super::super::shared::texts::{self, Marked};
use dehusk_extract::derived::is_skipped;
use dehusk_extract::{Document, Reason, Selection};
use dehusk_page::{Kind, NodeId, Page};

/// Radius of the kernel, CETR's.
const R: usize = 1;

pub(super) fn select(document: &Document, densities: &[f64]) -> Selection {
    let page = document.page();
    let threshold = page.body().map_or(0.0, |body| densities[body.index()]) as f32;
    let chars = document.text_chars();
    let (mut marked, mut filled, mut row) = (Vec::new(), Vec::new(), Vec::new());
    for node in seen_texts(page) {
        if chars[node.index()] > 0 {
            filled.push(marked.len());
            let holder = page.parent(node).unwrap_or(node);
            row.push(densities[holder.index()] as f32);
        }
        marked.push(Marked { node, keep: false, score: 0.0 });
    }
    for (index, density) in filled.into_iter().zip(smooth(&row, R)) {
        marked[index].keep = density >= threshold;
        marked[index].score = density;
    }
    texts::select(document, marked, move |text| {
        let relation = if text.keep { "at least" } else { "below" };
        Reason::measured("smoothed density", text.score, relation, threshold)
    })
}

/// The texts of the body that a reader sees, blank ones too.
fn seen_texts(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    let mut nodes = page.body().map(|body| page.descendants(body));
    std::iter::from_fn(move || {
        let nodes = nodes.as_mut()?;
        loop {
            let node = nodes.next()?;
            match page.kind(node) {
                Kind::Text => return Some(node),
                Kind::Element if is_skipped(page.name(node)) => nodes.skip_subtree(page, node),
                _ => {}
            }
        }
    })
}
