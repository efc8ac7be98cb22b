//! The shape of the tree: nodes along the parts of keys.
//!
//! A node has no name, only the hash of the way to it, and the tree no maps but one: a thousand documents
//! are a thousand leaves, and what each costs counts.

use super::blocks::DocId;
use super::index::Index;
use super::tight;
use twox_hash::XxHash3_64;

/// A node's place.
pub type NodeId = u32;
/// No node, no document.
pub const NONE: u32 = u32::MAX;
/// The domain's node.
pub const ROOT: NodeId = 0;
/// Parts further down share the last node: a hostile address may have thousands.
const MAX_DEPTH: usize = 48;
/// Nodes up to which all are looked through.
const FEW: usize = 24;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The hash of all parts down to here.
    way: u64,
    parent: NodeId,
    /// Documents here and below.
    support: u32,
    first_child: NodeId,
    next: NodeId,
    previous: NodeId,
    /// The document whose key ends here.
    document: DocId,
}

impl Node {
    fn new(way: u64, parent: NodeId) -> Node {
        let (first_child, next, previous, document) = (NONE, NONE, NONE, NONE);
        Node { way, parent, support: 0, first_child, next, previous, document }
    }
}

/// All nodes of a site.
#[derive(Clone, Debug)]
pub struct Nodes {
    nodes: Vec<Node>,
    /// None while there are few nodes and all places are in use.
    index: Option<Box<Index>>,
    /// The first free place; the others follow by `next`.
    free: NodeId,
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes { nodes: vec![Node::new(0, NONE)], index: None, free: NONE }
    }
}

impl Nodes {
    /// The node that a way leads to.
    pub fn find(&self, parts: &[String]) -> Option<NodeId> {
        let ways = Ways::new(parts);
        ways.into_iter().try_fold(ROOT, |parent, way| self.child(parent, way))
    }

    /// The last node on a way that there is, and whether it is the end of the way.
    pub fn deepest(&self, parts: &[String]) -> (NodeId, bool) {
        let mut node = ROOT;
        for way in Ways::new(parts) {
            let Some(next) = self.child(node, way) else { return (node, false) };
            node = next;
        }
        (node, true)
    }

    /// The node that a way leads to; nodes that are missing are made.
    pub fn reach(&mut self, parts: &[String]) -> NodeId {
        let mut node = ROOT;
        for way in Ways::new(parts) {
            node = self.step(node, way);
        }
        node
    }

