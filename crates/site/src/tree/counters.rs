//! Counters of blocks at nodes below the domain, kept only where somebody asks.
//!
//! A counter for every block at every node of its branch is what makes a URL Tree large. Almost none is
//! ever read: heuristics look at one node of a branch. So a node's counters are made from its documents
//! when it is first asked, kept if it has many documents, and from then on kept right. Blocks that stand in
//! one document of the site have no counter: they know their document.

use super::blocks::BlockId;
use super::nodes::NodeId;
use super::table::{Item, Table};
use std::collections::HashMap;

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

/// The counters that are kept.
#[derive(Clone, Debug, Default)]
pub struct Counters(HashMap<NodeId, Tally>);

impl Counters {
    /// The counters of a node, if they are kept.
    pub fn get(&self, node: NodeId) -> Option<&Tally> {
        self.0.get(&node)
    }

    /// Keeps the counters of a node.
    pub fn keep(&mut self, node: NodeId, tally: Tally) {
        self.0.insert(node, tally);
    }

    /// Drops the counters of a node.
    pub fn drop(&mut self, node: NodeId) {
        self.0.remove(&node);
    }

    /// Of these nodes, those whose counters are kept.
    pub fn kept(&self, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
        if self.0.is_empty() {
            return Vec::new();
        }
        nodes.filter(|node| self.0.contains_key(node)).collect()
    }

    /// Counts a block once more at some nodes.
    pub fn increase(&mut self, nodes: &[NodeId], block: BlockId) {
        self.change(nodes, |tally| tally.increase(block));
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
        let each = std::mem::size_of::<(NodeId, Tally)>() + 1;
        self.0.values().map(|tally| tally.0.heap_bytes()).sum::<usize>() + self.0.capacity() * each
    }

    fn change(&mut self, nodes: &[NodeId], mut change: impl FnMut(&mut Tally)) {
        for node in nodes {
            if let Some(tally) = self.0.get_mut(node) {
                change(tally);
            }
        }
    }
}
