//! The features of blocks, put together from what was measured of the page as they are asked for.

use super::ancestors::{Distances, TagDistances};
use super::content::ContentPlace;
use super::families::FamilyDistances;
use super::glance::{Eye, Glance, Look};
use super::levels::LevelsAbove;
use super::names::NameList;
use super::neighbours::{NEIGHBOURS, Neighbour, neighbours, window};
use super::page::PageFeatures;
use super::text::{TextFeatures, tag_number, text_features};
use super::{Change, Features, Likeness, NO_HEADING, PageMeasures, Place, SIBLING_LEVELS};
use crate::block::Blocks;
use crate::containers::Containers;
use std::ops::Range;

/// The features of a page's blocks. Each part of them can be asked for by itself, which costs less than all.
///
/// ```
/// use dehusk_blocks::{Blocks, Containers, PageFeatures};
/// let page = dehusk_page::Page::parse("<nav><a href=x>Home</a></nav><p>It begins here.");
/// let blocks = Blocks::of(&page);
/// let containers = Containers::of(&page, &blocks);
/// let measured = PageFeatures::of(&page, &blocks, &containers);
/// let features = measured.view(&blocks, &containers);
/// assert_eq!(features.text(1).words, 3);
/// assert_eq!(features.get(1), features.iter().nth(1).unwrap());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BlockFeatures<'p> {
    pub(super) of: &'p PageFeatures,
    pub(super) blocks: &'p Blocks,
    pub(super) containers: &'p Containers,
}

/// Blocks whose texts are looked at together.
const TOGETHER: usize = 128;

impl<'p> BlockFeatures<'p> {
    /// Number of blocks.
    pub fn len(self) -> usize {
        self.blocks.len()
    }

    /// Whether there are no blocks.
    pub fn is_empty(self) -> bool {
        self.blocks.is_empty()
    }

    /// The features of one block.
    pub fn get(self, block: usize) -> Features {
        Stretch::new(self, block..block + 1).features(block)
    }

    /// The features of all blocks, in their order.
    pub fn iter(self) -> impl Iterator<Item = Features> + 'p {
        self.range(0..self.len())
    }

    /// The features of some blocks, in their order. One after another they cost less than each by itself, since
    /// neighbours have much in common.
    pub fn range(self, range: Range<usize>) -> impl Iterator<Item = Features> + 'p {
        range.clone().step_by(TOGETHER).flat_map(move |start| {
            let part = start..range.end.min(start + TOGETHER);
            let mut stretch = Stretch::new(self, part.clone());
            part.map(move |block| stretch.features(block))
        })
    }

    /// A glance at some blocks, in their order.
    pub fn glances(self, range: Range<usize>) -> impl Iterator<Item = Glance> + 'p {
        let mut eye = Eye::new(self);
        range.map(move |block| eye.glance(block))
    }

    /// A look at some blocks, which should come in their order.
    pub fn looks<B>(self, blocks: B) -> impl Iterator<Item = Look> + use<'p, B>
    where
        B: Iterator<Item = usize>,
    {
        let mut eye = Eye::new(self);
        blocks.map(move |block| eye.look(block))
    }

    /// What is the same for all blocks of the page.
    pub(super) fn page_measures(self) -> PageMeasures {
        let facts = &self.of.facts;
        PageMeasures {
            blocks: facts.blocks,
            words: facts.words,
            has_structured: facts.structured_terms > 0,
        }
    }

    /// A block's own text.
    #[inline]
    pub fn text(self, block: usize) -> TextFeatures {
        let counts = self.of.texts.counts.get(block);
        text_features(self.blocks.block(block), self.blocks.text(block), &counts)
    }

    /// The hashes of a block's terms where it has few: see [`SHORT_TERMS`](super::SHORT_TERMS). None where it has more.
    pub fn short_terms(self, block: usize) -> &'p [u32] {
        self.of.texts.short_terms.get(block)
    }

    /// What the elements around the blocks are named.
    pub fn names(self) -> &'p NameList {
        &self.of.names
    }

    /// How far the nearest ancestors of each tag are.
    #[inline]
    pub fn tags(self, block: usize) -> &'p TagDistances {
        &self.distances(block).tags
    }

    /// How far the nearest ancestors with names of each family are.
    #[inline]
    pub fn families(self, block: usize) -> &'p FamilyDistances {
        &self.distances(block).families
    }

    /// What blocks of the page have around them, each once.
    pub fn surroundings(self) -> &'p [Distances] {
        self.of.distances.distinct()
    }

    /// Which of the surroundings a block has.
    #[inline]
    pub fn surrounding(self, block: usize) -> usize {
        self.of.distances.number(self.containers.of_block(block))
    }

    fn distances(self, block: usize) -> &'p Distances {
        self.of.distances.get(self.containers.of_block(block))
    }

    /// Where a block stands.
    #[inline]
    pub fn place(self, block: usize) -> Place {
        let facts = &self.of.facts;
        let before = self.containers.sums(0..block).words;
        let heading = facts.first_heading.map(|heading| block as i32 - heading as i32);
        Place {
            index: block as u32,
            position: block as f32 / self.blocks.len().max(1) as f32,
            words_before: before as f32 / facts.words.max(1) as f32,
            depth: self.containers.list()[self.containers.of_block(block)].depth,
            after_heading: heading.unwrap_or(NO_HEADING),
        }
    }

    /// Where a block stands to the smallest element with most long text.
    pub fn content(self, block: usize) -> ContentPlace {
        self.of.content.place(self.containers, block)
    }

    /// Siblings of a block's container, of its parent, and so on, that are alike. Beyond the root it is the root.
    #[inline]
    pub fn siblings(self, block: usize) -> [u32; SIBLING_LEVELS] {
        let mut at = self.containers.of_block(block);
        std::array::from_fn(|_| {
            let count = self.of.siblings[at];
            at = self.containers.list()[at].parent.map_or(at, |p| p as usize);
            count
        })
    }

    /// What else of the page a block is like.
    #[inline]
    pub fn likeness(self, block: usize) -> Likeness {
        self.of.texts.likeness(block)
    }

    /// The number of a block's tag.
    pub(super) fn tag(self, block: usize) -> i8 {
        tag_number(self.blocks.block(block).tag)
    }
}

