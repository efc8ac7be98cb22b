//! The ancestors of a block, as far as they differ.
//!
//! Pages wrap elements in elements that hold the same blocks; only an ancestor that holds more blocks says
//! something new. Jumps over the wrappers find the next ancestor in constant time. What an ancestor holds follows
//! from sums over blocks; it is worked out for the blocks of one element together, and not kept.

use super::export::exported;
use crate::containers::{Containers, Sums};

/// Ancestors a block is described by.
pub(super) const LEVELS: usize = 4;

exported! {
    /// What an ancestor holds. The first is the parent of the block's container, each other one the next
    /// ancestor that holds more blocks; the root stands for those that are missing.
    pub struct Level {
        /// Words in it.
        pub words: u32,
        /// Blocks in it.
        pub blocks: u32,
        /// Its link words by its words.
        pub link_density: f32,
        /// Its words by its blocks.
        pub words_per_block: f32,
        /// The share of its words in `p`.
        pub paragraph_share: f32,
        /// The share of its words in long text with few links.
        pub long_share: f32,
        /// Its part of the page's long text with few links.
        pub page_share: f32,
        /// Its punctuation marks by its words.
        pub punctuation: f32,
        /// Where in it the block stands: 0 is first.
        pub position: f32,
    }
}

/// The jumps of all containers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// The next ancestor with more blocks, the root for those without one.
    jumps: Vec<u32>,
}

/// What the ancestors of a block hold, which is the same for all blocks with the same element above their container.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelsAbove {
    /// The element above the container; none before the first block.
    parent: Option<usize>,
    levels: [Level; LEVELS],
    /// The first block of each.
    starts: [u32; LEVELS],
}

impl Levels {
    pub fn of(containers: &Containers) -> Levels {
        let list = containers.list();
        let mut jumps: Vec<u32> = Vec::with_capacity(list.len());
        for (at, container) in list.iter().enumerate() {
            jumps.push(container.parent.map_or(at as u32, |parent| {
                let same = list[parent as usize].len() == container.len();
                if same { jumps[parent as usize] } else { parent }
            }));
        }
        Levels { jumps }
    }

    /// The levels of a block. `above` is what was found for the block before, `punctuation` are sums over the blocks
    /// before each.
    pub fn levels(
        &self,
        containers: &Containers,
        punctuation: &[u32],
        block: usize,
        above: &mut LevelsAbove,
    ) -> [Level; LEVELS] {
        let list = containers.list();
        let parent = list[containers.of_block(block)].parent.unwrap_or(0) as usize;
        if above.parent != Some(parent) {
            *above = self.above(containers, punctuation, parent);
        }
        let mut levels = above.levels.clone();
        for (level, start) in levels.iter_mut().zip(above.starts) {
            level.position = (block as u32 - start) as f32 / level.blocks.max(1) as f32;
        }
        levels
    }

    fn above(&self, containers: &Containers, punctuation: &[u32], parent: usize) -> LevelsAbove {
        let list = containers.list();
        let page_long = containers.sums_of(0).long_words.max(1);
        let mut above = LevelsAbove { parent: Some(parent), ..LevelsAbove::default() };
        let mut at = parent;
        for (level, start) in above.levels.iter_mut().zip(&mut above.starts) {
            let blocks = &list[at].blocks;
            let range = blocks.start as usize..blocks.end as usize;
            let marks = punctuation[range.end] - punctuation[range.start];
            *level = measure(containers.sums(range), list[at].len(), marks, page_long);
            *start = blocks.start;
            at = self.jumps[at] as usize;
        }
        above
    }
}

fn measure(sums: Sums, blocks: u32, marks: u32, page_long: u32) -> Level {
    let by_words = 1.0 / sums.words.max(1) as f32;
    Level {
        words: sums.words,
        blocks,
        link_density: sums.link_words as f32 * by_words,
        words_per_block: sums.words as f32 / blocks.max(1) as f32,
        paragraph_share: sums.paragraph_words as f32 * by_words,
        long_share: sums.long_words as f32 * by_words,
        page_share: sums.long_words as f32 / page_long as f32,
        punctuation: marks as f32 * by_words,
        position: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;
    use dehusk_page::Page;

    #[test]
    fn wrappers_that_hold_the_same_are_jumped_over() {
        let long = "word ".repeat(20);
        let page = Page::parse(format!(
            "<section><div><div><p>{long}</p><ul><li><a href=x>one</a> two</li></ul></div></div>\
             <p>three</p></section>"
        ));
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let levels = Levels::of(&containers);
        // li: its parent ul, then the inner div, then section (the outer div holds the same), then none.
        let found = levels.levels(&containers, &[0, 2, 2, 2], 1, &mut LevelsAbove::default());
        let held: Vec<_> = found.iter().map(|l| (l.words, l.blocks)).collect();
        assert_eq!(held, [(2, 1), (22, 2), (23, 3), (23, 3)]);
        assert_eq!(found[0].link_density, 0.5);
        assert_eq!(found[0].page_share, 0.0);
        assert_eq!(found[1].words_per_block, 11.0);
        assert_eq!(found[1].paragraph_share, 20.0 / 22.0);
        assert_eq!(found[1].long_share, 20.0 / 22.0);
        assert_eq!(found[1].page_share, 1.0);
        assert_eq!(found[1].punctuation, 2.0 / 22.0);
        assert_eq!((found[0].position, found[1].position), (0.0, 0.5));
    }
}
