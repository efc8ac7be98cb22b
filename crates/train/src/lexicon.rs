//! The words that `auto` knows: which names of elements and which short texts stand around content.
//!
//! Four logistic regressions over words, each by itself. A word must occur on several hosts, or it would say of which
//! site a page is. What later models learn from is the score by words of other parts of the hosts, since in its own
//! part a rare word knows the answer.

use crate::sample::Sample;
use dehusk_auto::training::{Lexicon, WordList, as_parent, text_words};
use dehusk_blocks::Within;
use dehusk_extract::Document;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Hosts that a word must occur on.
const HOSTS: usize = 5;
/// Passes over all blocks.
const PASSES: usize = 6;
/// The step of a word's first lesson; later ones are smaller.
const STEP: f32 = 0.3;
/// What keeps the weights of rare words small.
const SHRINK: f32 = 3.0;
/// Words of each list that are kept: those that move most.
const MOST: [usize; 4] = [6000, 6000, 6000, 3000];
/// Weights are kept as whole numbers up to this.
const LARGEST: f32 = 127.0;

/// The words of all blocks of a page, list by list.
type PageWords = [Vec<Vec<u32>>; 4];

/// The words of pages, and what is known of their blocks.
pub struct Lessons<'s> {
    samples: &'s [Sample],
    words: Vec<PageWords>,
    weights: Vec<Vec<f32>>,
}

impl<'s> Lessons<'s> {
    /// Of all pages. `share` says how much a page of each sample counts.
    pub fn new(samples: &'s [Sample], share: impl Fn(&Sample) -> f32 + Sync) -> Lessons<'s> {
        let words = samples.par_iter().map(|sample| page_words(&sample.document)).collect();
        let weigh = |sample: &Sample| -> Vec<f32> {
            sample.weights().into_iter().map(|weight| weight * share(sample)).collect()
        };
        let weights = samples.par_iter().map(weigh).collect();
        Lessons { samples, words, weights }
    }

    /// Learns from the pages that are chosen.
    pub fn learn(&self, chosen: impl Fn(usize) -> bool + Sync) -> Lexicon {
        let pages: Vec<usize> = (0..self.samples.len()).filter(|&page| chosen(page)).collect();
        let mut lists =
            (0..4).into_par_iter().map(|list| self.list(list, &pages)).collect::<Vec<_>>();
        let mut next = || lists.remove(0);
        Lexicon { around: next(), named: next(), text: next(), heading: next() }
    }

    fn list(&self, list: usize, pages: &[usize]) -> WordList {
        let numbers = self.known_words(list, pages);
        let mut learner = Learner::new(numbers.len());
        for _ in 0..PASSES {
            for &page in pages {
                let sample = &self.samples[page];
                let blocks =
                    self.words[page][list].iter().zip(&self.weights[page]).zip(&sample.labels);
                for ((words, &weight), label) in blocks.filter(|((_, weight), _)| **weight > 0.0) {
                    let words = words.iter().filter_map(|word| numbers.get(word).copied());
                    learner.see(words, label.content, weight);
                }
            }
        }
        let mut hashes = vec![0; numbers.len()];
        numbers.iter().for_each(|(&word, &number)| hashes[number as usize] = word);
        learner.strongest(&hashes, MOST[list])
    }

    /// The words that occur on enough hosts, numbered in the order of their hashes.
    fn known_words(&self, list: usize, pages: &[usize]) -> HashMap<u32, u32> {
        let mut hosts: HashMap<u32, usize> = HashMap::new();
        let mut by_host: Vec<(&str, usize)> =
            pages.iter().map(|&p| (host(&self.samples[p]), p)).collect();
        by_host.sort_unstable();
        for group in by_host.chunk_by(|a, b| a.0 == b.0) {
            let words: HashSet<u32> = group
                .iter()
                .flat_map(|(_, page)| self.words[*page][list].iter().flatten().copied())
                .collect();
            words.into_iter().for_each(|word| *hosts.entry(word).or_default() += 1);
        }
        let mut known: Vec<u32> =
            hosts.into_iter().filter(|(_, count)| *count >= HOSTS).map(|(word, _)| word).collect();
        known.sort_unstable();
        known.into_iter().enumerate().map(|(number, word)| (word, number as u32)).collect()
    }
}

fn host(sample: &Sample) -> &str {
    sample.record.host.as_deref().unwrap_or(&sample.record.id)
}

/// The words of all blocks of a page, in the lists of [`Lexicon`].
fn page_words(document: &Document) -> PageWords {
    let (containers, features) = (document.containers(), document.features());
    let names = features.names();
    let list = containers.list();
    let own = |container: usize| names.words(names.of_container(container)).iter().copied();
    let mut words: PageWords = Default::default();
    let mut heading = Vec::new();
    for (index, block) in document.blocks().iter().enumerate() {
        let container = containers.of_block(index);
        let parent = list[container].parent.into_iter();
        let text: Vec<u32> = text_words(features.short_terms(index)).collect();
        words[0].push(containers.chain(container).flat_map(own).collect());
        words[1].push(
            own(container).chain(parent.flat_map(|p| own(p as usize)).map(as_parent)).collect(),
        );
        words[3].push(heading.clone());
        if block.within.has(Within::HEADING) {
            heading = text.clone();
        }
        words[2].push(text);
    }
    words
}

/// A logistic regression that learns block by block, each word with steps of its own.
struct Learner {
    weights: Vec<f32>,
    /// The sums of squared slopes so far.
    slopes: Vec<f32>,
    /// How much the blocks with each word count.
    seen: Vec<f32>,
    base: f32,
    base_slopes: f32,
}

impl Learner {
    fn new(words: usize) -> Learner {
        Learner {
            weights: vec![0.0; words],
            slopes: vec![SHRINK; words],
            seen: vec![0.0; words],
            base: 0.0,
            base_slopes: SHRINK,
        }
    }

