//! RTDM-TD: template detection by a restricted top-down mapping.
//!
//! Vieira, da Silva, Pinto, de Moura, Cavalcanti, Freire, "A Fast and Robust Method for Web Page Template
//! Detection and Removal", CIKM 2006, which builds on the tree edit distance of Reis et al. (WWW 2004). Two
//! trees are compared from their roots: a node may only be mapped if its parent is, the children of mapped
//! nodes are aligned in order at the least cost, identical subtrees cost nothing, and a child that is not
//! mapped goes with everything below it. The template is the tree of what is mapped unchanged, first of two
//! pages, then of that and each further page of a small sample; what a page has beyond it is its content.

use super::align::align;
use super::tree::{Labels, Place, Tree, sample};
use dehusk_extract::{Document, Selection};
use std::collections::HashMap;

/// Pages that the template is found from; the paper finds a few dozen to be enough.
const SAMPLE: usize = 10;
/// Nodes that are deeper are compared as wholes only.
const DEEPEST: u32 = 100;
/// Pairs of children that are looked at, at most: hostile pages have too many.
const MOST_WORK: usize = 1 << 25;

/// The texts of each page outside of the template.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::of(page, Labels::Whole)).collect();
    let template = template(&trees);
    let select = |(page, tree): (&&Document, &Tree)| {
        let mut in_template = vec![false; tree.nodes().len()];
        if let Some(template) = &template {
            Mapping::new(template, tree)
                .pairs()
                .into_iter()
                .for_each(|(_, p)| in_template[p] = true);
        }
        tree.select(page, "not mapped to the template", |place| !in_template[place])
    };
    pages.iter().zip(&trees).map(select).collect()
}

/// The tree that all sampled pages share; none of a single page.
fn template(trees: &[Tree]) -> Option<Tree> {
    let sampled = sample(trees.len(), SAMPLE);
    let mut with_text = sampled.iter().map(|&index| &trees[index]).filter(|tree| !tree.is_empty());
    let mut template = with_text.next()?.clone();
    let mut compared = false;
    for tree in with_text {
        let mut mapped = vec![false; template.nodes().len()];
        Mapping::new(&template, tree).pairs().into_iter().for_each(|(p, _)| mapped[p] = true);
        template = template.pruned(|place| mapped[place]);
        compared = true;
    }
    compared.then_some(template)
}

/// The mapping between two trees.
struct Mapping<'t> {
    one: &'t Tree,
    other: &'t Tree,
    /// How many nodes are mapped below a pair and with it.
    gains: HashMap<(Place, Place), u32>,
    work: usize,
}

impl<'t> Mapping<'t> {
    fn new(one: &'t Tree, other: &'t Tree) -> Mapping<'t> {
        Mapping { one, other, gains: HashMap::new(), work: 0 }
    }

    /// The pairs that are mapped unchanged.
    fn pairs(mut self) -> Vec<(Place, Place)> {
        let mut pairs = Vec::new();
        let roots = !self.one.is_empty() && !self.other.is_empty();
        let mut open = if roots && self.is_equal(0, 0) { vec![(0, 0)] } else { Vec::new() };
        while let Some((a, b)) = open.pop() {
            pairs.push((a, b));
            let (children, others) = (self.one.children(a), self.other.children(b));
            let aligned = self.aligned(a, b);
            open.extend(aligned.into_iter().map(|(i, j)| (children[i], others[j])));
        }
        pairs
    }

    /// The children of two nodes, aligned so that most nodes are mapped: the least cost of deletions and
    /// insertions is the largest number of nodes that stay.
    fn aligned(&mut self, a: Place, b: Place) -> Vec<(usize, usize)> {
        let (one, other) = (self.one, self.other);
        let (children, others) = (one.children(a), other.children(b));
        let same =
            |i: usize, j: usize| one.node(children[i]).subtree == other.node(others[j]).subtree;
        align(children.len(), others.len(), same, |i, j| self.gain(children[i], others[j]))
    }

    fn gain(&mut self, a: Place, b: Place) -> u32 {
        if !self.is_equal(a, b) {
            return 0;
        }
        if self.one.node(a).subtree == self.other.node(b).subtree {
            return self.one.node(a).size;
        }
        if let Some(&gain) = self.gains.get(&(a, b)) {
            return gain;
        }
        let (children, others) = (self.one.children(a), self.other.children(b));
        let work = self.work.saturating_add(children.len().saturating_mul(others.len()));
        if self.one.node(a).depth > DEEPEST || work > MOST_WORK {
            return 1;
        }
        self.work = work;
        let aligned = self.aligned(a, b);
        let below = aligned.into_iter().map(|(i, j)| self.gain(children[i], others[j]));
        let gain = 1 + below.sum::<u32>();
        self.gains.insert((a, b), gain);
        gain
    }

    fn is_equal(&self, a: Place, b: Place) -> bool {
        self.one.node(a).label == self.other.node(b).label
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::kept;

    #[test]
    fn what_is_mapped_from_the_root_is_the_template() {
        let pages = [
            "<ul><li>Home<li>News</ul><div><p>One</p><p>Share</p></div>",
            "<ul><li>Home<li>News</ul><div><p>Two</p><p>Three</p><p>Share</p></div>",
        ];
        assert_eq!(kept("rtdm-td", &pages), [vec!["One"], vec!["Two", "Three"]]);
    }

    #[test]
    fn nothing_below_a_node_that_differs_is_mapped() {
        // Bottom-up the words would be the same; from the root their containers are not.
        let pages = ["<div class=a><p>Words</div>x", "<div class=b><p>Words</div>y"];
        assert_eq!(kept("rtdm-td", &pages), [["Words", "x"], ["Words", "y"]]);
        assert_eq!(kept("rbm-td", &pages), [["x"], ["y"]]);
    }

    #[test]
    fn a_page_more_can_only_shrink_the_template() {
        let pages = ["<p>A<p>B<p>1", "<p>A<p>B<p>2", "<p>A<p>C<p>3"];
        assert_eq!(kept("rtdm-td", &pages), [["B", "1"], ["B", "2"], ["C", "3"]]);
    }
}
