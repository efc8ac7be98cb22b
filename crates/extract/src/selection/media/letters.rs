//! How much of any part of a page was kept, by sums over its texts.

use crate::NodeSet;
use dehusk_page::NodeId;
use std::ops::Range;

/// The texts that an algorithm looks at: what is the same whatever it keeps of them.
#[derive(Debug)]
pub struct Texts {
    /// Those with letters.
    words: Vec<Word>,
    /// The letters before each node of the page, and of all of them.
    before: Vec<u32>,
}

/// Sixty-four nodes, a bit for each that is a text, and the nearest texts around them.
#[derive(Clone, Copy, Debug)]
struct Word {
    bits: u64,
    last_before: Option<NodeId>,
    first_behind: Option<NodeId>,
}

/// The texts that an algorithm looks at, and those of them that it keeps.
pub(super) struct Letters<'t> {
    all: &'t Texts,
    kept: Vec<Word>,
    /// The kept letters before each word.
    before: Vec<u32>,
}

/// What of the kept text stands before and after a node.
pub(super) struct Place {
    pub kept_before: Option<NodeId>,
    pub kept_after: Option<NodeId>,
    /// Letters of dropped text between the node and the nearest kept text.
    pub gap: u32,
}

impl Texts {
    /// `letters` are those of each text by its node's index; texts without any are left out.
    pub fn of(letters: &[u32], texts: impl Iterator<Item = NodeId>) -> Texts {
        // One word more where the nodes fill the last one, so that the end of the page is in a word.
        let mut words = vec![0; letters.len() / 64 + 1];
        for node in texts.map(NodeId::index).filter(|&n| letters.get(n).is_some_and(|&l| l > 0)) {
            words[node / 64] |= 1 << (node % 64);
        }
        let mut before = Vec::with_capacity(letters.len() + 1);
        let mut sum = 0;
        for (number, letters) in letters.chunks(64).enumerate() {
            let mut rest = words[number];
            for own in letters {
                before.push(sum);
                sum += own * (rest & 1) as u32;
                rest >>= 1;
            }
        }
        before.push(sum);
        Texts { words: with_neighbours(words.into_iter()), before }
    }

    /// All letters in a range of nodes.
    fn letters(&self, nodes: Range<usize>) -> u32 {
        let before = |node: usize| self.before.get(node).or(self.before.last());
        before(nodes.end).copied().unwrap_or(0) - before(nodes.start).copied().unwrap_or(0)
    }
}

/// Adds what stands around each word.
fn with_neighbours(words: impl Iterator<Item = u64>) -> Vec<Word> {
    let (mut last_before, mut first_behind) = (None, None);
    let word = |(number, bits): (usize, u64)| {
        let word = Word { bits, last_before, first_behind: None };
        last_before = last(number, bits).or(last_before);
        word
    };
    let mut words: Vec<Word> = words.enumerate().map(word).collect();
    for (number, word) in words.iter_mut().enumerate().rev() {
        word.first_behind = first_behind;
        first_behind = first(number, word.bits).or(first_behind);
    }
    words
}

/// The first node of a word's bits.
fn first(word: usize, bits: u64) -> Option<NodeId> {
    (bits != 0).then(|| NodeId::from_index(64 * word + bits.trailing_zeros() as usize))
}

/// The last one.
fn last(word: usize, bits: u64) -> Option<NodeId> {
    (bits != 0).then(|| NodeId::from_index(64 * word + 63 - bits.leading_zeros() as usize))
}

/// The bits of a word that stand before a node in it.
fn bits_before(node: usize) -> u64 {
    (1 << (node % 64)) - 1
}

/// The last text before some nodes, and the first behind them.
fn around(words: &[Word], nodes: &Range<NodeId>) -> (Option<NodeId>, Option<NodeId>) {
    let (start, end) = (nodes.start.index(), nodes.end.index());
    let (Some(at_start), Some(at_end)) = (words.get(start / 64), words.get(end / 64)) else {
        return (None, None);
    };
    let before = last(start / 64, at_start.bits & bits_before(start)).or(at_start.last_before);
    let behind = first(end / 64, at_end.bits & !bits_before(end)).or(at_end.first_behind);
    (before, behind)
}

