//! The documents a site remembers, oldest first, each with the list of its blocks.
//!
//! The lists are what makes counters exact when a document goes. They are ascending numbers, written as
//! differences in as few bytes as they need: blocks of the template are old and close to each other, those
//! of the content were made one after the other, so that a block takes about one byte.

use super::blocks::{BlockId, DocId};
use super::nodes::NodeId;
use super::tight;
use crate::code::{read_number, write_number};
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
        let mut bytes = Vec::with_capacity(blocks.len() * 2);
        let mut last = 0;
        for &block in blocks {
            write_number(&mut bytes, (block - last).into());
            last = block;
        }
        Document { leaf, time, blocks: bytes.into() }
    }

    /// Its blocks.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        let (mut bytes, mut last) = (self.blocks.iter(), 0);
        std::iter::from_fn(move || {
            last += read_number(&mut bytes)? as u32;
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
        let blocks = [0, 1, 2, 130, 20_000, 20_001, 3_000_000, u32::MAX - 1];
        let document = Document::new(3, 5, &blocks);
        assert_eq!(document.blocks().collect::<Vec<_>>(), blocks);
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
