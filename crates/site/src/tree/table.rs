//! A hash table of small items that wastes little room.
//!
//! The tables of the standard library double when they are full, so that they stand half empty on average;
//! of a memory that is mostly tables, that is too much. This one grows by a quarter and stands at 70 to 88
//! per cent. The items are all it holds: what they hash to is told by the caller.

/// What a table can hold.
pub trait Item: Copy {
    /// Stands for an empty place; never inserted.
    const EMPTY: Self;
    /// Whether this is an empty place.
    fn is_empty(&self) -> bool;
}

/// Items by their hash, with linear probing and deletion by moving back.
#[derive(Clone, Debug)]
pub struct Table<T> {
    places: Vec<T>,
    len: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { places: Vec::new(), len: 0 }
    }
}

impl<T: Item> Table<T> {
    /// The item of a hash that `same` agrees to.
    pub fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<T> {
        self.place(hash, same).map(|place| self.places[place])
    }

    /// The item of a hash, to change it in a way that leaves its hash as it is.
    pub fn find_mut(&mut self, hash: u64, same: impl Fn(&T) -> bool) -> Option<&mut T> {
        let place = self.place(hash, same)?;
        self.places.get_mut(place)
    }

    /// Adds an item that is not there yet.
    pub fn insert(&mut self, item: T, hash_of: impl Fn(&T) -> u64) {
        if (self.len + 1) * 8 > self.places.len() * 7 {
            self.grow(&hash_of);
        }
        put(&mut self.places, item, hash_of(&item));
        self.len += 1;
    }

    /// Takes out the item of a hash that `same` agrees to.
    pub fn remove(
        &mut self,
        hash: u64,
        same: impl Fn(&T) -> bool,
        hash_of: impl Fn(&T) -> u64,
    ) -> Option<T> {
        let mut hole = self.place(hash, same)?;
        let removed = self.places[hole];
        let count = self.places.len();
        let mut next = (hole + 1) % count;
        while !self.places[next].is_empty() {
            let home = home(hash_of(&self.places[next]), count);
            // An item may move back to the hole unless its home lies between the two.
            if (next + count - home) % count >= (next + count - hole) % count {
                self.places[hole] = self.places[next];
                hole = next;
            }
            next = (next + 1) % count;
        }
        self.places[hole] = T::EMPTY;
        self.len -= 1;
        Some(removed)
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// All items, in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.places.iter().filter(|item| !item.is_empty()).copied()
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.places.capacity() * std::mem::size_of::<T>()
    }

    fn place(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        let mut place = home(hash, self.places.len());
        // Ends, because a table is never full.
        while !self.places[place].is_empty() {
            if same(&self.places[place]) {
                return Some(place);
            }
            place = after(place, self.places.len());
        }
        None
    }

    fn grow(&mut self, hash_of: impl Fn(&T) -> u64) {
        let count = self.places.len() + self.places.len() / 4 + 8;
        let old = std::mem::replace(&mut self.places, vec![T::EMPTY; count]);
        for item in old.into_iter().filter(|item| !item.is_empty()) {
            put(&mut self.places, item, hash_of(&item));
        }
    }
}

fn put<T: Item>(places: &mut [T], item: T, hash: u64) {
    let mut place = home(hash, places.len());
    while !places[place].is_empty() {
        place = after(place, places.len());
    }
    places[place] = item;
}

/// The place that follows one of so many; the first follows the last.
#[inline]
pub(super) fn after(place: usize, count: usize) -> usize {
    if place + 1 == count { 0 } else { place + 1 }
}

/// Where an item would stand if nothing else did: the hash, scrambled, as a share of the places.
#[inline]
pub(super) fn home(hash: u64, count: usize) -> usize {
    ((u128::from(scrambled(hash)) * count as u128) >> 64) as usize
}

#[inline]
pub(super) fn scrambled(hash: u64) -> u64 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    impl Item for u32 {
        const EMPTY: u32 = u32::MAX;
        fn is_empty(&self) -> bool {
            *self == u32::MAX
        }
    }

    proptest! {
        #[test]
        fn holds_what_a_set_holds(steps in prop::collection::vec((any::<bool>(), 0u32..60), 0..400)) {
            // Few hashes for many items: runs are long and cross the end.
            let hash_of = |item: &u32| u64::from(*item % 7) << 61;
            let (mut table, mut set) = (Table::default(), HashSet::new());
            for (insert, item) in steps {
                if !insert {
                    let removed = table.remove(hash_of(&item), |i| *i == item, hash_of);
                    prop_assert_eq!(removed.is_some(), set.remove(&item));
                } else if set.insert(item) {
                    table.insert(item, hash_of);
                }
                for item in 0..60u32 {
                    let found = table.find(hash_of(&item), |i| *i == item);
                    prop_assert_eq!(found.is_some(), set.contains(&item));
                }
                prop_assert_eq!((table.len(), table.iter().collect()), (set.len(), set.clone()));
            }
        }
    }
}
