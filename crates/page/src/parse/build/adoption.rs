//! The adoption agency algorithm: what happens when formatting is closed across blocks, as in
//! `<b>one<p>two</b>three`.

use super::Builder;
use super::flags::{SCOPE, SPECIAL};
use super::formatting::Active;
use super::stack::Open;
use super::tree::Place;
use crate::name::Name;
use crate::page::{NIL, Node};

/// Rounds of the outer loop.
const ROUNDS: usize = 8;
/// Elements between the formatting element and the block that are cloned in one round.
const CLONES: usize = 3;

impl Builder<'_> {
    /// Closes formatting of this name, wherever it is open.
    pub(super) fn adopt(&mut self, name: Name) {
        let top = self.top();
        if top.name == name && self.formatting_position(top.node).is_none() {
            self.pop();
            return;
        }
        for _ in 0..ROUNDS {
            let Some(active) = self.find_formatting(name) else { return self.close_any(name) };
            if !self.adopt_once(active) {
                return;
            }
        }
    }

    /// One round for the entry at `active` of the formatting list; tells whether another may follow.
    fn adopt_once(&mut self, active: usize) -> bool {
        let element = self.formatting[active].node;
        let Some(open) = self.position(element) else {
            self.formatting.remove(active);
            return false;
        };
        let above = open + 1;
        if self.stack[above..].iter().any(|open| open.is(SCOPE)) {
            return false;
        }
        let Some(block) = self.stack[above..].iter().position(|open| open.is(SPECIAL)) else {
            self.truncate(open);
            self.formatting.remove(active);
            return false;
        };
        self.adopt_block(element, self.stack[above + block], above + block);
        true
    }

    /// Moves `block`, at `index` of the stack, out of the formatting `element` and that into it.
    fn adopt_block(&mut self, element: u32, block: Open, index: usize) {
        let Some(ancestor) =
            self.position(element).and_then(|at| self.stack.get(at.checked_sub(1)?))
        else {
            return;
        };
        let ancestor = *ancestor;
        let (last, bookmark) = self.rebuild_chain(element, block, index);
        self.detach(last);
        let place = match self.fostering {
            true => self.place_in(ancestor),
            false => Place { parent: ancestor.target, before: NIL },
        };
        self.put(place, last);
        let again = self.clone_element(element);
        self.move_children(block.node, again);
        self.append(block.node, again);
        self.replace_formatting(element, again, bookmark);
        self.replace_open(element, again, block.node);
    }

    /// Clones the elements between the block and the formatting element around the block. Returns the
    /// outermost one, and the entry of the formatting list behind which the new element belongs.
    fn rebuild_chain(&mut self, element: u32, block: Open, index: usize) -> (u32, Option<u32>) {
        let (mut last, mut bookmark) = (block.node, None);
        let mut index = index;
        let mut steps = 0;
        loop {
            index -= 1;
            let open = self.stack[index];
            if open.node == element {
                return (last, bookmark);
            }
            steps += 1;
            let mut active = self.formatting_position(open.node);
            if let Some(at) = active.filter(|_| steps > CLONES) {
                self.formatting.remove(at);
                active = None;
            }
            let Some(at) = active else {
                self.remove_at(index);
                continue;
            };
            let again = self.clone_element(open.node);
            self.formatting[at].node = again;
            self.swap_open(index, again);
            if last == block.node {
                bookmark = Some(again);
            }
            self.detach(last);
            self.append(again, last);
            last = again;
        }
    }

    /// Puts a clone in the place of the open element at `index`.
    fn swap_open(&mut self, index: usize, again: u32) {
        let open = &mut self.stack[index];
        let old = std::mem::replace(&mut open.node, again);
        open.target = again;
        self.node_mut(old).flags &= !Node::OPEN;
        self.node_mut(again).flags |= Node::OPEN;
    }

    fn replace_formatting(&mut self, element: u32, again: u32, bookmark: Option<u32>) {
        let Some(at) = self.formatting_position(element) else { return };
        let entry = Active { node: again, ..self.formatting.remove(at) };
        let behind = bookmark.and_then(|node| self.formatting_position(node));
        self.formatting.insert(behind.map_or(at, |behind| behind + 1), entry);
    }

    fn replace_open(&mut self, element: u32, again: u32, block: u32) {
        let Some(at) = self.position(element) else { return };
        let Open { name, .. } = self.stack[at];
        self.remove_at(at);
        let Some(below) = self.position(block) else { return };
        let open = Open::html(again, name);
        self.push(open);
        // `push` keeps the books; the place is right above the block.
        self.stack[below + 1..].rotate_right(1);
    }
}
