//! Smoothing: densities along the page, in which a thin text lives on its neighbours.
//!
//! The densities of the elements that hold the texts are laid out in document order and smoothed by a
//! Gaussian kernel, as CETR does it with lines. What is at least as dense as the body is content.

use super::super::shared::gaussian::smooth;
use super::super::shared::texts::{self, Marked};
use super::super::shared::tokens::{self, Token};
use crate::{Document, Reason, Selection};
use dehusk_page::NodeId;

/// Radius of the kernel, CETR's.
const R: usize = 1;

pub(super) fn select(document: &Document, densities: &[f64]) -> Selection {
    let page = document.page();
    let threshold = page.body().map_or(0.0, |body| densities[body.index()]) as f32;
    let chars = document.text_chars();
    let (mut nodes, mut filled): (Vec<NodeId>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut row = Vec::new();
    tokens::walk(page, |token| {
        let Token::Text(node) = token else { return };
        if chars[node.index()] > 0 {
            filled.push(nodes.len());
            let holder = page.parent(node).unwrap_or(node);
            row.push(densities[holder.index()] as f32);
        }
        nodes.push(node);
    });
    let mut marked: Vec<Marked> =
        nodes.into_iter().map(|node| Marked { node, keep: false, score: 0.0 }).collect();
    for (index, density) in filled.into_iter().zip(smooth(&row, R)) {
        marked[index].keep = density >= threshold;
        marked[index].score = density;
    }
    texts::select(document, marked, move |text| {
        let relation = if text.keep { "at least" } else { "below" };
        Reason::measured("smoothed density", text.score, relation, threshold)
    })
}