    /// Learns from a block: its words, how much of it is content, and how much it counts.
    fn see(&mut self, words: impl Iterator<Item = u32> + Clone, content: f32, weight: f32) {
        let sum: f32 = words.clone().map(|word| self.weights[word as usize]).sum();
        let likely = 1.0 / (1.0 + (-(self.base + sum)).exp());
        let slope = weight * (likely - content);
        self.base_slopes += slope * slope;
        self.base -= STEP * slope / self.base_slopes.sqrt();
        for word in words.map(|word| word as usize) {
            self.slopes[word] += slope * slope;
            self.weights[word] -= STEP * slope / self.slopes[word].sqrt();
            self.seen[word] += weight;
        }
    }

    /// The words that move the scores of most blocks most.
    fn strongest(&self, hashes: &[u32], most: usize) -> WordList {
        let moves = |word: usize| self.weights[word].abs() * self.seen[word].sqrt();
        let mut order: Vec<usize> = (0..hashes.len()).collect();
        order.sort_by(|&a, &b| moves(b).total_cmp(&moves(a)).then(a.cmp(&b)));
        order.truncate(most);
        let largest = order.iter().map(|&word| self.weights[word].abs()).fold(0.0, f32::max);
        let scale = (largest / LARGEST).max(f32::MIN_POSITIVE);
        let whole = |word: usize| (self.weights[word] / scale).round() as i8;
        WordList::new(order.into_iter().map(|word| (hashes[word], whole(word))).collect(), scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_get_the_weight_that_tells_content() {
        let mut learner = Learner::new(3);
        for _ in 0..200 {
            learner.see([0, 2].into_iter(), 1.0, 1.0);
            learner.see([1, 2].into_iter(), 0.0, 1.0);
        }
        assert!(learner.weights[0] > 1.0 && learner.weights[1] < -1.0);
        let list = learner.strongest(&[70, 80, 90], 2);
        assert_eq!(list.words().iter().map(|w| w.0).collect::<Vec<_>>(), [70, 80]);
        assert!(list.sum([70].into_iter()) > 1.0);
    }
}
