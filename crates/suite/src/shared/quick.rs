//! A hash of short texts that is quick.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// Hashes eight bytes at a time. A seed of its own for each process keeps pages from choosing their collisions.
#[derive(Clone, Copy)]
pub(crate) struct Quick(u64);

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

impl Default for Quick {
    fn default() -> Quick {
        Quick(*SEED)
    }
}

impl BuildHasher for Quick {
    type Hasher = QuickHasher;
    fn build_hasher(&self) -> QuickHasher {
        QuickHasher(self.0)
    }
}

/// See [`Quick`].
pub(crate) struct QuickHasher(u64);

impl QuickHasher {
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.add(u64::from_le_bytes(word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    // The end mark of a text: its length is part of the hash already.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_tells_texts_apart() {
        let hash = |text: &str| Quick::default().hash_one(text);
        let texts = ["", "a", "b", "\0", "aa", "abcdefgh", "abcdefgh\0", "abcdefghi"];
        for (i, a) in texts.iter().enumerate() {
            for b in &texts[i + 1..] {
                assert_ne!(hash(a), hash(b), "{a:?} {b:?}");
            }
        }
    }
}
