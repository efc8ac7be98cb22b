//! Features: what is measured of a block, of what is around it, and of its page.
//!
//! What they follow from is computed for all blocks of a page at once: one pass over the text, one over the containers
//! from the root downward, and sums over ranges of blocks for everything else. The features themselves are many more
//! bytes than that, and are put together when they are asked for.

mod ancestors;
mod content;
mod counts;
mod dates;
mod declared;
mod export;
mod families;
mod glance;
mod levels;
mod markup;
mod names;
mod neighbours;
mod page;
mod scan;
mod siblings;
mod terms;
mod text;
mod texts;
mod title;
mod view;

pub use ancestors::{Distances, NO_ANCESTOR, Tag, TagDistances};
pub use content::ContentPlace;
pub use dates::is_date;
pub use declared::DeclaredKinds;
pub use families::{Family, FamilyDistances};
pub use glance::{Glance, Look};
pub use levels::Level;
pub use markup::Markup;
pub use names::{NameList, name_words};
pub use neighbours::{Neighbour, Window};
pub use page::{PageFacts, PageFeatures};
pub use text::TextFeatures;
pub use texts::SHORT_TERMS;
pub use view::BlockFeatures;

use export::{exported, row};
use levels::LEVELS;
use neighbours::NEIGHBOURS;

/// The value of [`Place::after_heading`] in pages without `h1`.
const NO_HEADING: i32 = -999;
/// The largest value of [`Likeness::repeats`].
const MAX_REPEATS: u32 = 9;
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
    /// use dehusk_blocks::{Blocks, Containers, Features, PageFeatures};
    /// let page = dehusk_page::Page::parse("<nav><a href=x>Home</a></nav><p>It begins here.");
    /// let blocks = Blocks::of(&page);
    /// let containers = Containers::of(&page, &blocks);
    /// let measured = PageFeatures::of(&page, &blocks, &containers);
    /// let features = measured.view(&blocks, &containers);
    /// assert_eq!(features.get(0).text.link_density, 1.0);
    /// let vector = features.get(1).to_vec();
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

row!(Features);

/// The features of all blocks of a page.
#[cfg(test)]
pub(crate) fn of_html(html: &str) -> Vec<Features> {
    use crate::{Blocks, Containers};
    let page = dehusk_page::Page::parse(html);
    let blocks = Blocks::of(&page);
    let containers = Containers::of(&page, &blocks);
    PageFeatures::of(&page, &blocks, &containers).view(&blocks, &containers).iter().collect()
}
