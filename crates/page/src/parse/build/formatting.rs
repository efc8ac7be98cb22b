//! The list of active formatting elements: what `<b>`, `<a>` and their like leave to be opened again.
//!
//! Pages that open formatting without end, each time with other attributes, would make every paragraph
//! repeat all of it. So a stretch between two markers keeps only the last [`MOST`] entries.

use super::Builder;
use super::stack::Open;
use crate::name::Name;
use crate::page::{Attribute, NIL, Node};

/// Entries between two markers.
const MOST: usize = 32;
/// Equal entries between two markers: the "Noah's Ark clause".
const ARK: usize = 3;

/// An entry, or a marker if it has no node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    pub node: u32,
    pub name: Name,
}

const MARKER: Active = Active { node: NIL, name: crate::name::NONE };

impl Builder<'_> {
    pub(super) fn push_marker(&mut self) {
        self.formatting.push(MARKER);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while self.formatting.pop().is_some_and(|entry| entry.node != NIL) {}
    }

    /// Where the entries after the last marker start.
    pub(super) fn after_marker(&self) -> usize {
        self.formatting.iter().rposition(|entry| entry.node == NIL).map_or(0, |at| at + 1)
    }

    pub(super) fn push_formatting(&mut self, node: u32, name: Name) {
        let start = self.after_marker();
        let equal = |entry: &Active| entry.name == name && self.same_attributes(entry.node, node);
        let mut equals = self.formatting[start..].iter().enumerate().rev();
        let mut equals = equals.by_ref().filter(|(_, entry)| equal(entry));
        if let Some((at, _)) = equals.nth(ARK - 1) {
            self.formatting.remove(start + at);
        } else if self.formatting.len() - start >= MOST {
            self.formatting.remove(start);
        }
        self.formatting.push(Active { node, name });
    }

    /// The last entry of this name after the last marker.
    pub(super) fn find_formatting(&self, name: Name) -> Option<usize> {
        let start = self.after_marker();
        let at = self.formatting[start..].iter().rposition(|entry| entry.name == name)?;
        Some(start + at)
    }

    pub(super) fn formatting_position(&self, node: u32) -> Option<usize> {
        let start = self.after_marker();
        let at = self.formatting[start..].iter().rposition(|entry| entry.node == node)?;
        Some(start + at)
    }

    /// Opens again what was closed only because something around it was.
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        if self.formatting.last().is_some_and(|&entry| !self.is_settled(entry)) {
            self.reconstruct();
        }
    }

    fn is_settled(&self, entry: Active) -> bool {
        entry.node == NIL || self.node(entry.node).flags & Node::OPEN != 0
    }

    #[inline(never)]
    fn reconstruct(&mut self) {
        let settled = self.formatting.iter().rposition(|&entry| self.is_settled(entry));
        for at in settled.map_or(0, |at| at + 1)..self.formatting.len() {
            let Active { node, name } = self.formatting[at];
            self.make_room();
            let again = self.clone_element(node);
            self.insert_node(again);
            self.push(Open::html(again, name));
            self.formatting[at].node = again;
        }
    }

    /// Whether two elements have the same attributes, in any order.
    fn same_attributes(&self, one: u32, two: u32) -> bool {
        let (one, two) = (self.attributes_of(one), self.attributes_of(two));
        if one.len() != two.len() {
            return false;
        }
        let same = |a: &Attribute, b: &Attribute| {
            a.name == b.name && self.store.bytes(a.value) == self.store.bytes(b.value)
        };
        if one.iter().zip(two).all(|(a, b)| same(a, b)) {
            return true;
        }
        let sorted = |attributes: &[Attribute]| {
            let mut sorted = attributes.to_vec();
            sorted.sort_unstable_by_key(|attribute| attribute.name);
            sorted
        };
        one.len() > 1 && sorted(one).iter().zip(&sorted(two)).all(|(a, b)| same(a, b))
    }

    pub(super) fn attributes_of(&self, id: u32) -> &[Attribute] {
        let Node { a, b, .. } = *self.node(id);
        self.store.attributes.get(a as usize..(a + b) as usize).unwrap_or_default()
    }
}
