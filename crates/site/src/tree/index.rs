//! A hash table of numbers that says whether something is there without looking at it.
//!
//! What it numbers is stored elsewhere, and each look there is a miss of the cache. So beside each number
//! stands a byte of the hash: a search compares these bytes, which lie next to each other, and looks at
//! what has the same one only. Like a [`Table`](super::table::Table) it grows by a quarter.

use super::packed_vec::PackedVec;
use super::table::{after, home, scrambled};

/// The byte of an empty place.
const EMPTY: u8 = 0;

/// PackedVec by the hash of what they number, with linear probing and deletion by moving back.
#[derive(Clone, Debug, Default)]
pub struct Index {
    tags: Vec<u8>,
    ids: PackedVec,
    len: usize,
}

impl Index {
    /// Of the numbers below one, which are all in use.
    pub fn of(count: usize, hash_of: impl Fn(u32) -> u64) -> Index {
        let mut index = Index::with_places(count + count / 4 + 8);
        for id in 0..count as u32 {
            index.put(id, hash_of(id));
        }
        index.len = count;
        index
    }

    /// The number of a hash that `same` agrees to.
    #[inline]
    pub fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.place(hash, same).map(|place| self.ids.get(place))
    }

    /// Looks at where hashes would be found. All at once they are brought from the memory side by side, one
    /// search after the other would wait for each.
    pub fn warm(&self, hashes: impl Iterator<Item = u64>) {
        if self.tags.is_empty() {
            return;
        }
        let look = |sum: u32, hash| {
            let place = home(hash, self.tags.len());
            sum ^ u32::from(self.tags[place]) ^ self.ids.get(place)
        };
        std::hint::black_box(hashes.fold(0, look));
    }

    /// Adds a number that is not there yet.
    pub fn insert(&mut self, id: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        if (self.len + 1) * 8 > self.tags.len() * 7 {
            self.grow(hash_of);
        }
        self.put(id, hash);
        self.len += 1;
    }

    /// Takes out a number that is there.
    pub fn remove(&mut self, id: u32, hash: u64, hash_of: impl Fn(u32) -> u64) {
        let Some(mut hole) = self.place(hash, |other| other == id) else { return };
        let count = self.tags.len();
        let mut next = after(hole, count);
        while self.tags[next] != EMPTY {
            let home = home(hash_of(self.ids.get(next)), count);
            // A number may move back to the hole unless its home lies between the two.
            if (next + count - home) % count >= (next + count - hole) % count {
                self.tags[hole] = self.tags[next];
                self.ids.set(hole, self.ids.get(next));
                hole = next;
            }
            next = after(next, count);
        }
        self.tags[hole] = EMPTY;
        self.len -= 1;
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.tags.capacity() + self.ids.heap_bytes()
    }

    fn with_places(count: usize) -> Index {
        // Places are never full, so there are more of them than numbers.
        Index { tags: vec![EMPTY; count], ids: PackedVec::zeros(count, count), len: 0 }
    }

    #[inline]
    fn place(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<usize> {
        if self.tags.is_empty() {
            return None;
        }
        let (tag, mut place) = (tag(hash), home(hash, self.tags.len()));
        // Ends, because a table is never full.
        while self.tags[place] != EMPTY {
            if self.tags[place] == tag && same(self.ids.get(place)) {
                return Some(place);
            }
            place = after(place, self.tags.len());
        }
        None
    }

    fn put(&mut self, id: u32, hash: u64) {
        let mut place = home(hash, self.tags.len());
        while self.tags[place] != EMPTY {
            place = after(place, self.tags.len());
        }
        self.tags[place] = tag(hash);
        self.ids.set(place, id);
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let count = self.tags.len() + self.tags.len() / 4 + 8;
        let old = std::mem::replace(self, Index::with_places(count));
        for (place, _) in old.tags.iter().enumerate().filter(|(_, tag)| **tag != EMPTY) {
            let id = old.ids.get(place);
            self.put(id, hash_of(id));
        }
        self.len = old.len;
    }
}

/// A byte of the hash that has little to do with the place, and is not that of an empty one.
#[inline]
fn tag(hash: u64) -> u8 {
    ((scrambled(hash) >> 24) as u8).max(EMPTY + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn holds_what_a_set_holds(steps in prop::collection::vec((any::<bool>(), 0u32..60), 0..400)) {
            // Few hashes for many numbers: runs are long and cross the end.
            let hash_of = |id: u32| u64::from(id % 7) << 61;
            let (mut index, mut set) = (Index::default(), HashSet::new());
            for (insert, id) in steps {
                if insert && set.insert(id) {
                    index.insert(id, hash_of(id), hash_of);
                } else if !insert && set.remove(&id) {
                    index.remove(id, hash_of(id), hash_of);
                }
                for id in 0..60u32 {
                    let found = index.find(hash_of(id), |other| other == id);
                    prop_assert_eq!(found.is_some(), set.contains(&id));
                }
                prop_assert_eq!(index.len, set.len());
            }
        }
    }

    #[test]
    fn made_at_once_it_is_the_same() {
        let hash_of = |id: u32| u64::from(id).wrapping_mul(0x1234_5677);
        for count in [0, 1, 7, 500, 70_000] {
            let index = Index::of(count, hash_of);
            index.warm([3, 9].into_iter());
            for id in (0..count as u32 + 5).step_by(1 + count / 100) {
                let found = index.find(hash_of(id), |other| other == id);
                assert_eq!(found.is_some(), (id as usize) < count);
            }
        }
    }
}
