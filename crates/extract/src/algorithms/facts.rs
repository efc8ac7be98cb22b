//! What several algorithms ask of a document, found out once and kept with it.
//!
//! Running many extractors over one page should cost one reading of the page. Everything here is made when it is
//! first asked for, so that an extractor alone pays for what it needs and no more.

use super::boilerpipe::Parts;
use super::cetd;
use super::names::{self, Asker};
use super::shared::language;
use super::shared::sums::{self, Sums};
use super::shared::values::{Found, Values};
use super::shared::{text_chars, text_words};
use crate::registry::ENTRIES;
use crate::selection::{media_candidates, text_letters};
use crate::{Document, Selection};
use dehusk_page::NodeId;
use std::sync::OnceLock;

/// What was found out of a document.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    chars: OnceLock<Vec<u32>>,
    words: OnceLock<Vec<u32>>,
    sums: OnceLock<Vec<Sums>>,
    word_sums: OnceLock<Vec<u32>>,
    values: OnceLock<Values>,
    named: OnceLock<Vec<u128>>,
    composite: OnceLock<Vec<f64>>,
    language: OnceLock<Option<&'static str>>,
    letters: OnceLock<Vec<u32>>,
    media: OnceLock<Vec<NodeId>>,
    boilerpipe: OnceLock<Parts>,
    /// What each extractor of the registry answered, by its place there.
    answers: OnceLock<Box<[OnceLock<Selection>]>>,
}

impl Document {
    /// The characters of each text by its node's index; 0 for other nodes, and for scripts and styles.
    pub(crate) fn text_chars(&self) -> &[u32] {
        self.facts.chars.get_or_init(|| text_chars(self.page()))
    }

    /// The words of each text by its node's index.
    pub(crate) fn text_words(&self) -> &[u32] {
        self.facts.words.get_or_init(|| text_words(self.page(), self.text_chars()))
    }

    /// The letters of each text by its node's index, for the choice of media.
    pub(crate) fn text_letters(&self) -> &[u32] {
        self.facts.letters.get_or_init(|| text_letters(self.page()))
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

    /// Elements that may be media, and those that decide about media in them.
    pub(crate) fn media_candidates(&self) -> &[NodeId] {
        self.facts.media.get_or_init(|| media_candidates(self.page()))
    }

    /// The page as boilerpipe reads it.
    pub(in crate::algorithms) fn boilerpipe_parts(&self) -> &Parts {
        self.facts.boilerpipe.get_or_init(|| Parts::read(self.page()))
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
