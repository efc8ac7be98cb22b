//! How good a ranking is.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How relevant documents are to topics: by topic, then by document; what nobody judged is not relevant.
#[derive(Clone, Debug, Default)]
pub struct Judgements {
    grades: HashMap<String, HashMap<String, u8>>,
}

/// Figures of a ranking, each the mean over topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankScores {
    /// The share of the first ten documents that are relevant.
    pub precision_at_10: f64,
    /// The gain of the first ten, discounted by their ranks, by the largest there can be.
    pub ndcg_at_10: f64,
}

/// Ranks that count.
pub(super) const RANKS: usize = 10;

impl Judgements {
    /// Notes how relevant a document is.
    pub fn add(&mut self, topic: &str, document: &str, grade: u8) {
        self.grades.entry(topic.into()).or_default().insert(document.into(), grade);
    }

    /// Topics that have judgements.
    pub fn topics(&self) -> usize {
        self.grades.len()
    }

    /// How relevant a document is.
    pub fn grade(&self, topic: &str, document: &str) -> u8 {
        self.grades.get(topic).and_then(|grades| grades.get(document)).copied().unwrap_or(0)
    }

    /// Figures of rankings: for each topic its number, and documents, the best first. Topics without a relevant
    /// document are left out: no ranking could be right.
    pub fn scores<'r>(
        &self,
        rankings: impl Iterator<Item = (&'r str, &'r [&'r str])>,
    ) -> RankScores {
        let mut sum = RankScores::default();
        let mut topics = 0.0_f64;
        for (topic, ranking) in rankings {
            let ideal = self.ideal(topic);
            if ideal == 0.0 {
                continue;
            }
            topics += 1.0;
            let grades = ranking.iter().take(RANKS).map(|document| self.grade(topic, document));
            let grades: Vec<u8> = grades.collect();
            let hits = grades.iter().filter(|&&grade| grade > 0).count();
            sum.precision_at_10 += hits as f64 / RANKS as f64;
            sum.ndcg_at_10 += gain(&grades) / ideal;
        }
        RankScores {
            precision_at_10: sum.precision_at_10 / topics.max(1.0),
            ndcg_at_10: sum.ndcg_at_10 / topics.max(1.0),
        }
    }

    fn ideal(&self, topic: &str) -> f64 {
        let mut grades: Vec<u8> = self
            .grades
            .get(topic)
            .map(|grades| grades.values().copied().collect())
            .unwrap_or_default();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        grades.truncate(RANKS);
        gain(&grades)
    }
}

/// The discounted cumulative gain of grades by their ranks (K. Järvelin, J. Kekäläinen, TOIS 20, 2002).
fn gain(grades: &[u8]) -> f64 {
    let discounted = |(at, &grade): (usize, &u8)| f64::from(grade) / ((at + 2) as f64).log2();
    grades.iter().enumerate().map(discounted).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_ranking_by_hand() {
        let mut judgements = Judgements::default();
        for (document, grade) in [("a", 2), ("b", 1), ("c", 0)] {
            judgements.add("1", document, grade);
        }
        let rankings: [(&str, &[&str]); 2] = [("1", &["c", "a", "x", "b"]), ("9", &["a"])];
        let scores = judgements.scores(rankings.into_iter());
        assert_eq!(scores.precision_at_10, 0.2);
        // 2 at rank 2, 1 at rank 4; best is 2 at rank 1, 1 at rank 2.
        let best = 2.0 + 1.0 / 3_f64.log2();
        let found = 2.0 / 3_f64.log2() + 1.0 / 5_f64.log2();
        assert!((scores.ndcg_at_10 - found / best).abs() < 1e-12);
    }
}
