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

    /// The nodes that are in at least so many of some sets, of which there are at most 255.
    ///
    /// Sixty-four nodes are counted at once: bit `n` of the count of each node stands in plane `n`.
    pub fn in_at_least(threshold: usize, sets: &[&NodeSet]) -> NodeSet {
        let words = sets.iter().map(|set| set.bits.len()).max().unwrap_or(0);
        let word = |at: usize| {
            let mut planes = [0_u64; 8];
            for set in sets {
                let mut carry = set.bits.get(at).copied().unwrap_or(0);
                for plane in &mut planes {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                    if carry == 0 {
                        break;
                    }
                }
            }
            // From the highest plane down: where counts have been as the threshold so far, and where they are larger.
            let (mut same, mut more) = (u64::MAX, 0);
            for (place, plane) in planes.iter().enumerate().rev() {
                if threshold >> place & 1 == 1 {
                    same &= plane;
                } else {
                    more |= same & plane;
                    same &= !plane;
                }
            }
            more | same
        };
        NodeSet { bits: (0..words).map(word).collect() }
    }

    /// The bits of the set, sixty-four nodes a word, the first lowest.
    pub(crate) fn words(&self) -> &[u64] {
        &self.bits
    }

    /// Adds a node.
    pub fn insert(&mut self, id: NodeId) {
        let word = id.index() / 64;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (id.index() % 64);
    }

    /// Adds all nodes of a range: for a subtree, `id..page.end(id)`.
    pub fn insert_range(&mut self, range: Range<NodeId>) {
        let (mut index, end) = (range.start.index(), range.end.index());
        if end > self.bits.len() * 64 {
            self.bits.resize(end.div_ceil(64), 0);
        }
        while index < end {
            let next = ((index / 64 + 1) * 64).min(end);
            let bits = u64::MAX >> (64 - (next - index)) << (index % 64);
            self.bits[index / 64] |= bits;
            index = next;
        }
    }

    /// Takes a node out.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(word) = self.bits.get_mut(id.index() / 64) {
            *word &= !(1 << (id.index() % 64));
        }
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

    /// The last node of the set in a range of ids.
    pub fn last_in(&self, range: Range<NodeId>) -> Option<NodeId> {
        let (start, mut end) = (range.start.index(), range.end.index().min(self.bits.len() * 64));
        while start < end {
            let word = (end - 1) / 64;
            let rest = self.bits[word] & (u64::MAX >> (64 * (word + 1) - end));
            if rest != 0 {
                let found = 64 * word + 63 - rest.leading_zeros() as usize;
                return (found >= start).then(|| NodeId::from_index(found));
            }
            end = 64 * word;
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

    /// Leaves out every node from index `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.bits.truncate(len.div_ceil(64));
        if let Some(word) = self.bits.get_mut(len / 64) {
            *word &= (1 << (len % 64)) - 1;
        }
    }

    /// Number of nodes in the set.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&w| w == 0)
    }
}

impl Extend<NodeId> for NodeSet {
    fn extend<I: IntoIterator<Item = NodeId>>(&mut self, nodes: I) {
        nodes.into_iter().for_each(|n| self.insert(n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(indices: &[usize]) -> NodeSet {
        let mut set = NodeSet::new(200);
        set.extend(indices.iter().map(|&i| NodeId::from_index(i)));
        set
    }

    fn indices(set: &NodeSet) -> Vec<usize> {
        set.iter().map(NodeId::index).collect()
    }

    #[test]
    fn iterates_in_document_order() {
        assert_eq!(indices(&set(&[130, 3, 64, 63])), [3, 63, 64, 130]);
    }

    #[test]
    fn a_range_is_half_open() {
        let set = set(&[64]);
        let range = |a, b| NodeId::from_index(a)..NodeId::from_index(b);
        assert!(set.any_in(range(64, 65)) && set.any_in(range(0, 200)));
        assert!(!set.any_in(range(0, 64)) && !set.any_in(range(65, 500)));
        let last = |a, b| set.last_in(range(a, b)).map(NodeId::index);
        assert_eq!((last(0, 200), last(64, 65), last(10, 9999)), (Some(64), Some(64), Some(64)));
        assert_eq!(
            (last(0, 64), last(65, 9999), last(70, 70), last(9, 3)),
            (None, None, None, None)
        );
    }

    #[test]
    fn a_range_is_inserted_whole() {
        for (start, end) in
            [(0, 0), (5, 5), (0, 64), (3, 64), (60, 70), (0, 200), (63, 193), (190, 300)]
        {
            let mut set = NodeSet::new(200);
            set.insert_range(NodeId::from_index(start)..NodeId::from_index(end));
            assert_eq!(indices(&set), (start..end).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_beyond_the_page_does_no_harm() {
        let mut set = set(&[1]);
        set.remove(NodeId::from_index(9999));
        assert!(!set.contains(NodeId::from_index(9999)));
        set.insert(NodeId::from_index(9999));
        assert_eq!(indices(&set), [1, 9999]);
    }

    #[test]
    fn nodes_of_enough_sets_are_those_that_are_counted() {
        let sets: Vec<NodeSet> = (2..9)
            .map(|step| set(&(0..150).filter(|n| n % step == 0).collect::<Vec<_>>()))
            .collect();
        let sets: Vec<&NodeSet> = sets.iter().collect();
        for threshold in 1..=8 {
            let counted = |n: &usize| {
                let has = |set: &&&NodeSet| set.contains(NodeId::from_index(*n));
                sets.iter().filter(has).count() >= threshold
            };
            let found = NodeSet::in_at_least(threshold, &sets);
            assert_eq!(indices(&found), (0..200).filter(counted).collect::<Vec<_>>());
        }
        assert!(NodeSet::in_at_least(1, &[]).is_empty());
    }

    #[test]
    fn truncate_cuts_inside_and_between_words() {
        for (len, left) in [(200, 4), (131, 4), (130, 3), (128, 3), (64, 2), (63, 1), (0, 0)] {
            let mut set = set(&[3, 63, 64, 130]);
            set.truncate(len);
            assert_eq!(set.len(), left, "cut at {len}");
        }
    }
}
