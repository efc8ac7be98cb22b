//! Measures that keep the order of the tokens, by a bit-parallel library.

use super::Prf;
use rapidfuzz::distance::{lcs_seq, levenshtein as edit_distance};

/// Precision and recall by the longest common subsequence of tokens.
pub fn lcs(gold: &[u32], extracted: &[u32]) -> Prf {
    Prf::from_counts(lcs_length(gold, extracted), extracted.len(), gold.len())
}

pub(super) fn lcs_length(gold: &[u32], extracted: &[u32]) -> usize {
    if gold.is_empty() || extracted.is_empty() {
        return 0;
    }
    lcs_seq::similarity(gold.iter(), extracted.iter())
}

/// Insertions, deletions and substitutions of tokens that make one text of the other.
pub(super) fn edits(gold: &[u32], extracted: &[u32]) -> usize {
    edit_distance::distance(gold.iter(), extracted.iter())
}

/// A part of a whole; of nothing it is 0.
pub(super) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
