//! What is remembered of nodes beside the tree.

use super::super::goose::tree::Id;

/// The node does not know its siblings before it: one of them was replaced, and unfluff's DOM library leaves the
/// node behind it pointing at the old one.
const CUT: u8 = 1;
/// A text whose single line breaks are spaces.
const LINES: u8 = 2;
/// A text that has lost its tabs.
const NO_TABS: u8 = 4;
/// An element with a space before and after it.
const SPACED: u8 = 8;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Notes {
    marks: Vec<u8>,
    any_cut: bool,
}

impl Notes {
    fn has(&self, id: Id, mark: u8) -> bool {
        self.marks.get(id.at()).is_some_and(|marks| marks & mark != 0)
    }

    fn add(&mut self, id: Id, mark: u8) {
        if self.marks.len() <= id.at() {
            self.marks.resize(id.at() + 1, 0);
        }
        self.marks[id.at()] |= mark;
    }

    pub fn is_cut(&self, id: Id) -> bool {
        self.has(id, CUT)
    }

    pub fn cut(&mut self, id: Id) {
        self.add(id, CUT);
        self.any_cut = true;
    }

    /// Whether a node of the page is cut off from the siblings before it.
    pub fn any_cut(&self) -> bool {
        self.any_cut
    }

    /// A node read anew knows its siblings.
    pub fn mend(&mut self, id: Id) {
        if let Some(marks) = self.marks.get_mut(id.at()) {
            *marks &= !CUT;
        }
    }

    pub fn has_spaces_for_lines(&self, id: Id) -> bool {
        self.has(id, LINES)
    }

    pub fn make_lines_spaces(&mut self, id: Id) {
        self.add(id, LINES);
    }

    pub fn is_without_tabs(&self, id: Id) -> bool {
        self.has(id, NO_TABS)
    }

    pub fn drop_tabs(&mut self, id: Id) {
        self.add(id, NO_TABS);
    }

    pub fn is_spaced(&self, id: Id) -> bool {
        self.has(id, SPACED)
    }

    pub fn put_spaces_around(&mut self, id: Id) {
        self.add(id, SPACED);
    }
}
