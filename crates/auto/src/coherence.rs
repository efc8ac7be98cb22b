//! Makes an answer one: what belongs together is kept or dropped together.
//!
//! The models judge each block with what is around it, but a cut is a cut: one cell of a table falls just
//! below it, a heading just above it with nothing to head. Probabilities near the cut say little, so there
//! the structure decides.

use super::choose::Choice;
use super::units::{UnitKind, Units};
use dehusk_blocks::Within;
use dehusk_extract::Document;
use std::ops::Range;

/// How far below the cut a block may be to be kept for the sake of its surroundings, as a share of it.
const NEAR: f32 = 0.4;
/// Blocks a hole in a text has at most.
const HOLE: usize = 2;
/// The share of all kept words above which a heading with nothing below it is more than that.
const HEADING: f32 = 0.05;
/// The expected F1 from which the text is one, so that what is far from it does not belong to it.
const ONE_TEXT: f32 = 0.8;
/// The share of all kept words below which a lonely piece is dropped.
const ISLAND: f32 = 0.03;
/// Blocks between a lonely piece and the next kept one.
const LONELY: usize = 8;
/// The probability from which a piece stays, however lonely.
const SURE: f32 = 0.7;

/// What a choice keeps once it is one answer.
pub fn cohere(
    document: &Document,
    probabilities: &[f32],
    weights: &[f32],
    choice: &Choice,
) -> Vec<bool> {
    let units = document.derived::<Units>();
    let mut keep = choice.keep.clone();
    let mut page =
        Coherence { document, units, probabilities, weights, cut: choice.cut, keep: &mut keep };
    page.holes();
    page.headings();
    if choice.expected >= ONE_TEXT {
        page.islands();
    }
    page.things_inside();
    units.make_whole(weights, &mut keep);
    keep
}

struct Coherence<'c> {
    document: &'c Document,
    units: &'c Units,
    probabilities: &'c [f32],
    weights: &'c [f32],
    cut: f32,
    keep: &'c mut [bool],
}

