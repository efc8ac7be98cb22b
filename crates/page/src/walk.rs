//! Walking a [`Page`] without allocating.

use crate::page::{NodeId, Page};

impl Page {
    /// The children of a node, in order.
    pub fn children(&self, id: NodeId) -> Children<'_> {
        Children { page: self, next: self.first_child(id) }
    }

    /// The ancestors of a node, nearest first, the document last.
    pub fn ancestors(&self, id: NodeId) -> Ancestors<'_> {
        Ancestors { page: self, next: self.parent(id) }
    }

    /// Every node below `id` in document order, without `id` itself.
    pub fn descendants(&self, id: NodeId) -> Descendants {
        Descendants { next: id.0 + 1, end: self.end(id).0 }
    }

    /// `id` and every node below it, in document order.
    pub fn subtree(&self, id: NodeId) -> Descendants {
        Descendants { next: id.0, end: self.end(id).0 }
    }
}

/// See [`Page::children`].
#[derive(Clone)]
pub struct Children<'p> {
    page: &'p Page,
    next: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.page.next_sibling(id);
        Some(id)
    }
}

/// See [`Page::ancestors`].
#[derive(Clone)]
pub struct Ancestors<'p> {
    page: &'p Page,
    next: Option<NodeId>,
}

impl Iterator for Ancestors<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let id = self.next?;
        self.next = self.page.parent(id);
        Some(id)
    }
}

/// See [`Page::descendants`]: a range of ids, because ids stand in document order.
#[derive(Clone)]
pub struct Descendants {
    next: u32,
    end: u32,
}

impl Descendants {
    /// Leaves out the subtree of `id`, which must be the node that was returned last.
    pub fn skip_subtree(&mut self, page: &Page, id: NodeId) {
        self.next = self.next.max(page.end(id).0);
    }
}

impl Iterator for Descendants {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        if self.next >= self.end {
            return None;
        }
        self.next += 1;
        Some(NodeId(self.next - 1))
    }
}
