//! Runs of n tokens.

use super::Prf;
use super::bags::{common, counts};

/// How many shingles were found, were too many, and were missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShingleCounts {
    /// In both texts.
    pub hit: usize,
    /// Only in the extracted text.
    pub extra: usize,
    /// Only in the gold.
    pub missed: usize,
}

impl ShingleCounts {
    /// Precision and recall on this page, as the thesis takes them.
    pub fn prf(&self) -> Prf {
        Prf::from_counts(self.hit, self.hit + self.extra, self.hit + self.missed)
    }
}

/// Compares the runs of `n` tokens with their counts; a text shorter than `n` is one run.
pub fn shingles(gold: &[u32], extracted: &[u32], n: usize) -> ShingleCounts {
    let (gold, extracted) = (counts(runs(gold, n)), counts(runs(extracted, n)));
    let hit = common(&gold, &extracted);
    let total = |counts: &std::collections::HashMap<&[u32], usize>| counts.values().sum::<usize>();
    ShingleCounts { hit, extra: total(&extracted) - hit, missed: total(&gold) - hit }
}

fn runs(tokens: &[u32], n: usize) -> impl Iterator<Item = &[u32]> {
    let whole = (tokens.len() < n).then_some(tokens);
    tokens.windows(n).chain(whole)
}

/// article-extraction-benchmark's figure for a corpus, as it says it: each page's counts are divided by their sum,
/// then precision and recall are taken over all pages at once. The tables' way of computing it is tested against this.
#[cfg(test)]
pub(crate) fn shingle_f1<'a>(pages: impl IntoIterator<Item = &'a ShingleCounts>) -> Prf {
    let (mut hit, mut extra, mut missed) = (0.0, 0.0, 0.0);
    for page in pages {
        let sum = (page.hit + page.extra + page.missed) as f64;
        if sum > 0.0 {
            hit += page.hit as f64 / sum;
            extra += page.extra as f64 / sum;
            missed += page.missed as f64 / sum;
        }
    }
    let share = |part: f64| hit / (hit + part).max(1e-9);
    Prf::from_shares(share(extra), share(missed))
}
