//! Terms as hashes: how texts of a page are compared.
//!
//! A term is a run of letters and digits in lower case, an ideograph or a kana. Texts are alike by the
//! terms they share, and one quotes another by the runs of three terms they share.

use super::scan;
use crate::table::{Table, mix};

/// Hashes a term piece by piece.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TermHasher {
    hash: u64,
    len: u32,
}

impl TermHasher {
    /// Adds up to eight ASCII letters and digits in lower case; the bytes behind them are zero.
    #[inline]
    pub fn push_lower(&mut self, letters: u64, len: u32) {
        if len > 0 {
            self.hash = mix(self.hash, letters);
            self.len += len;
        }
    }

    /// Adds any character, which is taken as it is.
    #[inline]
    pub fn push_char(&mut self, c: char) {
        self.hash = mix(self.hash, u64::from(u32::from(c)) << 32);
        self.len += 1;
    }

    /// The hash of the term, if there was one, and ready for the next.
    #[inline]
    pub fn finish(&mut self) -> Option<u64> {
        let TermHasher { hash, len } = std::mem::take(self);
        (len > 0).then(|| mix(hash, u64::from(len)))
    }
}

/// The hash of a text's first term.
pub(crate) fn term_hash(term: &str) -> u64 {
    terms(term).first().copied().unwrap_or_default()
}

/// The terms of a text.
pub(crate) fn terms(text: &str) -> Vec<u64> {
    let mut terms = Vec::new();
    scan::scan(text, 0..text.len(), &mut terms);
    terms
}

#[inline]
fn shingle(a: u64, b: u64, c: u64) -> u64 {
    a.rotate_left(7).wrapping_add(b).rotate_left(7).wrapping_add(c)
}

/// Runs of three terms of some texts, each text with a bit of its own.
#[derive(Clone, Debug)]
pub(crate) struct Shingles {
    bits: Table<u8>,
}

impl Shingles {
    /// The runs of three of some texts' terms; text `n` sets bit `n`.
    pub fn of(texts: &[&[Vec<u64>]]) -> Shingles {
        let len = texts.iter().copied().flatten().map(Vec::len).sum();
        let mut bits = Table::<u8>::with_capacity(len);
        for (n, group) in texts.iter().enumerate() {
            for run in group.iter().flat_map(|terms| terms.windows(3)) {
                if let Some(entry) = bits.entry(shingle(run[0], run[1], run[2])) {
                    *entry |= 1 << n;
                }
            }
        }
        Shingles { bits }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bits.len() == 0
    }

    /// The share of a text's runs that each of the first two texts has.
    pub fn shares(&self, terms: &[u64]) -> [f32; 2] {
        if self.is_empty() || terms.len() < 3 {
            return [0.0; 2];
        }
        let mut hits = [0u32; 2];
        for run in terms.windows(3) {
            if let Some(&bits) = self.bits.get(shingle(run[0], run[1], run[2])) {
                hits[0] += u32::from(bits & 1);
                hits[1] += u32::from(bits >> 1 & 1);
            }
        }
        hits.map(|n| n as f32 / (terms.len() - 2) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_the_same_in_any_case() {
        assert_eq!(terms("Extraordinarily ÜBER-big"), terms("extraordinarily über big"));
        assert_eq!(terms("don't"), [term_hash("don"), term_hash("t")]);
        assert_eq!(terms("日本go"), [term_hash("日"), term_hash("本"), term_hash("go")]);
        assert_eq!(terms("naïve")[0], term_hash("naïve"));
        assert_eq!(terms(" -- "), []);
        assert_ne!(term_hash("aaaaaaaa"), term_hash("aaaaaaaaa"));
    }

    #[test]
    fn shingles_tell_which_text_has_them() {
        let first = [terms("a b c d")];
        let second = [terms("b c d e")];
        let shingles = Shingles::of(&[&first, &second]);
        assert_eq!(shingles.shares(&terms("a b c")), [1.0, 0.0]);
        assert_eq!(shingles.shares(&terms("b c d e")), [0.5, 1.0]);
        assert_eq!(shingles.shares(&terms("b c")), [0.0, 0.0]);
        assert!(Shingles::of(&[&[], &[]]).is_empty());
    }
}
