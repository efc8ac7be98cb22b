//! Counters of blocks at nodes below the domain, kept only where somebody asks.
//!
//! A counter for every block at every node of its branch is what makes a URL Tree large. Almost none is
//! ever read: heuristics look at one node of a branch. So a node's counters are made from its documents
//! when it is first asked, kept if it has many documents, and from then on kept right. Blocks that stand in
//! one document of the site have no counter: they know their document.

use super::blocks::BlockId;
use super::nodes::NodeId;
use super::table::{Item, Table};
use super::tight;

/// A block and its count at a node.
#[derive(Clone, Copy, Debug)]
struct Counter {
    block: BlockId,
    count: u32,
}

impl Item for Counter {
    const EMPTY: Counter = Counter { block: u32::MAX, count: 0 };
    fn is_empty(&self) -> bool {
        self.block == u32::MAX
    }
}

/// The counters of one node.
#[derive(Clone, Debug, Default)]
pub struct Tally(Table<Counter>);

impl Tally {
    /// The count of a block.
    pub fn get(&self, block: BlockId) -> u32 {
        self.0.find(block.into(), |c| c.block == block).map_or(0, |c| c.count)
    }

    /// Counts a block once more.
    pub fn increase(&mut self, block: BlockId) {
        match self.0.find_mut(block.into(), |c| c.block == block) {
            Some(counter) => counter.count += 1,
            None => self.0.insert(Counter { block, count: 1 }, hash_of),
        }
    }

    /// Counts a block once less.
    fn decrease(&mut self, block: BlockId) {
        match self.0.find_mut(block.into(), |c| c.block == block) {
            Some(counter) if counter.count > 1 => counter.count -= 1,
            _ => self.forget(block),
        }
    }

    fn forget(&mut self, block: BlockId) {
        self.0.remove(block.into(), |c| c.block == block, hash_of);
    }
}

fn hash_of(counter: &Counter) -> u64 {
    counter.block.into()
}

/// The counters that are kept, by their node.
#[derive(Clone, Debug, Default)]
pub struct Counters(Vec<(NodeId, Tally)>);

impl Counters {
    /// The counters of a node, if they are kept.
    pub fn get(&self, node: NodeId) -> Option<&Tally> {
        self.place(node).ok().map(|at| &self.0[at].1)
    }

    /// Keeps the counters of a node.
    pub fn keep(&mut self, node: NodeId, tally: Tally) {
        match self.place(node) {
            Ok(at) => self.0[at].1 = tally,
            Err(at) => self.0.insert(at, (node, tally)),
        }
    }

    /// Drops the counters of a node.
    pub fn drop(&mut self, node: NodeId) {
        if let Ok(at) = self.place(node) {
            self.0.remove(at);
        }
    }

    /// Of these nodes, those whose counters are kept.
    pub fn kept(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        if self.0.is_empty() {
            return Vec::new();
        }
        nodes.filter(|&node| self.place(node).is_ok()).collect()
    }

    /// Counts blocks once more at some nodes.
    pub fn increase(&mut self, nodes: &[NodeId], blocks: &[BlockId]) {
        self.change(nodes, |tally| blocks.iter().for_each(|&block| tally.increase(block)));
    }

    /// Counts a block once less at some nodes.
    pub fn decrease(&mut self, nodes: &[NodeId], block: BlockId) {
        self.change(nodes, |tally| tally.decrease(block));
    }

    /// Stops counting a block at some nodes.
    pub fn forget(&mut self, nodes: &[NodeId], block: BlockId) {
        self.change(nodes, |tally| tally.forget(block));
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let tallies = self.0.iter().map(|(_, tally)| tally.0.heap_bytes()).sum::<usize>();
        tallies + tight::heap_bytes(&self.0)
    }

    fn change(&mut self, nodes: &[NodeId], mut change: impl FnMut(&mut Tally)) {
        for &node in nodes {
            if let Ok(at) = self.place(node) {
                change(&mut self.0[at].1);
            }
        }
    }

    fn place(&self, node: NodeId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&node, |(kept, _)| *kept)
    }
}
