//! How much of any part of a page was kept, by sums over its texts.

use crate::NodeSet;
use dehusk_page::NodeId;
use std::ops::Range;

/// The texts that an algorithm looks at: what is the same whatever it keeps of them.
#[derive(Debug)]
pub(crate) struct Texts {
    /// Those with letters, in document order, and a last one beyond the page, so that every text has a next.
    nodes: Vec<NodeId>,
    /// The letters before each.
    before: Vec<u32>,
    /// The place of the first text from each node of the page on.
    first_from: Vec<u32>,
}

/// The texts of a page with running sums of their letters, all and kept.
pub(super) struct Letters<'t> {
    texts: &'t Texts,
    /// What was kept before each text.
    kept: Vec<Kept>,
    /// The places of the kept texts.
    places: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Kept {
    letters: u32,
    texts: u32,
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

impl Texts {
    /// `letters` are those of each text by its node's index.
    pub fn of(letters: &[u32], texts: impl Iterator<Item = NodeId>) -> Texts {
        let (mut nodes, mut before) = (Vec::new(), Vec::new());
        let mut first_from = Vec::with_capacity(letters.len() + 1);
        let mut sum = 0;
        for node in texts {
            let own = letters.get(node.index()).copied().unwrap_or(0);
            if own > 0 {
                first_from.resize(node.index() + 1, nodes.len() as u32);
                nodes.push(node);
                before.push(sum);
                sum += own;
            }
        }
        first_from.resize(letters.len() + 1, nodes.len() as u32);
        nodes.push(NodeId::from_index(letters.len()));
        before.push(sum);
        Texts { nodes, before, first_from }
    }

    fn first_from(&self, node: NodeId) -> usize {
        let last = self.nodes.len() - 1;
        self.first_from.get(node.index()).map_or(last, |&place| place as usize)
    }
}

impl Letters<'_> {
    /// Counts what is kept of some texts.
    pub fn count<'t>(texts: &'t Texts, kept: &NodeSet) -> Letters<'t> {
        let mut sums = Vec::with_capacity(texts.nodes.len());
        let mut places = Vec::new();
        let mut sum = Kept { letters: 0, texts: 0 };
        for (place, (&node, before)) in texts.nodes.iter().zip(texts.before.windows(2)).enumerate()
        {
            sums.push(sum);
            if kept.contains(node) {
                places.push(place as u32);
                sum.letters += before[1] - before[0];
                sum.texts += 1;
            }
        }
        sums.push(sum);
        Letters { texts, kept: sums, places }
    }

    /// Letters in a range of nodes: all, and kept.
    fn sums(&self, nodes: &Range<NodeId>) -> (u32, u32) {
        let (start, end) = (self.texts.first_from(nodes.start), self.texts.first_from(nodes.end));
        let all = self.texts.before[end].saturating_sub(self.texts.before[start]);
        (all, self.kept[end].letters.saturating_sub(self.kept[start].letters))
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
        let texts = self.texts;
        let places = texts.first_from(nodes.start)..texts.first_from(nodes.end);
        texts.nodes.get(places).unwrap_or_default().iter().copied()
    }

    /// What stands before and after a range of nodes.
    pub fn place(&self, nodes: &Range<NodeId>) -> Place {
        let Texts { nodes: texts, before: all, .. } = self.texts;
        let (start, end) = (self.texts.first_from(nodes.start), self.texts.first_from(nodes.end));
        let last = texts.len() - 1;
        let place = |number: usize| self.places.get(number).map(|&place| place as usize);
        let before = (self.kept[start].texts as usize).checked_sub(1).and_then(place);
        let after = place(self.kept[end].texts as usize);
        let gap_before = before.map(|b| all[start] - all[b + 1]);
        let gap_after = after.map(|a| all[a] - all[end]);
        Place {
            text_before: start.checked_sub(1).map(|t| texts[t]),
            text_after: (end < last).then(|| texts[end]),
            kept_before: before.map(|t| texts[t]),
            kept_after: after.map(|t| texts[t]),
            gap: gap_before.into_iter().chain(gap_after).min().unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;
    use dehusk_page::Page;

    #[test]
    fn a_place_knows_its_neighbours_and_the_way_to_kept_text() {
        let html = "<p>one<p>kept<p>three<hr><p>fourth<p>fifth<p>kept<p>seventh";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let texts: Vec<NodeId> = page.subtree(page.root()).filter(|&n| page.is_text(n)).collect();
        let mut kept = NodeSet::new(page.len());
        kept.extend(texts.iter().copied().filter(|&n| page.text(n) == "kept"));
        let looked_at = Texts::of(document.text_letters(), texts.iter().copied());
        let letters = Letters::count(&looked_at, &kept);
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
        let document = Document::new(Page::parse("<hr><p>dropped<hr>"));
        let page = document.page();
        let texts: Vec<NodeId> = page.subtree(page.root()).filter(|&n| page.is_text(n)).collect();
        let looked_at = Texts::of(document.text_letters(), texts.into_iter());
        let letters = Letters::count(&looked_at, &NodeSet::new(page.len()));
        for rule in page.subtree(page.root()).filter(|&n| page.tag(n) == "hr") {
            let place = letters.place(&(rule..page.end(rule)));
            assert_eq!((place.kept_before, place.kept_after, place.gap), (None, None, u32::MAX));
        }
    }
}
