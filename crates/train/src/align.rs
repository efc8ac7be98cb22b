//! Which tokens of a page stand in its gold: a longest common subsequence, with the tokens it is made of.
//!
//! Libraries give its length only. Here the rows of the bit-parallel computation (Hyyrö, 2004) are kept, a
//! bit a pair of tokens, and walked back from the end.

use std::collections::HashMap;

/// Pairs of tokens that are compared at most; longer texts are cut. The rows of that many take 128 MB.
const MOST_PAIRS: usize = 1 << 30;

/// For each page token whether it belongs to a longest common subsequence with the gold.
///
/// ```
/// use dehusk_train::align::matched;
/// assert_eq!(matched(&[9, 1, 2, 8, 3], &[1, 2, 3]), [false, true, true, false, true]);
/// ```
pub fn matched(page: &[u32], gold: &[u32]) -> Vec<bool> {
    let mut out = vec![false; page.len()];
    let gold = &gold[..gold.len().min(MOST_PAIRS / 64)];
    if gold.is_empty() {
        return out;
    }
    let most = (MOST_PAIRS / gold.len().next_multiple_of(64)).min(page.len());
    let rows = Rows::of(&page[..most], gold);
    let (mut row, mut column) = (most, gold.len());
    while row > 0 && column > 0 {
        if !rows.grows(row, column) {
            column -= 1;
            continue;
        }
        row -= 1;
        // The subsequence grew at this column one row earlier already: this page token is not needed.
        if row == 0 || !rows.grows(row, column) {
            out[row] = true;
            column -= 1;
        }
    }
    out
}

/// A row a page token: a zero where one more gold token makes the subsequence longer.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn of(page: &[u32], gold: &[u32]) -> Rows {
        let words = gold.len().div_ceil(64);
        let places = places(gold, words);
        let none = vec![0; words];
        let mut bits = Vec::with_capacity(words * page.len());
        let mut row = vec![u64::MAX; words];
        for token in page {
            advance(&mut row, places.get(token).unwrap_or(&none));
            bits.extend_from_slice(&row);
        }
        Rows { words, bits }
    }

    /// Whether the subsequence of the first `row` page tokens is longer with `column` gold tokens than
    /// with one less. Both count from 1.
    fn grows(&self, row: usize, column: usize) -> bool {
        let word = self.bits[(row - 1) * self.words + (column - 1) / 64];
        word >> ((column - 1) % 64) & 1 == 0
    }
}

/// Where each token stands in the gold, as bits.
fn places(gold: &[u32], words: usize) -> HashMap<u32, Vec<u64>> {
    let mut places: HashMap<u32, Vec<u64>> = HashMap::new();
    for (at, &token) in gold.iter().enumerate() {
        places.entry(token).or_insert_with(|| vec![0; words])[at / 64] |= 1 << (at % 64);
    }
    places
}

fn advance(row: &mut [u64], places: &[u64]) {
    let mut carry = false;
    for (word, &here) in row.iter_mut().zip(places) {
        let hits = *word & here;
        let (sum, first) = word.overflowing_add(hits);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        *word = sum | (*word - hits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split_mix::SplitMix64;

    /// Length of the longest common subsequence, by the table of the textbook.
    fn length(a: &[u32], b: &[u32]) -> usize {
        let mut above = vec![0; b.len() + 1];
        for x in a {
            let mut row = vec![0];
            for (j, y) in b.iter().enumerate() {
                let best = if x == y { above[j] + 1 } else { above[j + 1].max(row[j]) };
                row.push(best);
            }
            above = row;
        }
        above[b.len()]
    }

    #[test]
    fn what_is_matched_is_a_common_subsequence_of_full_length() {
        let mut random = SplitMix64(7);
        let mut next = |below: u32| random.below(below as usize) as u32;
        for round in 0..200 {
            let (long, letters) = (next(300) as usize, 2 + round % 40);
            let page: Vec<u32> = (0..long).map(|_| next(letters)).collect();
            let gold: Vec<u32> = (0..next(200)).map(|_| next(letters)).collect();
            let kept: Vec<u32> = page
                .iter()
                .zip(matched(&page, &gold))
                .filter(|(_, m)| *m)
                .map(|(t, _)| *t)
                .collect();
            assert_eq!(kept.len(), length(&page, &gold));
            let mut rest = gold.iter();
            assert!(kept.iter().all(|t| rest.any(|g| g == t)), "not in the order of the gold");
        }
    }
}
