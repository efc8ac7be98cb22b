//! Similarity hashing of blocks: the paper leaves open whether it would be better than hashing their letters.
//!
//! SimHash (Charikar, "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002): texts that share most of
//! their words get hashes that differ in few bits. A block is then one with the first that came within so many bits.

use dehusk_site::BlockHash;
use std::collections::HashMap;
use twox_hash::XxHash3_64;

/// Bits in which the hashes of blocks that are one differ at most, as is usual for 64 of them.
pub const MOST_BITS: u32 = 3;
/// Hashes that differ in so few bits are equal in one of so many parts.
const PARTS: usize = MOST_BITS as usize + 1;

/// The SimHash of a text over its words and pairs of words, letters alone.
pub fn simhash(text: &str) -> u64 {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let lower = text.to_lowercase();
    let words: Vec<String> =
        lower.split_whitespace().map(letters).filter(|word| !word.is_empty()).collect();
    let mut sums = [0_i32; 64];
    let mut add = |feature: &str| {
        let hash = XxHash3_64::oneshot(feature.as_bytes());
        for (bit, sum) in sums.iter_mut().enumerate() {
            *sum += if hash >> bit & 1 == 1 { 1 } else { -1 };
        }
    };
    words.iter().for_each(|word| add(word));
    words.windows(2).for_each(|pair| add(&pair.join(" ")));
    let bits = sums.iter().enumerate().filter(|(_, sum)| **sum > 0);
    bits.fold(0, |hash, (bit, _)| hash | 1 << bit)
}

/// Finds for each hash the first that came near it.
#[derive(Default)]
pub struct Nearest {
    known: Vec<u64>,
    /// Places of known hashes by each of their parts.
    by_part: [HashMap<u16, Vec<u32>>; PARTS],
}

impl Nearest {
    /// The hash that stands for this one and those near it.
    pub fn of(&mut self, hash: u64) -> BlockHash {
        let found = parts(hash).enumerate().find_map(|(part, bits)| {
            let places = self.by_part[part].get(&bits)?;
            let near =
                |&&place: &&u32| (self.known[place as usize] ^ hash).count_ones() <= MOST_BITS;
            places.iter().find(near).copied()
        });
        let place = found.unwrap_or_else(|| self.add(hash));
        BlockHash::from_bits(XxHash3_64::oneshot(&self.known[place as usize].to_le_bytes()))
    }

    fn add(&mut self, hash: u64) -> u32 {
        let place = self.known.len() as u32;
        self.known.push(hash);
        for (part, bits) in parts(hash).enumerate() {
            self.by_part[part].entry(bits).or_default().push(place);
        }
        place
    }
}

fn parts(hash: u64) -> impl Iterator<Item = u16> {
    (0..PARTS).map(move |part| (hash >> (16 * part)) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_that_differ_by_a_word_are_near_and_others_are_far() {
        let text: String =
            (0..60).map(|n| format!("word{} ", (b'a' + n as u8 % 26) as char)).collect();
        let other = "the ferry came in late as it had all week and nobody was surprised by it";
        let distance = |a: &str, b: &str| (simhash(a) ^ simhash(b)).count_ones();
        assert_eq!(distance("Read more (12)", "read MORE: 7"), 0);
        assert!(distance(&text, &format!("{text} more")) <= 6);
        assert!(distance(&text, other) > 16);
    }

    #[test]
    fn the_first_that_came_near_stands_for_all() {
        let mut nearest = Nearest::default();
        let first = nearest.of(0);
        // In any three bits, wherever they are.
        for bits in [1, 1 << 63, 1 | 1 << 17 | 1 << 40] {
            assert_eq!(nearest.of(bits), first);
        }
        assert_ne!(nearest.of(0b1111), first);
        assert_eq!(nearest.of(0b1110), first, "the first that is near");
    }
}