impl Coherence<'_> {
    fn is_near(&self, block: usize) -> bool {
        self.probabilities[block] >= self.cut * NEAR
    }

    fn kept_words(&self) -> f32 {
        self.keep
            .iter()
            .zip(self.weights)
            .map(|(&keep, &words)| if keep { words } else { 0.0 })
            .sum()
    }

    fn is_heading(&self, block: usize) -> bool {
        self.document.blocks().block(block).within.has(Within::HEADING)
    }

    /// A program or a table of data that stands between kept blocks of the same element: a text is about it.
    fn things_inside(&mut self) {
        for unit in self.units.list() {
            let is_asked = matches!(unit.kind, UnitKind::Code | UnitKind::Table);
            if is_asked && !self.keep[unit.blocks.start] && self.stands_between(&unit.blocks) {
                self.keep[unit.blocks.clone()].fill(true);
            }
        }
    }

    /// Whether the blocks right before and right after some blocks are kept, and stand in the element that holds these.
    fn stands_between(&self, blocks: &Range<usize>) -> bool {
        let containers = self.document.containers();
        let list = containers.list();
        let (Some(before), after) = (blocks.start.checked_sub(1), blocks.end) else { return false };
        if !(self.keep[before] && self.keep.get(after).copied().unwrap_or(false)) {
            return false;
        }
        // The innermost element that holds more than these blocks must hold both neighbours.
        let holds = |at: &usize| {
            let held = &list[*at].blocks;
            (held.start as usize) < blocks.start || held.end as usize > blocks.end
        };
        let around = containers.chain(containers.of_block(blocks.start)).find(holds);
        around.is_some_and(|at| {
            let held = &list[at].blocks;
            held.contains(&(before as u32)) && held.contains(&(after as u32))
        })
    }

    /// A few doubtful blocks between kept ones of the same container.
    fn holes(&mut self) {
        let containers = self.document.containers();
        let parent = |block: usize| containers.list()[containers.of_block(block)].parent;
        let kept: Vec<usize> = (0..self.keep.len()).filter(|&b| self.keep[b]).collect();
        for pair in kept.windows(2) {
            let hole = pair[0] + 1..pair[1];
            let together = parent(pair[0]) == parent(pair[1])
                && hole.clone().all(|block| parent(block) == parent(pair[0]));
            if !hole.is_empty()
                && hole.len() <= HOLE
                && together
                && hole.clone().all(|b| self.is_near(b))
            {
                self.keep[hole].fill(true);
            }
        }
    }

    /// A heading stands and falls with what it heads.
    fn headings(&mut self) {
        let count = self.keep.len();
        let total = self.kept_words();
        for block in (0..count).rev().filter(|&b| self.is_heading(b)).collect::<Vec<_>>() {
            let end = (block + 1..count).find(|&b| self.is_heading(b)).unwrap_or(count);
            let next = self.keep.get(block + 1).copied().unwrap_or(false);
            if next && self.is_near(block) {
                self.keep[block] = true;
            }
            let empty = !self.keep[block + 1..end].contains(&true);
            let last = !self.keep[block + 1..].contains(&true);
            let small = self.weights[block] <= total * HEADING;
            if empty && last && small && self.probabilities[block] < SURE {
                self.keep[block] = false;
            }
        }
    }

    /// A small piece far from everything else that is kept.
    fn islands(&mut self) {
        let total = self.kept_words();
        let mut runs: Vec<Range<usize>> = Vec::new();
        for block in (0..self.keep.len()).filter(|&b| self.keep[b]) {
            match runs.last_mut() {
                Some(run) if block - run.end < LONELY => run.end = block + 1,
                _ => runs.push(block..block + 1),
            }
        }
        for run in runs {
            let words: f32 = run.clone().filter(|&b| self.keep[b]).map(|b| self.weights[b]).sum();
            let sure = run.clone().any(|b| self.keep[b] && self.probabilities[b] >= SURE);
            if words < total * ISLAND && !sure {
                self.keep[run].fill(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    /// What is kept of a page whose blocks have these probabilities, with a cut at a half.
    fn kept(html: &str, probabilities: &[f32]) -> Vec<bool> {
        let document = Document::new(Page::parse(html));
        let weights = super::super::input::weights(&document);
        assert_eq!(weights.len(), probabilities.len());
        let keep = probabilities.iter().map(|&p| p >= 0.5).collect();
        let choice = Choice { keep, expected: 0.9, cut: 0.5 };
        cohere(&document, probabilities, &weights, &choice)
    }

    #[test]
    fn a_table_is_kept_or_dropped_whole() {
        let table = "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>";
        assert_eq!(kept(table, &[0.9, 0.9, 0.9, 0.9, 0.9, 0.1]), [true; 6]);
        assert_eq!(kept(table, &[0.55, 0.1, 0.1, 0.1, 0.1, 0.1]), [false; 6]);
    }

    #[test]
    fn what_a_text_is_about_stays_in_it() {
        for thing in ["<pre>a()</pre>", "<table><tr><th>b<tr><td>c</table>"] {
            let blocks = if thing.contains("pre") { 1 } else { 2 };
            let p: Vec<f32> = [0.9].into_iter().chain(vec![0.02; blocks]).chain([0.9]).collect();
            let inside = format!("<div><p>one</p><div>{thing}</div><p>two</p></div>");
            assert!(kept(&inside, &p).into_iter().all(|keep| keep), "{thing}");
            let apart = format!("<div><p>one</p></div>{thing}<div><p>two</p></div>");
            assert!(kept(&apart, &p)[0] && kept(&apart, &p)[1], "siblings of what holds the texts");
            let at_the_end = format!("<div><p>one</p><p>two</p></div>{thing}");
            let p: Vec<f32> = [0.9, 0.9].into_iter().chain(vec![0.02; blocks]).collect();
            assert!(!kept(&at_the_end, &p)[2], "{thing}");
        }
    }

    #[test]
    fn a_hole_among_siblings_is_filled() {
        let text = "<div><p>one<p>two<p>three</div>";
        assert_eq!(kept(text, &[0.9, 0.3, 0.9]), [true; 3]);
        assert_eq!(kept(text, &[0.9, 0.1, 0.9]), [true, false, true], "surely not content");
        let apart = "<p>one</p><div><p>two</div><p>three";
        assert_eq!(kept(apart, &[0.9, 0.3, 0.9]), [true, false, true], "not a sibling");
    }

    #[test]
    fn a_heading_stands_with_what_it_heads() {
        let one = "one ".repeat(40);
        let text = format!("<p>{one}</p><h2>More</h2><p>two</p><h2>Related</h2><p>three");
        let keep = kept(&text, &[0.9, 0.3, 0.9, 0.55, 0.1]);
        assert_eq!(keep, [true, true, true, false, false]);
    }

    #[test]
    fn a_lonely_piece_is_dropped_unless_sure() {
        let html = format!("<p>{}</p>{}<p>far", "word ".repeat(90), "<p>x".repeat(9));
        let mut p = vec![0.1; 11];
        (p[0], p[10]) = (0.9, 0.55);
        assert!(!kept(&html, &p)[10]);
        p[10] = 0.8;
        assert!(kept(&html, &p)[10]);
    }
}
