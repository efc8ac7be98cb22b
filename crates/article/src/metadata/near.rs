//! Where bylines and dates stand: next to the title, or at the ends of the content.

use super::names::{self, Called};
use dehusk_blocks::Blocks;
use dehusk_extract::{Document, Selection};
use dehusk_page::{NodeId, Page, name};
use std::cell::OnceCell;
use std::ops::Range;

/// Blocks looked at before the title.
const BEFORE: usize = 6;
/// Blocks looked at after the title.
const AFTER: usize = 14;
/// Blocks that stand right above the title.
const BESIDE_BEFORE: usize = 4;
/// Blocks that stand right below the title.
const BESIDE_AFTER: usize = 8;
/// Blocks looked at after the last one of the content.
const TAIL: usize = 6;
/// Last blocks of the content.
const LAST: usize = 4;
/// Blocks looked at for what is marked.
const FURTHER: usize = 400;
/// Nodes looked at for what is marked.
const MAX_NODES: usize = 3_000;
/// Ancestors looked at to see what a node is part of.
const MAX_ANCESTORS: usize = 12;

/// The surroundings of the title, made when someone asks for them: they need the page's blocks, which
/// nobody else may have needed yet.
pub(super) struct Surroundings<'d> {
    document: &'d Document,
    selection: &'d Selection,
    heading: Option<NodeId>,
    near: OnceCell<Near<'d>>,
}

impl<'d> Surroundings<'d> {
    /// The surroundings of a heading, of the content where there is none.
    pub fn new(
        document: &'d Document,
        selection: &'d Selection,
        heading: Option<NodeId>,
    ) -> Surroundings<'d> {
        Surroundings { document, selection, heading, near: OnceCell::new() }
    }

    /// The surroundings.
    pub fn get(&self) -> &Near<'d> {
        self.near.get_or_init(|| Near::new(self.document, self.selection, self.heading))
    }
}

/// The surroundings of the title.
pub(super) struct Near<'d> {
    document: &'d Document,
    called: OnceCell<Called<'d>>,
    pub page: &'d Page,
    pub blocks: &'d Blocks,
    /// Whether the anchor is the title.
    has_title: bool,
    /// The block of the title, or the first one of the content.
    anchor: usize,
    /// The first long block of the content.
    first: usize,
    /// The last block of the content.
    last: usize,
}

