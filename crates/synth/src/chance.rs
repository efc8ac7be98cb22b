//! Chance that can be repeated: the same keys give the same numbers, and no key needs those before it.

/// A source of numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The source that belongs to some keys.
    pub fn of(keys: &[u64]) -> Chance {
        let mix = |state: u64, key: &u64| scramble(state ^ key.wrapping_mul(GAP)).wrapping_add(GAP);
        Chance(keys.iter().fold(GAP, mix))
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAP);
        scramble(self.0)
    }

    /// A number below a bound; 0 for the bound 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of some items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// One of some words, the first ones more often, as in real text.
    pub fn pick_word(&mut self, words: &[&'static str]) -> &'static str {
        let first = self.below(words.len());
        let place = self.below(first + 1);
        words.get(place).copied().unwrap_or_default()
    }
}

const GAP: u64 = 0x9e37_79b9_7f4a_7c15;

fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_decide_and_bounds_hold() {
        assert_eq!(Chance::of(&[1, 2]).next(), Chance::of(&[1, 2]).next());
        assert_ne!(Chance::of(&[1, 2]).next(), Chance::of(&[2, 1]).next());
        let mut chance = Chance::of(&[5]);
        let drawn: Vec<usize> = (0..1000).map(|_| chance.between(3, 6)).collect();
        assert!((3..=6).all(|n| drawn.contains(&n)) && drawn.iter().all(|n| (3..=6).contains(n)));
        assert_eq!((chance.below(0), chance.pick::<u8>(&[]), chance.pick_word(&[])), (0, None, ""));
    }
}
