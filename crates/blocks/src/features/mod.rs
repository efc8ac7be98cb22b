//! Features: what is measured of a block, of what is around it, and of its page.
//!
//! They are computed for all blocks of a page at once: one pass over the text, one over the containers
//! from the root downward, and sums over ranges of blocks for everything else.

mod ancestors;
mod content;
mod dates;
mod declared;
mod eight;
mod export;
mod families;
mod levels;
mod neighbours;
mod scan;
mod siblings;
mod terms;
mod text;
mod title;
mod word_match;

pub use ancestors::{FAR, Tag, TagDistances};
pub use content::ContentPlace;
pub use families::{Family, FamilyDistances};
pub use levels::{LEVELS, Level};
pub use neighbours::{NEIGHBOURS, Neighbour, WINDOW, Window};
pub use scan::COLUMNS;
pub use text::TextFeatures;

use crate::block::Blocks;
use crate::containers::Containers;
use crate::table::{Table, hash_bytes, mix};
use ancestors::Distances;
use content::Content;
use dates::{Lexicon, Meaning};
use declared::Declared;
use dehusk_page::{NodeId, Page, name};
use export::{Export, exported};
use levels::Levels;
use std::sync::OnceLock;
use terms::Shingles;
use text::Meanings;
use title::Title;

/// The value of [`Place::after_heading`] in pages without `h1`.
pub const NO_HEADING: i32 = -999;
/// The largest value of [`Likeness::repeats`].
pub const MAX_REPEATS: u32 = 9;
/// Levels whose siblings are counted.
const SIBLING_LEVELS: usize = 4;

exported! {
    /// Where a block stands.
    pub struct Place {
        /// Blocks before it.
        pub index: u32,
        /// Blocks before it by all blocks.
        pub position: f32,
        /// Words before it by all words.
        pub words_before: f32,
        /// Elements from the root to its container.
        pub depth: u32,
        /// Blocks since the first one in `h1`: negative before it, -999 without `h1`.
        pub after_heading: i32,
    }
}

exported! {
    /// A block by the block before it; for the first block the one before has nothing.
    pub struct Change {
        /// Words more.
        pub words: f32,
        /// Words and one, by words of the one before and one.
        pub words_quotient: f32,
        /// Link density more.
        pub link_density: f32,
        /// Link density and one, by that of the one before and one.
        pub link_density_quotient: f32,
        /// Text density more.
        pub text_density: f32,
        /// Text density and one, by that of the one before and one.
        pub text_density_quotient: f32,
    }
}

exported! {
    /// What else of the page a block is like.
    pub struct Likeness {
        /// Terms it shares with the title, by all terms of both.
        pub title: f32,
        /// Terms it shares with the title, by the terms of the shorter.
        pub title_overlap: f32,
        /// The share of its runs of three terms that texts of the structured data have.
        pub structured: f32,
        /// The share of its runs of three terms that the page's descriptions have.
        pub description: f32,
        /// How often its text is in the page, itself counted, 9 at most.
        pub repeats: u32,
    }
}

exported! {
    /// What is the same for all blocks of a page.
    pub struct PageMeasures {
        /// Blocks of the page.
        pub blocks: u32,
        /// Words of the page.
        pub words: u32,
        /// The structured data has texts.
        pub has_structured: bool,
    }
}

exported! {
    /// Everything measured of a block.
    ///
    /// ```
    /// use dehusk_blocks::{Blocks, Features, PageFeatures};
    /// let page = dehusk_page::Page::parse("<nav><a href=x>Home</a></nav><p>It begins here.");
    /// let features = PageFeatures::of(&page, &Blocks::of(&page));
    /// assert_eq!(features.blocks[0].text.link_density, 1.0);
    /// let vector = features.blocks[1].to_vec();
    /// let words = Features::names().iter().position(|n| n == "text_words").unwrap();
    /// assert_eq!(vector[words], 3.0);
    /// assert_eq!(vector.len(), Features::LEN);
    /// ```
    pub struct Features {
        /// Its own text.
        pub text: TextFeatures,
        /// The number of its container's tag, -1 for rare tags.
        pub tag: i8,
        /// Where it stands.
        pub place: Place,
        /// How it differs from the block before.
        pub change: Change,
        /// How far the nearest ancestors of each tag are.
        pub tags: TagDistances,
        /// How far the nearest ancestors with names of each family are.
        pub families: FamilyDistances,
        /// What its first different ancestors hold.
        pub levels: [Level; LEVELS],
        /// Where it stands to the smallest element with most long text.
        pub content: ContentPlace,
        /// Siblings that hold text and have the same tag and class, itself counted: of the container, of
        /// its parent, and so on.
        pub siblings: [u32; SIBLING_LEVELS],
        /// The blocks before it, nearest first.
        pub before: [Neighbour; NEIGHBOURS],
        /// The blocks after it, nearest first.
        pub after: [Neighbour; NEIGHBOURS],
        /// The blocks around it.
        pub window: Window,
        /// What else of the page it is like.
        pub likeness: Likeness,
        /// Its page.
        pub page: PageMeasures,
    }
}