impl<'d> Near<'d> {
    /// The surroundings of a heading, of the content where there is none.
    pub fn new(document: &'d Document, selection: &Selection, heading: Option<NodeId>) -> Near<'d> {
        let (page, blocks) = (document.page(), document.blocks());
        let kept = || (0..blocks.len()).filter(|&i| selection.keeps_block(document, i));
        let long = |i: &usize| blocks.block(*i).words >= 15;
        let first = kept().find(long).or_else(|| kept().next()).unwrap_or(0);
        let last = kept().next_back().unwrap_or(first);
        let anchor = heading.map_or(first, |node| block_of(blocks, node).min(blocks.len()));
        Near {
            document,
            called: OnceCell::new(),
            page,
            blocks,
            has_title: heading.is_some(),
            anchor,
            first,
            last,
        }
    }

    /// Blocks near the title, the nearest first, those after it before those above it, then those around
    /// the beginning of the content, which may be elsewhere, and those below its end.
    pub fn blocks(&self) -> impl Iterator<Item = usize> + use<> {
        let len = self.blocks.len();
        let after = self.anchor..(self.anchor + AFTER).min(len);
        let before = (self.anchor.saturating_sub(BEFORE)..self.anchor).rev();
        let near_title = self.anchor.saturating_sub(BEFORE)..after.end;
        let start = (self.first.saturating_sub(BEFORE)..(self.first + 1).min(len)).rev();
        let start = start.filter(move |i| !near_title.contains(i));
        let tail = self.last.max(after.end)..(self.last + TAIL).min(len);
        after.chain(before).chain(start).chain(tail)
    }

    /// The text of a block with a blank wherever it is put together from several places: pages set names, dates
    /// and roles apart by their looks alone.
    pub fn line(&self, index: usize) -> String {
        let mut line = String::new();
        for &node in self.blocks.nodes(index) {
            line.push_str(self.page.text(node));
            line.push(' ');
        }
        super::text::fold(&line)
    }

    /// The last blocks of the content, the last one first.
    pub fn last_blocks(&self) -> impl Iterator<Item = usize> + use<> {
        let end = (self.last + 1).min(self.blocks.len());
        (end.saturating_sub(LAST)..end).rev()
    }

    /// Whether a block is the title.
    pub fn is_title(&self, index: usize) -> bool {
        self.has_title && index == self.anchor
    }

    /// Whether a block stands right above or below the title.
    pub fn is_beside_title(&self, index: usize) -> bool {
        let beside = self.anchor.saturating_sub(BESIDE_BEFORE)..=self.anchor + BESIDE_AFTER;
        self.has_title && beside.contains(&index)
    }

    /// Where to look for bylines and dates, as ranges of nodes: after the title, before it, and further down.
    pub fn ranges(&self) -> [Range<usize>; 3] {
        let len = self.blocks.len();
        let node = |block: usize| match block < len {
            true => self.blocks.nodes(block).first().map_or(0, |n| n.index()),
            false => self.page.len(),
        };
        let (title, after) = (node(self.anchor), node((self.anchor + AFTER).min(len)));
        let before = node(self.anchor.saturating_sub(BEFORE));
        [title..after, before.min(title)..title, after..(after + MAX_NODES).min(self.page.len())]
    }

    /// The first block at or after a node.
    pub fn block_at(&self, node: NodeId) -> Option<usize> {
        Some(block_of(self.blocks, node)).filter(|&block| block < self.blocks.len())
    }

    /// Blocks further down, for what can be told from its marks alone.
    pub fn further(&self) -> impl Iterator<Item = usize> + use<> {
        self.anchor..(self.anchor + FURTHER).min(self.blocks.len())
    }

    /// How far a node stands from the title, in nodes; what stands before it counts twice.
    pub fn distance(&self, node: NodeId) -> usize {
        let anchor = self.anchor_node().map_or(0, NodeId::index);
        let node = node.index();
        if node >= anchor { node - anchor } else { 2 * (anchor - node) }
    }

    /// Whether a node stands among the blocks that are looked at first.
    pub fn is_near(&self, node: NodeId) -> bool {
        let [after, before, _] = self.ranges();
        (before.start..after.end).contains(&node.index())
    }

    /// Whether a node is part of comments, related articles, navigation and the like. What also holds the
    /// title is none of these, whatever it is called.
    pub fn is_aside(&self, id: NodeId) -> bool {
        let title = self.anchor_node();
        let own = std::iter::once(id).chain(self.page.ancestors(id)).take(MAX_ANCESTORS);
        let mut own = own.take_while(|&a| !title.is_some_and(|t| self.page.contains(a, t)));
        own.any(|a| self.calls_itself(a, names::ASIDE) || self.is_outside(a))
    }

    /// Navigation, and footers but for that of an article, which belongs to it.
    fn is_outside(&self, id: NodeId) -> bool {
        match self.page.name(id) {
            name::NAV => true,
            name::FOOTER => {
                let mut above = self.page.ancestors(id).take(MAX_ANCESTORS);
                !above.any(|a| self.page.name(a) == name::ARTICLE)
            }
            _ => false,
        }
    }

    /// Whether an element calls itself any of these.
    pub fn calls_itself(&self, id: NodeId, meanings: u32) -> bool {
        match self.called.get() {
            Some(called) => called.is_any(id, meanings),
            None => names::is_any(self.page, id, meanings),
        }
    }

    /// The elements in a range that call themselves one of these.
    pub fn called<'n>(
        &'n self,
        nodes: Range<usize>,
        meanings: u32,
    ) -> impl Iterator<Item = NodeId> + use<'n, 'd> {
        let called = self.called.get_or_init(|| Called::of(self.document));
        nodes.map(NodeId::from_index).filter(move |&id| called.is_any(id, meanings))
    }

    /// Whether an element holds the title as well.
    pub fn holds_title(&self, id: NodeId) -> bool {
        self.anchor_node().is_some_and(|t| self.page.contains(id, t))
    }

    fn anchor_node(&self) -> Option<NodeId> {
        (self.anchor < self.blocks.len())
            .then(|| self.blocks.nodes(self.anchor).first().copied())?
    }
}

/// The first block at or after a node.
fn block_of(blocks: &Blocks, node: NodeId) -> usize {
    let (mut low, mut high) = (0, blocks.len());
    while low < high {
        let middle = (low + high) / 2;
        if blocks.nodes(middle).last().is_some_and(|&n| n < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_a_page() {
        let page = Page::parse("<div class=comments><p><b>x</b></div><p><i>y</i>");
        let document = Document::new(page);
        let selection =
            dehusk_extract::Extractor::extract(&dehusk_auto::Auto::default(), &document);
        let title = document
            .page()
            .descendants(NodeId::ROOT)
            .find(|&id| document.page().name(id) == name::I);
        let near = Near::new(&document, &selection, title);
        let find =
            |n| near.page.descendants(NodeId::ROOT).find(|&id| near.page.name(id) == n).unwrap();
        assert!(near.is_aside(find(name::B)));
        assert!(!near.is_aside(find(name::I)));
    }

    #[test]
    fn nearest_blocks_come_first() {
        let html: String = (0..40).map(|i| format!("<p>{i} words")).collect();
        let document = Document::new(Page::parse(html));
        let selection = dehusk_extract::Selection::everything(&document);
        let page = document.page();
        let tenth = page.descendants(page.root()).filter(|&n| page.name(n) == name::P).nth(10);
        let order: Vec<_> = Near::new(&document, &selection, tenth).blocks().collect();
        assert_eq!(order[0], 10);
        assert_eq!(order[AFTER], 9);
        assert!(order.contains(&39));
    }
}
