//! What algorithms of every kind ask of a page: lengths of its texts, sums over its elements, names in class and id.
//!
//! Each is found out when it is first asked for and kept with the [`Document`].

mod automaton;
mod lengths;
mod names;
mod sums;
mod values;

pub use lengths::{Trimmed, is_code, trim};
pub use names::{Edge, Names, Rule};
pub use sums::Sums;
pub use values::{Found, RuleTable, Values};

use crate::{Derived, Document, Media, Texts};
use dehusk_blocks::count_words;
use dehusk_page::{Name, NodeId, Page, name};

impl Derived for Trimmed {
    fn derive(document: &Document) -> Trimmed {
        Trimmed::of(document.page())
    }
}

impl Derived for Values {
    fn derive(document: &Document) -> Values {
        Values::of(document.page())
    }
}

impl Derived for Media {
    fn derive(document: &Document) -> Media {
        Media::of(document.page())
    }
}

struct TextChars(Vec<u32>);

impl Derived for TextChars {
    fn derive(document: &Document) -> TextChars {
        TextChars(document.derived::<Trimmed>().chars(document.page()))
    }
}

struct TextWords(Vec<u32>);

impl Derived for TextWords {
    fn derive(document: &Document) -> TextWords {
        TextWords(text_words(document.page(), document.text_chars()))
    }
}

struct ElementSums(Vec<Sums>);

impl Derived for ElementSums {
    fn derive(document: &Document) -> ElementSums {
        ElementSums(sums::of(document.page(), document.text_chars()))
    }
}

struct WordSums(Vec<u32>);

impl Derived for WordSums {
    fn derive(document: &Document) -> WordSums {
        WordSums(sums::of_words(document.page(), document.text_words()))
    }
}

struct BlockTexts(Texts);

impl Derived for BlockTexts {
    fn derive(document: &Document) -> BlockTexts {
        let (page, blocks) = (document.page(), document.blocks());
        let texts = || (0..blocks.len()).flat_map(|index| blocks.nodes(index).iter().copied());
        // Of these alone: who asks for nothing else does not need to know how long all texts of the page are.
        let mut letters = vec![0; page.len()];
        texts().for_each(|node| letters[node.index()] = trim(page.text(node).as_bytes()).1);
        BlockTexts(Texts::of(&letters, texts()))
    }
}

struct PageTexts(Texts);

impl Derived for PageTexts {
    fn derive(document: &Document) -> PageTexts {
        let texts = (0..document.page().len()).map(NodeId::from_index);
        PageTexts(Texts::of(document.text_letters(), texts))
    }
}

/// What algorithms of every kind ask.
impl Document {
    /// The characters of each text by its node's index; 0 for other nodes, and for scripts and styles.
    pub fn text_chars(&self) -> &[u32] {
        &self.derived::<TextChars>().0
    }

    /// The words of each text by its node's index.
    pub fn text_words(&self) -> &[u32] {
        &self.derived::<TextWords>().0
    }

    /// The letters of each text by its node's index, for the choice of media.
    pub fn text_letters(&self) -> &[u32] {
        &self.derived::<Trimmed>().letters
    }

    /// What each node of the body holds, by its index.
    pub fn sums(&self) -> &[Sums] {
        &self.derived::<ElementSums>().0
    }

    /// The words below each node of the body, by its index.
    pub fn word_sums(&self) -> &[u32] {
        &self.derived::<WordSums>().0
    }

    /// The texts of the blocks, for the choice of media.
    pub fn block_texts(&self) -> &Texts {
        &self.derived::<BlockTexts>().0
    }

    /// All texts of the page, for the choice of media.
    pub fn page_texts(&self) -> &Texts {
        &self.derived::<PageTexts>().0
    }
}

/// Elements whose text no reader sees, or is no text at all: markup that the standard's parser reads as such.
pub fn is_skipped(tag: Name) -> bool {
    matches!(
        tag,
        name::SCRIPT
            | name::STYLE
            | name::NOSCRIPT
            | name::TEMPLATE
            | name::IFRAME
            | name::NOEMBED
            | name::NOFRAMES
            | name::TEXTAREA
            | name::HEAD
            | name::TITLE
    )
}

/// The words of each text by its node's index, for the characters of the same.
fn text_words(page: &Page, chars: &[u32]) -> Vec<u32> {
    let words = |(index, &chars): (usize, &u32)| match chars {
        0 => 0,
        _ => count_words(page.text(NodeId::from_index(index))) as u32,
    };
    chars.iter().enumerate().map(words).collect()
}

/// Whether the last `display` of an element's own style is `none`.
pub fn displays_nothing(style: &str) -> bool {
    let display = style.split(';').rev().find_map(|rule| {
        let (property, value) = rule.split_once(':')?;
        property.trim().eq_ignore_ascii_case("display").then(|| value.trim())
    });
    display.is_some_and(|value| value.eq_ignore_ascii_case("none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_display_counts() {
        assert!(displays_nothing("color: red; Display:none"));
        assert!(!displays_nothing("display: none; display: block"));
        assert!(!displays_nothing(""));
    }
}
