//! The element that holds the article, chosen from those with the best scores.

use super::score::Scores;
use super::tree::{Id, Tree};
use dehusk_page::name;

/// Rivals with at least this share of the best score count as equals.
const NEARLY_AS_GOOD: f64 = 0.75;
/// As many equals must share an element for it to be chosen in their place.
const MINIMUM_RIVALS: usize = 3;

/// The chosen element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Top {
    pub element: Id,
    pub score: f64,
    /// Nothing was good enough, so it is all that is in the body.
    pub whole_body: bool,
}

/// Chooses among the candidates, looking at the best `count` of them.
pub(super) fn choose(
    tree: &mut Tree,
    body: Id,
    candidates: &[Id],
    scores: &mut Scores,
    count: usize,
) -> Top {
    let best = best(tree, candidates, scores, count);
    match best.first() {
        Some(&first) if tree.tag(first) != name::BODY => {
            let shared = shared_element(tree, &best, scores).unwrap_or(first);
            let better = better_parent(tree, shared, scores);
            let element = highest_only_child(tree, better);
            Top { element, score: scores.get_or_start(tree, element), whole_body: false }
        }
        _ => whole_body(tree, body, scores),
    }
}

/// The candidates with the best scores, best first, the earlier one first among equals.
fn best(tree: &Tree, candidates: &[Id], scores: &Scores, count: usize) -> Vec<Id> {
    let score = |id: Id| scores.get(tree, id).unwrap_or(0.0);
    let mut best: Vec<Id> = Vec::with_capacity(count + 1);
    for &candidate in candidates {
        let place = best.iter().position(|&b| score(candidate) > score(b)).unwrap_or(best.len());
        if place < count {
            best.insert(place, candidate);
            best.truncate(count);
        }
    }
    best
}

fn whole_body(tree: &mut Tree, body: Id, scores: &mut Scores) -> Top {
    let element = tree.create(name::DIV, tree.origin(body));
    while let Some(child) = tree.first_child(body) {
        tree.append(element, child);
    }
    tree.append(body, element);
    Top { element, score: scores.get_or_start(tree, element), whole_body: true }
}

/// The nearest element around the best candidate that holds three others which are nearly as good.
fn shared_element(tree: &Tree, best: &[Id], scores: &Scores) -> Option<Id> {
    let (&first, rivals) = best.split_first()?;
    let top = scores.get(tree, first)?;
    let near = |rival: &&Id| scores.get(tree, **rival).is_some_and(|s| s / top >= NEARLY_AS_GOOD);
    let rivals: Vec<Id> = rivals.iter().filter(near).copied().collect();
    if rivals.len() < MINIMUM_RIVALS {
        return None;
    }
    let mut holds = vec![0_usize; tree.elements()];
    for &rival in &rivals {
        for around in tree.ancestors(rival) {
            holds[tree.number(around)] += 1;
        }
    }
    below_body(tree, first).find(|&around| holds[tree.number(around)] >= MINIMUM_RIVALS)
}

/// The ancestors of an element up to the body, without it.
fn below_body(tree: &Tree, id: Id) -> impl Iterator<Item = Id> {
    tree.ancestors(id).take_while(|&a| tree.tag(a) != name::BODY)
}

/// A parent whose score is higher: then there is more content around. Scores should not get too low on
/// the way up to it.
fn better_parent(tree: &Tree, id: Id, scores: &mut Scores) -> Id {
    let mut last = scores.get_or_start(tree, id);
    let lowest = last / 3.0;
    for around in below_body(tree, id) {
        let Some(score) = scores.get(tree, around) else { continue };
        if score < lowest {
            break;
        }
        if score > last {
            return around;
        }
        last = score;
    }
    id
}

/// The highest element that has nothing but the candidate in it, so that what lies beside it can be joined.
fn highest_only_child(tree: &Tree, id: Id) -> Id {
    let alone = below_body(tree, id).take_while(|&around| tree.only_element(around).is_some());
    alone.last().unwrap_or(id)
}
