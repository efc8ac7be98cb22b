//! A page as the tree that these algorithms compare: elements that hold text, and their texts.
//!
//! Nodes stand in document order, so that a loop from the end sees children before their parents and no
//! walk needs recursion.

use dehusk_extract::{Decision, Document, NodeSet, Selection};
use dehusk_page::{Kind, NodeId, Page};
use twox_hash::XxHash3_64;

/// The place of a node in its tree.
pub type Place = usize;

/// What of an element tells it from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Its name and all its attributes.
    Whole,
    /// Its name, id and classes.
    Named,
}

/// An element or a text.
#[derive(Clone, Debug)]
pub struct Node {
    /// Which node of the page it is.
    pub id: NodeId,
    /// A hash of what it is by itself.
    pub label: u64,
    /// A hash of it and everything below.
    pub subtree: u64,
    /// A hash of the names of the elements from the root to it.
    pub path: u64,
    /// Nodes at and below it.
    pub size: u32,
    /// Elements around it.
    pub depth: u32,
    /// Whether it is a text.
    pub is_text: bool,
    parent: Option<Place>,
    children: (u32, u32),
}

/// The tree of a page.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    children: Vec<Place>,
}

impl Tree {
    /// The tree of a document.
    pub fn of(document: &Document, labels: Labels) -> Tree {
        let page = document.page();
        let texts = texts(document);
        let Some(root) = page.body().or_else(|| page.html()) else { return Tree::default() };
        let mut holds = vec![false; page.len()];
        for &text in &texts {
            holds[text.index()] = true;
            for node in page.ancestors(text).take_while(|&n| page.contains(root, n)) {
                // What is above a node that is marked already is marked too.
                if std::mem::replace(&mut holds[node.index()], true) {
                    break;
                }
            }
        }
        let mut tree = Tree::default();
        let mut around: Vec<Place> = Vec::new();
        for id in page.subtree(root).filter(|n| holds[n.index()]) {
            while around.last().is_some_and(|&p| !page.contains(tree.nodes[p].id, id)) {
                around.pop();
            }
            tree.push(page, id, around.last().copied(), labels);
            if page.is_element(id) {
                around.push(tree.nodes.len() - 1);
            }
        }
        tree.finish()
    }

    /// The nodes for which `keep` holds and that hang together with the root.
    pub fn pruned(&self, keep: impl Fn(Place) -> bool) -> Tree {
        let mut tree = Tree::default();
        let mut moved: Vec<Option<Place>> = vec![None; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.and_then(|parent| moved[parent]);
            if keep(place) && (parent.is_some() || node.parent.is_none()) {
                moved[place] = Some(tree.nodes.len());
                tree.nodes.push(Node { parent, ..node.clone() });
            }
        }
        tree.finish()
    }

    /// Its nodes in document order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, place: Place) -> &Node {
        &self.nodes[place]
    }

    /// The node above.
    pub fn parent(&self, place: Place) -> Option<Place> {
        self.nodes[place].parent
    }

    /// The nodes right below.
    pub fn children(&self, place: Place) -> &[Place] {
        let (from, to) = self.nodes[place].children;
        &self.children[from as usize..to as usize]
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The selection of the texts for which `keep` holds.
    pub fn select(
        &self,
        document: &Document,
        reason: &'static str,
        keep: impl Fn(Place) -> bool,
    ) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let texts: Vec<Place> =
            (0..self.nodes.len()).filter(|&place| self.nodes[place].is_text).collect();
        let mut decisions = Vec::with_capacity(texts.len());
        for &place in &texts {
            let (id, keep) = (self.nodes[place].id, keep(place));
            if keep {
                kept.extend([id]);
            }
            let reason = if keep { reason } else { "in the template of the site" };
            decisions.push(Decision::subtree(page, id, keep, f32::from(keep), reason));
        }
        let ids = texts.iter().map(|&place| self.nodes[place].id);
        Selection::from_texts(document, ids, kept, decisions)
    }

    fn push(&mut self, page: &Page, id: NodeId, parent: Option<Place>, labels: Labels) {
        let is_text = page.is_text(id);
        let label =
            if is_text { text_label(page.text(id)) } else { element_label(page, id, labels) };
        let (above, depth) =
            parent.map_or((0, 0), |p| (self.nodes[p].path, self.nodes[p].depth + 1));
        let name = if is_text { "" } else { page.tag(id) };
        let path = mix(above, name.as_bytes());
        let (subtree, size, children) = (0, 1, (0, 0));
        self.nodes.push(Node { id, label, subtree, path, size, depth, is_text, parent, children });
    }

    /// Computes what depends on the nodes below.
    fn finish(mut self) -> Tree {
        let mut counts = vec![0u32; self.nodes.len()];
        self.nodes.iter().filter_map(|n| n.parent).for_each(|parent| counts[parent] += 1);
        let mut start = 0;
        for (node, count) in self.nodes.iter_mut().zip(counts) {
            // The end moves as children are put there.
            node.children = (start, start);
            start += count;
        }
        self.children = vec![0; start as usize];
        for place in 0..self.nodes.len() {
            if let Some(parent) = self.nodes[place].parent {
                let end = &mut self.nodes[parent].children.1;
                self.children[*end as usize] = place;
                *end += 1;
            }
        }
        for place in (0..self.nodes.len()).rev() {
            let mut subtree = self.nodes[place].label;
            let mut size = 1;
            for &child in self.children(place) {
                subtree = mix(subtree, &self.nodes[child].subtree.to_le_bytes());
                size += self.nodes[child].size;
            }
            (self.nodes[place].subtree, self.nodes[place].size) = (subtree, size);
        }
        self
    }
}

