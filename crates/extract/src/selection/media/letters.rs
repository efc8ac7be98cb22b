//! How much of any part of a page was kept, by sums over its texts.

use crate::NodeSet;
use dehusk_blocks::leading_spaces;
use dehusk_page::{NodeId, Page};
use std::ops::Range;

/// A text and the letters before it.
struct Text {
    node: NodeId,
    all_before: u32,
    kept_before: u32,
}

/// The texts of a page with running sums of their letters, all and kept.
pub(super) struct Letters {
    texts: Vec<Text>,
}

/// What stands before and after a node.
pub(super) struct Place {
    pub text_before: Option<NodeId>,
    pub text_after: Option<NodeId>,
    pub kept_before: Option<NodeId>,
    pub kept_after: Option<NodeId>,
    /// Letters of dropped text between the node and the nearest kept text.
    pub gap: u32,
}

/// The letters of each text of a page by its node's index, white space around them left out.
pub(crate) fn text_letters(page: &Page) -> Vec<u32> {
    let mut letters = vec![0; page.len()];
    for node in page.subtree(page.root()).filter(|&n| page.is_text(n)) {
        let text = page.text(node).as_bytes();
        // Half of all texts are blank: what stands between two tags.
        let rest = text.get(leading_spaces(text)..).unwrap_or_default();
        letters[node.index()] = rest.trim_ascii_end().len() as u32;
    }
    letters
}

impl Letters {
    /// `letters` are those of each text by its node's index.
    pub fn count(letters: &[u32], texts: impl Iterator<Item = NodeId>, kept: &NodeSet) -> Letters {
        let (mut all_before, mut kept_before) = (0, 0);
        let mut sums = Vec::with_capacity(texts.size_hint().0 + 1);
        for node in texts {
            let own = letters.get(node.index()).copied().unwrap_or(0);
            if own > 0 {
                sums.push(Text { node, all_before, kept_before });
                all_before += own;
                kept_before += if kept.contains(node) { own } else { 0 };
            }
        }
        // A last one beyond the page, so that every text has a next.
        sums.push(Text { node: NodeId::from_index(letters.len()), all_before, kept_before });
        Letters { texts: sums }
    }

    fn first_from(&self, node: NodeId) -> usize {
        self.texts.partition_point(|t| t.node < node).min(self.texts.len() - 1)
    }

    /// Letters in a range of nodes: all, and kept.
    fn sums(&self, nodes: &Range<NodeId>) -> (u32, u32) {
        let start = &self.texts[self.first_from(nodes.start)];
        let end = &self.texts[self.first_from(nodes.end)];
        let all = end.all_before.saturating_sub(start.all_before);
        (all, end.kept_before.saturating_sub(start.kept_before))
    }

    /// Whether at least half of the letters in a range are kept, and any at all.
    pub fn mostly_kept(&self, nodes: Range<NodeId>) -> bool {
        let (all, kept) = self.sums(&nodes);
        kept > 0 && kept >= all - kept
    }

    /// Letters in a range that are not kept.
    pub fn dropped(&self, nodes: &Range<NodeId>) -> u32 {
        let (all, kept) = self.sums(nodes);
        all - kept
    }

    /// The texts in a range.
    pub fn texts(&self, nodes: &Range<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.first_from(nodes.end);
        self.texts[self.first_from(nodes.start)..end].iter().map(|t| t.node)
    }

    /// What stands before and after a range of nodes.
    pub fn place(&self, nodes: &Range<NodeId>) -> Place {
        let (start, end) = (self.first_from(nodes.start), self.first_from(nodes.end));
        let last = self.texts.len() - 1;
        let (all, kept) = (self.texts[start].all_before, self.texts[start].kept_before);
        // Running sums of kept letters change only at kept texts, so they can be searched.
        let before = self.texts[..start].partition_point(|t| t.kept_before < kept).checked_sub(1);
        let kept_to_end = self.texts[end].kept_before;
        let after = self.texts.partition_point(|t| t.kept_before <= kept_to_end) - 1;
        let after = (after < last).then_some(after);
        let gap_before = before.map(|b| all - self.texts[b + 1].all_before);
        let gap_after = after.map(|a| self.texts[a].all_before - self.texts[end].all_before);
        Place {
            text_before: start.checked_sub(1).map(|t| self.texts[t].node),
            text_after: (end < last).then(|| self.texts[end].node),
            kept_before: before.map(|t| self.texts[t].node),
            kept_after: after.map(|t| self.texts[t].node),
            gap: gap_before.into_iter().chain(gap_after).min().unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_knows_its_neighbours_and_the_way_to_kept_text() {
        let page = Page::parse("<p>one<p>kept<p>three<hr><p>fourth<p>fifth<p>kept<p>seventh");
        let texts: Vec<NodeId> = page.subtree(page.root()).filter(|&n| page.is_text(n)).collect();
        let mut kept = NodeSet::new(page.len());
        kept.extend(texts.iter().copied().filter(|&n| page.text(n) == "kept"));
        let letters = Letters::count(&text_letters(&page), texts.iter().copied(), &kept);
        let rule = page.subtree(page.root()).find(|&n| page.tag(n) == "hr").unwrap();
        let place = letters.place(&(rule..page.end(rule)));
        assert_eq!(place.text_before, Some(texts[2]));
        assert_eq!(place.text_after, Some(texts[3]));
        assert_eq!((place.kept_before, place.kept_after), (Some(texts[1]), Some(texts[5])));
        assert_eq!(place.gap, 5);
        let everything = page.root()..page.end(page.root());
        assert_eq!(letters.sums(&everything), (34, 8));
        assert_eq!(letters.texts(&everything).count(), texts.len());
        assert!(!letters.mostly_kept(everything));
    }

    #[test]
    fn at_the_ends_there_is_nothing_more() {
        let page = Page::parse("<hr><p>dropped<hr>");
        let texts: Vec<NodeId> = page.subtree(page.root()).filter(|&n| page.is_text(n)).collect();
        let letters =
            Letters::count(&text_letters(&page), texts.into_iter(), &NodeSet::new(page.len()));
        for rule in page.subtree(page.root()).filter(|&n| page.tag(n) == "hr") {
            let place = letters.place(&(rule..page.end(rule)));
            assert_eq!((place.kept_before, place.kept_after, place.gap), (None, None, u32::MAX));
        }
    }
}
