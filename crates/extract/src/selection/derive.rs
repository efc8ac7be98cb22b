//! Verdicts about blocks from decisions about nodes.

use super::{Decision, Verdict};
use crate::{Document, NodeSet};
use dehusk_page::NodeId;
use std::borrow::Cow;
use std::cmp::Reverse;

/// Follows captions that were kept with their figures.
pub(super) fn revise(document: &Document, captions: &[Decision], verdicts: &mut [Verdict]) {
    if captions.is_empty() {
        return;
    }
    let mut open = Open::new(captions);
    for (index, verdict) in verdicts.iter_mut().enumerate() {
        let caption = document.blocks().nodes(index).iter().find_map(|&n| open.innermost(n));
        if let (Some(caption), false) = (caption, verdict.keep) {
            *verdict = Verdict::keep(caption.score, caption.reason.to_string());
        }
    }
}

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
        let speaks = |&&n: &&NodeId| kept.contains(n) == keep && letters(document, n) > 0;
        let speaker = nodes.iter().find(speaks).or(nodes.first());
        match speaker.and_then(|&n| open.innermost(n)) {
            Some(d) if d.keep == keep => Verdict {
                keep,
                score: d.score,
                reason: Cow::Owned(d.reason.to_string()),
                role: None,
            },
            Some(d) => {
                let part = if keep { "part of it was kept" } else { "most of it was dropped" };
                Verdict {
                    keep,
                    score: d.score,
                    reason: format!("{part} ({})", d.reason).into(),
                    role: None,
                }
            }
            None if keep => Verdict::keep(0.0, "kept"),
            None => Verdict::drop(0.0, "outside the chosen content"),
        }
    };
    (0..blocks.len()).map(verdict).collect()
}

fn mostly_kept(document: &Document, nodes: &[NodeId], kept: &NodeSet) -> bool {
    let sum = |only_kept: bool| -> usize {
        let counted = nodes.iter().filter(|&&n| !only_kept || kept.contains(n));
        counted.map(|&n| letters(document, n)).sum()
    };
    let in_kept = sum(true);
    in_kept > 0 && 2 * in_kept >= sum(false)
}

fn letters(document: &Document, text: NodeId) -> usize {
    document.page().text(text).trim().len()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Selection;
    use dehusk_page::{Page, name};

    /// Keeps the texts of the elements `keep` and decides about the elements with an id, by that id.
    fn verdicts_of(html: &str, keep: &[&str]) -> Vec<(bool, String)> {
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::new();
        for node in page.subtree(page.root()) {
            let Some(id) = page.attr(node, name::ID) else { continue };
            let keeps = keep.contains(&id);
            decisions.push(Decision::subtree(page, node, keeps, 1.0, id.to_string()));
            for text in page.subtree(node).filter(|&n| page.is_text(n)) {
                if keeps { kept.insert(text) } else { kept.remove(text) }
            }
        }
        let selection = Selection::from_nodes(&document, kept, decisions);
        let verdicts = selection.verdicts(&document);
        verdicts.into_iter().map(|v| (v.keep, v.reason.into_owned())).collect()
    }

    fn said(keep: bool, reason: &str) -> (bool, String) {
        (keep, reason.to_string())
    }

    #[test]
    fn the_innermost_decision_speaks() {
        let html = "<div id=main><p>one<div id=share>two</div><p>three</div><p>four";
        let expected = [
            said(true, "main"),
            said(false, "share"),
            said(true, "main"),
            said(false, "outside the chosen content"),
        ];
        assert_eq!(verdicts_of(html, &["main"]), expected);
    }

    #[test]
    fn a_block_follows_most_of_its_text() {
        let html = "<p id=all>a long beginning <b id=part>end</b></p>";
        assert_eq!(verdicts_of(html, &["all"]), [said(true, "all")]);
        assert_eq!(verdicts_of(html, &["part"]), [said(false, "all")]);
    }

    #[test]
    fn a_decision_against_the_outcome_says_so() {
        let document = Document::new(Page::parse("<p>text"));
        let page = document.page();
        let p = page.body().unwrap();
        let decision = Decision::subtree(page, p, true, 1.0, "candidate");
        let selection = Selection::from_nodes(&document, NodeSet::default(), vec![decision]);
        let reason = &selection.verdicts(&document)[0].reason;
        assert_eq!(reason, "most of it was dropped (candidate)");
    }
}
