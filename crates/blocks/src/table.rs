//! A hash table for hashes that are at hand anyway, and the hash that makes them.
//!
//! The keys come from pages, and who writes a page can make keys collide. So a search looks at a few slots
//! and gives up: what does not fit is not counted, and no page takes more than linear time.
//!
//! Beside `hashbrown` with `foldhash` it takes 1 to 2.8 ns less a key (4.3 against 5.9 to count 500 keys and ask for
//! them again, 2.6 against 5.4 for the distinct ones of 30), 2 % of the time of all features. What it gives up is part
//! of the values that the models have learned from, about one in 3,500 blocks.

/// Slots a search looks at.
const PROBES: usize = 16;

/// An odd number without pattern: 2^64 by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Adds a value to a hash.
#[inline]
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(SPREAD)
}

/// The hash of a string.
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    let chunks = bytes.chunks_exact(8);
    let rest = chunks.remainder().iter().fold(0, |word, &b| word << 8 | u64::from(b));
    let words = chunks.map(|c| c.iter().fold(0, |word, &b| word << 8 | u64::from(b)));
    mix(words.fold(bytes.len() as u64, mix), rest)
}

/// A quick answer to whether a hash may be in a set: most that are not are told from those that are by one
/// look at a few hundred bytes.
#[derive(Clone, Debug)]
pub(crate) struct Filter([u64; 64]);

impl Filter {
    pub fn new() -> Filter {
        Filter([0; 64])
    }

    pub fn insert(&mut self, hash: u64) {
        self.0[(hash >> 58) as usize] |= 1 << (hash >> 52 & 63);
    }

    /// Whether the hash may be in the set.
    #[inline]
    pub fn may_have(&self, hash: u64) -> bool {
        self.0[(hash >> 58) as usize] >> (hash >> 52 & 63) & 1 == 1
    }
}

#[derive(Clone, Debug, Default)]
struct Slot<V> {
    key: u64,
    /// The slot is taken if this is the table's.
    generation: u32,
    value: V,
}

/// Values by hash. Emptying it costs nothing.
#[derive(Clone, Debug)]
pub(crate) struct Table<V> {
    slots: Vec<Slot<V>>,
    /// 64 less the bits of an index.
    shift: u32,
    generation: u32,
    len: usize,
}

impl<V: Default + Clone> Table<V> {
    /// A table that need not grow for `len` keys.
    pub fn with_capacity(len: usize) -> Table<V> {
        let slots = (2 * len).next_power_of_two().max(2 * PROBES);
        let shift = 64 - slots.trailing_zeros();
        Table { slots: vec![Slot::default(); slots], shift, generation: 1, len: 0 }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.len = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn first_slot(&self, key: u64) -> usize {
        (key.wrapping_mul(SPREAD) >> self.shift) as usize
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&V> {
        let (first, mask) = (self.first_slot(key), self.slots.len() - 1);
        for probe in 0..PROBES {
            let slot = &self.slots[(first + probe) & mask];
            if slot.generation != self.generation {
                return None;
            }
            if slot.key == key {
                return Some(&slot.value);
            }
        }
        None
    }

    /// The value of a key, made if it was not there; none if the place for it is crowded.
    #[inline]
    pub fn entry(&mut self, key: u64) -> Option<&mut V> {
        if 2 * self.len >= self.slots.len() {
            self.grow();
        }
        let (first, mask) = (self.first_slot(key), self.slots.len() - 1);
        let generation = self.generation;
        let place = (0..PROBES).map(|probe| (first + probe) & mask).find(|&at| {
            let slot = &self.slots[at];
            slot.generation != generation || slot.key == key
        })?;
        let slot = &mut self.slots[place];
        if slot.generation != generation {
            *slot = Slot { key, generation, value: V::default() };
            self.len += 1;
        }
        Some(&mut slot.value)
    }

    fn grow(&mut self) {
        let mut larger = Table::with_capacity(self.slots.len());
        for slot in self.slots.drain(..).filter(|s| s.generation == self.generation) {
            if let Some(value) = larger.entry(slot.key) {
                *value = slot.value;
            }
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_again_until_cleared() {
        let mut table = Table::<u32>::with_capacity(0);
        for n in 0..1000u64 {
            *table.entry(mix(0, n)).unwrap() += n as u32;
        }
        assert_eq!(table.len(), 1000);
        assert!((0..1000).all(|n| table.get(mix(0, n)) == Some(&(n as u32))));
        assert_eq!(table.get(mix(0, 1000)), None);
        table.clear();
        assert_eq!((table.len(), table.get(mix(0, 1))), (0, None));
    }

    #[test]
    fn colliding_keys_cost_no_time() {
        // Multiples of the inverse share their first slot.
        let mut table = Table::<u32>::with_capacity(0);
        let inverse =
            (0..6).fold(SPREAD, |x, _| x.wrapping_mul(2u64.wrapping_sub(SPREAD.wrapping_mul(x))));
        let fits = (0..100_000u64).filter(|&n| table.entry(inverse.wrapping_mul(n)).is_some());
        assert!(fits.count() <= 2 * PROBES);
    }

    #[test]
    fn a_filter_lets_its_own_pass_and_few_others() {
        let mut filter = Filter::new();
        (0..200).for_each(|n| filter.insert(mix(0, n)));
        assert!((0..200).all(|n| filter.may_have(mix(0, n))));
        assert!((200..10_200).filter(|&n| filter.may_have(mix(0, n))).count() < 1000);
    }

    #[test]
    fn strings_hash_by_content_and_length() {
        assert_eq!(hash_bytes(b"navigation bar"), hash_bytes(b"navigation bar"));
        assert_ne!(hash_bytes(b"navigation bar"), hash_bytes(b"navigation baz"));
        assert_ne!(hash_bytes(b"a"), hash_bytes(b"\0a"));
    }
}
