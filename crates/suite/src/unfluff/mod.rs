//! `unfluff`: paragraphs scored by stop words, and the element they weigh most on, as node-unfluff 3.2.0 does it.
//!
//! node-unfluff is Goose in JavaScript, and has become a program of its own: it replaces elements by writing HTML
//! and reading it again, and much of what it finds follows from that. What it answers is the specification here,
//! quirks included.
//!
//! 1. Inline markup is unwrapped, code becomes text, furniture goes by its names ([`clean`]).
//! 2. Each outermost `div`, and then each outermost `span`, becomes paragraphs ([`paragraphs`]).
//! 3. A paragraph is worth its stop words, more if others stand before it, less at the page's end. Its parent gets
//!    that, and its grandparent half of it ([`score`]).
//! 4. The best element is joined by paragraphs before it, and loses children with many links or little weight, and
//!    every element with fewer than three stop words ([`content`]).
//!
//! It differs in what a selection of the page's texts cannot say: unfluff writes some texts twice, some paragraphs
//! in another order, and reads markup out of texts that show it as an example. The lists of stop words are ours but for
//! English ([`english`]).

mod clean;
mod content;
mod english;
mod measure;
mod notes;
mod paragraphs;
mod score;
mod words;

use super::goose::tree::Tree;
use crate::languages;
pub(super) use clean::RULES;
use content::Content;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use dehusk_page::name;
use measure::Measure;
use notes::Notes;
use score::Scores;
use std::sync::Arc;
use words::Words;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "unfluff",
    "the element that paragraphs with stop words weigh most on",
    "node-unfluff, after Gravity Labs' Goose",
    languages::STOP_WORDS,
    |_| Ok(Arc::new(Unfluff)),
)];

/// `unfluff`.
pub(crate) struct Unfluff;

impl Extractor for Unfluff {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let decisions = extract(document, &mut kept).into_iter().collect();
        Selection::from_shared_texts(document, document.page_texts(), kept, decisions)
    }
}

/// Keeps the content's texts and tells which element was best.
fn extract(document: &Document, kept: &mut NodeSet) -> Option<Decision> {
    let page = document.page();
    let words = Words::of(page)?;
    let mut tree = Tree::of(document, page.html()?, words.list);
    let mut notes = Notes::default();
    if !clean::clean(document, &mut tree, &mut notes) {
        return None;
    }
    paragraphs::make(page, &mut tree, &mut notes, name::DIV);
    paragraphs::make(page, &mut tree, &mut notes, name::SPAN);
    let measure = Measure::of(page, &tree, &notes, words, &[tree.top()], false);
    let scores = Scores::of(&tree, &measure);
    let best = scores.best()?;
    let origin = measure.elements.get(best).and_then(|best| tree.origin(best.id));
    let (notes, measure, scores) = (&notes, &measure, &scores);
    let mut content = Content { page, tree: &mut tree, notes, measure, scores, best };
    let joined = content.paragraphs_before();
    let changed = content.drop_light_children();
    content.keep(&joined, changed, kept);
    let score = scores.get(best).unwrap_or(0.0) as f32;
    let reason = "the element with the heaviest paragraphs";
    origin.map(|node| Decision::subtree(page, node, true, score, reason))
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{ONE, TWO, kept};
    use super::*;

    #[test]
    fn the_heaviest_element_is_kept() {
        let html = format!(
            "<div class=navbar>{ONE}</div><ul><li><a href=x>Home</a></ul>\
             <div><div><p>{ONE}</p><p>Short.</p><p>{TWO}</p><p class=byline>By me</p>\
             <div>{ONE}</div></div></div>"
        );
        // The inner `div` is no paragraph, has none in it, and goes.
        assert_eq!(kept(&Unfluff, &html), format!("{ONE} {TWO}"));
    }

    #[test]
    fn elements_with_few_stop_words_go_and_loose_text_stays() {
        let html = format!(
            "<article><p>{ONE} <cite>The Times</cite> <b>Really</b>.</p>Loose<p>{TWO}</p></article>"
        );
        assert_eq!(kept(&Unfluff, &html), format!("{ONE} Really . Loose {TWO}"));
    }

    #[test]
    fn remarks_in_brackets_go() {
        let html =
            format!("<article><p>{ONE}</p><p> ({TWO}) </p><p>({TWO}) And so on.</p></article>");
        assert_eq!(kept(&Unfluff, &html), format!("{ONE} ({TWO}) And so on."));
    }

    #[test]
    fn lists_are_their_items() {
        let html = format!(
            "<article><p>{ONE}</p><p>{TWO}</p><ul>before the items of it <li>{ONE}</li></ul></article>"
        );
        assert_eq!(kept(&Unfluff, &html), format!("{ONE} {TWO} {ONE}"));
    }

    #[test]
    fn paragraphs_before_the_best_element_join_it() {
        let html = format!(
            "<section><p>{ONE}</p><article><p>{TWO}</p><p>{TWO}</p><p>{TWO}</p><p>{TWO}</p>\
             </article></section>"
        );
        assert_eq!(kept(&Unfluff, &html), format!("{ONE} {TWO} {TWO} {TWO} {TWO}"));
    }

    #[test]
    fn pages_without_stop_words_are_empty() {
        assert_eq!(kept(&Unfluff, ""), "");
        assert_eq!(kept(&Unfluff, "<p>one two"), "");
    }

    #[test]
    fn furniture_around_all_leaves_nothing() {
        assert_eq!(kept(&Unfluff, &format!("<html class=popup><p>{ONE}<p>{TWO}")), "");
        assert_ne!(kept(&Unfluff, &format!("<body class=popup><p>{ONE}<p>{TWO}")), "");
    }
}
