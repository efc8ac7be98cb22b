//! `vips`: the blocks that a reader sees, without seeing them.
//!
//! D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: "VIPS: a Vision-based Page Segmentation Algorithm" (2003), which the thesis of
//! Gupta (Weimar 2022) describes among the visual ones. It goes by where a browser draws things. Nothing is drawn here:
//! what markup tells of looks stands in for it, and this is another algorithm to that extent.
//!
//! 1. The page is divided from the top into blocks ([`blocks`]): its rules on tags, line breaks, rules, backgrounds and
//!    inline text are kept; where it asks how large something is drawn, the share of the page's text is asked; its rules
//!    on overlap and on siblings of one size are left out.
//! 2. Between each two blocks is a separator ([`separators`]), which weighs by what stands between them: edges of
//!    containers in the place of distance, a rule, another background, larger letters behind it, or the same kind of
//!    text on both sides. The paper says what adds and takes, not how much; the amounts are ours.
//! 3. The blocks are put together from the lightest separators up, which makes a tree. The paper ends there. The main
//!    content is found from the top of that tree: as long as one part has most of the text outside links, that part
//!    is taken for the whole.

mod blocks;
mod separators;

use super::shared::subtrees;
use crate::languages;
use blocks::Block;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use std::ops::Range;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "vips",
    "the visual block with most of the text, seen by markup alone",
    "VIPS; Cai et al., 2003, by markup in the place of a browser's drawing",
    languages::ANY,
    |_| Ok(Arc::new(Vips)),
)];

/// Share of a part's text from which one of its parts stands for it.
const MOST: f64 = 0.7;

/// A part is not divided where no separator in it weighs more: nothing that is seen parts it.
const LIGHT: i32 = 0;

/// The extractor `vips`.
pub(crate) struct Vips;

impl Extractor for Vips {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let blocks = blocks::divide(document);
        let weights = separators::weigh(page, &blocks);
        let main = main_part(&blocks, &weights);
        let mut kept = NodeSet::new(page.len());
        let decide = |(place, block): (usize, &Block)| {
            let keep = main.contains(&place);
            if keep {
                subtrees::keep(document, block.node, &mut kept, |_| false);
            }
            let why = if keep {
                "in the part with most of the text"
            } else {
                "in another part of the page"
            };
            Decision::subtree(page, block.node, keep, block.text as f32, why)
        };
        let decisions = blocks.iter().enumerate().map(decide).collect();
        Selection::from_nodes(document, kept, decisions)
    }
}

/// The part of the blocks that is the main content. `weights` has one less than there are blocks.
fn main_part(blocks: &[Block], weights: &[i32]) -> Range<usize> {
    let text =
        |part: &Range<usize>| blocks[part.clone()].iter().map(|b| f64::from(b.text)).sum::<f64>();
    let mut part = 0..blocks.len();
    loop {
        let whole = text(&part);
        let largest = split(&part, weights).into_iter().max_by(|a, b| {
            // The first of those that are equally large.
            text(a).total_cmp(&text(b)).then(b.start.cmp(&a.start))
        });
        match largest {
            Some(largest) if largest != part && text(&largest) >= MOST * whole => part = largest,
            _ => return part,
        }
    }
}

/// A part cut at the heaviest of its separators, all of them if there are several.
fn split(part: &Range<usize>, weights: &[i32]) -> Vec<Range<usize>> {
    let inside = part.start..part.end.saturating_sub(1).max(part.start);
    let heaviest = weights[inside.clone()].iter().max();
    let Some(heaviest) = heaviest.filter(|&&weight| weight > LIGHT) else {
        return vec![part.clone()];
    };
    let cuts = inside.filter(|&place| weights[place] == *heaviest).map(|place| place + 1);
    let ends: Vec<usize> = cuts.chain([part.end]).collect();
    let starts = std::iter::once(part.start).chain(ends.iter().copied());
    starts.zip(&ends).map(|(start, &end)| start..end).collect()
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;
    use dehusk_page::NodeId;

    fn blocks(texts: &[u32]) -> Vec<Block> {
        let block = |&text: &u32| Block { node: NodeId::ROOT, text };
        texts.iter().map(block).collect()
    }

    #[test]
    fn the_tree_is_gone_down_as_long_as_one_part_has_most() {
        // 10 | 90 80 70 | 5, where the middle is held together by light separators.
        assert_eq!(main_part(&blocks(&[10, 90, 80, 70, 5]), &[6, 2, 2, 6]), 1..4);
        assert_eq!(main_part(&blocks(&[10, 90, 5]), &[1, 3]), 1..2);
        assert_eq!(main_part(&blocks(&[50, 50]), &[9]), 0..2);
        assert_eq!(main_part(&blocks(&[5, 95]), &[LIGHT]), 0..2);
        assert_eq!(main_part(&blocks(&[5]), &[]), 0..1);
        assert_eq!(main_part(&[], &[]), 0..0);
    }

    #[test]
    fn an_article_between_a_menu_and_a_footer() {
        let menu = "<li><a href=x>Home page</a></li>".repeat(8);
        let text: String =
            ["alpha", "beta", "gamma"].map(|w| format!("<p>{}</p>", words(w, 40))).concat();
        let html = format!(
            "<div id=head><ul>{menu}</ul></div><div id=main><div><h2>Late</h2>{text}</div></div>\
             <hr><div id=foot><p>Some words below.</p></div>"
        );
        let found = kept(&Vips, &html);
        assert!(found.starts_with("Late alpha0") && found.ends_with("gamma39"), "{found}");
    }

    #[test]
    fn a_page_without_text_has_no_content() {
        assert_eq!(kept(&Vips, ""), "");
        assert_eq!(kept(&Vips, "<div><div></div></div>"), "");
    }
}