/// The texts that are read.
fn texts(document: &Document) -> Vec<NodeId> {
    let (page, blocks) = (document.page(), document.blocks());
    let nodes = (0..blocks.len()).flat_map(|index| blocks.nodes(index).iter().copied());
    nodes.filter(|&id| page.kind(id) == Kind::Text && !page.text(id).trim().is_empty()).collect()
}

fn text_label(text: &str) -> u64 {
    text.split_whitespace().fold(1, |label, word| mix(label, word.as_bytes()))
}

fn element_label(page: &Page, id: NodeId, labels: Labels) -> u64 {
    let mut attributes: Vec<(&str, &str)> =
        page.attrs(id).map(|(name, value)| (page.name_text(name), value)).collect();
    attributes.retain(|(name, _)| labels == Labels::Whole || matches!(*name, "id" | "class"));
    attributes.sort_unstable();
    let tag = mix(2, page.tag(id).as_bytes());
    let add =
        |label, (name, value): (&str, &str)| mix(mix(label, name.as_bytes()), value.as_bytes());
    attributes.into_iter().fold(tag, add)
}

/// A hash of what a hash stands for and some bytes after it.
fn mix(state: u64, bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(state, bytes)
}

/// Up to `most` of `count` things, evenly spread.
pub fn sample(count: usize, most: usize) -> Vec<usize> {
    let taken = count.min(most);
    (0..taken).map(|index| index * count / taken.max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(html: &str, labels: Labels) -> Tree {
        Tree::of(&Document::new(Page::parse(html)), labels)
    }

    #[test]
    fn a_tree_holds_texts_and_what_is_around_them() {
        let tree =
            tree("<div><p>One <b>two</b></p><img src=x></div><script>x</script>", Labels::Whole);
        let sizes: Vec<u32> = tree.nodes().iter().map(|n| n.size).collect();
        // body, div, p, "One ", b, "two"
        assert_eq!(sizes, [6, 5, 4, 1, 2, 1]);
        assert_eq!(tree.children(2), [3, 4]);
        assert_eq!(tree.parent(4), Some(2));
    }

    #[test]
    fn equal_parts_have_equal_hashes() {
        let tree = tree("<p class=a>One</p><p class=a>One</p><p class=a>Two", Labels::Whole);
        let [first, second, third] = [1, 3, 5].map(|place| tree.node(place));
        assert_eq!((first.label, first.subtree), (second.label, second.subtree));
        assert_eq!((first.label, first.path), (third.label, third.path));
        assert_ne!(first.subtree, third.subtree);
    }

    #[test]
    fn labels_see_what_they_should() {
        let [one, other] = ["<a id=i href=/1>x</a>", "<a id=i href=/2>x</a>"];
        let label = |html, labels| tree(html, labels).node(1).label;
        assert_eq!(label(one, Labels::Named), label(other, Labels::Named));
        assert_ne!(label(one, Labels::Whole), label(other, Labels::Whole));
    }

    #[test]
    fn pruning_keeps_what_hangs_together() {
        let tree = tree("<div><p>One</p></div><div><p>Two</p></div>", Labels::Whole);
        let pruned = tree.pruned(|place| ![1, 6].contains(&place));
        let texts = pruned.nodes().iter().filter(|n| n.is_text).count();
        assert_eq!((pruned.nodes().len(), texts), (3, 0));
    }

    #[test]
    fn samples_are_spread() {
        assert_eq!(sample(10, 4), [0, 2, 5, 7]);
        assert_eq!((sample(2, 5), sample(0, 5)), (vec![0, 1], vec![]));
    }
}