impl Features {
    /// How many numbers they are.
    pub const LEN: usize = <Features as Export>::LEN;

    /// The names of all numbers, in the order of [`Features::write_to`].
    pub fn names() -> &'static [String] {
        static NAMES: OnceLock<Vec<String>> = OnceLock::new();
        NAMES.get_or_init(|| {
            let mut names = Vec::with_capacity(Features::LEN);
            <Features as Export>::names("", &mut names);
            names
        })
    }

    /// Appends all numbers, for models.
    pub fn write_to(&self, out: &mut Vec<f32>) {
        out.reserve(Features::LEN);
        self.write(out);
    }

    /// All numbers.
    pub fn to_vec(&self) -> Vec<f32> {
        let mut out = Vec::new();
        self.write_to(&mut out);
        out
    }
}

/// What is known of a page as a whole once its features are computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageFacts {
    /// The text of its `title`.
    pub title: String,
    /// Different terms of the title.
    pub title_terms: u32,
    /// Blocks.
    pub blocks: u32,
    /// Words.
    pub words: u32,
    /// Words inside links.
    pub link_words: u32,
    /// Words of [long text](crate::Block::is_long_text).
    pub long_words: u32,
    /// Terms of texts in its structured data.
    pub structured_terms: u32,
    /// Terms of its descriptions.
    pub description_terms: u32,
    /// The first block in `h1`.
    pub first_heading: Option<usize>,
    /// The smallest element that holds most of the long text.
    pub content: Option<NodeId>,
    /// That element's part of the long text.
    pub content_share: f32,
}

/// The features of all blocks of a page.
#[derive(Clone, Debug, Default)]
pub struct PageFeatures {
    /// The page as a whole.
    pub facts: PageFacts,
    /// Its blocks, in their order.
    pub blocks: Vec<Features>,
}

impl PageFeatures {
    /// Computes the features of a page's blocks.
    pub fn of(page: &Page, blocks: &Blocks) -> PageFeatures {
        PageFeatures::with_containers(page, blocks, &Containers::of(page, blocks))
    }

    /// [`PageFeatures::of`] where the containers are at hand.
    pub fn with_containers(page: &Page, blocks: &Blocks, containers: &Containers) -> PageFeatures {
        let declared = Declared::of(page);
        let title = Title::of(&declared.title);
        let texts = Texts::of(blocks, &declared, &title);
        let content = Content::of(page, containers);
        let facts = facts(blocks, containers, declared, &title, &content);
        let named = ancestors::names(page, containers);
        let features = Computer {
            distances: ancestors::distances(page, containers, &named),
            siblings: siblings::equal_siblings(page, containers, &named),
            levels: Levels::of(containers, &texts.punctuation),
            containers,
            blocks,
            texts: &texts,
            content: &content,
            facts: &facts,
        };
        let blocks = (0..blocks.len()).map(|block| features.features(block)).collect();
        PageFeatures { facts, blocks }
    }
}

fn facts(
    blocks: &Blocks,
    containers: &Containers,
    declared: Declared,
    title: &Title,
    content: &Content,
) -> PageFacts {
    let sums = containers.sums(0..blocks.len());
    let terms = |texts: &[Vec<u64>]| texts.iter().map(Vec::len).sum::<usize>() as u32;
    PageFacts {
        title_terms: title.len() as u32,
        blocks: blocks.len() as u32,
        words: sums.words,
        link_words: sums.link_words,
        long_words: sums.long_words,
        structured_terms: terms(&declared.structured),
        description_terms: terms(&declared.descriptions),
        first_heading: blocks.iter().position(|b| b.tag == name::H1),
        content: content.node(containers),
        content_share: content.share(),
        title: declared.title,
    }
}

/// What the pass over the text gives.
struct Texts {
    features: Vec<TextFeatures>,
    likeness: Vec<Likeness>,
    seen: Vec<Neighbour>,
    /// Punctuation marks in the blocks before each, and in all.
    punctuation: Vec<u32>,
}

