//! What would be counted for a document if it were put into the tree now.
//!
//! The paper inserts a document and judges it then. A memory is asked first and told later, so what the insertion
//! would change is taken into account: the document itself, the one it would take the place of, and those that would
//! go to make room.

use super::blocks::{BlockId, DocId};
use super::{Found, NodeId, ROOT, Spot, UrlTree};
use dehusk_extract::Counted;

impl UrlTree {
    /// Counts the blocks of a document at the deepest node of its branch that would have so many documents, else, and
    /// for none, at the domain.
    pub(crate) fn counted(
        &mut self,
        spot: Spot,
        time: i64,
        blocks: &Found,
        least: Option<u32>,
    ) -> Counted {
        let going = self.going(spot.own, time);
        let (node, support) = self.node_after(spot, &going, least);
        let mut counts = match node {
            Some(node) => self.counts(node, &blocks.0),
            None => vec![0; blocks.0.len()],
        };
        for &document in &going {
            if node.is_some_and(|node| self.is_at(document, node)) {
                self.take_away(document, &blocks.0, &mut counts);
            }
        }
        counts.iter_mut().for_each(|count| *count += 1);
        let site = self.support_after(ROOT, &going);
        Counted { site, support, blocks: counts }
    }

    /// The node whose counts decide; none for one of the document's own. With its documents.
    fn node_after(&self, spot: Spot, going: &[DocId], least: Option<u32>) -> (Option<NodeId>, u32) {
        let Some(least) = least else { return (Some(ROOT), self.support_after(ROOT, going)) };
        // Its own node, further down, is still to be made.
        if !spot.is_whole_way && least <= 1 {
            return (None, 1);
        }
        let enough = |&node: &NodeId| self.support_after(node, going) >= least;
        let node = self.nodes.branch(spot.deepest).find(enough).unwrap_or(ROOT);
        (Some(node), self.support_after(node, going))
    }

    /// The documents that would go: the one of the same key, and the oldest, as many as have no room beside it.
    fn going(&self, own: Option<DocId>, time: i64) -> Vec<DocId> {
        let now = self.newest.map_or(time, |newest| newest.max(time));
        let mut going: Vec<DocId> = own.into_iter().collect();
        for (id, document) in self.documents.in_order().filter(|(id, _)| Some(*id) != own) {
            let count = self.documents.len() - going.len() + 1;
            if !self.retention.evicts(count, document.time, now) {
                break;
            }
            going.push(id);
        }
        going
    }

    /// Documents at a node of the branch, with the new one and without those that would go.
    fn support_after(&self, node: NodeId, going: &[DocId]) -> u32 {
        let gone = going.iter().filter(|&&document| self.is_at(document, node)).count();
        self.nodes.support(node) - gone as u32 + 1
    }

    fn is_at(&self, document: DocId, node: NodeId) -> bool {
        self.nodes.branch(self.documents.get(document).leaf).any(|above| above == node)
    }

    fn take_away(&self, document: DocId, blocks: &[Option<BlockId>], counts: &mut [u32]) {
        let list: Vec<BlockId> = self.documents.get(document).blocks().collect();
        for (count, id) in counts.iter_mut().zip(blocks) {
            let has = id.is_some_and(|id| list.binary_search(&id).is_ok());
            *count -= u32::from(has);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{BlockHash, Heuristic, Keys, Retention, UrlTree};

    #[test]
    fn what_is_said_before_is_what_is_counted_after() {
        let keys = Keys::default();
        let retentions = [
            Retention::default(),
            Retention::default().with_most(9),
            Retention::default().with_seconds(40).with_newest(6),
        ];
        let heuristics = [
            Heuristic::strict(),
            Heuristic::support(0),
            Heuristic::support(11),
            Heuristic::domain(),
        ];
        for retention in retentions {
            let mut tree = UrlTree::new(retention);
            let mut random = 7_u64;
            let mut next = move |most: u64| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (random >> 33) % most
            };
            for step in 0..300 {
                let url = match next(4) {
                    0 => format!("http://a.example/{}", next(3)),
                    _ => format!("http://a.example/{}/{}", next(3), next(20)),
                };
                let key = keys.key(&url, None).unwrap();
                let time = step * 3 + next(50) as i64;
                let blocks: Vec<BlockHash> =
                    (0..12).map(|_| BlockHash::from_bits(next(30))).collect();
                for heuristic in &heuristics {
                    let (spot, found) = (tree.spot(&key), tree.find(&blocks));
                    let said = tree.counted(spot, time, &found, heuristic.least_support());
                    let mut after = tree.clone();
                    after.insert(&key, time, &blocks);
                    let judged = after.classify(&key, &blocks, heuristic).unwrap();
                    let counts: Vec<u32> = judged.iter().map(|j| j.count).collect();
                    assert_eq!(said.blocks, counts, "step {step} {heuristic}");
                    assert_eq!(said.support, judged[0].support, "step {step} {heuristic}");
                    assert_eq!(said.site as usize, after.len());
                }
                tree.insert(&key, time, &blocks);
            }
        }
    }
}
