//! Which element paragraphs weigh most on.

use super::super::goose::common::Boosts;
use super::super::goose::tree::{Id, Tree};
use super::measure::{Element, Measure};
use dehusk_page::name;

/// Stop words that a paragraph needs.
pub(super) const LEAST: u32 = 3;
/// Stop words that a paragraph needs to raise those after it.
const MANY_WORDS: u32 = 6;
/// How many paragraphs before another are looked at.
const STEPS: usize = 3;

/// What elements are worth, by their number in a [`Measure`]. A half is only forgotten when more is added.
#[derive(Debug)]
pub(super) struct Scores {
    scores: Vec<Option<f64>>,
    /// Those that have a score, in the order in which they got one.
    order: Vec<usize>,
}

impl Scores {
    /// Scores the parents and grandparents of all paragraphs.
    pub fn of(tree: &Tree<'_>, measure: &Measure) -> Scores {
        let mut scores = Scores { scores: vec![None; measure.elements.len()], order: Vec::new() };
        let paragraphs = paragraphs(measure);
        let mut boosts = Boosts::new(paragraphs.len());
        for (number, stop_words) in paragraphs {
            let boost = boosts.next(has_company(measure, number));
            let worth = (f64::from(stop_words) + boost).floor();
            let above = |id: Id| tree.parent(id).and_then(|parent| measure.number(parent));
            let Some(parent) = measure.elements.get(number).and_then(|p| above(p.id)) else {
                continue;
            };
            scores.add(parent, worth);
            if let Some(grandparent) = measure.elements.get(parent).and_then(|p| above(p.id)) {
                scores.add(grandparent, worth / 2.0);
            }
        }
        scores
    }

    fn add(&mut self, number: usize, worth: f64) {
        let Some(score) = self.scores.get_mut(number) else { return };
        if score.is_none() {
            self.order.push(number);
        }
        *score = Some(score.unwrap_or(0.0).trunc() + worth);
    }

    /// What an element is worth, if a paragraph of it counts.
    pub fn get(&self, number: usize) -> Option<f64> {
        self.scores.get(number).copied().flatten().map(f64::trunc)
    }

    /// The element that is worth most, the first of equals; the first of all if none is worth anything.
    pub fn best(&self) -> Option<usize> {
        let mut best = None;
        let mut most = 0.0;
        for &number in &self.order {
            let score = self.get(number).unwrap_or(0.0);
            if score > most || best.is_none() {
                best = Some(number);
                most = f64::max(score, most);
            }
        }
        best
    }
}

/// Elements that count, with their stop words.
fn paragraphs(measure: &Measure) -> Vec<(usize, u32)> {
    let is_one = |element: &Element| matches!(element.tag, name::P | name::PRE | name::TD);
    let numbered = measure.elements.iter().enumerate().filter(|(_, element)| is_one(element));
    let counted = numbered.filter_map(|(number, element)| {
        let stop_words = measure.stop_words(element);
        (stop_words >= LEAST && !measure.is_links(element)).then_some((number, stop_words))
    });
    counted.collect()
}

/// Whether a paragraph of some length is among the nearest before an element.
fn has_company(measure: &Measure, number: usize) -> bool {
    let before = |number: usize| measure.elements.get(number)?.paragraph_before;
    let nearest = std::iter::successors(before(number), |&number| before(number)).take(STEPS);
    nearest
        .filter_map(|number| measure.elements.get(number))
        .any(|element| measure.stop_words(element) >= MANY_WORDS)
}
