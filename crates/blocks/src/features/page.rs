//! What is measured of all blocks of a page, module by module.

use super::ancestors::DistanceList;
use super::content::Content;
use super::declared::{Declared, DeclaredKinds};
use super::levels::Levels;
use super::markup::Markup;
use super::names::NameList;
use super::siblings;
use super::texts::Texts;
use super::title::Title;
use super::view::BlockFeatures;
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
    /// What it is written in.
    pub markup: Markup,
}

/// What the features of a page's blocks follow from.
///
/// The features of a block are some 550 bytes, and a page can have a block every five bytes. So they are not kept but
/// put together when they are asked for: see [`PageFeatures::view`].
#[derive(Clone, Debug, Default)]
pub struct PageFeatures {
    /// The page as a whole.
    pub facts: PageFacts,
    pub(super) texts: Texts,
    pub(super) content: Content,
    pub(super) names: NameList,
    pub(super) distances: DistanceList,
    pub(super) siblings: Vec<u32>,
    pub(super) levels: Levels,
}

impl PageFeatures {
    /// Measures a page's blocks.
    pub fn of(page: &Page, blocks: &Blocks, containers: &Containers) -> PageFeatures {
        let declared = Declared::of(page);
        let title = Title::of(&declared.title);
        let texts = Texts::of(blocks, &declared, &title, page.deadline());
        let content = Content::of(page, containers);
        let facts = facts(blocks, containers, declared, &title, &content);
        let names = NameList::of(page, containers);
        PageFeatures {
            distances: DistanceList::of(page, containers, &names),
            siblings: siblings::equal_siblings(page, containers, &names),
            names,
            levels: Levels::of(containers),
            texts,
            content,
            facts,
        }
    }

    /// The features of the blocks. They must be the blocks and containers that were measured.
    pub fn view<'p>(&'p self, blocks: &'p Blocks, containers: &'p Containers) -> BlockFeatures<'p> {
        BlockFeatures { of: self, blocks, containers }
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
        markup: declared.markup,
        title: declared.title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Features, of_html};

    const PAGE: &str = "<title>The big news</title>\
        <meta name=description content='one two three four'>\
        <nav><a href=/>Home</a></nav><h1>The Big News</h1>\
        <p>One <b>two</b> three four. It was 12:30 on Monday, said NASA | © 2024.</p>\
        <div>HOME:</div>";

    fn features() -> Vec<Features> {
        of_html(PAGE)
    }

    #[test]
    fn the_text_itself() {
        let text = &features()[2].text;
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
        assert!(features()[3].text.ends_colon);
    }

    #[test]
    fn links() {
        let text = &features()[0].text;
        assert_eq!((text.links, text.link_density), (1, 1.0));
    }

    #[test]
    fn place_and_change() {
        let features = features();
        let block = &features[2];
        assert_eq!((block.place.index, block.place.position), (2, 0.5));
        assert_eq!(block.place.words_before, 4.0 / 17.0);
        assert_eq!((block.place.depth, block.place.after_heading), (3, 1));
        assert_eq!(features[0].place.after_heading, -1);
        assert_eq!((block.change.words, block.change.words_quotient), (9.0, 13.0 / 4.0));
        assert_eq!((block.change.text_density, block.change.text_density_quotient), (11.0, 3.75));
        let heading = &features[1].change;
        assert_eq!((heading.link_density, heading.link_density_quotient), (-1.0, 0.5));
        assert_eq!(features[0].change.words, 1.0);
    }

    #[test]
    fn likeness_and_the_page() {
        let features = features();
        assert_eq!(features[1].likeness.title, 1.0);
        assert_eq!(features[0].likeness.title, 0.0);
        // 13 terms are 11 runs of three; the description has two of them.
        assert_eq!(features[2].likeness.description, 2.0 / 11.0);
        assert_eq!(features[2].likeness.structured, 0.0);
        let repeats: Vec<_> = features.iter().map(|b| b.likeness.repeats).collect();
        assert_eq!(repeats, [2, 1, 1, 2], "case and punctuation do not matter");
        assert_eq!(features[3].page.words, 17);
        assert!(!features[3].page.has_structured);
        let page = Page::parse(PAGE);
        let blocks = Blocks::of(&page);
        let facts = PageFeatures::of(&page, &blocks, &Containers::of(&page, &blocks)).facts;
        assert_eq!((facts.title.as_str(), facts.title_terms), ("The big news", 3));
        assert_eq!((facts.blocks, facts.words, facts.link_words), (4, 17, 1));
        assert_eq!((facts.description_terms, facts.first_heading), (4, Some(1)));
    }

    #[test]
    fn tags_have_numbers() {
        let tags: Vec<_> = features().iter().map(|b| b.tag).collect();
        assert_eq!(tags, [-1, 2, 0, 15], "nav has none");
    }

    #[test]
    fn structured_data_is_compared() {
        let body = "a text of the article that is long enough to be found";
        let features = of_html(&format!(
            "<script type='application/ld+json'>{{\"articleBody\":\"{body}\"}}</script>\
             <p>{body}<p>something else entirely"
        ));
        let structured: Vec<_> = features.iter().map(|b| b.likeness.structured).collect();
        assert_eq!(structured, [1.0, 0.0]);
        assert!(features[0].page.has_structured);
    }

    #[test]
    fn siblings_of_four_levels() {
        let features = of_html("<ul><li><p>a</p><p>b</p></li><li><p>c</p></li><li>d</li></ul>");
        assert_eq!(features[0].siblings, [2, 3, 1, 1], "p, li, ul, body");
        assert_eq!(features[3].siblings, [3, 1, 1, 0], "li, ul, body, html");
    }
}
