//! The elements that hold blocks, and sums over what they hold.
//!
//! Blocks stand in document order, so the blocks of an element are a range of them, and any sum over an
//! element is a difference of two prefix sums. Extractors that score elements start here.

use crate::block::Blocks;
use dehusk_page::{NodeId, Page, name};
use std::ops::Range;

/// An element that holds at least one block, as its container or above it.
#[derive(Clone, Debug)]
pub struct Container {
    /// The element.
    pub node: NodeId,
    /// The index of the element around it, which holds blocks too.
    pub parent: Option<u32>,
    /// Elements from the root to this one, both counted: 1 for `html`.
    pub depth: u32,
    /// The blocks in it.
    pub blocks: Range<u32>,
}

impl Container {
    /// Number of blocks in it.
    pub fn len(&self) -> u32 {
        self.blocks.end - self.blocks.start
    }

    /// Never: it holds at least one block.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// Sums over a range of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Words.
    pub words: u32,
    /// Words inside links.
    pub link_words: u32,
    /// Words of blocks whose container is a `p`.
    pub paragraph_words: u32,
    /// Words of [long text](crate::Block::is_long_text).
    pub long_words: u32,
    /// Characters.
    pub chars: u32,
}

impl Sums {
    /// Words inside links by all words, 0 without words.
    pub fn link_density(&self) -> f32 {
        self.link_words as f32 / self.words.max(1) as f32
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            words: self.words + other.words,
            link_words: self.link_words + other.link_words,
            paragraph_words: self.paragraph_words + other.paragraph_words,
            long_words: self.long_words + other.long_words,
            chars: self.chars + other.chars,
        }
    }

    fn minus(self, other: Sums) -> Sums {
        Sums {
            words: self.words - other.words,
            link_words: self.link_words - other.link_words,
            paragraph_words: self.paragraph_words - other.paragraph_words,
            long_words: self.long_words - other.long_words,
            chars: self.chars - other.chars,
        }
    }
}

/// Every element that holds blocks, in document order: an element stands before those inside it.
///
/// ```
/// use dehusk_blocks::{Blocks, Containers};
/// let page = dehusk_page::Page::parse("<div><p>One two</p><p><a href=x>Three</a></p></div><p>Four");
/// let blocks = Blocks::of(&page);
/// let containers = Containers::of(&page, &blocks);
/// let div = page.first_child(page.body().unwrap()).unwrap();
/// let div = containers.find(div).unwrap();
/// assert_eq!(containers.list()[div].blocks, 0..2);
/// let sums = containers.sums(0..2);
/// assert_eq!((sums.words, sums.link_words), (3, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Containers {
    list: Vec<Container>,
    of_block: Vec<u32>,
    shared: Vec<u32>,
    prefix: Vec<Sums>,
}

impl Containers {
    /// Collects the containers of a page's blocks.
    pub fn of(page: &Page, blocks: &Blocks) -> Containers {
        let mut collector = Collector::new(page, blocks.len());
        for (at, block) in blocks.iter().enumerate() {
            if let Some(&first) = blocks.nodes(at).first() {
                collector.block(block.container, first);
            }
        }
        let prefix = prefix_sums(blocks);
        let Collector { mut list, of_block, shared, .. } = collector.finish();
        list.shrink_to_fit();
        Containers { list, of_block, shared, prefix }
    }

    /// All containers.
    pub fn list(&self) -> &[Container] {
        &self.list
    }

    /// The index of a block's container in [`Containers::list`].
    pub fn of_block(&self, block: usize) -> usize {
        self.of_block[block] as usize
    }

    /// The index of an element in [`Containers::list`], if it holds blocks.
    pub fn find(&self, element: NodeId) -> Option<usize> {
        self.list.binary_search_by_key(&element, |c| c.node).ok()
    }

    /// From a container up to the root, itself first.
    pub fn chain(&self, container: usize) -> impl Iterator<Item = usize> {
        let up = |&at: &usize| self.list.get(at)?.parent.map(|p| p as usize);
        std::iter::successors(Some(container), up)
    }

    /// The depth of the deepest container that a block shares with the block before it, 0 for the first.
    pub fn shared_depth(&self, block: usize) -> u32 {
        self.shared[block]
    }

    /// Sums over a range of blocks, in constant time.
    pub fn sums(&self, range: Range<usize>) -> Sums {
        if range.is_empty() {
            return Sums::default();
        }
        self.prefix[range.end].minus(self.prefix[range.start])
    }

    /// Sums over a container's blocks, in constant time.
    pub fn sums_of(&self, container: usize) -> Sums {
        let blocks = &self.list[container].blocks;
        self.sums(blocks.start as usize..blocks.end as usize)
    }
}

fn prefix_sums(blocks: &Blocks) -> Vec<Sums> {
    let mut sum = Sums::default();
    let mut prefix = Vec::with_capacity(blocks.len() + 1);
    prefix.push(sum);
    for block in blocks {
        let words_if = |condition| if condition { block.words } else { 0 };
        sum = sum.plus(Sums {
            words: block.words,
            link_words: block.link_words,
            paragraph_words: words_if(block.tag == name::P),
            long_words: words_if(block.is_long_text()),
            chars: block.chars,
        });
        prefix.push(sum);
    }
    prefix
}

