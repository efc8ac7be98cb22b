//! `justext`, `justext-language-free`: paragraphs by length, links and stop words, then by their neighbours.
//!
//! J. Pomikálek: "Removing Boilerplate and Duplicate Content from Web Corpora" (thesis, Brno 2011), and his
//! program jusText, whose constants these are. Paragraphs are read ([`paragraphs`]), classified each by
//! itself ([`context_free`]) and then by what stands around them ([`context`]). The list of stop words is that
//! of the page's language, which is detected. Without a list both limits of stop word density are 0, as in the
//! program: long paragraphs with few links are good. What neighbours make of a short paragraph is the program's too, which
//! asks for more than that both are good or nearly so.

mod context;
mod context_free;
mod paragraphs;

use super::shared::language::StopLanguage;
use super::shared::stop_words::StopWords;
use crate::languages;
use context_free::Limits;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection, Texts};
use dehusk_page::NodeId;
use paragraphs::Paragraph;
use paragraphs::{ParagraphTexts, Paragraphs};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "justext",
        "paragraphs by length, links and stop words, then by their neighbours",
        "jusText; Pomikálek, thesis, Brno 2011",
        languages::STOP_WORDS,
        |_| Ok(Arc::new(JUSTEXT)),
    ),
    Entry::new(
        "justext-language-free",
        "paragraphs by length and links, then by their neighbours; no stop words",
        "jusText without a stop list; Pomikálek, thesis, Brno 2011",
        languages::ANY,
        |_| Ok(Arc::new(LANGUAGE_FREE)),
    ),
];

/// What a paragraph is held for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Good,
    NearGood,
    Short,
    Bad,
}

/// jusText.
pub(crate) struct Justext {
    limits: Limits,
    /// Whether stop words are looked for.
    with_stop_words: bool,
}

/// jusText with the stop words of the page's language.
pub(crate) const JUSTEXT: Justext = Justext { limits: Limits::DEFAULT, with_stop_words: true };
/// jusText without stop words.
pub(crate) const LANGUAGE_FREE: Justext =
    Justext { limits: Limits::DEFAULT, with_stop_words: false };
/// As trafilatura uses it for pages that its own rules find little in.
pub(crate) const LENIENT: Justext = Justext {
    limits: Limits {
        max_link_density: 0.25,
        length_low: 50,
        length_high: 150,
        max_heading_distance: 150,
        stopwords_low: 0.1,
        stopwords_high: 0.2,
    },
    with_stop_words: true,
};

impl Extractor for Justext {
    fn extract(&self, document: &Document) -> Selection {
        self.select(
            document,
            document.derived::<Paragraphs>(),
            &document.derived::<ParagraphTexts>().0,
        )
    }
}

impl Justext {
    /// Chooses the content of a page without some of its elements.
    pub fn extract_without(
        &self,
        document: &Document,
        without: &dyn Fn(NodeId) -> bool,
    ) -> Selection {
        let paragraphs = Paragraphs::read(document, without);
        let texts = Texts::of(document.text_letters(), paragraphs.nodes());
        self.select(document, &paragraphs, &texts)
    }

    fn select(&self, document: &Document, paragraphs: &Paragraphs, texts: &Texts) -> Selection {
        let page = document.page();
        let by_itself = self.classes(document, paragraphs);
        let classes: Vec<Class> = by_itself.iter().map(|(class, _)| *class).collect();
        let distance = self.limits.max_heading_distance;
        let classes = context::revise(&paragraphs.list, &classes, distance);
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::with_capacity(classes.len());
        for ((paragraph, (_, why)), class) in paragraphs.list.iter().zip(by_itself).zip(classes) {
            let keep = class == Class::Good;
            if keep {
                kept.extend(paragraphs.nodes_of(paragraph));
            }
            decisions.push(decision(paragraphs, paragraph, keep, why));
        }
        Selection::from_shared_texts(document, texts, kept, decisions)
    }

    /// The class of each paragraph by itself, and why.
    fn classes(&self, document: &Document, paragraphs: &Paragraphs) -> Vec<(Class, &'static str)> {
        let language = self.with_stop_words.then(|| document.derived::<StopLanguage>().0).flatten();
        let language = language.filter(|code| !is_without_spaces(code));
        let stop_words = language.and_then(StopWords::of);
        let limits = match language {
            Some(code) => self.limits.for_lists_of(strength(code)),
            None => self.limits.without_stop_words(),
        };
        let class = |paragraph| {
            let density = |list| paragraphs.stop_density(paragraph, document.page(), list);
            context_free::classify(paragraph, &limits, || stop_words.map_or(0.0, density))
        };
        paragraphs.list.iter().map(class).collect()
    }
}

/// Languages whose words are not parted: the program has no lists for them.
fn is_without_spaces(code: &str) -> bool {
    matches!(code, "zh" | "ja" | "th" | "ko")
}

/// The share of stop words that running text has by our lists, by the share it has by the program's. Those for
/// languages with many forms of a word are much longer there.
///
/// A choice, not a theory: the ratio was taken on news in Polish, Greek, Russian and English, and languages that build
/// their words alike are taken for alike. Whether it fits is seen by how far the answers agree with the program's,
/// which `bench/` prints with `--bin agree -- --extractor justext --peer justext --corpus daniel`.
fn strength(code: &str) -> f32 {
    match code {
        "ru" | "uk" | "be" | "bg" | "sr" => 0.59,
        "pl" | "cs" | "sk" | "hr" | "sl" | "lt" | "lv" | "fi" | "et" | "hu" | "tr" => 0.67,
        "el" => 0.71,
        _ => 1.0,
    }
}

/// The score of a paragraph is its length outside links.
fn decision(
    paragraphs: &Paragraphs,
    paragraph: &Paragraph,
    keep: bool,
    why: &'static str,
) -> Decision {
    let mut nodes = paragraphs.nodes_of(paragraph);
    let first = nodes.next().unwrap_or(NodeId::ROOT);
    let last = nodes.next_back().unwrap_or(first);
    let score = paragraph.chars.saturating_sub(paragraph.link_chars) as f32;
    Decision { nodes: first..NodeId::from_index(last.index() + 1), keep, score, reason: why.into() }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    #[test]
    fn long_paragraphs_are_kept_with_the_short_ones_between() {
        let (long, other) = (words("alpha", 40), words("beta", 40));
        let html = format!(
            "<p><a href=x>Home</a></p><h1>Late again</h1><p>{long}</p><p>Short.</p><p>{other}</p>\
             <p>Copyright © 2020</p>"
        );
        let expected = format!("Late again {long}Short. {other}");
        assert_eq!(kept(&LANGUAGE_FREE, &html), expected.trim());
    }

    #[test]
    fn long_paragraphs_need_the_words_of_their_language() {
        let text = "The ship was not there in the evening, and nobody knew when it would come, or \
                    whether it would come at all. "
            .repeat(3);
        let names = words("Harbour", 40);
        assert_eq!(kept(&JUSTEXT, &format!("<p>{text}</p><p>{names}</p>")), text.trim());
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&LANGUAGE_FREE, ""), "");
        assert_eq!(kept(&LANGUAGE_FREE, "<p>Short."), "");
    }
}
