//! Rows of fewer numbers than [`Features`](super::Features) has, for models that look twice.
//!
//! Half of a page's blocks are told from content by little, and what little that is was measured: with a glance at
//! forty numbers a small forest sets them aside, and with all of them it does no better. What is left gets a look at
//! the rest.

use super::ancestors::{Tag, TagDistances};
use super::content::ContentPlace;
use super::export::{exported, row};
use super::families::{Family, FamilyDistances};
use super::levels::{LEVELS, Level, LevelsAbove};
use super::neighbours::{Neighbour, Window, window};
use super::text::TextFeatures;
use super::view::BlockFeatures;
use super::{Likeness, PageMeasures, Place, SIBLING_LEVELS};

/// Ancestors that a glance sees.
const GLANCED_LEVELS: usize = 3;

exported! {
    /// What a glance sees of an ancestor.
    pub struct GlancedLevel {
        /// Words in it.
        pub words: u32,
        /// Its link words by its words.
        pub link_density: f32,
        /// Its part of the page's long text with few links.
        pub page_share: f32,
    }
}

exported! {
    /// What tells most blocks that are not content.
    pub struct Glance {
        /// Words.
        pub words: u32,
        /// Links with text.
        pub links: u32,
        /// Link words by words.
        pub link_density: f32,
        /// Full stops, question marks, exclamation marks, ellipses.
        pub sentence_marks: u32,
        /// Full stops by words.
        pub full_stop_ratio: f32,
        /// It ends like a sentence.
        pub ends_sentence: bool,
        /// The number of its container's tag, -1 for rare tags.
        pub tag: i8,
        /// Words before it by all words.
        pub words_before: f32,
        /// Blocks since the first one in `h1`: negative before it, -999 without `h1`.
        pub after_heading: i32,
        /// Elements from the root to its container.
        pub depth: u32,
        /// What its first different ancestors hold.
        pub levels: [GlancedLevel; GLANCED_LEVELS],
        /// Where it stands to the smallest element with most long text.
        pub content: ContentPlace,
        /// Siblings that are alike, of the container, of its parent, and so on.
        pub siblings: [u32; GLANCED_LEVELS],
        /// The link density of the blocks around it.
        pub window_link_density: f32,
        /// Terms it shares with the title, by all terms of both.
        pub title: f32,
        /// Terms it shares with the title, by the terms of the shorter.
        pub title_overlap: f32,
        /// How far the nearest `article` is.
        pub in_article: u8,
        /// How far the nearest `main` is.
        pub in_main: u8,
        /// How far the nearest `footer` is.
        pub in_footer: u8,
        /// How far the nearest `nav` is.
        pub in_nav: u8,
        /// How far the nearest `li` is.
        pub in_li: u8,
        /// How far the nearest element is that is named as no content.
        pub named_negative: u8,
        /// How far the nearest element is that is named as comments.
        pub named_comment: u8,
        /// How far the nearest element is that is named as consent or the like.
        pub named_cookie: u8,
        /// How far the nearest element is that is named as a thread.
        pub named_forum: u8,
        /// Words of the page.
        pub page_words: u32,
    }
}

row!(Glance);

exported! {
    /// Everything that a model was found to need of a block.
    pub struct Look {
        /// Its own text.
        pub text: TextFeatures,
        /// The number of its container's tag, -1 for rare tags.
        pub tag: i8,
        /// Where it stands.
        pub place: Place,
        /// How far the nearest ancestors of each tag are.
        pub tags: TagDistances,
        /// How far the nearest ancestors with names of each family are.
        pub families: FamilyDistances,
        /// What its first different ancestors hold.
        pub levels: [Level; LEVELS],
        /// Where it stands to the smallest element with most long text.
        pub content: ContentPlace,
        /// Siblings that are alike, of the container, of its parent, and so on.
        pub siblings: [u32; SIBLING_LEVELS],
        /// The block before it.
        pub before: Neighbour,
        /// The block after it.
        pub after: Neighbour,
        /// The blocks around it.
        pub window: Window,
        /// What else of the page it is like.
        pub likeness: Likeness,
        /// Its page.
        pub page: PageMeasures,
    }
}

row!(Look);

/// Puts rows together for blocks in their order, with what the last one had in common with the next.
pub(super) struct Eye<'p> {
    view: BlockFeatures<'p>,
    above: LevelsAbove,
    /// The texts of the blocks that were looked at last, by their number.
    texts: [(usize, TextFeatures); 4],
}

