//! The arena while it grows: linking, unlinking and merging of nodes.

use super::Builder;
use super::stack::Open;
use crate::name;
use crate::page::{Kind, NIL, Node, SIDE, Span};
use crate::parse::token::Tag;

/// Where a node goes: the last child of `parent`, or right before `before`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub parent: u32,
    pub before: u32,
}

impl Builder<'_> {
    #[inline]
    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: u32) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn create(&mut self, node: Node) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        id
    }

    #[inline]
    pub(super) fn create_element(&mut self, tag: &Tag) -> u32 {
        self.create(Node::new(Kind::Element, tag.name, tag.first, tag.count))
    }

    /// A second element with the same name and attributes.
    pub(super) fn clone_element(&mut self, id: u32) -> u32 {
        let Node { kind, name, a, b, .. } = *self.node(id);
        self.create(Node::new(kind, name, a, b))
    }

    #[inline]
    pub(super) fn append(&mut self, parent: u32, id: u32) {
        let last = self.node(parent).last;
        let node = self.node_mut(id);
        (node.parent, node.prev, node.next) = (parent, last, NIL);
        if last == NIL {
            self.node_mut(parent).first = id;
        } else {
            self.node_mut(last).next = id;
        }
        self.node_mut(parent).last = id;
    }

    fn insert_before(&mut self, sibling: u32, id: u32) {
        let Node { parent, prev, .. } = *self.node(sibling);
        let node = self.node_mut(id);
        (node.parent, node.prev, node.next) = (parent, prev, sibling);
        if prev == NIL {
            self.node_mut(parent).first = id;
        } else {
            self.node_mut(prev).next = id;
        }
        self.node_mut(sibling).prev = id;
    }

    pub(super) fn detach(&mut self, id: u32) {
        let Node { parent, prev, next, .. } = *self.node(id);
        if parent == NIL {
            return;
        }
        if prev == NIL {
            self.node_mut(parent).first = next;
        } else {
            self.node_mut(prev).next = next;
        }
        if next == NIL {
            self.node_mut(parent).last = prev;
        } else {
            self.node_mut(next).prev = prev;
        }
        let node = self.node_mut(id);
        (node.parent, node.prev, node.next) = (NIL, NIL, NIL);
    }

    /// Moves all children of one node behind those of another.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.node(from).first;
        while child != NIL {
            let next = self.node(child).next;
            self.append(to, child);
            child = next;
        }
        let node = self.node_mut(from);
        (node.first, node.last) = (NIL, NIL);
    }

    pub(super) fn put(&mut self, place: Place, id: u32) {
        if place.before == NIL {
            self.append(place.parent, id);
        } else {
            self.insert_before(place.before, id);
        }
    }

    /// The standard's appropriate place for inserting a node.
    #[inline]
    pub(super) fn place(&self) -> Place {
        let top = self.top();
        if self.fostering { self.place_in(top) } else { Place { parent: top.target, before: NIL } }
    }

    /// Inserts a node into the current one, or where foster parenting wants it.
    #[inline]
    pub(super) fn insert_node(&mut self, id: u32) {
        let place = self.place();
        self.put(place, id);
    }

    /// Inserts an HTML element and opens it.
    #[inline]
    pub(super) fn insert(&mut self, tag: &Tag) -> u32 {
        self.make_room();
        let id = self.create_element(tag);
        self.insert_node(id);
        self.push(Open::html(id, tag.name));
        id
    }

    /// Inserts an HTML element that has no content.
    #[inline]
    pub(super) fn insert_void(&mut self, tag: &Tag) {
        let id = self.create_element(tag);
        self.insert_node(id);
    }

    /// Inserts a comment as the last child of a node.
    pub(super) fn append_comment(&mut self, parent: u32, text: Span) {
        let id = self.create(Node::new(Kind::Comment, name::NONE, text.off, text.len));
        self.append(parent, id);
    }

    pub(super) fn insert_comment(&mut self, text: Span) {
        let id = self.create(Node::new(Kind::Comment, name::NONE, text.off, text.len));
        self.insert_node(id);
    }

    /// Inserts text, merged with the text before it.
    #[inline]
    pub(super) fn insert_text(&mut self, text: Span) {
        let place = self.place();
        let before = match place.before {
            NIL => self.node(place.parent).last,
            sibling => self.node(sibling).prev,
        };
        if before != NIL && self.node(before).kind == Kind::Text {
            return self.merge_text(before, text);
        }
        let id = self.create(Node::new(Kind::Text, name::NONE, text.off, text.len));
        self.put(place, id);
    }

    /// Appends to a text node. Where the two do not lie side by side, the text moves to the side buffer
    /// with room to double, so that a text that grows piece by piece is not copied every time.
    #[inline(never)]
    fn merge_text(&mut self, id: u32, text: Span) {
        let Node { a, b, flags, .. } = *self.node(id);
        let old = Span { off: a, len: b };
        if flags & Node::OPEN == 0 {
            if old.off + old.len == text.off && !text.in_side() {
                self.node_mut(id).b += text.len;
                return;
            }
            return self.move_text(id, old, text);
        }
        // A moved text has the room up to the next power of two.
        let (used, wanted) = (old.len as usize, (old.len + text.len) as usize);
        if wanted > used.next_power_of_two() {
            return self.move_text(id, old, text);
        }
        let from = text.range();
        let to = (old.off & !SIDE) as usize + used;
        if text.in_side() {
            self.store.side.copy_within(from, to);
        } else {
            let source = self.store.source;
            self.store.side[to..to + from.len()].copy_from_slice(&source[from]);
        }
        self.node_mut(id).b = wanted as u32;
    }

    fn move_text(&mut self, id: u32, old: Span, text: Span) {
        let room = ((old.len + text.len) as usize).next_power_of_two();
        let mark = self.store.mark();
        if mark + room > crate::parse::store::MOST_BYTES {
            self.store.lost_bytes += text.len as usize;
            return;
        }
        self.store.side.reserve(room);
        self.store.push_span(old);
        self.store.push_span(text);
        self.store.side.resize(mark + room, b' ');
        let node = self.node_mut(id);
        node.a = mark as u32 | SIDE;
        node.b = old.len + text.len;
        // On a text the bit says that the room behind it is its own.
        node.flags |= Node::OPEN;
    }
}
