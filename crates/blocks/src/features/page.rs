//! The features of all blocks of a page, put together from what each module computes for all.

use super::ancestors::{self, Distances};
use super::content::Content;
use super::declared::{Declared, DeclaredKinds};
use super::levels::Levels;
use super::text::TextFeatures;
use super::texts::Texts;
use super::title::Title;
use super::{Change, Features, NO_HEADING, PageMeasures, Place, SIBLING_LEVELS};
use super::{neighbours, siblings, text};
use crate::block::Blocks;
use crate::containers::Containers;
use dehusk_page::{NodeId, Page, name};

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
    /// What kinds of page it says it is.
    pub declared: DeclaredKinds,
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
        let computer = Computer {
            distances: ancestors::distances(page, containers, &named),
            siblings: siblings::equal_siblings(page, containers, &named),
            levels: Levels::of(containers, &texts.punctuation),
            containers,
            blocks,
            texts: &texts,
            content: &content,
            facts: &facts,
        };
        let blocks = (0..blocks.len()).map(|block| computer.features(block)).collect();
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
        declared: declared.kinds,
        title: declared.title,
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

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>The big news</title>\
        <meta name=description content='one two three four'>\
        <nav><a href=/>Home</a></nav><h1>The Big News</h1>\
        <p>One <b>two</b> three four. It was 12:30 on Monday, said NASA | © 2024.</p>\
        <div>HOME:</div>";

    fn features() -> PageFeatures {
        let page = Page::parse(PAGE);
        PageFeatures::of(&page, &Blocks::of(&page))
    }

    #[test]
    fn the_text_itself() {
        let text = &features().blocks[2].text;
        assert_eq!((text.words, text.tokens, text.chars), (12, 14, 63));
        assert_eq!(text.text_density, 14.0, "one line");
        assert_eq!(text.average_word_length, 50.0 / 12.0);
        assert_eq!((text.sentences, text.average_sentence_length), (2, 6.0));
        // One, It, Monday, NASA.
        assert_eq!((text.capital_words, text.capital_ratio), (4, 4.0 / 12.0));
        assert_eq!((text.upper_words, text.upper_ratio), (1, 1.0 / 12.0));
        assert_eq!(text.upper_chars_ratio, 7.0 / 63.0);
        assert_eq!(text.digit_ratio, 8.0 / 63.0);
        // Two full stops, a comma, the colon of the time.
        assert_eq!((text.punctuation, text.punctuation_ratio), (4, 4.0 / 12.0));
        assert_eq!((text.sentence_marks, text.full_stops), (2, 2));
        assert_eq!(text.full_stop_ratio, 2.0 / 12.0);
        assert_eq!((text.bars, text.copyright), (1, 1));
        assert_eq!(text.dates, 3, "12:30, Monday, 2024");
        assert_eq!(text.strong_ratio, 3.0 / 63.0);
        assert!(text.ends_sentence && !text.ends_colon);
        assert!(features().blocks[3].text.ends_colon);
    }

    #[test]
    fn links() {
        let text = &features().blocks[0].text;
        assert_eq!((text.links, text.link_density), (1, 1.0));
    }

    #[test]
    fn place_and_change() {
        let features = features();
        let block = &features.blocks[2];
        assert_eq!((block.place.index, block.place.position), (2, 0.5));
        assert_eq!(block.place.words_before, 4.0 / 17.0);
        assert_eq!((block.place.depth, block.place.after_heading), (3, 1));
        assert_eq!(features.blocks[0].place.after_heading, -1);
        assert_eq!((block.change.words, block.change.words_quotient), (9.0, 13.0 / 4.0));
        assert_eq!((block.change.text_density, block.change.text_density_quotient), (11.0, 3.75));
        let heading = &features.blocks[1].change;
        assert_eq!((heading.link_density, heading.link_density_quotient), (-1.0, 0.5));
        assert_eq!(features.blocks[0].change.words, 1.0);
    }

    #[test]
    fn likeness_and_the_page() {
        let features = features();
        assert_eq!(features.blocks[1].likeness.title, 1.0);
        assert_eq!(features.blocks[0].likeness.title, 0.0);
        // 13 terms are 11 runs of three; the description has two of them.
        assert_eq!(features.blocks[2].likeness.description, 2.0 / 11.0);
        assert_eq!(features.blocks[2].likeness.structured, 0.0);
        let repeats: Vec<_> = features.blocks.iter().map(|b| b.likeness.repeats).collect();
        assert_eq!(repeats, [2, 1, 1, 2], "case and punctuation do not matter");
        assert_eq!(features.blocks[3].page.words, 17);
        assert!(!features.blocks[3].page.has_structured);
        let facts = &features.facts;
        assert_eq!((facts.title.as_str(), facts.title_terms), ("The big news", 3));
        assert_eq!((facts.blocks, facts.words, facts.link_words), (4, 17, 1));
        assert_eq!((facts.description_terms, facts.first_heading), (4, Some(1)));
    }

    #[test]
    fn tags_have_numbers() {
        let tags: Vec<_> = features().blocks.iter().map(|b| b.tag).collect();
        assert_eq!(tags, [-1, 2, 0, 15], "nav has none");
    }

    #[test]
    fn structured_data_is_compared() {
        let body = "a text of the article that is long enough to be found";
        let page = Page::parse(format!(
            "<script type='application/ld+json'>{{\"articleBody\":\"{body}\"}}</script>\
             <p>{body}<p>something else entirely"
        ));
        let features = PageFeatures::of(&page, &Blocks::of(&page));
        let structured: Vec<_> = features.blocks.iter().map(|b| b.likeness.structured).collect();
        assert_eq!(structured, [1.0, 0.0]);
        assert!(features.blocks[0].page.has_structured);
    }

    #[test]
    fn siblings_of_four_levels() {
        let page = Page::parse("<ul><li><p>a</p><p>b</p></li><li><p>c</p></li><li>d</li></ul>");
        let features = PageFeatures::of(&page, &Blocks::of(&page));
        assert_eq!(features.blocks[0].siblings, [2, 3, 1, 1], "p, li, ul, body");
        assert_eq!(features.blocks[3].siblings, [3, 1, 1, 0], "li, ul, body, html");
    }
}
