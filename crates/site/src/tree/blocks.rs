//! The blocks of a site, and in how many of its documents each stands.
//!
//! Most blocks are content, which stands in one document. For those the document itself is remembered
//! in the place of a count. For the others, beside the count, the exclusive or of their documents is kept:
//! once eviction leaves a single one, that is which. So a block always knows its document as long as there
//! is only one, and nobody has to keep counters of content.
//!
//! A small site has no index of its blocks: it is made for each document and dropped after it.

use super::index::Index;
use super::packed_vec::PackedVec;
use super::tight;
use crate::BlockHash;

/// Ends the list of free places.
const END: u32 = u32::MAX;
/// Blocks up to which an index is quickly made.
const FEW: usize = 512;

/// A document's place; below 2^31.
pub type DocId = u32;
/// A block's place.
pub type BlockId = u32;

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
    /// Twice the only document, or twice a place among the shared and one more; of a free place, one more
    /// than the next free one.
    states: PackedVec,
    /// What is counted of blocks that stand in two documents or more: how many, and their exclusive or.
    shared: PackedVec,
    /// None while there are few blocks and all places are in use.
    index: Option<Box<Index>>,
    free: u32,
    free_shared: u32,
}

/// What the state of a block says.
enum State {
    Only(DocId),
    Shared(u32),
}

impl Default for Blocks {
    fn default() -> Blocks {
        let (hashes, states, shared) = (Vec::new(), PackedVec::default(), PackedVec::default());
        Blocks { hashes, states, shared, index: None, free: END, free_shared: END }
    }
}

impl Blocks {
    /// The block of a hash.
    pub fn find(&self, hash: BlockHash) -> Option<BlockId> {
        match &self.index {
            Some(index) => self.look_up(index, hash),
            None => {
                let packed = pack(hash);
                self.hashes.iter().position(|&other| other == packed).map(|at| at as BlockId)
            }
        }
    }

    /// The blocks of many hashes.
    pub fn find_all(&self, hashes: &[BlockHash]) -> Vec<Option<BlockId>> {
        let made = self.index.is_none().then(|| self.make_index());
        let Some(index) = made.as_ref().or(self.index.as_deref()) else { return Vec::new() };
        index.warm(hashes.iter().map(|hash| hash.bits()));
        hashes.iter().map(|&hash| self.look_up(index, hash)).collect()
    }

    /// The hash of a block.
    pub fn hash(&self, id: BlockId) -> BlockHash {
        BlockHash::from_bits(unpack(self.hashes[id as usize]))
    }

    /// Where a block stands.
    #[inline]
    pub fn occurrence(&self, id: BlockId) -> Occurrence {
        match self.state(id) {
            State::Only(document) => Occurrence::Once(document),
            State::Shared(place) => Occurrence::Often(self.shared.get(2 * place as usize)),
        }
    }

    /// In how many documents a block stands.
    #[inline]
    pub fn count(&self, id: BlockId) -> u32 {
        match self.occurrence(id) {
            Occurrence::None => 0,
            Occurrence::Once(_) => 1,
            Occurrence::Often(count) => count,
        }
    }

    /// Makes room for blocks that are new, and for the counts of some that are known.
    pub fn reserve(&mut self, fresh: usize, known: &[BlockId]) {
        if self.free == END {
            tight::reserve(&mut self.hashes, fresh);
            self.states.reserve(fresh);
        }
        if self.free_shared == END {
            let alone = |id: &&BlockId| matches!(self.state(**id), State::Only(_));
            self.shared.reserve(2 * known.iter().filter(alone).count());
        }
    }

    /// Adds a document that has a block, and tells where the block stood before.
    pub fn add(&mut self, id: BlockId, document: DocId) -> Occurrence {
        let before = self.occurrence(id);
        match self.state(id) {
            State::Only(first) => {
                let place = self.share(first ^ document);
                self.states.set(id as usize, place << 1 | 1);
            }
            State::Shared(place) => {
                let (count, documents) = self.counted(place);
                self.set_counted(place, count + 1, documents ^ document);
            }
        }
        before
    }

    /// Takes away a document that has a block, and tells where the block stands from then on.
    pub fn remove(&mut self, id: BlockId, document: DocId) -> Occurrence {
        let State::Shared(place) = self.state(id) else {
            self.forget(id);
            return Occurrence::None;
        };
        let (count, documents) = self.counted(place);
        let (count, documents) = (count - 1, documents ^ document);
        self.set_counted(place, count, documents);
        if count == 1 {
            self.states.set(id as usize, documents << 1);
            self.set_counted(place, 0, self.free_shared.wrapping_add(1));
            self.free_shared = place;
        }
        self.occurrence(id)
    }

