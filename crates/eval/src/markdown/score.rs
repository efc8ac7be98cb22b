//! How much of a gold document another one has, kind by kind.

use super::parts::{Kind, Parts};
use crate::measures::{Prf, lcs};
use crate::tokens::Vocabulary;
use std::collections::HashMap;

/// What one document has of a gold one.
#[derive(Clone, Debug)]
pub struct PageScore {
    kinds: [Option<Prf>; Kind::ALL.len()],
    extra: [usize; Kind::ALL.len()],
    /// The longest common subsequence of words.
    pub text: Prf,
}

impl PageScore {
    /// Compares a document with the gold.
    pub fn of(gold: &Parts, written: &Parts) -> PageScore {
        let score = |kind: Kind| -> Option<Prf> {
            let (gold, written) = (gold.of_kind(kind), written.of_kind(kind));
            let hit = gold.len() - left_over(gold, written).len();
            (!gold.is_empty()).then(|| Prf::from_counts(hit, written.len(), gold.len()))
        };
        let extra = |kind: Kind| match gold.of_kind(kind) {
            [] => written.of_kind(kind).len(),
            _ => 0,
        };
        let mut words = Vocabulary::default();
        let (a, b) = (words.encode(&gold.text), words.encode(&written.text));
        PageScore { kinds: Kind::ALL.map(score), extra: Kind::ALL.map(extra), text: lcs(&a, &b) }
    }

    /// The score of a kind, where the gold has any of it.
    pub fn kind(&self, kind: Kind) -> Option<Prf> {
        self.kinds[kind as usize]
    }

    /// How many of a kind were written where the gold has none.
    pub fn extra(&self, kind: Kind) -> usize {
        self.extra[kind as usize]
    }
}

/// The units of one list that another does not have, each as often as it is missing.
pub fn left_over<'u>(units: &'u [String], others: &[String]) -> Vec<&'u str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    others.iter().for_each(|unit| *counts.entry(unit).or_default() += 1);
    let mut is_left = |unit: &str| match counts.get_mut(unit).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => true,
    };
    units.iter().map(String::as_str).filter(|unit| is_left(unit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(gold: &str, written: &str) -> PageScore {
        PageScore::of(&Parts::of(gold), &Parts::of(written))
    }

    #[test]
    fn each_part_counts_once() {
        let of = |written| score("- a\n- b\n- b", written).kind(Kind::Items).unwrap();
        assert_eq!(of("- a\n- b\n- b").f1, 1.0);
        assert_eq!((of("- b").precision, of("- b").recall), (1.0, 1.0 / 3.0));
        assert_eq!(of("- b\n- b\n- b").recall, 2.0 / 3.0);
        assert_eq!(of("a b b").f1, 0.0);
    }

    #[test]
    fn what_the_gold_does_not_have_is_extra() {
        let score = score("text", "text\n\n# one\n\n# two");
        assert_eq!((score.kind(Kind::Headings), score.extra(Kind::Headings)), (None, 2));
        assert_eq!(score.text.recall, 1.0);
    }
}
