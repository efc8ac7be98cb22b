//! The stack of open elements.
//!
//! It never grows past the limit of depth: there a new element takes the place of the topmost one, which
//! waits aside and comes back when the new one closes. In the tree both are siblings. So every search
//! through the stack is bounded, and most are not made at all, because a counter a name tells that the
//! wanted element is not open.

use super::Builder;
use super::flags::{
    self, ANNOTATION_POINT, BUTTON_SCOPE, FORMATTING, HTML_POINT, IMPLIED_END,
    IMPLIED_END_THOROUGH, MATHML_ELEMENT, SCOPE, SPECIAL, SVG_ELEMENT, TABLE_SCOPE,
    TEMPLATE_ELEMENT, TEXT_POINT,
};
use super::tree::Place;
use crate::name::{self, Name};
use crate::page::{NIL, Node};

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub node: u32,
    /// Where its children go: itself, or the content of a template.
    pub target: u32,
    pub flags: u32,
    /// The name if it is an HTML element, else [`name::NONE`].
    pub name: Name,
}

impl Open {
    #[inline]
    pub fn html(node: u32, name: Name) -> Open {
        Open { node, target: node, flags: flags::of(name), name }
    }

    /// The document, which stands in for the current node while nothing is open.
    pub const DOCUMENT: Open = Open { node: 0, target: 0, flags: 0, name: name::NONE };

    #[inline]
    pub fn is(&self, flags: u32) -> bool {
        self.flags & flags != 0
    }
}

/// The flags of a foreign element; `encodes_html` is what the attribute of `annotation-xml` says.
pub(super) fn foreign_flags(namespace: u32, name: Name, encodes_html: bool) -> u32 {
    let point = match (namespace, name) {
        (SVG_ELEMENT, name::FOREIGN_OBJECT | name::DESC | name::TITLE) => HTML_POINT,
        (MATHML_ELEMENT, name::MI | name::MO | name::MN | name::MS | name::MTEXT) => TEXT_POINT,
        (MATHML_ELEMENT, name::ANNOTATION_XML) if encodes_html => ANNOTATION_POINT | HTML_POINT,
        (MATHML_ELEMENT, name::ANNOTATION_XML) => ANNOTATION_POINT,
        _ => return namespace,
    };
    namespace | point | SPECIAL | SCOPE | flags::LIST_SCOPE | BUTTON_SCOPE
}

