//! RBM-TD: template detection by a restricted bottom-up mapping.
//!
//! Vieira, da Costa Carvalho, Berlt, de Moura, da Silva, Freire, "On Finding Templates on Web Collections",
//! World Wide Web 12(2), 2009. Subtrees of two pages map to each other if they are identical from their
//! leaves up; the restriction here is that they also hang at the same path, so that the mapping is found by
//! hashing, in time linear in the nodes. The template is what a small sample of pages has in common. The
//! paper first parts a collection into clusters with a template each; the pages of a site are taken as one
//! cluster here, as in the comparison that gave the method its name in our tables.

use super::tree::{Labels, Tree, sample};
use dehusk_extract::{Document, Selection};
use std::collections::HashSet;

/// Pages that the template is found from; the paper needs few.
const SAMPLE: usize = 10;

/// An identical subtree at a path.
type Subtree = (u64, u64);

/// The texts of each page outside of the template.
pub fn extract(pages: &[&Document]) -> Vec<Selection> {
    let trees: Vec<Tree> = pages.iter().map(|page| Tree::of(page, Labels::Whole)).collect();
    let template = template(&trees);
    let select = |(page, tree): (&&Document, &Tree)| {
        let in_template = cover(tree, |place| template.contains(&subtree(tree, place)));
        tree.select(page, "in no subtree that sampled pages share", |place| !in_template[place])
    };
    pages.iter().zip(&trees).map(select).collect()
}

/// The subtrees that all sampled pages have; none of a single page.
fn template(trees: &[Tree]) -> HashSet<Subtree> {
    let sampled = sample(trees.len(), SAMPLE);
    let mut subtrees = sampled.iter().map(|&index| subtrees(&trees[index]));
    let (Some(mut template), true) = (subtrees.next(), sampled.len() > 1) else {
        return HashSet::new();
    };
    for page in subtrees.filter(|page| !page.is_empty()) {
        template.retain(|subtree| page.contains(subtree));
    }
    template
}

fn subtrees(tree: &Tree) -> HashSet<Subtree> {
    (0..tree.nodes().len()).map(|place| subtree(tree, place)).collect()
}

fn subtree(tree: &Tree, place: usize) -> Subtree {
    let node = tree.node(place);
    (node.path, node.subtree)
}

/// For every node, whether it or a node above it is chosen.
fn cover(tree: &Tree, chosen: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut covered = vec![false; tree.nodes().len()];
    for place in 0..covered.len() {
        covered[place] = tree.parent(place).is_some_and(|parent| covered[parent]) || chosen(place);
    }
    covered
}

#[cfg(test)]
mod tests {
    use crate::tests::kept;

    #[test]
    fn identical_subtrees_at_the_same_path_are_the_template() {
        let pages = [
            "<ul><li>Home<li>News</ul><p>One</p><div><p>Same words</div>",
            "<ul><li>Home<li>News</ul><p>Two</p><p>Same words</p>",
        ];
        // The list is identical; "Same words" stands at another path; the paragraphs differ.
        assert_eq!(kept("rbm-td", &pages), [["One", "Same words"], ["Two", "Same words"]]);
    }

    #[test]
    fn a_leaf_is_a_subtree_too() {
        let pages = ["<ul><li>Home<li>Sport</ul>x", "<ul><li>Home<li>News</ul>y"];
        assert_eq!(kept("rbm-td", &pages), [["Sport", "x"], ["News", "y"]]);
    }
}
