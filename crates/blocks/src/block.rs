//! Blocks and their text.

use crate::features::text_density;
use crate::left_out::LeftOut;
use crate::segment;
use crate::within::Within;
use dehusk_page::{Name, NodeId, Page};
use std::ops::Range;

/// One block. Its text is in [`Blocks::text`], its nodes in [`Blocks::nodes`].
#[derive(Clone, Debug)]
pub struct Block {
    pub(crate) text: Range<u32>,
    pub(crate) nodes: Range<u32>,
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
    /// Where its text stands in the text of all.
    pub(crate) fn text_range(&self) -> Range<usize> {
        self.text.start as usize..self.text.end as usize
    }

    /// Words inside links by all words, 0 without words.
    pub fn link_density(&self) -> f32 {
        self.link_words as f32 / self.words.max(1) as f32
    }

    /// Long text with few links, the mark of content: at least [`LONG_WORDS`] words, less than
    /// [`LINK_POOR`] of them linked.
    pub fn is_long_text(&self) -> bool {
        self.words >= LONG_WORDS && self.link_density() < LINK_POOR
    }
}

/// Words a block needs to be [long text](Block::is_long_text).
pub const LONG_WORDS: u32 = 15;
/// Link density that [long text](Block::is_long_text) stays below.
pub const LINK_POOR: f32 = 0.33;

/// All blocks of a page, in document order.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    pub(crate) text: String,
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) left_out: LeftOut,
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
        &self.text[self.blocks[index].text_range()]
    }

    /// Tokens a line of a block's text; see [`text_density`](crate::features::text_density).
    pub fn text_density(&self, index: usize) -> f32 {
        text_density(self.text(index))
    }

    /// The text nodes of a block, in document order: those with visible text, and the white space between
    /// them.
    pub fn nodes(&self, index: usize) -> &[NodeId] {
        let range = &self.blocks[index].nodes;
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// The block a text node belongs to.
    ///
    /// ```
    /// use dehusk_blocks::Blocks;
    /// let page = dehusk_page::Page::parse("<p>One <b>two</b><p>Three");
    /// let blocks = Blocks::of(&page);
    /// assert_eq!(blocks.block_of_node(blocks.nodes(0)[1]), Some(0));
    /// assert_eq!(blocks.block_of_node(page.root()), None);
    /// ```
    pub fn block_of_node(&self, node: NodeId) -> Option<usize> {
        let at = self.nodes.binary_search(&node).ok()? as u32;
        Some(self.blocks.partition_point(|b| b.nodes.end <= at))
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
