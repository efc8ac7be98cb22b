//! The URL Tree of one site: how often each text block stands in the documents at and below each node of
//! the site's addresses (section 4 of the paper).
//!
//! The paper's tree has a counter for every block at every node and takes 6.5 MB for 1,000 documents. This
//! one gives the same answers from less: it keeps each document's list of blocks, one counter a block for
//! the whole site, and counters at the few nodes that are asked for theirs.

mod ahead;
mod blocks;
mod counters;
mod documents;
mod encode;
mod index;
mod nodes;
mod packed_vec;
mod retention;
mod table;
mod tight;

pub(crate) use index::Index;
pub(crate) use packed_vec::PackedVec;
pub use retention::{Retention, UnknownRetention};
pub(crate) use table::{Item, Table};
pub(crate) use tight::push as push_tight;

use crate::{BlockHash, Heuristic, UrlKey};
use blocks::{BlockId, Blocks, DocId, Occurrence};
use counters::{Counters, Tally};
use dehusk_extract::Verdict;
use documents::{Document, Documents};
use nodes::{NodeId, Nodes, ROOT};

/// Documents from which on the counters of a node are kept; fewer are counted anew when asked.
const KEPT_FROM: u32 = 16;

/// What the tree says of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Documents of the chosen node that have the block.
    pub count: u32,
    /// Documents of the chosen node.
    pub support: u32,
    /// Whether that is too often for content.
    pub boilerplate: bool,
}

/// Judges a block by its count, where content may stand in `most` documents.
pub fn judge(count: u32, support: u32, most: u32) -> Judgement {
    Judgement { count, support, boilerplate: count > most }
}

impl From<Judgement> for Verdict {
    fn from(Judgement { count, support, boilerplate }: Judgement) -> Verdict {
        let reason = format!("on {count} of {support} pages");
        let score = 1.0 - count as f32 / support.max(1) as f32;
        if boilerplate { Verdict::drop(score, reason) } else { Verdict::keep(score, reason) }
    }
}

/// Blocks that were looked up once, to be counted more than once.
#[derive(Clone, Debug)]
pub(crate) struct Found(Vec<Option<BlockId>>);

/// Where a key leads to: the deepest node on its way, and its document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    deepest: NodeId,
    /// Whether the key ends there.
    is_whole_way: bool,
    own: Option<DocId>,
}

impl Spot {
    /// Whether the document of the key is in the tree.
    pub(crate) fn is_known(&self) -> bool {
        self.own.is_some()
    }
}

/// What documents before one had of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Earlier {
    /// How many documents.
    pub pages: u32,
    /// How many of these have each block.
    pub counts: Vec<u32>,
    /// Whether these are all documents of the site.
    pub is_whole_site: bool,
}

/// The documents of one site and the counts of their blocks.
///
/// ```
/// use dehusk_site::{BlockHash, Heuristic, Keys, Retention, UrlTree};
/// let keys = Keys::default();
/// let mut tree = UrlTree::new(Retention::default());
/// for page in ["one", "two"] {
///     let key = keys.key(&format!("https://a.example/{page}"), None)?;
///     let blocks = [BlockHash::of("About us"), BlockHash::of(page)];
///     tree.insert(&key, 0, &blocks);
///     let judged = tree.classify(&key, &blocks, &Heuristic::strict()).unwrap();
///     assert!(!judged[1].boilerplate);
///     assert_eq!(judged[0].boilerplate, page == "two");
/// }
/// # Ok::<_, dehusk_site::KeyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrlTree {
    retention: Retention,
    newest: Option<i64>,
    nodes: Nodes,
    blocks: Blocks,
    documents: Documents,
    counters: Counters,
}

impl UrlTree {
    /// An empty tree.
    pub fn new(retention: Retention) -> UrlTree {
        UrlTree { retention, ..UrlTree::default() }
    }

    /// Adds a document with its blocks, after room was made for it. One that has the same key goes first.
    pub fn insert(&mut self, key: &UrlKey, time: i64, blocks: &[BlockHash]) {
        self.insert_and_tell(key, time, blocks, |_| {});
    }

    /// The same, and `gone` is told the blocks of each document that went for it.
    pub(crate) fn insert_and_tell(
        &mut self,
        key: &UrlKey,
        time: i64,
        blocks: &[BlockHash],
        mut gone: impl FnMut(&[BlockHash]),
    ) {
        if let Some(own) = self.document(key) {
            gone(&self.hashes_of(own));
            self.remove_document(own);
        }
        self.make_room(time, gone);
        let leaf = self.nodes.reach(key.parts());
        self.place(leaf, time, blocks);
    }

    /// Puts a document at a node that has none.
    fn place(&mut self, leaf: NodeId, time: i64, blocks: &[BlockHash]) {
        let id = self.documents.next_id();
        self.nodes.put(leaf, id);
        let mut hashes = blocks.to_vec();
        hashes.sort_unstable();
        hashes.dedup();
        let branch = self.counters.kept(self.nodes.branch(leaf));
        let found = self.blocks.find_all(&hashes);
        let mut list: Vec<BlockId> = found.iter().flatten().copied().collect();
        self.blocks.reserve(hashes.len() - list.len(), &list);
        self.add(&list, id, &branch);
        let fresh = hashes.iter().zip(&found).filter(|(_, known)| known.is_none());
        list.extend(fresh.map(|(&hash, _)| self.blocks.insert(hash, id)));
        list.sort_unstable();
        self.documents.insert(Document::new(leaf, time, &list));
    }

