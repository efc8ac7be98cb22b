//! Web2Text's measure: which leaves of a page are in a text, at the place where they stand.
//!
//! T. Vogels, O.-E. Ganea, C. Eickhoff: "Web2Text: Deep Structured Boilerplate Removal" (ECIR 2018) label the leaves of
//! a page by its gold text, which has no nodes: page and gold are aligned, and a leaf is content where two thirds of it
//! are in the gold there. What an extractor gives is labelled in the same way, and the two are compared leaf by leaf,
//! all pages at once. They align characters by a program of their own; here it is tokens, by the shortest edit.

use super::Confusion;
use crate::tokens::Vocabulary;
use dehusk::extractor::Document;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// A leaf is in a text where so much of it is: of three parts, two.
const PARTS: [usize; 2] = [2, 3];

/// A page's leaves with their tokens, for texts to be aligned with.
pub(crate) struct Leaves {
    tokens: Vec<u32>,
    /// The tokens of each leaf that has any.
    leaves: Vec<Range<usize>>,
    vocabulary: Vocabulary,
}

impl Leaves {
    /// The leaves that stand in a page's blocks.
    pub fn of(document: &Document) -> Leaves {
        let mut all =
            Leaves { tokens: Vec::new(), leaves: Vec::new(), vocabulary: Vocabulary::default() };
        for block in 0..document.blocks().len() {
            for &node in document.blocks().nodes(block) {
                let start = all.tokens.len();
                all.tokens.extend(all.vocabulary.encode(document.page().text(node)));
                if all.tokens.len() > start {
                    all.leaves.push(start..all.tokens.len());
                }
            }
        }
        all
    }

    /// Whether each leaf is in a text.
    pub fn in_text(&mut self, text: &str) -> Vec<bool> {
        let text = self.vocabulary.encode(text);
        let mut found = vec![false; self.tokens.len()];
        for op in capture_diff_slices(Algorithm::Myers, &text, &self.tokens) {
            if let DiffOp::Equal { new_index, len, .. } = op {
                found[new_index..new_index + len].fill(true);
            }
        }
        let is_in = |leaf: &Range<usize>| {
            let there = found[leaf.clone()].iter().filter(|&&found| found).count();
            PARTS[1] * there >= PARTS[0] * leaf.len()
        };
        self.leaves.iter().map(is_in).collect()
    }

    /// How an extractor's text decides on the leaves, beside the gold.
    pub fn judge(&mut self, gold: &[bool], text: &str) -> Confusion {
        let mut outcome = Confusion::default();
        for (&content, kept) in gold.iter().zip(self.in_text(text)) {
            outcome.add(content, kept, 1);
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk::extractor::Page;

    #[test]
    fn two_thirds_of_a_leaf_at_its_place_are_enough() {
        let html = "<p>Menu<p>one two three<p>four five six<p>seven <b>eight</b><p>one";
        let mut leaves = Leaves::of(&Document::new(Page::parse(html)));
        let gold = leaves.in_text("one two three four five seven eight");
        assert_eq!(gold, [false, true, true, true, true, false]);
        assert_eq!(leaves.in_text("four"), [false; 6]);
        let outcome = leaves.judge(&gold, "menu one two three");
        assert_eq!(outcome, Confusion { hit: 1, extra: 1, missed: 3, dropped: 1 });
        assert_eq!(outcome.accuracy(), 2.0 / 6.0);
    }
}
