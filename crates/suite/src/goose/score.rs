//! Scoring: paragraphs by their stop words, elements by the paragraphs below them.

use super::common::Boosts;
use super::tree::{Id, Tree};
use dehusk_page::name;

/// A paragraph needs more stop words than this.
const FEW: u32 = 2;

/// The best element, with its score; the first of equals.
pub(super) fn best(trees: &mut [Tree<'_>]) -> Option<(usize, Id)> {
    let paragraphs = paragraphs(trees);
    let mut boosts = Boosts::new(paragraphs.len());
    let mut parents: Vec<(usize, Id)> = Vec::new();
    for &(which, id) in &paragraphs {
        let tree = &mut trees[which];
        let boost = boosts.next(is_boostable(tree, id));
        let worth = (f64::from(tree.stop_words(id)) + boost).trunc();
        spread(tree, which, id, worth, &mut parents);
    }
    let mut best: Option<((usize, Id), i32)> = None;
    for &(which, id) in &parents {
        let score = trees[which].score(id).unwrap_or(0);
        if best.is_none_or(|(_, most)| score > most.max(0)) {
            best = Some(((which, id), score));
        }
    }
    best.map(|(place, _)| place)
}

fn paragraphs(trees: &[Tree<'_>]) -> Vec<(usize, Id)> {
    let mut found = Vec::new();
    for (which, tree) in trees.iter().enumerate() {
        let tags = [name::P, name::PRE, name::TD];
        let all = tree.elements(tree.top(), |tag| tags.contains(&tag));
        let of = |tag| all.iter().copied().filter(move |&id| tree.tag(id) == tag);
        let ids = tags.into_iter().flat_map(of);
        let good = |id: &Id| tree.has_stop_words(*id, FEW + 1) && !is_links(tree, *id);
        found.extend(ids.filter(good).map(|id| (which, id)));
    }
    found
}

/// What a paragraph is worth goes to all elements above it, less the higher they are.
fn spread(tree: &mut Tree<'_>, which: usize, id: Id, worth: f64, parents: &mut Vec<(usize, Id)>) {
    let mut depth = 1;
    let mut above = tree.parent(id);
    while let Some(parent) = above {
        let share = 1.5 / (f64::from(depth) + 0.5);
        if tree.score(parent).is_none() {
            parents.push((which, parent));
        }
        tree.add_score(parent, (worth * share).trunc() as i32);
        depth += 1;
        above = tree.parent(parent);
    }
}

/// Whether a paragraph of some weight is among the three before: the first of an article may be a caption.
fn is_boostable(tree: &Tree<'_>, id: Id) -> bool {
    let mut before = tree.before(id).filter(|&sibling| tree.tag(sibling) == name::P).take(3);
    before.any(|sibling| tree.has_stop_words(sibling, 6))
}

/// Whether an element is mostly links: the share of its words in links, times the number of links.
pub(super) fn is_links(tree: &Tree<'_>, id: Id) -> bool {
    let (mut links, mut link_words) = (0, 0);
    for link in tree.below(id).filter(|&inner| tree.tag(inner) == name::A) {
        links += 1;
        link_words += tree.words(link).max(1);
    }
    if links == 0 {
        return false;
    }
    // The texts of links are joined without a space.
    link_words -= links - 1;
    let words = tree.words(id).max(1);
    f64::from(link_words.max(1)) / f64::from(words) * f64::from(links) >= 1.0
}