    /// Documents at a node and below.
    pub fn support(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].support
    }

    /// The document whose key ends at a node.
    pub fn document(&self, node: NodeId) -> Option<DocId> {
        Some(self.nodes[node as usize].document).filter(|&document| document != NONE)
    }

    /// The node above.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Some(self.nodes[node as usize].parent).filter(|&parent| parent != NONE)
    }

    /// The node and all above it, up to the root.
    pub fn branch(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    /// The documents at a node and below, in any order.
    pub fn documents(&self, node: NodeId) -> impl Iterator<Item = DocId> + '_ {
        let mut open = vec![node];
        let nodes = std::iter::from_fn(move || {
            let node = open.pop()?;
            let mut child = self.nodes[node as usize].first_child;
            while child != NONE {
                open.push(child);
                child = self.nodes[child as usize].next;
            }
            Some(node)
        });
        nodes.filter_map(|node| self.document(node))
    }

    /// Puts a document at a node that has none.
    pub fn put(&mut self, node: NodeId, document: DocId) {
        self.nodes[node as usize].document = document;
        let mut at = Some(node);
        while let Some(node) = at {
            self.nodes[node as usize].support += 1;
            at = self.parent(node);
        }
    }

    /// Takes the document of a node away, and drops nodes that are left without any; `dropped` is told.
    pub fn take(&mut self, node: NodeId, mut dropped: impl FnMut(NodeId)) {
        self.nodes[node as usize].document = NONE;
        let mut at = Some(node);
        while let Some(node) = at {
            at = self.parent(node);
            self.nodes[node as usize].support -= 1;
            if self.support(node) == 0 && node != ROOT {
                dropped(node);
                self.cut(node);
            }
        }
    }

    /// The hash of the way to a node, by which its parent knows it.
    pub fn way(&self, node: NodeId) -> u64 {
        self.nodes[node as usize].way
    }

    /// The node below another that a hash leads to; one that is missing is made.
    pub fn step(&mut self, parent: NodeId, way: u64) -> NodeId {
        self.child(parent, way).unwrap_or_else(|| self.grow(parent, way))
    }

    /// Bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        let index = self.index.as_deref();
        let index = index.map_or(0, |index| index.heap_bytes() + size_of::<Index>());
        tight::heap_bytes(&self.nodes) + index
    }

    fn child(&self, parent: NodeId, way: u64) -> Option<NodeId> {
        let is_it = |node: &Node| node.way == way && node.parent == parent;
        match &self.index {
            Some(index) => index.find(way, |id| is_it(&self.nodes[id as usize])),
            None => self.nodes.iter().position(is_it).map(|at| at as NodeId),
        }
    }

    fn grow(&mut self, parent: NodeId, way: u64) -> NodeId {
        let next = self.nodes[parent as usize].first_child;
        let node = Node { next, ..Node::new(way, parent) };
        let id = self.free;
        let id = if id == NONE {
            tight::push(&mut self.nodes, node);
            (self.nodes.len() - 1) as u32
        } else {
            self.free = self.nodes[id as usize].next;
            self.nodes[id as usize] = node;
            id
        };
        if next != NONE {
            self.nodes[next as usize].previous = id;
        }
        self.nodes[parent as usize].first_child = id;
        let nodes = &self.nodes;
        match &mut self.index {
            Some(index) => index.insert(id, way, |id| nodes[id as usize].way),
            None if nodes.len() > FEW => self.index = Some(Box::new(self.make_index())),
            None => {}
        }
        id
    }

    /// An index of all nodes; all places must be in use.
    fn make_index(&self) -> Index {
        Index::of(self.nodes.len(), |id| self.nodes[id as usize].way)
    }

    /// Takes a node without children out of the tree.
    fn cut(&mut self, id: NodeId) {
        let Node { way, parent, next, previous, .. } = self.nodes[id as usize];
        let mut index = self.index.take().unwrap_or_else(|| Box::new(self.make_index()));
        index.remove(id, way, |other| self.nodes[other as usize].way);
        self.index = Some(index);
        if next != NONE {
            self.nodes[next as usize].previous = previous;
        }
        if previous == NONE {
            self.nodes[parent as usize].first_child = next;
        } else {
            self.nodes[previous as usize].next = next;
        }
        self.nodes[id as usize].next = self.free;
        self.free = id;
    }
}

/// The hash of the way to each node below the root.
struct Ways<'p> {
    parts: &'p [String],
    depth: usize,
    way: u64,
}

impl<'p> Ways<'p> {
    fn new(parts: &'p [String]) -> Ways<'p> {
        Ways { parts, depth: 0, way: 0 }
    }
}

impl Iterator for Ways<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let (first, mut rest) = self.parts.split_first()?;
        self.depth += 1;
        self.way = XxHash3_64::oneshot_with_seed(self.way, first.as_bytes());
        if self.depth == MAX_DEPTH {
            for part in std::mem::take(&mut rest) {
                self.way = XxHash3_64::oneshot_with_seed(self.way, part.as_bytes());
            }
        }
        self.parts = rest;
        Some(self.way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        text.split('/').map(str::to_string).collect()
    }

    #[test]
    fn support_is_counted_up_to_the_root_and_empty_nodes_go() {
        let mut nodes = Nodes::default();
        for (document, way) in ["news/a", "news/b", "news", "sport/a"].into_iter().enumerate() {
            let node = nodes.reach(&parts(way));
            nodes.put(node, document as u32);
        }
        let news = nodes.find(&parts("news")).unwrap();
        assert_eq!([nodes.support(ROOT), nodes.support(news)], [4, 3]);
        let mut below: Vec<DocId> = nodes.documents(news).collect();
        below.sort_unstable();
        assert_eq!(below, [0, 1, 2]);
        let mut dropped = 0;
        nodes.take(nodes.find(&parts("sport/a")).unwrap(), |_| dropped += 1);
        assert_eq!((dropped, nodes.find(&parts("sport"))), (2, None));
        assert_eq!(nodes.support(ROOT), 3);
    }

    #[test]
    fn depth_is_bounded_and_deep_keys_stay_different() {
        let deep = |last: &str| parts(&("a/".repeat(30_000) + last));
        let mut nodes = Nodes::default();
        let (one, other) = (nodes.reach(&deep("x")), nodes.reach(&deep("y")));
        assert_ne!(one, other);
        assert_eq!(nodes.branch(one).count(), MAX_DEPTH + 1);
        assert_eq!(nodes.find(&deep("x")), Some(one));
    }
}
