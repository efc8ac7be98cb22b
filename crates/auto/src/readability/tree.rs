//! The working tree: the page as far as the algorithm may rearrange it.
//!
//! The algorithm renames, moves, wraps and drops nodes, and may start over, but the page is read-only and
//! shared. So it works on a second, light tree of links whose nodes remember where they came from; text
//! and attributes stay in the page.

use super::measure::Text;
use super::traits::Traits;
use dehusk_page::{Name, Namespace, NodeId, Page, name};
use std::num::NonZeroU32;

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(NonZeroU32);

impl Id {
    fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// What a working node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// An element of HTML.
    Html,
    /// An element of SVG or MathML.
    Foreign,
    Text,
    /// A comment that holds only white space.
    BlankComment,
    Comment,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    prev: Option<Id>,
    next: Option<Id>,
    /// The node of the page it stands for; none for paragraphs the algorithm made.
    origin: Origin,
    numbered: Numbered,
    name: Name,
    traits: Traits,
}

/// What a node is and the number of an element among the elements, of a text among the texts: side tables of either kind
/// need no room for the other. Both in four bytes, so that two nodes fill a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Numbered(u32);

impl Numbered {
    const fn new(number: u32, sort: Sort) -> Numbered {
        Numbered(number << 3 | sort as u32)
    }

    fn number(self) -> u32 {
        self.0 >> 3
    }

    fn sort(self) -> Sort {
        match self.0 & 7 {
            0 => Sort::Html,
            1 => Sort::Foreign,
            2 => Sort::Text,
            3 => Sort::BlankComment,
            _ => Sort::Comment,
        }
    }
}

/// An optional node of the page in four bytes.
#[derive(Clone, Copy, Debug)]
struct Origin(u32);

impl Origin {
    const NONE: Origin = Origin(u32::MAX);

    fn of(node: Option<NodeId>) -> Origin {
        node.map_or(Origin::NONE, |node| Origin(node.index() as u32))
    }

    fn node(self) -> Option<NodeId> {
        (self.0 != u32::MAX).then(|| NodeId::from_index(self.0 as usize))
    }
}

const BARE: Node = Node {
    parent: None,
    first: None,
    last: None,
    prev: None,
    next: None,
    origin: Origin::NONE,
    numbered: Numbered::new(0, Sort::Html),
    name: name::NONE,
    traits: Traits::NONE,
};

/// Adds to a list that has about the length it will have. Where it is too short it grows by an eighth: a list that
/// doubles for the last few of a large page takes twice what it needs.
pub(super) fn push<T>(list: &mut Vec<T>, value: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(value);
}

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The first slot is not used, so that an absent link needs no room.
    nodes: Vec<Node>,
    elements: u32,
}

impl Tree {
    pub fn with_capacity(nodes: usize) -> Tree {
        let mut all = Vec::with_capacity(nodes + 1);
        all.push(BARE);
        Tree { nodes: all, elements: 0 }
    }

    /// How many elements there are, and were.
    pub fn elements(&self) -> usize {
        self.elements as usize
    }