    /// A block that no document had before.
    pub fn insert(&mut self, hash: BlockHash, document: DocId) -> BlockId {
        let id = self.free;
        let id = if id == END {
            tight::push(&mut self.hashes, pack(hash));
            self.states.push(document << 1);
            (self.hashes.len() - 1) as u32
        } else {
            self.free = self.states.get(id as usize).wrapping_sub(1);
            self.hashes[id as usize] = pack(hash);
            self.states.set(id as usize, document << 1);
            id
        };
        let hashes = &self.hashes;
        match &mut self.index {
            Some(index) => index.insert(id, hash.bits(), |id| unpack(hashes[id as usize])),
            None if hashes.len() > FEW => self.index = Some(Box::new(self.make_index())),
            None => {}
        }
        id
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let index = self.index.as_deref();
        let index = index.map_or(0, |index| index.heap_bytes() + size_of::<Index>());
        let counts = self.states.heap_bytes() + self.shared.heap_bytes();
        tight::heap_bytes(&self.hashes) + counts + index
    }

    /// An index of all blocks; all places must be in use.
    fn make_index(&self) -> Index {
        Index::of(self.hashes.len(), |id| unpack(self.hashes[id as usize]))
    }

    #[inline]
    fn look_up(&self, index: &Index, hash: BlockHash) -> Option<BlockId> {
        index.find(hash.bits(), |id| unpack(self.hashes[id as usize]) == hash.bits())
    }

    #[inline]
    fn state(&self, id: BlockId) -> State {
        match self.states.get(id as usize) {
            state if state & 1 == 0 => State::Only(state >> 1),
            state => State::Shared(state >> 1),
        }
    }

    fn forget(&mut self, id: BlockId) {
        let mut index = self.index.take().unwrap_or_else(|| Box::new(self.make_index()));
        index.remove(id, self.hash(id).bits(), |id| unpack(self.hashes[id as usize]));
        self.index = Some(index);
        self.states.set(id as usize, self.free.wrapping_add(1));
        self.free = id;
    }

    /// How many documents have a shared block, and the exclusive or of these.
    fn counted(&self, place: u32) -> (u32, u32) {
        let at = 2 * place as usize;
        (self.shared.get(at), self.shared.get(at + 1))
    }

    fn set_counted(&mut self, place: u32, count: u32, documents: u32) {
        let at = 2 * place as usize;
        self.shared.set(at, count);
        self.shared.set(at + 1, documents);
    }

    /// A place for a block that two documents have, by the exclusive or of these.
    fn share(&mut self, documents: u32) -> u32 {
        let place = self.free_shared;
        if place == END {
            self.shared.push(2);
            self.shared.push(documents);
            return (self.shared.len() / 2 - 1) as u32;
        }
        self.free_shared = self.counted(place).1.wrapping_sub(1);
        self.set_counted(place, 2, documents);
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

    /// Adds a document that has the block of a hash.
    fn add(blocks: &mut Blocks, hash: BlockHash, document: DocId) -> (BlockId, Occurrence) {
        match blocks.find(hash) {
            Some(id) => (id, blocks.add(id, document)),
            None => (blocks.insert(hash, document), Occurrence::None),
        }
    }

    #[test]
    fn a_block_knows_its_document_while_there_is_one() {
        let mut blocks = Blocks::default();
        let hash = BlockHash::of("About us");
        let (id, before) = add(&mut blocks, hash, 7);
        assert_eq!(before, Occurrence::None);
        assert_eq!(add(&mut blocks, hash, 9), (id, Occurrence::Once(7)));
        assert_eq!(add(&mut blocks, hash, 4), (id, Occurrence::Often(2)));
        assert_eq!(blocks.remove(id, 7), Occurrence::Often(2));
        assert_eq!(blocks.remove(id, 9), Occurrence::Once(4));
        assert_eq!(blocks.remove(id, 4), Occurrence::None);
        assert_eq!(blocks.find(hash), None);
    }

    #[test]
    fn free_places_are_used_again() {
        let mut blocks = Blocks::default();
        for round in 0..100u64 {
            let hash = |bits: u64| BlockHash::from_bits(round * 1_000_003 + bits);
            for bits in 0..50 {
                add(&mut blocks, hash(bits), 0);
                add(&mut blocks, hash(bits), 1);
            }
            for bits in 0..50 {
                let id = blocks.find(hash(bits)).unwrap();
                blocks.remove(id, 0);
                blocks.remove(id, 1);
            }
        }
        assert_eq!((blocks.states.len(), blocks.shared.len()), (50, 100));
    }

    #[test]
    fn few_or_many_all_are_found() {
        let mut blocks = Blocks::default();
        let hashes: Vec<BlockHash> =
            (0..2000u64).map(|n| BlockHash::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a))).collect();
        for (at, &hash) in hashes.iter().enumerate() {
            assert_eq!(blocks.find(hash), None);
            // Documents of any number, also of one that needs more than two bytes.
            blocks.insert(hash, at as u32 * 40);
            if at % 97 == 0 || at == FEW {
                let found = blocks.find_all(&hashes);
                let known = |(place, id): (usize, &Option<BlockId>)| {
                    *id == (place <= at).then_some(place as u32)
                };
                assert!(found.iter().enumerate().all(known), "{at}");
            }
        }
        assert_eq!(blocks.occurrence(1999), Occurrence::Once(79_960));
    }
}
