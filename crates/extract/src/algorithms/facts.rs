//! What several algorithms ask of a document, found out once and kept with it.
//!
//! Running many extractors over one page should cost one reading of the page. Everything here is made when it is
//! first asked for, so that an extractor alone pays for what it needs and no more.

use super::boilerpipe::Parts;
use super::ccb::Code;
use super::cetd;
use super::justext::Paragraphs;
use super::names::{self, Asker};
use super::shared::language;
use super::shared::lengths::Trimmed;
use super::shared::sums::{self, Sums};
use super::shared::text_words;
use super::shared::tokens::Stream;
use super::shared::values::{Found, Values};
use crate::learned::mss::Tokens;
use crate::registry::ENTRIES;
use crate::selection::{Media, Texts};
use crate::{Document, Selection};
use dehusk_page::NodeId;
use std::sync::OnceLock;

/// What was found out of a document.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    trimmed: OnceLock<Trimmed>,
    chars: OnceLock<Vec<u32>>,
    words: OnceLock<Vec<u32>>,
    sums: OnceLock<Vec<Sums>>,
    word_sums: OnceLock<Vec<u32>>,
    values: OnceLock<Values>,
    named: OnceLock<Vec<u128>>,
    composite: OnceLock<Vec<f64>>,
    language: OnceLock<Option<&'static str>>,
    media: OnceLock<Media>,
    block_texts: OnceLock<Texts>,
    stream: OnceLock<Stream>,
    stream_texts: OnceLock<Texts>,
    code: OnceLock<Vec<Code>>,
    boilerpipe: OnceLock<Parts>,
    boilerpipe_texts: OnceLock<Texts>,
    justext: OnceLock<Paragraphs>,
    justext_texts: OnceLock<Texts>,
    tokens: OnceLock<Tokens>,
    page_texts: OnceLock<Texts>,
    /// What each extractor of the registry answered, by its place there.
    answers: OnceLock<Box<[OnceLock<Selection>]>>,
}

impl Document {
    /// The texts without white space at their ends.
    pub(in crate::algorithms) fn trimmed(&self) -> &Trimmed {
        self.facts.trimmed.get_or_init(|| Trimmed::of(self.page()))
    }

    /// The characters of each text by its node's index; 0 for other nodes, and for scripts and styles.
    pub(crate) fn text_chars(&self) -> &[u32] {
        self.facts.chars.get_or_init(|| self.trimmed().chars(self.page()))
    }

    /// The words of each text by its node's index.
    pub(crate) fn text_words(&self) -> &[u32] {
        self.facts.words.get_or_init(|| text_words(self.page(), self.text_chars()))
    }

    /// The letters of each text by its node's index, for the choice of media.
    pub(crate) fn text_letters(&self) -> &[u32] {
        &self.trimmed().letters
    }

    /// What each node of the body holds, by its index.
    pub(crate) fn sums(&self) -> &[Sums] {
        self.facts.sums.get_or_init(|| sums::of(self.page(), self.text_chars()))
    }

    /// The words below each node of the body, by its index.
    pub(crate) fn word_sums(&self) -> &[u32] {
        self.facts.word_sums.get_or_init(|| sums::of_words(self.page(), self.text_words()))
    }

    /// The composite text density of each node, by its index.
    pub(in crate::algorithms) fn composite_densities(&self) -> &[f64] {
        self.facts.composite.get_or_init(|| cetd::composite_densities(self))
    }

