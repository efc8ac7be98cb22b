//! The page without what has been left out of it, and what its elements hold.

use super::names;
use dehusk_extract::derived::Found;
use dehusk_extract::{Document, NodeSet};
use dehusk_page::{Kind, NodeId, Page, name};

/// What is looked up of the page's nodes again and again.
pub(super) struct Facts<'d> {
    pub page: &'d Page,
    chars: &'d [u32],
    /// The rules that hold for class and id, see [`names`].
    pub names: Found<'d>,
}

impl<'d> Facts<'d> {
    pub fn of(document: &'d Document) -> Facts<'d> {
        let names = names::find(document);
        Facts { page: document.page(), chars: document.text_chars(), names }
    }

    /// Characters of a text.
    pub fn chars(&self, node: NodeId) -> u32 {
        self.chars[node.index()]
    }
}

/// A page of which elements have been taken away.
#[derive(Clone)]
pub(super) struct Tree<'d> {
    pub page: &'d Page,
    pub facts: &'d Facts<'d>,
    /// The elements that were taken away, and all that is in them.
    gone: NodeSet,
    lost: NodeSet,
}

impl<'d> Tree<'d> {
    pub fn new(facts: &'d Facts<'d>) -> Tree<'d> {
        let none = NodeSet::new(facts.page.len());
        Tree { page: facts.page, facts, gone: none.clone(), lost: none }
    }

    /// Takes an element away with all that is in it.
    pub fn remove(&mut self, node: NodeId) {
        self.gone.insert(node);
        self.lost.insert_range(node..self.page.end(node));
    }

    /// Whether the node itself was taken away; one around it may have been.
    pub fn is_gone(&self, node: NodeId) -> bool {
        self.gone.contains(node)
    }

    /// Whether the node or one around it was taken away.
    pub fn is_lost(&self, node: NodeId) -> bool {
        self.lost.contains(node)
    }

    /// The elements and texts below a node that are still there, itself first.
    pub fn live(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut nodes = self.page.subtree(root);
        std::iter::from_fn(move || {
            loop {
                let node = nodes.next()?;
                match self.page.kind(node) {
                    Kind::Text => return Some(node),
                    // Elements alone are taken away.
                    Kind::Element if self.gone.contains(node) && node != root => {
                        nodes.skip_subtree(self.page, node);
                    }
                    Kind::Element => return Some(node),
                    _ => {}
                }
            }
        })
    }

    /// Characters of all texts below a node, with a space between each two.
    pub fn chars(&self, root: NodeId) -> u32 {
        let lengths = self.live(root).map(|node| self.facts.chars(node));
        let sum: u32 = lengths.filter(|&chars| chars > 0).map(|chars| chars + 1).sum();
        sum.saturating_sub(1)
    }

    /// The next element beside a node that is still there.
    pub fn next_element(&self, node: NodeId) -> Option<NodeId> {
        let after = |&n: &NodeId| self.page.next_sibling(n);
        let mut next = std::iter::successors(self.page.next_sibling(node), after);
        next.find(|&n| self.page.is_element(n) && !self.gone.contains(n))
    }

    /// Elements among a node's children that are still there, counted up to a number.
    pub fn element_children(&self, node: NodeId, most: usize) -> usize {
        let children = self.page.children(node);
        children.filter(|&c| self.page.is_element(c) && !self.gone.contains(c)).take(most).count()
    }
}

/// What an element holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measure {
    /// The characters of its texts, and one more for each: all sums are plain sums then.
    weight: u32,
    /// Links in it, and of these with text, and with little text.
    pub links: u32,
    pub full_links: u32,
    pub short_links: u32,
    pub link_chars: u32,
}

/// Characters of a link's text below which it is short.
const SHORT: u32 = 10;

impl Measure {
    /// Characters, with a space between each two texts.
    pub fn chars(&self) -> u32 {
        self.weight.saturating_sub(1)
    }

    /// What a link adds to those around it.
    fn as_link(self) -> Measure {
        let chars = self.chars();
        Measure {
            links: self.links + 1,
            full_links: self.full_links + u32::from(chars > 0),
            short_links: self.short_links + u32::from((1..SHORT).contains(&chars)),
            link_chars: chars,
            ..self
        }
    }

