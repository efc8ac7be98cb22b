//! A tree to rearrange: the links of a part of the page, whose nodes remember where they came from.
//!
//! Some programs rename, unwrap and move elements, and the page is read-only. So what follows them works on a second,
//! light tree; texts and attributes stay in the page.

use dehusk_page::{Kind, Name, NodeId, Page, name};
use std::num::NonZeroU32;

/// A node of a [`Light`] tree: its place, counted from 1, so that none needs no room of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(NonZeroU32);

impl Id {
    pub fn at(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    prev: Option<Id>,
    next: Option<Id>,
    /// [`name::NONE`] for texts.
    tag: Name,
    /// The index of the page's node it stands for, or [`NONE`].
    origin: u32,
}

/// The origin of elements that were made here.
const NONE: u32 = u32::MAX;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Light {
    nodes: Vec<Node>,
}

impl Light {
    /// An element of the page and everything below it but comments and elements that are left out. The first node is
    /// the element.
    pub fn of(page: &Page, root: NodeId, is_left_out: impl Fn(Name) -> bool) -> Light {
        let len = page.end(root).index() - root.index();
        let mut tree = Light { nodes: Vec::with_capacity(len) };
        let top = tree.add(page.name(root), Some(root), None);
        let mut open = vec![(page.end(root), top)];
        let mut nodes = page.descendants(root);
        while let Some(node) = nodes.next() {
            while open.pop_if(|(end, _)| *end <= node).is_some() {}
            let parent = open.last().map_or(top, |&(_, id)| id);
            match page.kind(node) {
                Kind::Text => {
                    tree.add(name::NONE, Some(node), Some(parent));
                }
                Kind::Element if is_left_out(page.name(node)) => nodes.skip_subtree(page, node),
                Kind::Element => {
                    let element = tree.add(page.name(node), Some(node), Some(parent));
                    open.push((page.end(node), element));
                }
                _ => {}
            }
        }
        tree
    }

    pub fn top(&self) -> Id {
        Id(NonZeroU32::MIN)
    }

    /// How many nodes were ever made: a node's place is below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A new node, the last child of its parent.
    fn add(&mut self, tag: Name, origin: Option<NodeId>, parent: Option<Id>) -> Id {
        let id = Id(NonZeroU32::MIN.saturating_add(self.nodes.len() as u32));
        let prev = parent.and_then(|parent| self.nodes[parent.at()].last.replace(id));
        match (prev, parent) {
            (Some(prev), _) => self.nodes[prev.at()].next = Some(id),
            (None, Some(parent)) => self.nodes[parent.at()].first = Some(id),
            (None, None) => {}
        }
        self.nodes.push(Node {
            parent,
            first: None,
            last: None,
            prev,
            next: None,
            tag,
            origin: origin.map_or(NONE, |node| node.index() as u32),
        });
        id
    }

    /// A new element without a place.
    pub fn create(&mut self, tag: Name) -> Id {
        self.add(tag, None, None)
    }

    /// A copy of a node with all that is below it, without a place.
    pub fn copy(&mut self, id: Id) -> Id {
        let copy = self.copy_alone(id);
        let mut open = vec![(id, copy)];
        for inner in self.below(id).collect::<Vec<_>>() {
            let parent = self.parent(inner);
            while open.pop_if(|(original, _)| Some(*original) != parent).is_some() {}
            let node = self.copy_alone(inner);
            self.append(open.last().map_or(copy, |&(_, parent)| parent), node);
            open.push((inner, node));
        }
        copy
    }

    fn copy_alone(&mut self, id: Id) -> Id {
        let copy = self.create(self.tag(id));
        self.nodes[copy.at()].origin = self.node(id).origin;
        copy
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[id.at()]
    }

    pub fn tag(&self, id: Id) -> Name {
        self.node(id).tag
    }

    pub fn rename(&mut self, id: Id, tag: Name) {
        self.nodes[id.at()].tag = tag;
    }

    pub fn is_text(&self, id: Id) -> bool {
        self.node(id).tag == name::NONE
    }

    pub fn origin(&self, id: Id) -> Option<NodeId> {
        let origin = self.node(id).origin;
        (origin != NONE).then(|| NodeId::from_index(origin as usize))
    }