    /// Removes the document of a key; false if there is none.
    pub fn remove(&mut self, key: &UrlKey) -> bool {
        self.document(key).inspect(|&id| self.remove_document(id)).is_some()
    }

    /// Judges the blocks of a document that is in the tree, each in its place; none if it is not.
    pub fn classify(
        &mut self,
        key: &UrlKey,
        blocks: &[BlockHash],
        heuristic: &Heuristic,
    ) -> Option<Vec<Judgement>> {
        let leaf = self.nodes.find(key.parts())?;
        self.nodes.document(leaf)?;
        let node = self.choose(leaf, heuristic);
        let most = heuristic.most_occurrences(self.nodes.support(ROOT));
        let support = self.nodes.support(node);
        let counts = self.counts(node, &self.find(blocks).0);
        Some(counts.into_iter().map(|count| judge(count, support, most)).collect())
    }

    /// Documents at and below the node that parts of a key lead to.
    pub fn support(&self, parts: &[String]) -> u32 {
        self.nodes.find(parts).map_or(0, |node| self.nodes.support(node))
    }

    /// How many of these have a block.
    pub fn count(&mut self, parts: &[String], block: BlockHash) -> u32 {
        let Some(node) = self.nodes.find(parts) else { return 0 };
        let found = self.find(&[block]);
        self.counts(node, &found.0).first().copied().unwrap_or_default()
    }

    /// How many documents of the whole site have a block.
    pub fn total(&self, block: BlockHash) -> u32 {
        self.blocks.find(block).map_or(0, |id| self.blocks.count(id))
    }

    /// Whether the document of a key is in the tree.
    pub fn contains(&self, key: &UrlKey) -> bool {
        self.document(key).is_some()
    }

    /// The blocks of hashes, as far as the tree knows them now.
    pub(crate) fn find(&self, blocks: &[BlockHash]) -> Found {
        Found(self.blocks.find_all(blocks))
    }

    /// Where a key leads to.
    pub(crate) fn spot(&self, key: &UrlKey) -> Spot {
        let (deepest, is_whole_way) = self.nodes.deepest(key.parts());
        let own = self.nodes.document(deepest).filter(|_| is_whole_way);
        Spot { deepest, is_whole_way, own }
    }

    /// What other documents than that of a key have of these blocks: those of the deepest node on the way
    /// to it that has at least so many documents, or of the whole site for 0.
    pub(crate) fn earlier(&mut self, spot: Spot, blocks: &Found, least: u32) -> Earlier {
        let Spot { deepest, own, .. } = spot;
        let others = |node| self.nodes.support(node) - u32::from(own.is_some());
        let mut branch = self.nodes.branch(deepest);
        let node = branch.find(|&node| least > 0 && others(node) >= least).unwrap_or(ROOT);
        let pages = others(node);
        let is_whole_site = pages == others(ROOT);
        drop(branch);
        let mut counts = self.counts(node, &blocks.0);
        if let Some(own) = own {
            let list: Vec<BlockId> = self.documents.get(own).blocks().collect();
            let has = |id: Option<BlockId>| id.is_some_and(|id| list.binary_search(&id).is_ok());
            for (count, &id) in counts.iter_mut().zip(&blocks.0) {
                *count -= u32::from(has(id));
            }
        }
        Earlier { pages, counts, is_whole_site }
    }

    /// Of the words of these blocks, those of blocks that stand in the one document which has most of them and
    /// nowhere else; and those of all blocks that stand in one document or in none.
    pub(crate) fn most_of_one(&self, blocks: impl Iterator<Item = (BlockHash, u32)>) -> (u32, u32) {
        let mut of_one: Vec<(DocId, u32)> = Vec::new();
        let mut all = 0;
        let (hashes, words): (Vec<BlockHash>, Vec<u32>) = blocks.unzip();
        for (id, words) in self.blocks.find_all(&hashes).into_iter().zip(words) {
            match id.map(|id| self.blocks.occurrence(id)) {
                Some(Occurrence::Often(_)) => continue,
                Some(Occurrence::Once(document)) => of_one.push((document, words)),
                Some(Occurrence::None) | None => {}
            }
            all += words;
        }
        of_one.sort_unstable();
        let documents = of_one.chunk_by(|a, b| a.0 == b.0);
        let most = documents.map(|words| words.iter().map(|(_, words)| words).sum()).max();
        (most.unwrap_or_default(), all)
    }

    fn document(&self, key: &UrlKey) -> Option<DocId> {
        self.nodes.find(key.parts()).and_then(|node| self.nodes.document(node))
    }

