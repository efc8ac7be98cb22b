//! Makes an answer one: what belongs together is kept or dropped together.
//!
//! The models judge each block with what is around it, but a cut is a cut: one cell of a table falls just
//! below it, a heading just above it with nothing to head. Probabilities near the cut say little, so there
//! the structure decides.

use super::choose::Choice;
use super::units::{Unit, UnitKind, Units};
use dehusk_blocks::Within;
use dehusk_extract::Document;
use dehusk_page::name;
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

/// Words that an element must have beside a thing to tell whether it stands in a text, and how many of them must be kept.
const AROUND_WORDS: f32 = 40.0;
const AROUND_KEPT: f32 = 0.7;

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

    /// A program, a table of data or definitions among kept text: the text is about it.
    fn things_inside(&mut self) {
        let words = KeptWords::of(self.keep, self.weights);
        for unit in self.units.list() {
            let is_asked =
                matches!(unit.kind, UnitKind::Code | UnitKind::Table | UnitKind::Definitions);
            if is_asked && !self.keep[unit.blocks.start] && self.stands_among_kept(&words, unit) {
                self.keep[unit.blocks.clone()].fill(true);
            }
        }
    }

    /// Whether the smallest element that holds enough text beside some blocks is kept for the most part, and a block
    /// right before or after them as well.
    fn stands_among_kept(&self, words: &KeptWords, unit: &Unit) -> bool {
        let blocks = &unit.blocks;
        let is_head = |block| {
            let tag = self.document.blocks().block(block).tag;
            matches!(tag, name::TH | name::CAPTION)
        };
        let is_plain_table = unit.kind == UnitKind::Table && !blocks.clone().any(is_head);
        let is_kept = |block: Option<usize>| block.is_some_and(|b| self.keep.get(b) == Some(&true));
        let neighbours = [blocks.start.checked_sub(1), Some(blocks.end)].map(is_kept);
        // A box of advertisements is a table like any other, but for the heads of its columns.
        let is_enough = match is_plain_table {
            true => neighbours == [true; 2],
            false => neighbours.contains(&true),
        };
        if !is_enough {
            return false;
        }
        let containers = self.document.containers();
        let own = words.in_range(blocks);
        let others = |at: usize| {
            let held = &containers.list()[at].blocks;
            let (kept, all) = words.in_range(&(held.start as usize..held.end as usize));
            (kept - own.0, all - own.1)
        };
        let mut around = containers.chain(containers.of_block(blocks.start)).map(others);
        let enough = around.find(|(_, all)| *all >= AROUND_WORDS);
        enough.is_some_and(|(kept, all)| kept >= AROUND_KEPT * all)
    }

    /// A few doubtful blocks between kept ones of the same container. A quotation stands where its text does, and what
    /// is right before or after it may stand deeper, as the last cell of a table.
    fn holes(&mut self) {
        let kept: Vec<usize> = (0..self.keep.len()).filter(|&b| self.keep[b]).collect();
        for pair in kept.windows(2) {
            let hole = pair[0] + 1..pair[1];
            if !hole.is_empty()
                && hole.len() <= HOLE
                && self.are_together(pair[0], pair[1], hole.clone())
                && hole.clone().all(|b| self.is_near(b))
            {
                self.keep[hole].fill(true);
            }
        }
    }

    /// Whether some blocks stand in the same element as one of those around them, and the other one inside of it.
    fn are_together(&self, before: usize, after: usize, mut hole: Range<usize>) -> bool {
        let place = self.place(hole.start);
        let Some(held) = place.map(|at| &self.document.containers().list()[at as usize].blocks)
        else {
            return false;
        };
        hole.all(|block| self.place(block) == place)
            && (self.place(before) == place || self.place(after) == place)
            && held.start as usize <= before
            && after < held.end as usize
    }

    /// The element that a block's container stands in; for a quotation the one that the quotation stands in.
    fn place(&self, block: usize) -> Option<u32> {
        let containers = self.document.containers();
        let above = |at: u32| containers.list()[at as usize].parent;
        let parent = containers.list()[containers.of_block(block)].parent?;
        let node = containers.list()[parent as usize].node;
        match self.document.page().name(node) == name::BLOCKQUOTE {
            true => above(parent),
            false => Some(parent),
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

/// Words that are kept, and all words, before each block: those of any range at once.
struct KeptWords(Vec<(f32, f32)>);

impl KeptWords {
    fn of(keep: &[bool], weights: &[f32]) -> KeptWords {
        let mut sums = vec![(0.0, 0.0)];
        let (mut kept, mut all) = (0.0, 0.0);
        for (&keep, &words) in keep.iter().zip(weights) {
            all += words;
            kept += if keep { words } else { 0.0 };
            sums.push((kept, all));
        }
        KeptWords(sums)
    }

    fn in_range(&self, blocks: &Range<usize>) -> (f32, f32) {
        let (start, end) = (self.0[blocks.start], self.0[blocks.end]);
        (end.0 - start.0, end.1 - start.1)
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
        let text = format!("<p>{}</p>", "word ".repeat(30));
        for (thing, blocks) in [("<pre>a()</pre>", 1), ("<table><tr><th>b<tr><td>c</table>", 2)] {
            let low = vec![0.02; blocks];
            let inside = format!("<div>{text}<div>{thing}</div>{text}</div>");
            let p = [&[0.9], &low[..], &[0.9]].concat();
            assert!(kept(&inside, &p).into_iter().all(|keep| keep), "{thing}");
            let at_the_end = format!("<div>{text}{text}<div>{thing}</div></div>");
            let p = [&[0.9, 0.9], &low[..]].concat();
            assert!(kept(&at_the_end, &p).into_iter().all(|keep| keep), "{thing}");
            let elsewhere = format!("{text}<div><p>{}</p>{thing}</div>", "other ".repeat(40));
            let p = [&[0.9, 0.02], &low[..]].concat();
            assert!(!kept(&elsewhere, &p)[2], "{thing}");
        }
    }

    #[test]
    fn a_table_without_heads_needs_text_on_both_sides() {
        let text = format!("<p>{}</p>", "word ".repeat(30));
        let table = "<table><tr><td>a<td>b<tr><td>c<td>d</table>";
        let low = [0.02; 4];
        let p = [&[0.9], &low[..], &[0.9]].concat();
        assert!(kept(&format!("<div>{text}{table}{text}</div>"), &p)[1]);
        let p = [&[0.9, 0.9], &low[..]].concat();
        assert!(!kept(&format!("<div>{text}{text}{table}</div>"), &p)[2]);
    }

    #[test]
    fn a_hole_among_siblings_is_filled() {
        let text = "<div><p>one<p>two<p>three</div>";
        assert_eq!(kept(text, &[0.9, 0.3, 0.9]), [true; 3]);
        assert_eq!(kept(text, &[0.9, 0.1, 0.9]), [true, false, true], "surely not content");
        let apart = "<p>one</p><div><p>two</div><p>three";
        assert_eq!(kept(apart, &[0.9, 0.3, 0.9]), [true, false, true], "not a sibling");
        let quoted = "<p>one</p><blockquote><p>two</blockquote><p>three";
        assert_eq!(kept(quoted, &[0.9, 0.3, 0.9]), [true; 3], "a quotation");
        let deeper = "<article><div><p>one</div><blockquote><p>two</blockquote><p>three</article>";
        assert_eq!(kept(deeper, &[0.9, 0.3, 0.9]), [true; 3], "below a deeper one");
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
