//! Verdicts about blocks from decisions about nodes.

use super::{Decision, Verdict};
use crate::{Document, NodeSet};
use dehusk_page::NodeId;
use std::borrow::Cow;
use std::cmp::Reverse;

/// One verdict a block: kept if most of its text is, with the score and reason of the innermost decision
/// around its first node that shares that fate.
pub(super) fn verdicts(
    document: &Document,
    kept: &NodeSet,
    decisions: &[Decision],
) -> Vec<Verdict> {
    let blocks = document.blocks();
    let mut open = Open::new(decisions);
    let verdict = |index| {
        let nodes = blocks.nodes(index);
        let keep = mostly_kept(document, nodes, kept);
        let speaker = nodes.iter().find(|&&n| kept.contains(n) == keep).or(nodes.first());
        match speaker.and_then(|&n| open.innermost(n)) {
            Some(d) if d.keep == keep => {
                Verdict { keep, score: d.score, reason: Cow::Owned(d.reason.to_string()) }
            }
            Some(d) => {
                let part = if keep { "part of it was kept" } else { "most of it was dropped" };
                Verdict { keep, score: d.score, reason: format!("{part} ({})", d.reason).into() }
            }
            None if keep => Verdict::keep(0.0, "kept"),
            None => Verdict::drop(0.0, "outside the chosen content"),
        }
    };
    (0..blocks.len()).map(verdict).collect()
}

fn mostly_kept(document: &Document, nodes: &[NodeId], kept: &NodeSet) -> bool {
    let letters = |n: NodeId| document.page().text(n).trim().len();
    let all: usize = nodes.iter().map(|&n| letters(n)).sum();
    let in_kept: usize = nodes.iter().filter(|&&n| kept.contains(n)).map(|&n| letters(n)).sum();
    in_kept > 0 && 2 * in_kept >= all
}

/// The decisions around a node that moves forward through the page.
struct Open<'d> {
    waiting: std::iter::Peekable<std::vec::IntoIter<&'d Decision>>,
    around: Vec<&'d Decision>,
}

impl<'d> Open<'d> {
    fn new(decisions: &'d [Decision]) -> Open<'d> {
        let mut order: Vec<&Decision> = decisions.iter().collect();
        order.sort_by_key(|d| (d.nodes.start, Reverse(d.nodes.end)));
        Open { waiting: order.into_iter().peekable(), around: Vec::new() }
    }

    fn innermost(&mut self, node: NodeId) -> Option<&'d Decision> {
        while let Some(next) = self.waiting.next_if(|d| d.nodes.start <= node) {
            while self.around.last().is_some_and(|d| d.nodes.end <= next.nodes.start) {
                self.around.pop();
            }
            self.around.push(next);
        }
        while self.around.last().is_some_and(|d| d.nodes.end <= node) {
            self.around.pop();
        }
        self.around.last().copied()
    }
}
