//! MinHash: a signature of a text that is alike where texts are.
//!
//! A text is the set of its rows of five words. Of each of many hash functions the signature has the least value over
//! the set: two sets share it with the chance of their Jaccard similarity. Signatures are cut into bands, and texts that
//! share a whole band are taken for nearly the same. With b bands of r values that happens with the chance
//! 1 - (1 - s^r)^b for texts of the similarity s.

use crate::quality::Words;
use serde::{Deserialize, Serialize};

/// The parameters, those of FineWeb unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinHash {
    /// Words of a row.
    pub words: usize,
    /// Bands of a signature.
    pub bands: usize,
    /// Values of a band.
    pub rows: usize,
}

impl Default for MinHash {
    fn default() -> MinHash {
        MinHash { words: 5, bands: 14, rows: 8 }
    }
}

impl MinHash {
    /// The chance that two texts of a similarity are taken for nearly the same.
    ///
    /// ```
    /// let chance = |similarity| dehusk_batch::MinHash::default().chance(similarity);
    /// assert!(chance(0.5) < 0.06 && chance(0.75) > 0.76 && chance(0.9) > 0.999);
    /// ```
    pub fn chance(&self, similarity: f64) -> f64 {
        1.0 - (1.0 - similarity.powi(self.rows as i32)).powi(self.bands as i32)
    }

    /// The hashes of a text's bands; none for a text that has not one row of words.
    pub(crate) fn bands(&self, text: &str) -> Vec<u64> {
        let words = Words::of(text);
        let rows = words.rows(self.words);
        if rows == 0 {
            return Vec::new();
        }
        let functions = functions(self.bands * self.rows);
        let mut least = vec![u32::MAX; functions.len()];
        for row in 0..rows {
            let hash = words.row(row, self.words);
            // Half of a hash is enough for sets of this size, and lets the functions be exact.
            let half = (hash ^ (hash >> 32)) & 0xffff_ffff;
            for (least, (factor, addend)) in least.iter_mut().zip(&functions) {
                let value = (half.wrapping_mul(*factor).wrapping_add(*addend) >> 32) as u32;
                *least = (*least).min(value);
            }
        }
        least.chunks(self.rows).map(band).collect()
    }
}

/// Hash functions of 32 bits to 32 bits: multiply, add, and take the upper half. Two values are independent under one
/// that is drawn at random (Dietzfelbinger 1996). They are always the same.
fn functions(count: usize) -> Vec<(u64, u64)> {
    let mut state = 0x5d39_7a6b_2f84_c1e3_u64;
    let mut next = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    (0..count).map(|_| (next(), next())).collect()
}

fn band(values: &[u32]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    twox_hash::XxHash3_64::oneshot(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: usize, changed: impl Fn(usize) -> bool) -> String {
        let word = |n: usize| match changed(n) {
            true => format!("other{n} "),
            false => format!("word{n} "),
        };
        (0..words).map(word).collect()
    }

    fn shares_a_band(one: &str, other: &str) -> bool {
        let bands = |text| MinHash::default().bands(text);
        bands(one).iter().zip(bands(other)).any(|(a, b)| *a == b)
    }

    #[test]
    fn alike_texts_share_a_band() {
        let original = text(400, |_| false);
        assert!(shares_a_band(&original, &original.to_uppercase()), "case does not matter");
        assert!(shares_a_band(&original, &text(400, |n| n == 7 || n == 201)), "two words differ");
        assert!(!shares_a_band(&original, &text(400, |n| n % 5 == 0)), "every fifth differs");
        assert!(!shares_a_band(&original, "Something else that has nothing to do with it at all"));
        assert!(MinHash::default().bands("four words are few").is_empty());
    }

    /// The share of signature values that two texts have in common is their similarity.
    #[test]
    fn signatures_measure_similarity() {
        let plain = MinHash { rows: 1, bands: 1000, ..MinHash::default() };
        for step in [3, 10, 40] {
            let (one, other) = (text(2000, |_| false), text(2000, |n| n % step == 0 && n > 0));
            let common = plain
                .bands(&one)
                .iter()
                .zip(plain.bands(&other))
                .filter(|(a, b)| **a == *b)
                .count();
            // A changed word changes the five rows it stands in.
            let kept = (0..1996)
                .filter(|from| !(*from..from + 5).any(|n| n % step == 0 && n > 0))
                .count() as f64;
            let similarity = kept / (2.0 * 1996.0 - kept);
            let measured = common as f64 / 1000.0;
            assert!((measured - similarity).abs() < 0.05, "{measured} for {similarity}");
        }
    }
}
