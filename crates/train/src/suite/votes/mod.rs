//! Learning from votes alone: what a pattern of thirteen votes is worth.
//!
//! All that is to be known of a block or a leaf is one of 8,192 patterns, so that hundreds of thousands of them are a
//! table of how often each pattern was content and how often not. All learners work on that table.

mod forest;
mod logistic;
mod measure;
mod svm;
mod tree;

pub(crate) use forest::{Growth, forest};
pub(crate) use logistic::logistic;
pub(crate) use measure::{auc, f1};
pub(crate) use svm::svm;
pub(crate) use tree::tree;

use dehusk_suite::classic_learned::em13::{MEMBERS, PATTERNS};

/// How much of each pattern was not content, and how much was.
pub(crate) type Cells = Vec<[f32; 2]>;

/// Cells without anything in them.
pub(crate) fn empty() -> Cells {
    vec![[0.0; 2]; PATTERNS]
}

/// The bias stands behind the weights, and is there for every pattern.
fn with_bias(pattern: usize) -> usize {
    pattern | 1 << MEMBERS.len()
}

/// Weights of the votes and the bias, all 0.
fn no_weights() -> Vec<f32> {
    vec![0.0; MEMBERS.len() + 1]
}

/// The sum over some patterns.
fn sum<'p>(cells: &Cells, patterns: impl Iterator<Item = &'p usize>) -> [f32; 2] {
    patterns.fold([0.0; 2], |sum, &p| [sum[0] + cells[p][0], sum[1] + cells[p][1]])
}

/// Those who have a vote, and those who do not.
fn part(patterns: &[usize], vote: usize) -> (Vec<usize>, Vec<usize>) {
    patterns.iter().partition(|pattern| *pattern >> vote & 1 == 1)
}

/// The share of content, a little towards a half where there is little to go by.
fn share([no, yes]: [f32; 2]) -> f32 {
    (yes + 0.5) / (no + yes + 1.0)
}

/// A share as models store it.
fn stored(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Content is what the first member votes for, and what the second and the third vote for together.
    pub(crate) fn cells() -> Cells {
        let mut cells = empty();
        for (pattern, cell) in cells.iter_mut().enumerate().take(64) {
            let content = pattern & 1 == 1 || pattern & 6 == 6;
            cell[usize::from(content)] = 20.0;
            cell[usize::from(!content)] = 1.0;
        }
        cells
    }

    /// How many of the patterns that were seen are judged right.
    pub(crate) fn right(keep: impl Fn(usize) -> bool) -> usize {
        (0..64).filter(|&p| keep(p) == (p & 1 == 1 || p & 6 == 6)).count()
    }
}