    pub fn parent(&self, id: Id) -> Option<Id> {
        self.node(id).parent
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.node(id).first, |&child| self.node(child).next)
    }

    pub fn next_sibling(&self, id: Id) -> Option<Id> {
        self.node(id).next
    }

    /// The siblings before a node, nearest first.
    pub fn before(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.node(id).prev, |&sibling| self.node(sibling).prev)
    }

    /// Everything below a node, in document order.
    pub fn below(&self, root: Id) -> impl Iterator<Item = Id> + '_ {
        let mut next = self.node(root).first;
        std::iter::from_fn(move || {
            let id = next?;
            next = self.node(id).first.or_else(|| self.after(id, root));
            Some(id)
        })
    }

    /// The first node below another.
    pub fn first_below(&self, id: Id) -> Option<Id> {
        self.node(id).first
    }

    /// The next node of the tree in document order.
    pub fn next_below(&self, id: Id) -> Option<Id> {
        self.node(id).first.or_else(|| self.next_after(id))
    }

    /// The next node of the tree that is not below this one.
    pub fn next_after(&self, id: Id) -> Option<Id> {
        self.after(id, self.top())
    }

    fn after(&self, mut id: Id, root: Id) -> Option<Id> {
        while id != root {
            if let Some(next) = self.node(id).next {
                return Some(next);
            }
            id = self.node(id).parent?;
        }
        None
    }

    /// The elements below a node with the wanted tags, in document order.
    pub fn elements(&self, root: Id, is_wanted: impl Fn(Name) -> bool) -> Vec<Id> {
        self.below(root).filter(|&id| is_wanted(self.tag(id))).collect()
    }

    /// The live nodes of the whole tree, as long as none has moved: they stand in their order then.
    pub fn elements_as_made(&self, is_wanted: impl Fn(Name) -> bool) -> Vec<Id> {
        let tagged = self.nodes.iter().zip(1..).skip(1).filter(|(n, _)| is_wanted(n.tag));
        tagged.filter_map(|(_, number)| NonZeroU32::new(number).map(Id)).collect()
    }

    /// Whether there is an element with one of the wanted tags below a node.
    pub fn has(&self, root: Id, is_wanted: impl Fn(Name) -> bool) -> bool {
        self.below(root).any(|id| is_wanted(self.tag(id)))
    }

    /// The texts of a node: itself, or those below it.
    pub fn texts(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::once(id).chain(self.below(id)).filter(|&id| self.is_text(id))
    }

    /// Takes a node out of its place; it keeps what is below it.
    pub fn detach(&mut self, id: Id) {
        let Node { parent, prev, next, .. } = *self.node(id);
        match (prev, parent) {
            (Some(prev), _) => self.nodes[prev.at()].next = next,
            (None, Some(parent)) => self.nodes[parent.at()].first = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.nodes[next.at()].prev = prev,
            (None, Some(parent)) => self.nodes[parent.at()].last = prev,
            (None, None) => {}
        }
        let node = &mut self.nodes[id.at()];
        (node.parent, node.prev, node.next) = (None, None, None);
    }

    /// Puts a node at the end of another one's children.
    pub fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.node(parent).last;
        match last {
            Some(last) => self.nodes[last.at()].next = Some(child),
            None => self.nodes[parent.at()].first = Some(child),
        }
        self.nodes[parent.at()].last = Some(child);
        let node = &mut self.nodes[child.at()];
        (node.parent, node.prev) = (Some(parent), last);
    }

    /// Puts a node before another one.
    pub fn insert_before(&mut self, place: Id, new: Id) {
        self.detach(new);
        let Node { parent, prev, .. } = *self.node(place);
        match (prev, parent) {
            (Some(prev), _) => self.nodes[prev.at()].next = Some(new),
            (None, Some(parent)) => self.nodes[parent.at()].first = Some(new),
            (None, None) => {}
        }
        self.nodes[place.at()].prev = Some(new);
        let node = &mut self.nodes[new.at()];
        (node.parent, node.prev, node.next) = (parent, prev, Some(place));
    }

    /// Puts the children of an element in its place.
    pub fn unwrap(&mut self, id: Id) {
        let children: Vec<Id> = self.children(id).collect();
        for child in children {
            self.insert_before(id, child);
        }
        self.detach(id);
    }
}
