//! The ancestors of a block, as far as they differ.
//!
//! Pages wrap elements in elements that hold the same blocks; only an ancestor that holds more blocks says
//! something new. A container's measures are computed once, and jumps over the wrappers find the next
//! ancestor in constant time.

use super::export::exported;
use crate::containers::{Containers, Sums};

/// Ancestors a block is described by.
pub const LEVELS: usize = 4;

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

/// Measures and jumps of all containers.
pub(crate) struct Levels {
    measures: Vec<Level>,
    /// The next ancestor with more blocks, the root for those without one.
    jumps: Vec<u32>,
}

impl Levels {
    /// `punctuation` are sums over the blocks before each.
    pub fn of(containers: &Containers, punctuation: &[u32]) -> Levels {
        let list = containers.list();
        let page_long = list.first().map_or(0, |_| containers.sums_of(0).long_words).max(1);
        let mut measures = Vec::with_capacity(list.len());
        let mut jumps: Vec<u32> = Vec::with_capacity(list.len());
        for (at, container) in list.iter().enumerate() {
            let range = container.blocks.start as usize..container.blocks.end as usize;
            let marks = punctuation[range.end] - punctuation[range.start];
            measures.push(measure(containers.sums(range), container.len(), marks, page_long));
            jumps.push(container.parent.map_or(at as u32, |parent| {
                let same = list[parent as usize].len() == container.len();
                if same { jumps[parent as usize] } else { parent }
            }));
        }
        Levels { measures, jumps }
    }

    /// The levels of a block.
    pub fn levels(&self, containers: &Containers, block: usize) -> [Level; LEVELS] {
        let list = containers.list();
        let mut at = list[containers.of_block(block)].parent.unwrap_or(0) as usize;
        std::array::from_fn(|_| {
            let mut level = self.measures[at].clone();
            let before = block as u32 - list[at].blocks.start;
            level.position = before as f32 / level.blocks.max(1) as f32;
            at = self.jumps[at] as usize;
            level
        })
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
        let levels = Levels::of(&containers, &[0, 2, 2, 2]);
        // li: its parent ul, then the inner div, then section (the outer div holds the same), then none.
        let found = levels.levels(&containers, 1);
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
