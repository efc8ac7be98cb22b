//! The blocks of a site, and in how many of its documents each stands.
//!
//! Most blocks are content, which stands in one document. For those the document itself is remembered
//! in the place of a count. For the others, beside the count, the exclusive or of their documents is kept:
//! once eviction leaves a single one, that is which. So a block always knows its document as long as there
//! is only one, and nobody has to keep counters of content.

use super::table::Table;
use super::tight;
use crate::BlockHash;

/// Marks a state that is a place among the shared.
const SHARED: u32 = 1 << 31;
/// Ends the list of free places.
const END: u32 = u32::MAX;

/// A document's place; below 2^31.
pub type DocId = u32;
/// A block's place.
pub type BlockId = u32;

/// What is counted of a block that stands in two documents or more.
#[derive(Clone, Copy, Debug)]
struct Shared {
    count: u32,
    documents: u32,
}

/// How many documents have a block, and which, if it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurrence {
    None,
    Once(DocId),
    Often(u32),
}

/// All blocks of a site.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// 48 bits each.
    hashes: Vec<[u16; 3]>,
    /// The only document, or a place among the shared; of a free place, the next free one.
    states: Vec<u32>,
    shared: Vec<Shared>,
    index: Table<BlockId>,
    free: u32,
    free_shared: u32,
}

impl Default for Blocks {
    fn default() -> Blocks {
        let (hashes, states, shared) = (Vec::new(), Vec::new(), Vec::new());
        Blocks { hashes, states, shared, index: Table::default(), free: END, free_shared: END }
    }
}

impl Blocks {
    /// The block of a hash.
    pub fn find(&self, hash: BlockHash) -> Option<BlockId> {
        let packed = pack(hash);
        self.index.find(hash.bits(), |&id| self.hashes[id as usize] == packed)
    }

    /// The hash of a block.
    pub fn hash(&self, id: BlockId) -> BlockHash {
        BlockHash::from_bits(unpack(self.hashes[id as usize]))
    }

    /// Where a block stands.
    pub fn occurrence(&self, id: BlockId) -> Occurrence {
        match self.states[id as usize] {
            state if state & SHARED == 0 => Occurrence::Once(state),
            state => Occurrence::Often(self.shared[(state ^ SHARED) as usize].count),
        }
    }

    /// In how many documents a block stands.
    pub fn count(&self, id: BlockId) -> u32 {
        match self.occurrence(id) {
            Occurrence::None => 0,
            Occurrence::Once(_) => 1,
            Occurrence::Often(count) => count,
        }
    }

    /// Adds a document that has a block, and tells where the block stood before.
    pub fn add(&mut self, hash: BlockHash, document: DocId) -> (BlockId, Occurrence) {
        let Some(id) = self.find(hash) else {
            return (self.insert(hash, document), Occurrence::None);
        };
        let before = self.occurrence(id);
        match before {
            Occurrence::Once(first) => {
                let place = self.share(Shared { count: 2, documents: first ^ document });
                self.states[id as usize] = place | SHARED;
            }
            _ => {
                let shared = &mut self.shared[(self.states[id as usize] ^ SHARED) as usize];
                shared.count += 1;
                shared.documents ^= document;
            }
        }
        (id, before)
    }

    /// Takes away a document that has a block, and tells where the block stands from then on.
    pub fn remove(&mut self, id: BlockId, document: DocId) -> Occurrence {
        let state = self.states[id as usize];
        if state & SHARED == 0 {
            self.forget(id);
            return Occurrence::None;
        }
        let place = state ^ SHARED;
        let shared = &mut self.shared[place as usize];
        shared.count -= 1;
        shared.documents ^= document;
        if shared.count == 1 {
            self.states[id as usize] = shared.documents;
            shared.documents = self.free_shared;
            self.free_shared = place;
        }
        self.occurrence(id)
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let vectors = tight::heap_bytes(&self.hashes) + tight::heap_bytes(&self.states);
        vectors + tight::heap_bytes(&self.shared) + self.index.heap_bytes()
    }

    fn insert(&mut self, hash: BlockHash, document: DocId) -> BlockId {
        let id = self.free;
        let id = if id == END {
            tight::push(&mut self.hashes, pack(hash));
            tight::push(&mut self.states, document);
            (self.states.len() - 1) as u32
        } else {
            self.free = self.states[id as usize];
            self.hashes[id as usize] = pack(hash);
            self.states[id as usize] = document;
            id
        };
        let hashes = &self.hashes;
        self.index.insert(id, |&id| unpack(hashes[id as usize]));
        id
    }

    fn forget(&mut self, id: BlockId) {
        let hashes = &self.hashes;
        let hash_of = |&id: &u32| unpack(hashes[id as usize]);
        self.index.remove(hash_of(&id), |&other| other == id, hash_of);
        self.states[id as usize] = self.free;
        self.free = id;
    }

    fn share(&mut self, shared: Shared) -> u32 {
        let place = self.free_shared;
        if place == END {
            tight::push(&mut self.shared, shared);
            return (self.shared.len() - 1) as u32;
        }
        self.free_shared = self.shared[place as usize].documents;
        self.shared[place as usize] = shared;
        place
    }
}

fn pack(hash: BlockHash) -> [u16; 3] {
    let bits = hash.bits();
    [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16]
}

fn unpack([low, middle, high]: [u16; 3]) -> u64 {
    u64::from(low) | u64::from(middle) << 16 | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_knows_its_document_while_there_is_one() {
        let mut blocks = Blocks::default();
        let hash = BlockHash::of("About us");
        let (id, before) = blocks.add(hash, 7);
        assert_eq!(before, Occurrence::None);
        assert_eq!(blocks.add(hash, 9), (id, Occurrence::Once(7)));
        assert_eq!(blocks.add(hash, 4), (id, Occurrence::Often(2)));
        assert_eq!(blocks.remove(id, 7), Occurrence::Often(2));
        assert_eq!(blocks.remove(id, 9), Occurrence::Once(4));
        assert_eq!(blocks.remove(id, 4), Occurrence::None);
        assert_eq!(blocks.find(hash), None);
    }

    #[test]
    fn free_places_are_used_again() {
        let mut blocks = Blocks::default();
        for round in 0..100u64 {
            for bits in 0..50 {
                blocks.add(BlockHash::from_bits(round * 1_000_003 + bits), 0);
                blocks.add(BlockHash::from_bits(round * 1_000_003 + bits), 1);
            }
            for bits in 0..50 {
                let id = blocks.find(BlockHash::from_bits(round * 1_000_003 + bits)).unwrap();
                blocks.remove(id, 0);
                blocks.remove(id, 1);
            }
        }
        assert_eq!((blocks.states.len(), blocks.shared.len()), (50, 50));
    }
}