/// A stretch of blocks whose features are asked for, with what several of them need.
struct Stretch<'p> {
    view: BlockFeatures<'p>,
    /// The texts of the blocks, and of those before and after that they have as neighbours.
    texts: Vec<TextFeatures>,
    /// The first block of `texts`.
    start: usize,
    above: LevelsAbove,
}

impl<'p> Stretch<'p> {
    fn new(view: BlockFeatures<'p>, range: Range<usize>) -> Stretch<'p> {
        let start = range.start.saturating_sub(NEIGHBOURS);
        let end = view.len().min(range.end + NEIGHBOURS);
        let texts = (start..end).map(|block| view.text(block)).collect();
        Stretch { view, texts, start, above: LevelsAbove::default() }
    }

    fn text(&self, block: usize) -> &TextFeatures {
        &self.texts[block - self.start]
    }

    fn features(&mut self, block: usize) -> Features {
        let view = self.view;
        let BlockFeatures { of, containers, .. } = view;
        let marks = &of.texts.punctuation;
        let levels = of.levels.levels(containers, marks, block, &mut self.above);
        let text = self.text(block);
        let distances = view.distances(block);
        let [before, after] = neighbours(containers, view.len(), block, |other| {
            Neighbour::seen(self.text(other), view.tag(other), of.texts.title_likeness(other))
        });
        Features {
            tag: view.tag(block),
            place: view.place(block),
            change: change(block.checked_sub(1).map(|before| self.text(before)), text),
            text: text.clone(),
            tags: distances.tags,
            families: distances.families,
            levels,
            content: view.content(block),
            siblings: view.siblings(block),
            before,
            after,
            window: window(containers, marks, block),
            likeness: view.likeness(block),
            page: view.page_measures(),
        }
    }
}

fn change(before: Option<&TextFeatures>, this: &TextFeatures) -> Change {
    let nothing = TextFeatures::default();
    let before = before.unwrap_or(&nothing);
    let quotient = |this: f32, before: f32| (this + 1.0) / (before + 1.0);
    let (words, words_before) = (this.words as f32, before.words as f32);
    Change {
        words: words - words_before,
        words_quotient: quotient(words, words_before),
        link_density: this.link_density - before.link_density,
        link_density_quotient: quotient(this.link_density, before.link_density),
        text_density: this.text_density - before.text_density,
        text_density_quotient: quotient(this.text_density, before.text_density),
    }
}