impl<'p> Eye<'p> {
    pub fn new(view: BlockFeatures<'p>) -> Eye<'p> {
        let none = || (usize::MAX, TextFeatures::default());
        Eye { view, above: LevelsAbove::default(), texts: std::array::from_fn(|_| none()) }
    }

    pub fn glance(&mut self, block: usize) -> Glance {
        let view = self.view;
        let (text, counts) = (view.blocks.block(block), view.of.texts.counts.get(block));
        let words = text.words.max(1) as f32;
        let levels = self.levels(block);
        let likeness = view.likeness(block);
        let place = view.place(block);
        let (tags, families) = (view.tags(block), view.families(block));
        let [first, second, third, _] = view.siblings(block);
        Glance {
            words: text.words,
            links: text.links,
            link_density: text.link_density(),
            sentence_marks: counts.sentence_marks,
            full_stop_ratio: counts.full_stops as f32 / words,
            ends_sentence: super::text::ends_sentence(view.blocks.text(block)),
            tag: view.tag(block),
            words_before: place.words_before,
            after_heading: place.after_heading,
            depth: place.depth,
            levels: std::array::from_fn(|at| GlancedLevel {
                words: levels[at].words,
                link_density: levels[at].link_density,
                page_share: levels[at].page_share,
            }),
            content: view.content(block),
            siblings: [first, second, third],
            window_link_density: self.window(block).link_density,
            title: likeness.title,
            title_overlap: likeness.title_overlap,
            in_article: tags.get(Tag::Article),
            in_main: tags.get(Tag::Main),
            in_footer: tags.get(Tag::Footer),
            in_nav: tags.get(Tag::Nav),
            in_li: tags.get(Tag::Li),
            named_negative: families.get(Family::Negative),
            named_comment: families.get(Family::Comment),
            named_cookie: families.get(Family::Cookie),
            named_forum: families.get(Family::Forum),
            page_words: view.of.facts.words,
        }
    }

    pub fn look(&mut self, block: usize) -> Look {
        let view = self.view;
        let levels = self.levels(block);
        let before = block.checked_sub(1).map(|other| self.neighbour(block, other, block));
        let after = block + 1;
        let after = (after < view.len()).then(|| self.neighbour(block, after, after));
        Look {
            text: self.text(block).clone(),
            tag: view.tag(block),
            place: view.place(block),
            tags: *view.tags(block),
            families: *view.families(block),
            levels,
            content: view.content(block),
            siblings: view.siblings(block),
            before: before.unwrap_or(Neighbour::NONE),
            after: after.unwrap_or(Neighbour::NONE),
            window: self.window(block),
            likeness: view.likeness(block),
            page: view.page_measures(),
        }
    }

    fn levels(&mut self, block: usize) -> [Level; LEVELS] {
        let BlockFeatures { of, containers, .. } = self.view;
        of.levels.levels(containers, &of.texts.punctuation, block, &mut self.above)
    }

    fn window(&self, block: usize) -> Window {
        window(self.view.containers, &self.view.of.texts.punctuation, block)
    }

    fn text(&mut self, block: usize) -> &TextFeatures {
        let place = &mut self.texts[block % 4];
        if place.0 != block {
            *place = (block, self.view.text(block));
        }
        &place.1
    }

    /// The block before or after; `later` is the later one of the two.
    fn neighbour(&mut self, block: usize, other: usize, later: usize) -> Neighbour {
        let BlockFeatures { of, containers, .. } = self.view;
        let depth = |block: usize| containers.list()[containers.of_block(block)].depth;
        let common = depth(block).min(containers.shared_depth(later));
        let tag = self.view.tag(other);
        let title = of.texts.title_likeness(other);
        let seen = Neighbour::seen(self.text(other), tag, title);
        seen.at_distance(depth(block), depth(other), common)
    }
}

#[cfg(test)]
mod tests {
    use crate::features::of_html;
    use crate::{Blocks, Containers, PageFeatures};
    use dehusk_page::Page;

    const PAGE: &str = "<title>The big news</title><nav><a href=/>Home</a> <a href=/n>News</a></nav>\
        <main><h1>The Big News</h1><p>One two three four. It was on Monday!</p><ul><li>a b<li>c</ul>\
        <div class='comments'><p>Late.</p></div></main><footer>The end</footer>";

    #[test]
    fn a_look_and_a_glance_are_parts_of_all_features() {
        let page = Page::parse(PAGE);
        let blocks = Blocks::of(&page);
        let containers = Containers::of(&page, &blocks);
        let measured = PageFeatures::of(&page, &blocks, &containers);
        let view = measured.view(&blocks, &containers);
        // Not all of them, so that what is kept from one block to the next has to be right.
        let chosen: Vec<usize> = vec![0, 1, 2, 5, 6];
        let all = of_html(PAGE);
        for (block, look) in chosen.iter().zip(view.looks(chosen.iter().copied())) {
            let full = &all[*block];
            assert_eq!((&look.text, &look.levels), (&full.text, &full.levels));
            assert_eq!((&look.before, &look.after), (&full.before[0], &full.after[0]), "{block}");
            assert_eq!((&look.window, &look.place), (&full.window, &full.place));
        }
        for (full, glance) in all.iter().zip(view.glances(0..all.len())) {
            assert_eq!(glance.words, full.text.words);
            assert_eq!(glance.ends_sentence, full.text.ends_sentence);
            assert_eq!(glance.full_stop_ratio, full.text.full_stop_ratio);
            assert_eq!(glance.levels[2].words, full.levels[2].words);
            assert_eq!(glance.window_link_density, full.window.link_density);
            assert_eq!(glance.title_overlap, full.likeness.title_overlap);
        }
    }
}
