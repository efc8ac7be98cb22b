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

/// Insertions, deletions and substitutions of tokens, divided by the longer text's tokens.
pub fn levenshtein(gold: &[u32], extracted: &[u32]) -> f64 {
    let longer = gold.len().max(extracted.len());
    if longer == 0 {
        return 0.0;
    }
    edit_distance::distance(gold.iter(), extracted.iter()) as f64 / longer as f64
}
