//! From the arena the builder has filled to one in document order.
//!
//! Most pages are written in document order, and all that is left is to turn every "last child" into the
//! end of the subtree. Where nodes were moved (foster parenting, the adoption agency, comments after the
//! body) they are sorted, and those that are in no tree any more are dropped.

use crate::page::{NIL, Node};

pub(super) fn finish(nodes: &mut Vec<Node>) {
    if !set_ends(nodes) {
        sort(nodes);
        set_ends(nodes);
    }
}

/// Sets the end of every subtree, and tells whether the nodes stand in document order, all of them in
/// one tree.
pub(crate) fn set_ends(nodes: &mut [Node]) -> bool {
    let mut ordered = true;
    for index in (0..nodes.len()).rev() {
        let node = nodes[index];
        let here = index as u32;
        let end = match nodes.get(node.last as usize) {
            Some(last) if node.last > here => last.last,
            _ => here + 1,
        };
        ordered &= (node.first == NIL) == (end == here + 1)
            && (node.first == NIL || node.first == here + 1)
            && (node.next == NIL || node.next == end)
            && (node.parent < here || index == 0);
        nodes[index].last = end;
    }
    ordered
}

/// Brings the nodes into document order. They are copied: moving them about in place would jump through
/// memory, and large pages would pay for it with every node.
fn sort(nodes: &mut Vec<Node>) {
    let mut places = vec![NIL; nodes.len()];
    let mut sorted = Vec::with_capacity(nodes.len());
    let mut id = 0;
    while let Some(&node) = nodes.get(id as usize) {
        places[id as usize] = sorted.len() as u32;
        sorted.push(node);
        id = next(nodes, id);
    }
    let renumbered = |id: u32| places.get(id as usize).copied().unwrap_or(NIL);
    for node in &mut sorted {
        for link in [&mut node.parent, &mut node.first, &mut node.prev, &mut node.next] {
            *link = renumbered(*link);
        }
    }
    set_last_children(&mut sorted);
    *nodes = sorted;
}

/// The node after this one in document order, or [`NIL`].
fn next(nodes: &[Node], mut id: u32) -> u32 {
    if nodes[id as usize].first != NIL {
        return nodes[id as usize].first;
    }
    while let Some(node) = nodes.get(id as usize) {
        if node.next != NIL {
            return node.next;
        }
        id = node.parent;
    }
    NIL
}

fn set_last_children(nodes: &mut [Node]) {
    for node in nodes.iter_mut() {
        node.last = NIL;
    }
    for index in 1..nodes.len() {
        let parent = nodes[index].parent as usize;
        nodes[parent].last = index as u32;
    }
}
