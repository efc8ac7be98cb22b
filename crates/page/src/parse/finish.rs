//! From the arena the builder has filled to one in document order.
//!
//! Most pages are written in document order, and all that is left is to turn every "last child" into the
//! end of the subtree. Where nodes were moved (foster parenting, the adoption agency, comments after the
//! body) they are sorted, in place, and those that are in no tree any more are dropped.

use crate::page::{NIL, Node};

pub(super) fn finish(nodes: &mut Vec<Node>) {
    if !set_ends(nodes) {
        sort(nodes);
        set_ends(nodes);
    }
}

/// Sets the end of every subtree, and tells whether the nodes stand in document order, all of them in
/// one tree.
fn set_ends(nodes: &mut [Node]) -> bool {
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

/// Brings the nodes into document order.
fn sort(nodes: &mut Vec<Node>) {
    let mut places = vec![NIL; nodes.len()];
    let len = number(nodes, &mut places);
    let renumbered = |id: u32| places.get(id as usize).copied().unwrap_or(NIL);
    for node in nodes.iter_mut() {
        for link in [&mut node.parent, &mut node.first, &mut node.prev, &mut node.next] {
            *link = renumbered(*link);
        }
    }
    permute(nodes, places);
    nodes.truncate(len);
    set_last_children(nodes);
}

/// Gives every node of the tree its place in document order; returns how many there are.
fn number(nodes: &[Node], places: &mut [u32]) -> usize {
    let (mut id, mut count) = (0, 0);
    loop {
        places[id as usize] = count;
        count += 1;
        if nodes[id as usize].first != NIL {
            id = nodes[id as usize].first;
            continue;
        }
        while nodes[id as usize].next == NIL {
            id = nodes[id as usize].parent;
            if id == 0 || id == NIL {
                return count as usize;
            }
        }
        id = nodes[id as usize].next;
    }
}

/// Moves every node to its place; those without one end up behind.
fn permute(nodes: &mut [Node], mut places: Vec<u32>) {
    let used = places.iter().filter(|&&place| place != NIL).count() as u32;
    let unused = places.iter_mut().filter(|place| **place == NIL);
    for (place, free) in unused.zip(used..) {
        *place = free;
    }
    for at in 0..nodes.len() {
        while places[at] as usize != at {
            let place = places[at] as usize;
            nodes.swap(at, place);
            places.swap(at, place);
        }
    }
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