impl Texts {
    fn of(blocks: &Blocks, declared: &Declared, title: &Title) -> Texts {
        let shingles = Shingles::of(&[&declared.structured, &declared.descriptions]);
        let lexicon = Lexicon::get();
        let mut texts = Texts::with_capacity(blocks.len());
        let mut repeats = Table::<u32>::with_capacity(blocks.len());
        let mut keys = Vec::with_capacity(blocks.len());
        let mut terms = Vec::new();
        let mut seen = Table::with_capacity(64);
        for (at, block) in blocks.iter().enumerate() {
            let text = blocks.text(at);
            let counts = scan::scan(&blocks.text, block.text_range(), &mut terms);
            let features = text::text_features(block, text, &counts, meanings(lexicon, &terms));
            let (like_title, title_overlap) = title.likeness(&terms, &mut seen);
            let [structured, description] = shingles.shares(&terms);
            let key = text_key(text, &terms);
            if let Some(count) = repeats.entry(key) {
                *count += 1;
            }
            keys.push(key);
            let likeness =
                Likeness { title: like_title, title_overlap, structured, description, repeats: 0 };
            texts.push(features, likeness, text::tag_number(block.tag));
        }
        for (likeness, key) in texts.likeness.iter_mut().zip(keys) {
            likeness.repeats = repeats.get(key).map_or(1, |&n| n.min(MAX_REPEATS));
        }
        texts
    }

    fn with_capacity(blocks: usize) -> Texts {
        let mut punctuation = Vec::with_capacity(blocks + 1);
        punctuation.push(0);
        Texts {
            features: Vec::with_capacity(blocks),
            likeness: Vec::with_capacity(blocks),
            seen: Vec::with_capacity(blocks),
            punctuation,
        }
    }

    fn push(&mut self, text: TextFeatures, likeness: Likeness, tag: i8) {
        let marks = self.punctuation.last().copied().unwrap_or_default() + text.punctuation;
        self.punctuation.push(marks);
        self.seen.push(Neighbour::seen(&text, tag, likeness.title));
        self.features.push(text);
        self.likeness.push(likeness);
    }
}

fn meanings(lexicon: &Lexicon, terms: &[u64]) -> Meanings {
    let mut meanings = Meanings::default();
    for meaning in terms.iter().filter_map(|&term| lexicon.meaning(term)) {
        match meaning {
            Meaning::Date => meanings.dates += 1,
            Meaning::Copyright => meanings.copyrights += 1,
        }
    }
    meanings
}

/// Texts with the same terms are the same; texts without terms are compared as they stand.
fn text_key(text: &str, terms: &[u64]) -> u64 {
    match terms {
        [] => hash_bytes(text.as_bytes()),
        terms => terms.iter().fold(0, |hash, &term| mix(hash, term)),
    }
}

/// Puts the features of a block together from what was computed for all.
struct Computer<'c> {
    blocks: &'c Blocks,
    containers: &'c Containers,
    texts: &'c Texts,
    content: &'c Content,
    facts: &'c PageFacts,
    distances: Vec<Distances>,
    siblings: Vec<u32>,
    levels: Levels,
}

impl Computer<'_> {
    fn features(&self, block: usize) -> Features {
        let text = &self.texts.features[block];
        let container = self.containers.of_block(block);
        let distances = &self.distances[container];
        let [before, after] = neighbours::neighbours(self.containers, &self.texts.seen, block);
        Features {
            tag: text::tag_number(self.blocks.block(block).tag),
            place: self.place(block),
            change: change(block.checked_sub(1).map(|b| &self.texts.features[b]), text),
            text: text.clone(),
            tags: distances.tags,
            families: distances.families,
            levels: self.levels.levels(self.containers, block),
            content: self.content.place(self.containers, block),
            siblings: self.siblings(container),
            before,
            after,
            window: neighbours::window(self.containers, &self.texts.punctuation, block),
            likeness: self.texts.likeness[block].clone(),
            page: PageMeasures {
                blocks: self.facts.blocks,
                words: self.facts.words,
                has_structured: self.facts.structured_terms > 0,
            },
        }
    }

    fn place(&self, block: usize) -> Place {
        let before = self.containers.sums(0..block).words;
        Place {
            index: block as u32,
            position: block as f32 / self.blocks.len().max(1) as f32,
            words_before: before as f32 / self.facts.words.max(1) as f32,
            depth: self.containers.list()[self.containers.of_block(block)].depth,
            after_heading: self
                .facts
                .first_heading
                .map_or(NO_HEADING, |heading| block as i32 - heading as i32),
        }
    }

    /// Beyond the root it is the root.
    fn siblings(&self, container: usize) -> [u32; SIBLING_LEVELS] {
        let mut at = container;
        std::array::from_fn(|_| {
            let count = self.siblings[at];
            at = self.containers.list()[at].parent.map_or(at, |p| p as usize);
            count
        })
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