impl Builder<'_> {
    /// The current node.
    #[inline]
    pub(super) fn top(&self) -> Open {
        self.stack.last().copied().unwrap_or(Open::DOCUMENT)
    }

    /// Makes the current node a sibling-to-be, if the stack is full.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.stack.len() >= self.max_depth {
            self.waiting.extend(self.stack.pop());
            self.flattened += 1;
        }
    }

    #[inline]
    pub(super) fn push(&mut self, open: Open) {
        if open.is(FORMATTING) {
            self.node_mut(open.node).flags |= Node::OPEN;
        }
        let index = open.name.index();
        if index >= self.counts.len() {
            self.counts.resize(self.store.names.len().max(index + 1), 0);
        }
        self.counts[index] += 1;
        self.stack.push(open);
    }

    /// Closes the current node; the root stays open.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Open> {
        if self.stack.len() <= 1 {
            return None;
        }
        let open = self.stack.pop()?;
        self.closed(open);
        Some(open)
    }

    /// Keeps the books when an element leaves the stack.
    #[inline]
    fn closed(&mut self, open: Open) {
        if open.is(FORMATTING) {
            self.node_mut(open.node).flags &= !Node::OPEN;
        }
        self.counts[open.name.index()] -= 1;
        if let Some(open) = self.waiting.pop() {
            self.stack.push(open);
        }
    }

    pub(super) fn remove_at(&mut self, index: usize) {
        let open = self.stack.remove(index);
        self.closed(open);
    }

    /// The place of a node in the stack.
    pub(super) fn position(&self, node: u32) -> Option<usize> {
        self.stack.iter().rposition(|open| open.node == node)
    }

    /// The place of a node in the stack, if nothing that ends its scope is above it.
    pub(super) fn position_in_scope(&self, node: u32) -> Option<usize> {
        let at = self.position(node)?;
        let hidden = self.stack[at + 1..].iter().any(|open| open.is(SCOPE));
        (!hidden).then_some(at)
    }

    /// Whether an HTML element of this name is open at all.
    #[inline]
    pub(super) fn is_open(&self, name: Name) -> bool {
        self.counts.get(name.index()).is_some_and(|&count| count > 0)
    }

    /// Whether an element is open with nothing of `barrier` above it.
    #[inline]
    fn within(&self, name: Name, barrier: u32) -> bool {
        self.is_open(name) && self.search(barrier, |open| open.name == name)
    }

    fn search(&self, barrier: u32, wanted: impl Fn(&Open) -> bool) -> bool {
        let found = self.stack.iter().rev().find(|open| wanted(open) || open.is(barrier));
        found.is_some_and(wanted)
    }

    #[inline]
    pub(super) fn in_scope(&self, name: Name) -> bool {
        self.within(name, SCOPE)
    }

    pub(super) fn in_list_scope(&self, name: Name) -> bool {
        self.within(name, flags::LIST_SCOPE)
    }

    #[inline]
    pub(super) fn in_button_scope(&self, name: Name) -> bool {
        self.within(name, BUTTON_SCOPE)
    }

    pub(super) fn in_table_scope(&self, name: Name) -> bool {
        self.within(name, TABLE_SCOPE)
    }

    /// Whether any element of a group is in scope.
    pub(super) fn group_in_scope(&self, group: u32) -> bool {
        self.search(SCOPE, |open| open.is(group))
    }

    /// Whether any element of a group is in table scope.
    pub(super) fn group_in_table_scope(&self, group: u32) -> bool {
        self.search(TABLE_SCOPE, |open| open.is(group))
    }

    /// Pops up to and with the nearest element of this name.
    pub(super) fn pop_until(&mut self, name: Name) {
        self.pop_until_any(|open| open.name == name);
    }

    /// Pops up to and with the nearest element of a group.
    pub(super) fn pop_until_group(&mut self, group: u32) {
        self.pop_until_any(|open| open.is(group));
    }

    fn pop_until_any(&mut self, wanted: impl Fn(&Open) -> bool) {
        while self.pop().is_some_and(|open| !wanted(&open)) {}
    }

    /// Pops while the current node is none of these; the root stays.
    pub(super) fn clear_back_to(&mut self, group: u32) {
        while self.stack.len() > 1 && !self.top().is(group) {
            self.pop();
        }
    }

    /// Pops all above the first `len` entries.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.stack.len() > len && self.pop().is_some() {}
    }

    /// Closes elements whose end tags may be left out, but for one name.
    #[inline]
    pub(super) fn close_implied_except(&mut self, name: Name) {
        while self.top().is(IMPLIED_END) && self.top().name != name {
            self.pop();
        }
    }

    pub(super) fn close_implied(&mut self) {
        self.close_implied_except(name::NONE);
    }

    pub(super) fn close_implied_thoroughly(&mut self) {
        while self.top().is(IMPLIED_END_THOROUGH) {
            self.pop();
        }
    }

    /// Closes a paragraph that is open in button scope.
    #[inline]
    pub(super) fn close_p(&mut self) {
        if self.in_button_scope(name::P) {
            self.close_implied_except(name::P);
            self.pop_until(name::P);
        }
    }

    pub(super) fn template_is_open(&self) -> bool {
        self.is_open(name::TEMPLATE)
    }

    /// Where a node goes whose parent would be `target`; part of a table does not take it while foster
    /// parenting.
    pub(super) fn place_in(&self, target: Open) -> Place {
        if !target.is(flags::TABLE_PART) {
            return Place { parent: target.target, before: NIL };
        }
        let is_host = |open: &Open| open.is(TEMPLATE_ELEMENT) || open.name == name::TABLE;
        let Some(index) = self.stack.iter().rposition(is_host) else {
            let root = self.stack.first().unwrap_or(&Open::DOCUMENT);
            return Place { parent: root.target, before: NIL };
        };
        let host = self.stack[index];
        if host.is(TEMPLATE_ELEMENT) {
            return Place { parent: host.target, before: NIL };
        }
        match self.node(host.node).parent {
            NIL => Place { parent: self.stack[index.saturating_sub(1)].target, before: NIL },
            parent => Place { parent, before: host.node },
        }
    }
}
