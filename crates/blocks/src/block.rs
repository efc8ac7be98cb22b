//! Blocks and their text.

use crate::left_out::LeftOut;
use crate::segment;
use crate::within::Within;
use dehusk_page::{Name, NodeId, Page};
use std::ops::Range;

/// One block. Its text is in [`Blocks::text`], its nodes in [`Blocks::nodes`].
#[derive(Clone, Debug)]
pub struct Block {
    /// Where its text ends in the text of all; it begins where that of the block before ends.
    pub(crate) text_end: u32,
    /// Where its nodes end among those of all; they begin where those of the block before end.
    pub(crate) nodes_end: u32,
    /// The nearest block-level ancestor of its text.
    pub container: NodeId,
    /// The container's tag.
    pub tag: Name,
    /// The kinds of elements it stands in.
    pub within: Within,
    /// Words, counted sensibly in scripts without spaces; 0 for blocks of symbols only.
    pub words: u32,
    /// Words inside links, never more than `words`. A word that a link splits belongs to where it begins.
    pub link_words: u32,
    /// Links that have text in this block. An `a` without `href` that has a name or an id is a target, not
    /// a link.
    pub links: u32,
    /// Characters of its text.
    pub chars: u32,
    /// Characters inside `b` and `strong`.
    pub strong_chars: u32,
}

impl Block {
    /// Words inside links by all words, 0 without words.
    pub fn link_density(&self) -> f32 {
        self.link_words as f32 / self.words.max(1) as f32
    }

    /// Long text with few links, the mark of content: at least 15 words, less than a third of them linked.
    pub fn is_long_text(&self) -> bool {
        self.words >= LONG_WORDS && self.link_density() < LINK_POOR
    }
}

/// Words a block needs to be [long text](Block::is_long_text).
const LONG_WORDS: u32 = 15;
/// Link density that [long text](Block::is_long_text) stays below.
const LINK_POOR: f32 = 0.33;

/// All blocks of a page, in document order.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    pub(crate) text: String,
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) left_out: LeftOut,
    pub(crate) is_cut: bool,
}

impl Blocks {
    /// Cuts a page into blocks.
    ///
    /// ```
    /// use dehusk_blocks::Blocks;
    /// let page = dehusk_page::Page::parse("<p>One <b>two</b><p>Three");
    /// let blocks = Blocks::of(&page);
    /// assert_eq!(blocks.text(0), "One two");
    /// assert_eq!(blocks.text(1), "Three");
    /// ```
    pub fn of(page: &Page) -> Blocks {
        segment::segment(page)
    }

    /// Gives back what was reserved and is not needed, which can be as much as is.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.blocks.shrink_to_fit();
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the page has no text at all.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The blocks themselves.
    pub fn iter(&self) -> std::slice::Iter<'_, Block> {
        self.blocks.iter()
    }

    /// One block.
    pub fn block(&self, index: usize) -> &Block {
        &self.blocks[index]
    }

    /// The texts of all blocks, in their order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.text(index))
    }

    /// The text of a block. White space, no-break spaces too, is folded to single spaces; a `br`, and
    /// inside `pre` a line end, is a line feed instead of a space.
    pub fn text(&self, index: usize) -> &str {
        &self.text[self.text_range(index)]
    }

    /// Where the text of a block stands in the text of all.
    pub(crate) fn text_range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.blocks[before].text_end);
        start as usize..self.blocks[index].text_end as usize
    }

    /// The text nodes of a block, in document order: those with visible text, and the white space between
    /// them.
    pub fn nodes(&self, index: usize) -> &[NodeId] {
        let start = index.checked_sub(1).map_or(0, |before| self.blocks[before].nodes_end);
        &self.nodes[start as usize..self.blocks[index].nodes_end as usize]
    }

    /// Whether the page's [time](dehusk_page::Limits::with_max_time) was over before all of it was read.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What of the page is in no block.
    pub fn left_out(&self) -> &LeftOut {
        &self.left_out
    }
}

impl<'b> IntoIterator for &'b Blocks {
    type Item = &'b Block;
    type IntoIter = std::slice::Iter<'b, Block>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
