//! Ways through the working tree: by element, as the steps of the algorithm go, and by entering and
//! leaving, as measuring does. None of them recurses, so depth costs no stack.

use super::tree::{Id, Sort, Tree};
use dehusk_page::{Name, Page};

impl Tree {
    pub fn children(&self, id: Id) -> Children<'_> {
        Children { tree: self, next: self.first_child(id) }
    }

    pub fn element_children(&self, id: Id) -> impl Iterator<Item = Id> {
        self.children(id).filter(|&c| self.is_element(c))
    }

    fn next_element_sibling(&self, id: Id) -> Option<Id> {
        let siblings = std::iter::successors(self.next_sibling(id), |&s| self.next_sibling(s));
        siblings.into_iter().find(|&s| self.is_element(s))
    }

    /// The next element in document order below `root`, after everything below `id`.
    pub fn next_after(&self, id: Id, root: Id) -> Option<Id> {
        let mut at = id;
        while at != root {
            if let Some(next) = self.next_element_sibling(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// The next element in document order below `root`.
    pub fn next_element(&self, id: Id, root: Id) -> Option<Id> {
        self.element_children(id).next().or_else(|| self.next_after(id, root))
    }

    /// Every element below `root` in document order. The tree must not change meanwhile.
    pub fn elements_below(&self, root: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.next_element(root, root), move |&id| self.next_element(id, root))
    }

    /// The ancestors of a node, nearest first.
    pub fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> {
        std::iter::successors(self.parent(id), |&a| self.parent(a))
    }

    /// Whether one of the nearest ancestors is such an element of HTML. The reference looks at four.
    pub fn has_near_ancestor(&self, id: Id, tag: Name) -> bool {
        self.ancestors(id).take(4).any(|a| self.tag(a) == tag)
    }

    /// All text below a node, white space untouched; none if more than `limit` nodes lie there. Steps that
    /// ask for the texts of nested elements stay linear by it.
    pub fn text_below(&self, page: &Page, root: Id, limit: usize) -> Option<String> {
        let mut out = String::new();
        let mut seen = 0;
        let mut tour = Tour::of(root);
        while let Some(step) = tour.next(self) {
            let Step::Enter(id) = step else { continue };
            seen += 1;
            if seen > limit {
                return None;
            }
            if self.sort(id) == Sort::Text {
                out += self.origin(id).map_or("", |origin| page.text(origin));
            }
        }
        Some(out)
    }

    /// The only element among the children, if it is the only one.
    pub fn only_element(&self, id: Id) -> Option<Id> {
        let mut children = self.element_children(id);
        let only = children.next()?;
        children.next().is_none().then_some(only)
    }
}

/// See [`Tree::children`].
pub(super) struct Children<'t> {
    tree: &'t Tree,
    next: Option<Id>,
}

impl Iterator for Children<'_> {
    type Item = Id;
    fn next(&mut self) -> Option<Id> {
        let id = self.next?;
        self.next = self.tree.next_sibling(id);
        Some(id)
    }
}

/// A step of a [`Tour`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Enter(Id),
    Leave(Id),
}

/// Enters and leaves every node of a subtree. A node may be taken out when it is left, and its children
/// may change when it is entered.
pub(super) struct Tour {
    root: Id,
    next: Option<Step>,
    entered: Option<Id>,
}

impl Tour {
    pub fn of(root: Id) -> Tour {
        Tour { root, next: Some(Step::Enter(root)), entered: None }
    }

    pub fn next(&mut self, tree: &Tree) -> Option<Step> {
        if let Some(id) = self.entered.take() {
            self.next = Some(tree.first_child(id).map_or(Step::Leave(id), Step::Enter));
        }
        let step = self.next.take()?;
        match step {
            Step::Enter(id) => self.entered = Some(id),
            Step::Leave(id) if id == self.root => {}
            Step::Leave(id) => {
                let up = || tree.parent(id).map(Step::Leave);
                self.next = tree.next_sibling(id).map(Step::Enter).or_else(up);
            }
        }
        Some(step)
    }
}