impl Letters<'_> {
    /// Counts what is kept of some texts.
    pub fn count<'t>(texts: &'t Texts, kept: &NodeSet) -> Letters<'t> {
        let kept = kept.words().iter().copied().chain(std::iter::repeat(0));
        let both = texts.words.iter().zip(kept).map(|(word, kept)| word.bits & kept);
        let mut letters = Letters { all: texts, kept: with_neighbours(both), before: Vec::new() };
        letters.before.reserve_exact(letters.kept.len());
        let mut sum = 0;
        for number in 0..letters.kept.len() {
            letters.before.push(sum);
            sum += letters.kept_in_word(number, u64::MAX);
        }
        letters
    }

    /// The kept letters in the first nodes of a word, which are those of a mask.
    fn kept_in_word(&self, number: usize, mask: u64) -> u32 {
        let (all, kept) = (self.all.words[number].bits & mask, self.kept[number].bits & mask);
        // Mostly all of a word is kept or nothing.
        if kept == 0 {
            return 0;
        }
        let start = 64 * number;
        if kept == all {
            return self.all.letters(start..start + 64 - mask.leading_zeros() as usize);
        }
        let (mut rest, mut sum) = (kept, 0);
        while rest != 0 {
            let node = start + rest.trailing_zeros() as usize;
            sum += self.all.letters(node..node + 1);
            rest &= rest - 1;
        }
        sum
    }

    fn kept_before(&self, node: usize) -> u32 {
        let number = (node / 64).min(self.kept.len() - 1);
        self.before[number] + self.kept_in_word(number, bits_before(node))
    }

    /// Letters in a range of nodes: all, and kept.
    fn sums(&self, nodes: &Range<NodeId>) -> (u32, u32) {
        let (start, end) = (nodes.start.index(), nodes.end.index());
        (self.all.letters(start..end), self.kept_before(end) - self.kept_before(start))
    }

    /// Whether at least half of the letters in a range are kept, and any at all.
    pub fn mostly_kept(&self, nodes: &Range<NodeId>) -> bool {
        let (all, kept) = self.sums(nodes);
        kept > 0 && kept >= all - kept
    }

    /// Letters in a range that are not kept.
    pub fn dropped(&self, nodes: &Range<NodeId>) -> u32 {
        let (all, kept) = self.sums(nodes);
        all - kept
    }

    /// The texts in a range.
    pub fn texts(&self, nodes: &Range<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
        let is_text = |&node: &usize| self.all.words[node / 64].bits >> (node % 64) & 1 == 1;
        (nodes.start.index()..nodes.end.index()).filter(is_text).map(NodeId::from_index)
    }

    /// What stands before and after a range of nodes.
    pub fn place(&self, nodes: &Range<NodeId>) -> Place {
        let (kept_before, kept_after) = around(&self.kept, nodes);
        let (start, end) = (nodes.start.index(), nodes.end.index());
        let gap_before = kept_before.map(|text| self.all.letters(text.index() + 1..start));
        let gap_after = kept_after.map(|text| self.all.letters(end..text.index()));
        let gap = gap_before.into_iter().chain(gap_after).min().unwrap_or(u32::MAX);
        Place { kept_before, kept_after, gap }
    }

    /// The last text before a range of nodes, and the first behind it, kept or not.
    pub fn texts_around(&self, nodes: &Range<NodeId>) -> (Option<NodeId>, Option<NodeId>) {
        around(&self.all.words, nodes)
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
        let rule = rule..page.end(rule);
        let place = letters.place(&rule);
        assert_eq!(letters.texts_around(&rule), (Some(texts[2]), Some(texts[3])));
        assert_eq!((place.kept_before, place.kept_after), (Some(texts[1]), Some(texts[5])));
        assert_eq!(place.gap, 5);
        let everything = page.root()..page.end(page.root());
        assert_eq!(letters.sums(&everything), (34, 8));
        assert_eq!(letters.texts(&everything).count(), texts.len());
        assert!(!letters.mostly_kept(&everything));
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
