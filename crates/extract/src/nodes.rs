//! A set of nodes as a bit a node.

use dehusk_page::NodeId;
use std::ops::Range;

/// A set of nodes of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    bits: Vec<u64>,
}

impl NodeSet {
    /// An empty set for a page of `len` nodes.
    pub fn new(len: usize) -> NodeSet {
        NodeSet { bits: vec![0; len.div_ceil(64)] }
    }

    /// Adds a node.
    pub fn insert(&mut self, id: NodeId) {
        self.bits[id.index() / 64] |= 1 << (id.index() % 64);
    }

    /// Takes a node out.
    pub fn remove(&mut self, id: NodeId) {
        self.bits[id.index() / 64] &= !(1 << (id.index() % 64));
    }

    /// Whether the node is in the set.
    pub fn contains(&self, id: NodeId) -> bool {
        self.bits.get(id.index() / 64).is_some_and(|w| w >> (id.index() % 64) & 1 == 1)
    }

    /// The first node of the set in a range of ids.
    pub fn first_in(&self, range: Range<NodeId>) -> Option<NodeId> {
        let (mut index, end) = (range.start.index(), range.end.index());
        while index < end {
            let rest = self.bits.get(index / 64)? >> (index % 64);
            if rest != 0 {
                let found = index + rest.trailing_zeros() as usize;
                return (found < end).then(|| NodeId::from_index(found));
            }
            index = (index / 64 + 1) * 64;
        }
        None
    }

    /// Whether any node of the range is in the set: for a subtree, `id..page.end(id)`.
    pub fn any_in(&self, range: Range<NodeId>) -> bool {
        self.first_in(range).is_some()
    }

    /// The nodes of the set, in document order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        let end = NodeId::from_index(self.bits.len() * 64);
        let mut next = NodeId::from_index(0);
        std::iter::from_fn(move || {
            let found = self.first_in(next..end)?;
            next = NodeId::from_index(found.index() + 1);
            Some(found)
        })
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&w| w == 0)
    }
}
