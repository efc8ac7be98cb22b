//! Measures that forget the order of the tokens.

use super::Prf;
use std::collections::{HashMap, HashSet};

/// Precision and recall on tokens with their counts.
pub fn bag_of_words(gold: &[u32], extracted: &[u32]) -> Prf {
    let hit = common(&counts(gold.iter().copied()), &counts(extracted.iter().copied()));
    Prf::from_counts(hit, extracted.len(), gold.len())
}

/// Precision and recall on distinct tokens (the thesis's bag of words, equations 4.2 to 4.4).
pub fn word_sets(gold: &[u32], extracted: &[u32]) -> Prf {
    let (gold, extracted) = (set(gold), set(extracted));
    Prf::from_counts(gold.intersection(&extracted).count(), extracted.len(), gold.len())
}

/// Shared distinct tokens over all distinct tokens (equation 4.1); two empty texts are alike.
pub fn jaccard(gold: &[u32], extracted: &[u32]) -> f64 {
    let (gold, extracted) = (set(gold), set(extracted));
    let union = gold.union(&extracted).count();
    if union == 0 { 1.0 } else { gold.intersection(&extracted).count() as f64 / union as f64 }
}

fn set(tokens: &[u32]) -> HashSet<u32> {
    tokens.iter().copied().collect()
}

/// How often each item occurs.
pub(super) fn counts<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(item).or_insert(0) += 1;
    }
    counts
}

/// The size of the intersection of two multisets.
pub(super) fn common<T: std::hash::Hash + Eq>(
    a: &HashMap<T, usize>,
    b: &HashMap<T, usize>,
) -> usize {
    a.iter().map(|(item, &n)| n.min(b.get(item).copied().unwrap_or(0))).sum()
}
