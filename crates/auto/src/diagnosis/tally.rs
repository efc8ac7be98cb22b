//! One look at each block: how much there is, of what, and how much of it was kept.

use dehusk_blocks::{Block, Within};
use dehusk_extract::{Document, Selection};

/// Words a linked title has at most.
const TITLE_WORDS: u32 = 25;

/// Sums over a page's blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub words: u32,
    pub link_words: u32,
    /// Words of long, link-poor text.
    pub long_words: u32,
    pub kept_words: u32,
    pub kept_link_words: u32,
    pub kept_long_words: u32,
    /// Blocks that are the linked title of something else, outside of navigation.
    pub linked_titles: u32,
    /// Words outside of navigation, headers and footers.
    pub inner_words: u32,
    /// The last kept block.
    pub last_kept: Option<usize>,
}

impl Tally {
    pub fn of(document: &Document, selection: &Selection) -> Tally {
        let mut tally = Tally::default();
        for (index, block) in document.blocks().iter().enumerate() {
            tally.add(block);
            if selection.keeps_block(document, index) {
                tally.keep(index, block);
            }
        }
        tally
    }

    fn add(&mut self, block: &Block) {
        self.words += block.words;
        self.link_words += block.link_words;
        self.long_words += if block.is_long_text() { block.words } else { 0 };
        if !is_frame(block) {
            self.inner_words += block.words;
            self.linked_titles += u32::from(is_linked_title(block));
        }
    }

    fn keep(&mut self, index: usize, block: &Block) {
        self.kept_words += block.words;
        self.kept_link_words += block.link_words;
        self.kept_long_words += if block.is_long_text() { block.words } else { 0 };
        self.last_kept = Some(index);
    }

    /// Words that stand in no link.
    pub fn plain_words(&self) -> u32 {
        self.words - self.link_words
    }
}

/// Whether a block stands in what frames the content.
pub(super) fn is_frame(block: &Block) -> bool {
    block.within.any(Within::NAV | Within::FOOTER | Within::HEADER)
}

/// Whether a block is hardly more than a link with a few words.
pub(super) fn is_linked_title(block: &Block) -> bool {
    (2..=TITLE_WORDS).contains(&block.words) && 2 * block.link_words > block.words
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn blocks_are_summed() {
        let html =
            "<nav><a href=a>To the start</a></nav><h2><a href=b>A linked title</a></h2><p>One two";
        let document = Document::new(Page::parse(html));
        let selection = Selection::everything(&document);
        let tally = Tally::of(&document, &selection);
        assert_eq!((tally.words, tally.link_words, tally.inner_words), (8, 6, 5));
        assert_eq!((tally.kept_words, tally.linked_titles, tally.plain_words()), (8, 1, 2));
        assert_eq!(tally.last_kept, Some(2));
    }
}