    /// Documents in the tree.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that the tree holds on the heap.
    pub fn heap_bytes(&self) -> usize {
        let shape = self.nodes.heap_bytes() + self.documents.heap_bytes();
        shape + self.blocks.heap_bytes() + self.counters.heap_bytes()
    }

    /// The node whose counts decide.
    fn choose(&self, leaf: NodeId, heuristic: &Heuristic) -> NodeId {
        let Some(least) = heuristic.least_support() else { return ROOT };
        let mut branch = self.nodes.branch(leaf);
        branch.find(|&node| self.nodes.support(node) >= least).unwrap_or(ROOT)
    }

    /// The counts of blocks at a node.
    fn counts(&mut self, node: NodeId, blocks: &[Option<BlockId>]) -> Vec<u32> {
        let node = self.widest_alike(node);
        if node == ROOT {
            let count = |id: &Option<BlockId>| id.map_or(0, |id| self.blocks.count(id));
            return blocks.iter().map(count).collect();
        }
        if self.counters.get(node).is_none() {
            if self.nodes.support(node) < KEPT_FROM {
                return self.count_through(node, blocks);
            }
            self.counters.keep(node, self.tally(node));
        }
        let tally = self.counters.get(node);
        let count = |id: &Option<BlockId>| id.map_or(0, |id| self.count_below(node, id, tally));
        blocks.iter().map(count).collect()
    }

    /// The counts of blocks at a node of few documents, by looking through their lists.
    fn count_through(&self, node: NodeId, blocks: &[Option<BlockId>]) -> Vec<u32> {
        let asked = blocks.iter().enumerate().filter_map(|(at, id)| Some(((*id)?, at)));
        let mut asked: Vec<(BlockId, usize)> = asked.collect();
        asked.sort_unstable();
        let mut counts = vec![0; blocks.len()];
        for document in self.nodes.documents(node) {
            let mut list = self.documents.get(document).blocks().peekable();
            for &(id, at) in &asked {
                while list.next_if(|&other| other < id).is_some() {}
                counts[at] += u32::from(list.peek() == Some(&id));
            }
        }
        counts
    }

    fn count_below(&self, node: NodeId, id: BlockId, tally: Option<&Tally>) -> u32 {
        match self.blocks.occurrence(id) {
            Occurrence::None => 0,
            Occurrence::Once(only) => {
                self.nodes.branch(self.documents.get(only).leaf).any(|n| n == node).into()
            }
            Occurrence::Often(_) => tally.map_or(0, |tally| tally.get(id)),
        }
    }

    /// The highest node with the very same documents: what is counted there need not be counted twice.
    fn widest_alike(&self, node: NodeId) -> NodeId {
        let support = self.nodes.support(node);
        let alike = self.nodes.branch(node).take_while(|&n| self.nodes.support(n) == support);
        alike.last().unwrap_or(node)
    }

    /// Counts the shared blocks of a node's documents.
    fn tally(&self, node: NodeId) -> Tally {
        let mut tally = Tally::default();
        for document in self.nodes.documents(node) {
            for id in self.documents.get(document).blocks() {
                if self.blocks.count(id) > 1 {
                    tally.increase(id);
                }
            }
        }
        tally
    }

    fn hashes_of(&self, id: DocId) -> Vec<BlockHash> {
        self.documents.get(id).blocks().map(|block| self.blocks.hash(block)).collect()
    }

    fn make_room(&mut self, time: i64, mut gone: impl FnMut(&[BlockHash])) {
        let now = self.newest.map_or(time, |newest| newest.max(time));
        self.newest = Some(now);
        while let Some(oldest) = self.documents.oldest() {
            let seen = self.documents.get(oldest).time;
            if !self.retention.evicts(self.documents.len() + 1, seen, now) {
                break;
            }
            gone(&self.hashes_of(oldest));
            self.remove_document(oldest);
        }
    }

    /// Counts known blocks of a new document; `branch` are the nodes above it that keep counters.
    fn add(&mut self, blocks: &[BlockId], document: DocId, branch: &[NodeId]) {
        for &id in blocks {
            // It was content so far and had no counters: those of its first document begin now.
            if let Occurrence::Once(first) = self.blocks.add(id, document) {
                let nodes = self.branch_of(first);
                self.counters.increase(&nodes, &[id]);
            }
        }
        self.counters.increase(branch, blocks);
    }

    fn remove_document(&mut self, id: DocId) {
        let branch = self.branch_of(id);
        let document = self.documents.remove(id);
        for block in document.blocks() {
            match self.blocks.remove(block, id) {
                Occurrence::None => {}
                Occurrence::Once(only) => {
                    self.counters.forget(&branch, block);
                    let nodes = self.branch_of(only);
                    self.counters.forget(&nodes, block);
                }
                Occurrence::Often(_) => self.counters.decrease(&branch, block),
            }
        }
        let counters = &mut self.counters;
        self.nodes.take(document.leaf, |node| counters.drop(node));
    }

    /// The nodes above a document that keep counters.
    fn branch_of(&self, document: DocId) -> Vec<NodeId> {
        self.counters.kept(self.nodes.branch(self.documents.get(document).leaf))
    }
}
