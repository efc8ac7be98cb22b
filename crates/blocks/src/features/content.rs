//! The smallest element that holds most of the long text.
//!
//! Of all that was tried, whether a block stands in it, and how far from it, told content best.

use super::export::exported;
use crate::containers::Containers;
use dehusk_page::{NodeId, Page, name};

/// What holding one block more costs an element, as a share of the page's long text for all blocks.
const COST_OF_BLOCKS: f32 = 0.6;
/// The distance to a common ancestor where there is no such element.
const NONE: u32 = 255;

exported! {
    /// Where a block stands to the smallest element that holds most of the long text with few links.
    pub struct ContentPlace {
        /// It stands in it.
        pub inside: bool,
        /// Blocks between, 0 inside.
        pub distance: u32,
        /// 0 is its first block, 1 is behind its last; negative is before it.
        pub position: f32,
        /// The element's part of the page's long text.
        pub share: f32,
        /// Elements from the block's container up to one that also holds the element's first block.
        pub common_ancestor: u32,
    }
}

/// The element, and the distances to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    best: Option<usize>,
    share: f32,
    /// For every container the steps up to one that holds the element's first block.
    steps: Vec<u32>,
}

impl Content {
    pub fn of(page: &Page, containers: &Containers) -> Content {
        let best = best(page, containers);
        let first = best.map(|b| containers.list()[b].blocks.start as usize);
        let steps = first.map(|block| steps_to(containers, block)).unwrap_or_default();
        let share = best.map_or(0.0, |b| long_share(containers, b));
        Content { best, share, steps }
    }

    /// The element.
    pub fn node(&self, containers: &Containers) -> Option<NodeId> {
        self.best.map(|best| containers.list()[best].node)
    }

    /// The element's part of the page's long text.
    pub fn share(&self) -> f32 {
        self.share
    }

    /// Where a block stands to it.
    pub fn place(&self, containers: &Containers, block: usize) -> ContentPlace {
        let Some(best) = self.best else {
            return ContentPlace { common_ancestor: NONE, ..ContentPlace::default() };
        };
        let container = &containers.list()[best];
        let (start, end) = (container.blocks.start, container.blocks.end);
        let at = block as u32;
        ContentPlace {
            inside: container.blocks.contains(&at),
            distance: if at < start { start - at } else { (at + 1).saturating_sub(end) },
            position: (at as f32 - start as f32) / container.len().max(1) as f32,
            share: self.share,
            common_ancestor: self.steps[containers.of_block(block)],
        }
    }
}

fn long_share(containers: &Containers, container: usize) -> f32 {
    let page = containers.sums_of(0).long_words.max(1);
    containers.sums_of(container).long_words as f32 / page as f32
}

/// The container with the largest part of the long text for the fewest blocks. Among nested ones that hold
/// the same it is the innermost.
fn best(page: &Page, containers: &Containers) -> Option<usize> {
    let list = containers.list();
    let all = list.first()?.len() as f32;
    let mut best: Option<(usize, f32)> = None;
    for (at, container) in list.iter().enumerate() {
        let share = long_share(containers, at);
        if share == 0.0 || page.name(container.node) == name::HTML {
            continue;
        }
        let score = share - COST_OF_BLOCKS * container.len() as f32 / all;
        let better = best.is_none_or(|(other, high)| {
            score > high || (score == high && page.contains(list[other].node, container.node))
        });
        if better {
            best = Some((at, score));
        }
    }
    best.map(|(at, _)| at)
}

/// Steps from every container up to the first that holds the block.
fn steps_to(containers: &Containers, block: usize) -> Vec<u32> {
    let list = containers.list();
    let mut steps: Vec<u32> = Vec::with_capacity(list.len());
    for container in list {
        let above = container.parent.map_or(0, |p| steps[p as usize] + 1);
        let holds = container.blocks.contains(&(block as u32));
        steps.push(if holds { 0 } else { above });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blocks;

    #[test]
    fn the_smallest_holder_of_most_long_text() {
        let long = "word ".repeat(20);
        let page = Page::parse(format!(
            "<nav>one</nav><div id=outer><div id=inner><p>{long}</p><p>two</p><p>{long}</p></div></div>\
             <div><i>three</i></div><footer>four</footer>"
        ));
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let content = Content::of(&page, &containers);
        let node = content.node(&containers).unwrap();
        assert_eq!(page.attr(node, name::ID), Some("inner"));
        assert_eq!(content.share(), 1.0);
        let places: Vec<_> = (0..6).map(|b| content.place(&containers, b)).collect();
        let inside: Vec<_> = places.iter().map(|p| p.inside).collect();
        assert_eq!(inside, [false, true, true, true, false, false]);
        let distances: Vec<_> = places.iter().map(|p| p.distance).collect();
        assert_eq!(distances, [1, 0, 0, 0, 1, 2]);
        assert_eq!(places[2].position, 1.0 / 3.0);
        assert_eq!(places[0].position, -1.0 / 3.0);
        // nav and the last two meet the first long block in body; the second p in the inner div.
        let steps: Vec<_> = places.iter().map(|p| p.common_ancestor).collect();
        assert_eq!(steps, [1, 0, 1, 1, 1, 1]);
    }

    #[test]
    fn without_long_text_there_is_none() {
        let page = Page::parse("<p>short");
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let content = Content::of(&page, &containers);
        assert_eq!(content.node(&containers), None);
        assert_eq!(content.place(&containers, 0).common_ancestor, NONE);
    }
}
