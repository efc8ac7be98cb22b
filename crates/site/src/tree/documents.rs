//! The documents a site remembers, oldest first, each with the list of its blocks.
//!
//! The lists are what makes counters exact when a document goes. They are ascending numbers: blocks of the
//! template are old and close to each other, those of the content were made one after the other. So a list
//! is written as differences in as few bytes as they need, and numbers in a row as their first and how many.

use super::blocks::{BlockId, DocId};
use super::nodes::NodeId;
use super::tight;
use crate::codec::{read_number, write_number};
use std::collections::VecDeque;

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The node its key ends at.
    pub leaf: NodeId,
    /// When it was seen.
    pub time: i64,
    blocks: Box<[u8]>,
}

impl Document {
    /// A document with blocks in ascending order.
    pub fn new(leaf: NodeId, time: i64, blocks: &[BlockId]) -> Document {
        let mut bytes = Vec::with_capacity(2 * blocks.len());
        let mut last = 0;
        for run in blocks.chunk_by(|one, next| next - one == 1) {
            let (first, more) = (run[0], run.len() as u64 - 1);
            write_number(&mut bytes, u64::from(first - last) << 1 | u64::from(more > 0));
            if more > 0 {
                write_number(&mut bytes, more);
            }
            last = first + more as u32;
        }
        // A copy of its size: what is cut off a longer one would lie about in pieces.
        Document { leaf, time, blocks: bytes.as_slice().into() }
    }

    /// Its blocks, ascending.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        let (mut bytes, mut last, mut more) = (self.blocks.iter(), 0, 0);
        std::iter::from_fn(move || {
            if more > 0 {
                (last, more) = (last + 1, more - 1);
                return Some(last);
            }
            let first = read_number(&mut bytes)?;
            last += (first >> 1) as u32;
            if first & 1 == 1 {
                more = read_number(&mut bytes)?;
            }
            Some(last)
        })
    }
}

/// All documents of a site.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    places: Vec<Document>,
    free: Vec<DocId>,
    /// By time, and those of one time as they came.
    order: VecDeque<DocId>,
}

impl Documents {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The place of the next document.
    pub fn next_id(&self) -> DocId {
        self.free.last().copied().unwrap_or(self.places.len() as u32)
    }

    /// Adds a document, at the place that [`Documents::next_id`] told.
    pub fn insert(&mut self, document: Document) {
        let id = self.next_id();
        // From the end, because most come in order.
        let later = self.order.iter().rev().take_while(|&&o| self.get(o).time > document.time);
        let at = self.order.len() - later.count();
        self.order.insert(at, id);
        if self.free.pop().is_some() {
            self.places[id as usize] = document;
        } else {
            tight::push(&mut self.places, document);
        }
    }

    /// A document.
    pub fn get(&self, id: DocId) -> &Document {
        &self.places[id as usize]
    }

    /// All documents, the oldest first.
    pub fn in_order(&self) -> impl Iterator<Item = (DocId, &Document)> {
        self.order.iter().map(|&id| (id, self.get(id)))
    }

    /// The oldest document.
    pub fn oldest(&self) -> Option<DocId> {
        self.order.front().copied()
    }

    /// Takes a document out.
    pub fn remove(&mut self, id: DocId) -> Document {
        let time = self.get(id).time;
        let first = self.order.partition_point(|&other| self.get(other).time < time);
        let mut same = self.order.iter().skip(first);
        if let Some(at) = same.position(|&other| other == id) {
            self.order.remove(first + at);
        }
        self.free.push(id);
        std::mem::take(&mut self.places[id as usize])
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let lists = self.places.iter().map(|document| document.blocks.len()).sum::<usize>();
        let order = self.order.capacity() * std::mem::size_of::<DocId>();
        lists + order + tight::heap_bytes(&self.places) + tight::heap_bytes(&self.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_blocks_come_back_as_they_were() {
        for blocks in [
            &[0, 1, 2, 130, 20_000, 20_001, 3_000_000, u32::MAX - 1][..],
            &[5, 7, 8, 9, 11, u32::MAX - 1, u32::MAX],
        ] {
            let document = Document::new(3, 5, blocks);
            assert_eq!(document.blocks().collect::<Vec<_>>(), blocks);
        }
        let template: Vec<BlockId> = (3..200).collect();
        assert_eq!(Document::new(3, 5, &template).blocks.len(), 3);
        assert_eq!(Document::new(0, 0, &[]).blocks().count(), 0);
    }

    #[test]
    fn the_oldest_goes_first_whenever_it_came() {
        let mut documents = Documents::default();
        for time in [5, 3, 9, 3] {
            documents.insert(Document::new(0, time, &[]));
        }
        let mut gone = Vec::new();
        while let Some(id) = documents.oldest() {
            gone.push((documents.remove(id).time, id));
        }
        assert_eq!(gone, [(3, 1), (3, 3), (5, 0), (9, 2)]);
    }
}
