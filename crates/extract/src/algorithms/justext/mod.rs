//! `justext-language-free`: paragraphs by length and links, then by their neighbours.
//!
//! J. Pomikálek: "Removing Boilerplate and Duplicate Content from Web Corpora" (thesis, Brno 2011), and his
//! program jusText, whose constants these are. Paragraphs are read ([`paragraphs`]), classified each by
//! itself ([`context_free`]) and then by what stands around them ([`context`]). Without a list of a language's
//! stop words both limits of stop word density are 0, as in the program: long paragraphs with few links are
//! good.

mod context;
mod context_free;
mod paragraphs;

use crate::{Decision, Document, Extractor, NodeSet, Selection};
use context_free::Limits;
use dehusk_page::NodeId;
use paragraphs::Paragraph;

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
}

/// jusText without stop words.
pub(crate) const LANGUAGE_FREE: Justext = Justext { limits: Limits::DEFAULT };

impl Extractor for Justext {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let paragraphs = paragraphs::read(page);
        let by_itself: Vec<_> =
            paragraphs.iter().map(|p| context_free::classify(p, &self.limits)).collect();
        let classes: Vec<Class> = by_itself.iter().map(|(class, _)| *class).collect();
        let classes = context::revise(&paragraphs, &classes, self.limits.max_heading_distance);
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::with_capacity(paragraphs.len());
        for ((paragraph, (_, why)), class) in paragraphs.iter().zip(by_itself).zip(classes) {
            let keep = class == Class::Good;
            if keep {
                kept.extend(paragraph.nodes.iter().copied());
            }
            decisions.push(decision(paragraph, keep, why));
        }
        let texts = paragraphs.iter().flat_map(|p| p.nodes.iter().copied());
        Selection::from_texts(document, texts, kept, decisions)
    }
}

/// The score of a paragraph is its length outside links.
fn decision(paragraph: &Paragraph, keep: bool, why: &'static str) -> Decision {
    let first = paragraph.nodes.first().copied().unwrap_or(NodeId::ROOT);
    let last = paragraph.nodes.last().copied().unwrap_or(first);
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
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&LANGUAGE_FREE, ""), "");
        assert_eq!(kept(&LANGUAGE_FREE, "<p>Short."), "");
    }
}