    /// The slot of an element in side tables of [`Tree::elements`] entries.
    #[inline]
    pub fn number(&self, element: Id) -> usize {
        self.node(element).numbered.number() as usize
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    fn add(&mut self, node: Node) -> Id {
        let slot = NonZeroU32::new(self.nodes.len() as u32).unwrap_or(NonZeroU32::MAX);
        push(&mut self.nodes, node);
        Id(slot)
    }

    fn next_number(&mut self) -> u32 {
        self.elements += 1;
        self.elements - 1
    }

    /// A new element of HTML without a place.
    pub fn create(&mut self, name: Name, origin: Option<NodeId>) -> Id {
        let numbered = Numbered::new(self.next_number(), Sort::Html);
        self.add(Node { name, origin: Origin::of(origin), numbered, ..BARE })
    }

    /// An element of the page, without a place yet.
    pub fn add_element(&mut self, page: &Page, origin: NodeId, traits: Traits) -> Id {
        let html = page.namespace(origin) == Namespace::Html;
        let sort = if html { Sort::Html } else { Sort::Foreign };
        let (name, origin) = (page.name(origin), Origin::of(Some(origin)));
        let numbered = Numbered::new(self.next_number(), sort);
        self.add(Node { name, origin, numbered, traits, ..BARE })
    }

    /// A text of the page, without a place yet.
    pub fn add_text(&mut self, origin: NodeId, number: u32) -> Id {
        let origin = Origin::of(Some(origin));
        self.add(Node { origin, numbered: Numbered::new(number, Sort::Text), ..BARE })
    }

    /// A comment of the page, without a place yet.
    pub fn add_comment(&mut self, blank: bool) -> Id {
        let sort = if blank { Sort::BlankComment } else { Sort::Comment };
        self.add(Node { numbered: Numbered::new(0, sort), ..BARE })
    }

    pub fn parent(&self, id: Id) -> Option<Id> {
        self.node(id).parent
    }

    pub fn first_child(&self, id: Id) -> Option<Id> {
        self.node(id).first
    }

    pub fn last_child(&self, id: Id) -> Option<Id> {
        self.node(id).last
    }

    pub fn next_sibling(&self, id: Id) -> Option<Id> {
        self.node(id).next
    }

    pub fn origin(&self, id: Id) -> Option<NodeId> {
        self.node(id).origin.node()
    }

    pub fn traits(&self, id: Id) -> Traits {
        self.node(id).traits
    }

    pub fn add_trait(&mut self, id: Id, more: Traits) {
        let node = self.node_mut(id);
        node.traits = node.traits | more;
    }

    /// The local name of an element in any namespace, as a search by tag name sees it.
    pub fn name(&self, id: Id) -> Name {
        self.node(id).name
    }

    /// The name of an element of HTML; [`name::NONE`] for everything else.
    pub fn tag(&self, id: Id) -> Name {
        let node = self.node(id);
        if node.numbered.sort() == Sort::Html { node.name } else { name::NONE }
    }

    pub fn set_tag(&mut self, id: Id, name: Name) {
        let node = self.node_mut(id);
        (node.name, node.numbered) = (name, Numbered::new(node.numbered.number(), Sort::Html));
    }

    pub fn sort(&self, id: Id) -> Sort {
        self.node(id).numbered.sort()
    }

    pub fn is_element(&self, id: Id) -> bool {
        matches!(self.sort(id), Sort::Html | Sort::Foreign)
    }

    /// The measure of a text node among those made while the tree was built.
    pub fn text<'t>(&self, id: Id, texts: &'t [Text]) -> Option<&'t Text> {
        let numbered = self.node(id).numbered;
        (numbered.sort() == Sort::Text).then(|| texts.get(numbered.number() as usize))?
    }

    /// Takes a node out of its place; it keeps what is below it.
    pub fn detach(&mut self, id: Id) {
        let Node { parent, prev, next, .. } = *self.node(id);
        match (prev, parent) {
            (Some(prev), _) => self.node_mut(prev).next = next,
            (None, Some(parent)) => self.node_mut(parent).first = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.node_mut(next).prev = prev,
            (None, Some(parent)) => self.node_mut(parent).last = prev,
            (None, None) => {}
        }
        let node = self.node_mut(id);
        (node.parent, node.prev, node.next) = (None, None, None);
    }

    /// Puts a node at the end of another one's children.
    pub fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        self.append_new(parent, child);
    }

    /// Puts a node that has no place yet at the end of another one's children.
    pub fn append_new(&mut self, parent: Id, child: Id) {
        let last = self.node(parent).last;
        match last {
            Some(last) => self.node_mut(last).next = Some(child),
            None => self.node_mut(parent).first = Some(child),
        }
        self.node_mut(parent).last = Some(child);
        let node = self.node_mut(child);
        (node.parent, node.prev) = (Some(parent), last);
    }

    /// Puts `new` where `old` stands and takes `old` out.
    pub fn replace(&mut self, old: Id, new: Id) {
        self.detach(new);
        let Node { parent, prev, next, .. } = *self.node(old);
        let Some(parent) = parent else { return };
        match prev {
            Some(prev) => self.node_mut(prev).next = Some(new),
            None => self.node_mut(parent).first = Some(new),
        }
        match next {
            Some(next) => self.node_mut(next).prev = Some(new),
            None => self.node_mut(parent).last = Some(new),
        }
        let node = self.node_mut(new);
        (node.parent, node.prev, node.next) = (Some(parent), prev, next);
        let node = self.node_mut(old);
        (node.parent, node.prev, node.next) = (None, None, None);
    }
}