    /// What the class and id of the page's elements say by the rules of an extractor.
    pub(in crate::algorithms) fn named(&self, asker: Asker) -> Found<'_> {
        let values = self.facts.values.get_or_init(|| Values::of(self.page()));
        let all = self.facts.named.get_or_init(|| values.find(&names::NAMES));
        let (first, count) = asker.rules();
        Found::of(values, all, first, count)
    }

    /// The language of the text, if there is a list of stop words for it.
    pub(crate) fn stop_language(&self) -> Option<&'static str> {
        *self.facts.language.get_or_init(|| language::of(self))
    }

    /// The media of the page, and the elements that decide about media in them.
    pub(crate) fn media(&self) -> &Media {
        self.facts.media.get_or_init(|| Media::of(self.page()))
    }

    /// The page as boilerpipe reads it.
    pub(in crate::algorithms) fn boilerpipe_parts(&self) -> &Parts {
        self.facts.boilerpipe.get_or_init(|| Parts::read(self.page(), self.text_letters()))
    }

    /// The texts of the blocks, for the choice of media.
    pub(crate) fn block_texts(&self) -> &Texts {
        let blocks = self.blocks();
        let texts = || (0..blocks.len()).flat_map(|index| blocks.nodes(index).iter().copied());
        self.facts.block_texts.get_or_init(|| Texts::of(self.text_letters(), texts()))
    }

    /// The body as a row of texts with tags between them.
    pub(in crate::algorithms) fn stream(&self) -> &Stream {
        self.facts.stream.get_or_init(|| Stream::of(self.page()))
    }

    /// The texts of the body, for the choice of media.
    pub(in crate::algorithms) fn stream_texts(&self) -> &Texts {
        let texts = || self.stream().texts.iter().map(|text| text.node);
        self.facts.stream_texts.get_or_init(|| Texts::of(self.text_letters(), texts()))
    }

    /// The texts of the body and the markup before each.
    pub(in crate::algorithms) fn code(&self) -> &[Code] {
        self.facts.code.get_or_init(|| Code::of(self.page()))
    }

    /// The texts that boilerpipe reads, for the choice of media.
    pub(in crate::algorithms) fn boilerpipe_texts(&self) -> &Texts {
        let texts = || self.boilerpipe_parts().texts();
        self.facts.boilerpipe_texts.get_or_init(|| Texts::of(self.text_letters(), texts()))
    }

    /// The paragraphs as jusText cuts them.
    pub(in crate::algorithms) fn justext_paragraphs(&self) -> &Paragraphs {
        self.facts.justext.get_or_init(|| Paragraphs::read(self, &|_| false))
    }

    /// The texts of these paragraphs, for the choice of media.
    pub(in crate::algorithms) fn justext_texts(&self) -> &Texts {
        let texts = || self.justext_paragraphs().nodes();
        self.facts.justext_texts.get_or_init(|| Texts::of(self.text_letters(), texts()))
    }

    /// The tokens of the blocks as maximum subsequence segmentation sees them.
    pub(crate) fn tokens(&self) -> &Tokens {
        self.facts.tokens.get_or_init(|| Tokens::of(self))
    }

    /// All texts of the page, for the choice of media.
    pub(in crate::algorithms) fn page_texts(&self) -> &Texts {
        let texts = || (0..self.page().len()).map(NodeId::from_index);
        self.facts.page_texts.get_or_init(|| Texts::of(self.text_letters(), texts()))
    }

    /// What the extractor of a name answers, asked once however many want to know. None if the registry does not
    /// have it.
    ///
    /// ```
    /// let document = dehusk_extract::Document::new(dehusk_page::Page::parse("<p>One"));
    /// assert_eq!(document.answer("text").unwrap().nodes().len(), 1);
    /// assert!(document.answer("txet").is_none());
    /// ```
    pub fn answer(&self, name: &str) -> Option<&Selection> {
        let place = ENTRIES.iter().position(|entry| entry.name == name)?;
        let empty = || ENTRIES.iter().map(|_| OnceLock::new()).collect();
        let answers = self.facts.answers.get_or_init(empty);
        let (slot, entry) = (answers.get(place)?, ENTRIES.get(place)?);
        Some(slot.get_or_init(|| entry.make().extract(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn an_answer_is_given_once() {
        let document = Document::new(Page::parse("<p>One<p>Two"));
        let first: *const Selection = document.answer("bte").unwrap();
        assert!(std::ptr::eq(first, document.answer("bte").unwrap()));
    }

    #[test]
    fn every_entry_answers() {
        let document = Document::new(Page::parse("<p>One two three.<ul><li>x</ul>"));
        for entry in ENTRIES {
            let alone = entry
                .make()
                .extract(&Document::new(Page::parse("<p>One two three.<ul><li>x</ul>")));
            assert_eq!(
                document.answer(entry.name).unwrap().nodes(),
                alone.nodes(),
                "{}",
                entry.name
            );
        }
    }
}