    fn add(&mut self, more: Measure) {
        self.weight += more.weight;
        self.links += more.links;
        self.full_links += more.full_links;
        self.short_links += more.short_links;
        self.link_chars += more.link_chars;
    }

    fn take(&mut self, less: Measure) {
        self.weight = self.weight.saturating_sub(less.weight);
        self.links = self.links.saturating_sub(less.links);
        self.full_links = self.full_links.saturating_sub(less.full_links);
        self.short_links = self.short_links.saturating_sub(less.short_links);
        self.link_chars = self.link_chars.saturating_sub(less.link_chars);
    }
}

/// The measures of all nodes below one, kept right while elements are taken away.
pub(super) struct Measures {
    root: NodeId,
    all: Vec<Measure>,
}

impl Measures {
    pub fn of(tree: &Tree<'_>, root: NodeId) -> Measures {
        let len = tree.page.end(root).index() - root.index();
        let mut measures = Measures { root, all: vec![Measure::default(); len] };
        measures.count(tree);
        measures
    }

    fn count(&mut self, tree: &Tree<'_>) {
        self.all.fill(Measure::default());
        // Children come after their parents: from behind every sum is done when it is added.
        for at in (1..self.all.len()).rev() {
            let node = NodeId::from_index(self.root.index() + at);
            if tree.is_lost(node) {
                continue;
            }
            let chars = tree.facts.chars(node);
            if chars > 0 {
                self.all[at].weight = chars + 1;
            }
            let own = self.added(tree, at);
            let parent = tree.page.parent(node).and_then(|p| self.place(p));
            if let (Some(parent), true) = (parent, own != Measure::default()) {
                self.all[parent].add(own);
            }
        }
    }

    /// What the node at a place adds to the one around it.
    fn added(&self, tree: &Tree<'_>, at: usize) -> Measure {
        let is_link = tree.page.name(NodeId::from_index(self.root.index() + at)) == name::A;
        if is_link { self.all[at].as_link() } else { self.all[at] }
    }

    fn place(&self, node: NodeId) -> Option<usize> {
        node.index().checked_sub(self.root.index()).filter(|&at| at < self.all.len())
    }

    pub fn get(&self, node: NodeId) -> Measure {
        self.place(node).map_or(Measure::default(), |at| self.all[at])
    }

    /// Takes elements away, which are in document order and still there.
    pub fn remove(&mut self, tree: &mut Tree<'_>, nodes: impl IntoIterator<Item = NodeId>) {
        let mut in_link = false;
        for node in nodes {
            if tree.is_lost(node) {
                continue;
            }
            tree.remove(node);
            let Some(less) = self.place(node).map(|at| self.added(tree, at)) else { continue };
            for above in tree.page.ancestors(node) {
                let Some(place) = self.place(above) else { break };
                self.all[place].take(less);
                in_link |= place > 0 && tree.page.name(above) == name::A;
            }
        }
        // What a link adds is no plain sum.
        if in_link {
            self.count(tree);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_stay_right_while_elements_go() {
        let html = "<div id=a><p>one two <a href=x><b>in</b> link</a></p><p>three<ul><li><a href=y>y</a></ul>\
                    <a href=z><span>z</span> rest of a long link</a></div>";
        let document = Document::new(Page::parse(html));
        let facts = Facts::of(&document);
        let mut tree = Tree::new(&facts);
        let page = document.page();
        let body = page.body().unwrap();
        let mut measures = Measures::of(&tree, body);
        assert_eq!(measures.get(body).chars(), tree.chars(body));
        assert_eq!((measures.get(body).links, measures.get(body).short_links), (3, 2));
        for tag in [name::B, name::P, name::UL, name::SPAN] {
            let found: Vec<NodeId> =
                page.descendants(body).filter(|&n| page.name(n) == tag).collect();
            measures.remove(&mut tree, found);
            let anew = Measures::of(&tree, body);
            for node in tree.live(body) {
                assert_eq!(measures.get(node), anew.get(node), "{}", page.tag(node));
            }
        }
        assert_eq!(measures.get(body).chars(), "rest of a long link".len() as u32);
    }
}