/// Builds the list block by block. The elements around the current block's text are open; an element that is
/// closed never opens again, so every element is entered once. An inline element is entered only when it
/// holds a container: text beside that container, still inside the inline element, counts among its blocks,
/// though its own container is further up.
struct Collector<'p> {
    page: &'p Page,
    list: Vec<Container>,
    of_block: Vec<u32>,
    shared: Vec<u32>,
    open: Vec<u32>,
    path: Vec<NodeId>,
}

impl<'p> Collector<'p> {
    fn new(page: &'p Page, blocks: usize) -> Self {
        Collector {
            page,
            list: Vec::with_capacity(blocks + blocks / 2),
            of_block: Vec::with_capacity(blocks),
            shared: Vec::with_capacity(blocks),
            open: Vec::new(),
            path: Vec::new(),
        }
    }

    fn block(&mut self, container: NodeId, text: NodeId) {
        self.close(|page, open| !page.contains(open, text));
        let common = self.open.len() as u32;
        let before = self.of_block.last().map_or(0, |&at| self.list[at as usize].depth);
        let found = self.open.binary_search_by_key(&container, |&at| self.list[at as usize].node);
        let at = match found {
            Ok(place) => self.open[place],
            Err(_) => self.open_down_to(container),
        };
        self.of_block.push(at);
        self.shared.push(common.min(before).min(self.list[at as usize].depth));
    }

    /// Enters the elements from the innermost open one to the container, which is not open.
    fn open_down_to(&mut self, container: NodeId) -> u32 {
        let above = self.open.last().map(|&at| self.list[at as usize].node);
        let parent = |id: &NodeId| self.page.parent(*id).filter(|&p| p != self.page.root());
        let path = std::iter::successors(Some(container), parent);
        self.path.clear();
        self.path.extend(path.take_while(|&id| Some(id) != above));
        let start = self.of_block.len() as u32;
        while let Some(node) = self.path.pop() {
            let parent = self.open.last().copied();
            let depth = self.open.len() as u32 + 1;
            self.open.push(self.list.len() as u32);
            self.list.push(Container { node, parent, depth, blocks: start..start });
        }
        self.list.len() as u32 - 1
    }

    fn close(&mut self, closes: impl Fn(&Page, NodeId) -> bool) {
        let end = self.of_block.len() as u32;
        while let Some(&at) = self.open.last() {
            let container = &mut self.list[at as usize];
            if !closes(self.page, container.node) {
                break;
            }
            container.blocks.end = end;
            self.open.pop();
        }
    }

    fn finish(mut self) -> Self {
        self.close(|_, _| true);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> (Page, Blocks, Containers) {
        let page = Page::parse(html);
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        (page, blocks, containers)
    }

    #[test]
    fn every_element_above_a_block_is_listed_once_with_its_blocks() {
        let (page, _, containers) = read("<div>a<ul><li>b<li><p>c</ul>d</div><i>e</i><hr>");
        let list: Vec<_> = containers
            .list()
            .iter()
            .map(|c| (page.tag(c.node), c.depth, c.blocks.clone()))
            .collect();
        let expected = [
            ("html", 1, 0..5),
            ("body", 2, 0..5),
            ("div", 3, 0..4),
            ("ul", 4, 1..3),
            ("li", 5, 1..2),
            ("li", 5, 2..3),
            ("p", 6, 2..3),
        ];
        assert_eq!(list, expected);
        let shared: Vec<_> = (0..5).map(|b| containers.shared_depth(b)).collect();
        assert_eq!(shared, [0, 3, 4, 3, 2]);
        let chain: Vec<_> = containers.chain(containers.of_block(2)).collect();
        assert_eq!(chain, [6, 5, 3, 2, 1, 0]);
        assert_eq!(containers.find(containers.list()[3].node), Some(3));
        assert_eq!(containers.find(page.root()), None);
    }

    #[test]
    fn text_beside_blocks_in_an_inline_element() {
        let (page, _, containers) = read("<div><span>a<p>b</p>c<p>d</p></span>e</div>");
        let list: Vec<_> =
            containers.list().iter().map(|c| (page.tag(c.node), c.blocks.clone())).collect();
        let expected = [
            ("html", 0..5),
            ("body", 0..5),
            ("div", 0..5),
            ("span", 1..4),
            ("p", 1..2),
            ("p", 3..4),
        ];
        assert_eq!(list, expected);
        let of_block: Vec<_> = (0..5).map(|b| containers.of_block(b)).collect();
        assert_eq!(of_block, [2, 4, 2, 5, 2]);
        let shared: Vec<_> = (0..5).map(|b| containers.shared_depth(b)).collect();
        assert_eq!(shared, [0, 3, 3, 3, 3]);
    }

    #[test]
    fn sums_add_up() {
        let long = "word ".repeat(20);
        let (_, _, containers) = read(&format!("<p>{long}</p><div>a <a href=x>b</a></div>"));
        assert_eq!(
            containers.sums_of(0),
            Sums { words: 22, link_words: 1, paragraph_words: 20, long_words: 20, chars: 102 }
        );
        assert_eq!(containers.sums(1..2).link_density(), 0.5);
        assert_eq!(containers.sums(1..1), Sums::default());
    }

    #[test]
    fn a_page_without_text_has_no_containers() {
        assert!(read("<img>").2.list().is_empty());
    }
}
