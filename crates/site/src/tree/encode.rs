//! A tree as bytes: the ways of its documents and their blocks, from which everything else is made anew.
//!
//! Nothing is read that could contradict itself: counts, supports and places are not written.

use super::blocks::BlockId;
use super::documents::Document;
use super::nodes::{NodeId, ROOT};
use super::{Retention, UrlTree};
use crate::BlockHash;
use crate::codec::{DecodeError, Reader, Writer};
use std::collections::HashMap;

/// A time that stands for none.
const NEVER: i64 = i64::MIN;

impl UrlTree {
    /// Writes the tree. One that was read writes the same bytes again.
    pub(crate) fn write(&self, out: &mut Writer) {
        self.retention.write(out);
        out.signed(self.newest.unwrap_or(NEVER));
        let mut names = Names::default();
        out.number(self.documents.len() as u64);
        for (_, document) in self.documents.in_order() {
            out.signed(document.time);
            self.write_way(document.leaf, &mut names, out);
            self.write_blocks(document, &mut names, out);
        }
    }

    /// Reads a tree.
    pub(crate) fn read(from: &mut Reader) -> Result<UrlTree, DecodeError> {
        let mut tree = UrlTree::new(Retention::read(from)?);
        tree.newest = Some(from.signed()?).filter(|&time| time != NEVER);
        let count = from.count()?;
        let (mut nodes, mut hashes) = (vec![ROOT], Vec::new());
        for _ in 0..count {
            tree.read_document(from, &mut nodes, &mut hashes)?;
        }
        Ok(tree)
    }

    /// A known node, and the hashes from there down to the leaf.
    fn write_way(&self, leaf: NodeId, names: &mut Names, out: &mut Writer) {
        let known = |node: &NodeId| *node == ROOT || names.nodes.contains_key(node);
        let fresh: Vec<NodeId> = self.nodes.branch(leaf).take_while(|n| !known(n)).collect();
        let above = fresh.last().map_or(Some(leaf), |&top| self.nodes.parent(top));
        let above = above.and_then(|node| names.nodes.get(&node).copied()).unwrap_or_default();
        out.number(above);
        out.number(fresh.len() as u64);
        for &node in fresh.iter().rev() {
            names.nodes.insert(node, names.nodes.len() as u64 + 1);
            out.raw(self.nodes.way(node), 8);
        }
    }

    /// The known blocks as ascending numbers, then the hashes of new ones.
    fn write_blocks(&self, document: &Document, names: &mut Names, out: &mut Writer) {
        let (known, mut fresh): (Vec<BlockId>, Vec<BlockId>) =
            document.blocks().partition(|block| names.blocks.contains_key(block));
        let mut known: Vec<u64> =
            known.iter().filter_map(|b| names.blocks.get(b).copied()).collect();
        known.sort_unstable();
        out.number(known.len() as u64);
        let mut last = 0;
        for name in known {
            out.number(name - last);
            last = name;
        }
        fresh.sort_unstable_by_key(|&block| self.blocks.hash(block));
        out.number(fresh.len() as u64);
        for block in fresh {
            names.blocks.insert(block, names.blocks.len() as u64);
            out.raw(self.blocks.hash(block).bits(), 6);
        }
    }

    fn read_document(
        &mut self,
        from: &mut Reader,
        nodes: &mut Vec<NodeId>,
        hashes: &mut Vec<BlockHash>,
    ) -> Result<(), DecodeError> {
        let time = from.signed()?;
        let mut leaf = nodes[from.below(nodes.len())?];
        for _ in 0..from.count()? {
            leaf = self.nodes.step(leaf, from.raw(8)?);
            nodes.push(leaf);
        }
        if self.nodes.document(leaf).is_some() {
            return Err(DecodeError::Damaged("two documents have one key"));
        }
        let mut blocks = Vec::new();
        let (count, mut name) = (from.count()?, 0usize);
        for _ in 0..count {
            name += from.below(hashes.len())?;
            blocks.push(*hashes.get(name).ok_or(DecodeError::Damaged("a block is not known"))?);
        }
        for _ in 0..from.count()? {
            let hash = BlockHash::from_bits(from.raw(6)?);
            hashes.push(hash);
            blocks.push(hash);
        }
        self.place(leaf, time, &blocks);
        Ok(())
    }
}

/// The numbers that nodes and blocks have in the bytes.
#[derive(Default)]
struct Names {
    nodes: HashMap<NodeId, u64>,
    blocks: HashMap<BlockId, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Heuristic, Keys};
    use proptest::prelude::*;

    fn bytes(tree: &UrlTree) -> Vec<u8> {
        let mut out = Writer::new(b"tree", 1);
        tree.write(&mut out);
        out.finish()
    }

    fn read(bytes: &[u8]) -> Result<UrlTree, DecodeError> {
        let mut from = Reader::new(bytes, b"tree", 1)?;
        let tree = UrlTree::read(&mut from)?;
        from.finish().map(|()| tree)
    }

    proptest! {
        #[test]
        fn a_tree_that_was_written_goes_on_as_before(
            steps in prop::collection::vec((0..30u8, 0..40i64, prop::collection::vec(0..25u64, 0..8)), 1..80),
        ) {
            let keys = Keys::default();
            let retention = Retention::default().with_most(25).with_newest(5).with_seconds(20);
            let mut tree = UrlTree::new(retention);
            let half = steps.len() / 2;
            let mut other = None;
            for (step, (page, time, blocks)) in steps.into_iter().enumerate() {
                if step == half {
                    let copy = read(&bytes(&tree)).unwrap();
                    prop_assert_eq!(bytes(&copy), bytes(&tree));
                    other = Some(copy);
                }
                let key = keys.key(&format!("http://a.example/{}/{page}", page % 4), None).unwrap();
                let hashes: Vec<BlockHash> = blocks.into_iter().map(BlockHash::from_bits).collect();
                let judge = |tree: &mut UrlTree| {
                    tree.insert(&key, time, &hashes);
                    Heuristic::all().map(|heuristic| tree.classify(&key, &hashes, &heuristic))
                };
                let judged = judge(&mut tree);
                if let Some(other) = &mut other {
                    prop_assert_eq!(judge(other), judged);
                }
            }
        }
    }

    #[test]
    fn made_up_bytes_never_panic() {
        let mut seed = 1u64;
        for length in 0..400 {
            let mut out = Writer::new(b"tree", 1);
            for _ in 0..length {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                out.raw(seed >> 33 & 0x83, 1);
            }
            let _ = read(&out.finish());
        }
    }
}
