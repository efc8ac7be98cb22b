//! `selectedcontent`: the place in a `select` that shows a copy of its selected option.
//!
//! The standard copies whenever an option is popped off the stack; the last copy is the one that stays,
//! so here it is made once, at the end. Selects can be nested, and copies of copies would grow without
//! bound: all copies together may have as many nodes as the page.

use super::Builder;
use crate::name::{self, Name};
use crate::page::{Kind, NIL, Node};
use std::collections::HashSet;

impl Builder<'_> {
    pub(super) fn fill_selected_contents(&mut self) {
        let mut budget = self.nodes.len().min(self.max_nodes.saturating_sub(self.nodes.len()));
        let mut seen = HashSet::new();
        for place in std::mem::take(&mut self.selected_contents) {
            // Only the first place of a select shows anything.
            let Some(select) = self.select_of(place).filter(|&select| seen.insert(select)) else {
                continue;
            };
            if let Some(option) = self.selected(select, place) {
                self.copy_children(option, place, &mut budget);
            }
        }
    }

    /// The `select` that a `selectedcontent` stands in, if it may show anything.
    fn select_of(&self, place: u32) -> Option<u32> {
        let mut select = None;
        let mut node = self.node(place).parent;
        while node != NIL {
            match self.html_name(node) {
                name::OPTION | name::SELECTEDCONTENT => return None,
                name::SELECT if select.is_some() => return None,
                name::SELECT => select = Some(node),
                _ => (),
            }
            node = self.node(node).parent;
        }
        select.filter(|&select| !self.has_attribute(select, name::MULTIPLE))
    }

    /// The selected option of a `select`, if `place` is the first one to show it.
    fn selected(&self, select: u32, place: u32) -> Option<u32> {
        let (mut first, mut chosen, mut reached) = (None, None, false);
        let mut node = self.after(select, select);
        while node != NIL {
            match self.html_name(node) {
                name::SELECTEDCONTENT if !reached && node != place => return None,
                name::SELECTEDCONTENT => reached = true,
                name::OPTION if self.has_attribute(node, name::SELECTED) => chosen = Some(node),
                name::OPTION if !self.has_attribute(node, name::DISABLED) => {
                    first = first.or(Some(node));
                }
                _ => (),
            }
            node = self.after(node, select);
        }
        chosen.or(first)
    }

    /// The next node in document order below `root`, or [`NIL`].
    fn after(&self, node: u32, root: u32) -> u32 {
        if self.node(node).first != NIL {
            return self.node(node).first;
        }
        let mut node = node;
        while node != root {
            if self.node(node).next != NIL {
                return self.node(node).next;
            }
            node = self.node(node).parent;
        }
        NIL
    }

    fn html_name(&self, id: u32) -> Name {
        let node = self.node(id);
        if node.flags & (Node::SVG | Node::MATHML) == 0 { node.name } else { name::NONE }
    }

    fn has_attribute(&self, id: u32, name: Name) -> bool {
        self.attributes_of(id).iter().any(|attribute| attribute.name == name)
    }

    /// Replaces the children of `to` by copies of those of `from`.
    fn copy_children(&mut self, from: u32, to: u32, budget: &mut usize) {
        while self.node(to).first != NIL {
            self.detach(self.node(to).first);
        }
        let (mut node, mut parent) = (from, to);
        loop {
            if self.node(node).first != NIL {
                if node != from {
                    parent = self.node(parent).last;
                }
                node = self.node(node).first;
            } else {
                while node != from && self.node(node).next == NIL {
                    node = self.node(node).parent;
                    if node != from {
                        parent = self.node(parent).parent;
                    }
                }
                if node == from {
                    return;
                }
                node = self.node(node).next;
            }
            if *budget == 0 {
                return;
            }
            *budget -= 1;
            let Node { kind, name, a, b, flags, .. } = *self.node(node);
            let flags = if kind == Kind::Text { 0 } else { flags & !Node::OPEN };
            let copy = self.create(Node { flags, ..Node::new(kind, name, a, b) });
            self.append(parent, copy);
        }
    }
}
