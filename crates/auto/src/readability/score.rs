//! Points for text, given to the elements around it.
//!
//! Each paragraph earns points by its length and its commas. They go to the five elements around it, less
//! to each further one, and each of these starts with points for its tag and its class and id.

use super::stats::Stats;
use super::tree::{Id, Tree, push};
use dehusk_page::{Name, name};

/// Shorter paragraphs earn nothing.
const SHORTEST: u32 = 25;
/// How many elements around a paragraph share its points.
const LEVELS: usize = 5;

/// The scores of elements that have one.
#[derive(Debug)]
pub(super) struct Scores {
    /// By the number of the element; no number for those without.
    scores: Vec<f64>,
    /// Whether classes and ids count.
    weigh_names: bool,
}

impl Scores {
    pub fn new(tree: &Tree, weigh_names: bool) -> Scores {
        Scores { scores: vec![f64::NAN; tree.elements()], weigh_names }
    }

    pub fn get(&self, tree: &Tree, id: Id) -> Option<f64> {
        self.scores.get(tree.number(id)).copied().filter(|score| !score.is_nan())
    }

    /// The score of an element, which starts with what its tag and names are worth.
    pub fn get_or_start(&mut self, tree: &Tree, id: Id) -> f64 {
        self.get(tree, id).unwrap_or_else(|| {
            let names = if self.weigh_names { tree.traits(id).weight() } else { 0.0 };
            let start = tag_points(tree.tag(id)) + names;
            self.set(tree, id, start);
            start
        })
    }

    pub fn set(&mut self, tree: &Tree, id: Id, score: f64) {
        // Room for elements that were made since.
        while self.scores.len() < tree.elements() {
            push(&mut self.scores, f64::NAN);
        }
        if let Some(slot) = self.scores.get_mut(tree.number(id)) {
            *slot = score;
        }
    }
}

fn tag_points(tag: Name) -> f64 {
    match tag {
        name::DIV => 5.0,
        name::PRE | name::TD | name::BLOCKQUOTE => 3.0,
        name::ADDRESS
        | name::OL
        | name::UL
        | name::DL
        | name::DD
        | name::DT
        | name::LI
        | name::FORM => -3.0,
        name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::TH => -5.0,
        _ => 0.0,
    }
}

/// Gives points for each element to score. The elements that got some, in the order they first did.
pub(super) fn score(tree: &Tree, stats: &Stats, to_score: &[Id], scores: &mut Scores) -> Vec<Id> {
    let mut candidates = Vec::new();
    for &element in to_score {
        let text = &stats.of(tree, element).text;
        if text.inner < SHORTEST {
            continue;
        }
        let points = 2.0 + f64::from(text.commas) + f64::from((text.inner / 100).min(3));
        for (level, around) in tree.ancestors(element).take(LEVELS).enumerate() {
            // The root is nobody's candidate.
            if tree.parent(around).is_none() {
                break;
            }
            if scores.get(tree, around).is_none() {
                candidates.push(around);
            }
            let now = scores.get_or_start(tree, around) + points / divider(level);
            scores.set(tree, around, now);
        }
    }
    for &candidate in &candidates {
        let share = 1.0 - stats.of(tree, candidate).link_density();
        let score = scores.get_or_start(tree, candidate) * share;
        scores.set(tree, candidate, score);
    }
    candidates
}

fn divider(level: usize) -> f64 {
    match level {
        0 => 1.0,
        1 => 2.0,
        _ => level as f64 * 3.0,
    }
}
