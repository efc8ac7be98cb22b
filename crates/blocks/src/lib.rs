//! A page's text, cut at block-level boundaries.
//!
//! A block is the text between two boundaries; inline tags do not cut it. Every extractor reads the same
//! blocks, and a block knows the text nodes it came from, so a decision about a block is a decision about
//! nodes of the page.

mod segment;

use dehusk_page::{NodeId, Page};
use std::ops::Range;

/// One block. Its text is in [`Blocks::text`], its nodes in [`Blocks::nodes`].
#[derive(Clone, Debug)]
pub struct Block {
    pub(crate) text: Range<u32>,
    pub(crate) nodes: Range<u32>,
    /// The nearest block-level ancestor of its text.
    pub container: NodeId,
    /// Words, counted sensibly in scripts without spaces.
    pub words: u32,
    /// Words inside links.
    pub link_words: u32,
}

/// All blocks of a page, in document order.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    pub(crate) text: String,
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) blocks: Vec<Block>,
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
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Block> {
        self.blocks.iter()
    }

    /// One block.
    pub fn block(&self, index: usize) -> &Block {
        &self.blocks[index]
    }

    /// The text of a block, white space folded to single spaces.
    pub fn text(&self, index: usize) -> &str {
        let range = &self.blocks[index].text;
        &self.text[range.start as usize..range.end as usize]
    }

    /// The text nodes of a block, in document order.
    pub fn nodes(&self, index: usize) -> &[NodeId] {
        let range = &self.blocks[index].nodes;
        &self.nodes[range.start as usize..range.end as usize]
    }
}
