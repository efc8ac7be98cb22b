//! `goose`: paragraphs scored by stop words, and the element they weigh most on.
//!
//! Gravity Labs' Goose (2010) and its port goose3, as far as their behaviour is published. `unfluff`, another port,
//! differs in almost every step and has a module of its own.
//!
//! 1. Elements with the names of furniture go, and containers of loose text become paragraphs ([`clean`]).
//! 2. A paragraph is worth its stop words, more if others stand before it, less at the page's end; its worth
//!    goes to the elements above it ([`score`]). Goose looks only into elements that are known to hold
//!    articles, if there are any.
//! 3. The best element is joined by paragraphs before it, and loses what has many links or little weight, and
//!    whatever has fewer than three stop words.

mod clean;
pub(crate) mod common;
mod score;
pub(crate) mod tree;

use super::shared::language::StopLanguage;
use super::shared::stop_words::StopWords;
use crate::languages;
pub(super) use clean::RULES;
use dehusk_extract::derived::Found;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use dehusk_page::{Name, NodeId, Page, name};
use score::is_links;
use std::sync::Arc;
use tree::{Id, Tree};

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "goose",
    "the element that paragraphs with stop words weigh most on, inside articles first",
    "goose3, after Gravity Labs' Goose",
    languages::STOP_WORDS,
    |_| Ok(Arc::new(Goose)),
)];

/// `goose`.
pub(crate) struct Goose;

/// Stop words that an element of the answer needs.
const LEAST: u32 = 3;
/// The share of the best element's score that its children need.
const THRESHOLD: f64 = 0.08;
/// The share of the mean paragraph's stop words that a paragraph before the best element needs.
const SIBLING_BASELINE: f64 = 0.3;

impl Extractor for Goose {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::new();
        if let Some(list) = self.stop_words(document) {
            let names = clean::names(document);
            let mut trees = self.trees(document, &names, list);
            trees.iter_mut().for_each(|tree| clean::clean(page, &names, tree));
            let mut best = score::best(&mut trees);
            if best.is_none() {
                // Where cleaning left nothing to score, the page is scored as it is.
                trees =
                    page.html().map(|html| Tree::of(document, html, list)).into_iter().collect();
                best = score::best(&mut trees);
            }
            if let Some((which, best)) = best {
                let tree = &mut trees[which];
                let score = tree.score(best).unwrap_or(0) as f32;
                if let Some(node) = tree.origin(best) {
                    let reason = "the element with the heaviest paragraphs";
                    decisions.push(Decision::subtree(page, node, true, score, reason));
                }
                kept.extend(self.content(page, tree, best));
            }
        }
        Selection::from_shared_texts(document, document.page_texts(), kept, decisions)
    }
}

impl Goose {
    /// The list of the declared language, else of the detected one. Goose has nothing to go by without one.
    fn stop_words(&self, document: &Document) -> Option<&'static StopWords> {
        let page = document.page();
        let declared = page.html().and_then(|html| page.attr(html, name::LANG));
        let declared = declared.and_then(|tag| tag.get(..2)).map(str::to_ascii_lowercase);
        match declared.as_deref() {
            Some(code) => StopWords::of(code),
            None => StopWords::of(document.derived::<StopLanguage>().0.unwrap_or("en")),
        }
    }

    /// The elements that are looked into: those known to hold articles, else the whole page.
    fn trees<'d>(
        &self,
        document: &'d Document,
        names: &Found<'_>,
        list: &'static StopWords,
    ) -> Vec<Tree<'d>> {
        let page = document.page();
        let known = known_articles(page, names);
        let roots = if known.is_empty() { page.html().into_iter().collect() } else { known };
        roots.into_iter().map(|root| Tree::of(document, root, list)).collect()
    }

    /// The texts of the best element that are left after all is cleaned.
    fn content(&self, page: &Page, tree: &mut Tree<'_>, best: Id) -> Vec<NodeId> {
        let is_known = tree.origin(best).is_some_and(|node| is_article_body(page, node));
        let joined = match is_known {
            true => Vec::new(),
            false => self.paragraphs_before(tree, best),
        };
        self.drop_light_children(tree, best);
        let negative = |tree: &Tree<'_>, id: Id| tree.score(id).is_some_and(|score| score < 1);
        let light: Vec<Id> = tree.below(best).filter(|&id| negative(tree, id)).collect();
        light.into_iter().for_each(|id| tree.detach(id));
        let mut texts = Vec::new();
        for id in joined.into_iter().chain(tree.children(best).collect::<Vec<_>>()) {
            // It writes only what its elements hold, neither loose text nor words in bold type.
            if tree.is_text(id) || is_unwrapped(tree.tag(id)) {
                continue;
            }
            self.drop_few_words(tree, id);
            let is_left = tree.has_stop_words(id, LEAST) && !tree.is_in_brackets(id);
            let inner = std::iter::once(id).chain(tree.below(id)).filter(|&id| tree.is_text(id));
            texts.extend(inner.filter(|_| is_left).filter_map(|id| tree.origin(id)));
        }
        texts
    }

    /// Paragraphs among the siblings before an element, as heavy as its own.
    fn paragraphs_before(&self, tree: &mut Tree<'_>, best: Id) -> Vec<Id> {
        let own: Vec<u32> = tree
            .elements(best, is_paragraph)
            .into_iter()
            .filter(|&p| !is_links(tree, p))
            .map(|p| tree.stop_words(p))
            .filter(|&stop_words| stop_words >= LEAST)
            .collect();
        let mean = match own.len() {
            0 => 100_000.0,
            count => f64::from(own.iter().sum::<u32>() / count as u32),
        };
        let mut found = Vec::new();
        for sibling in tree.before(best).collect::<Vec<_>>() {
            if tree.tag(sibling) == name::P && tree.chars(sibling) > 0 {
                found.push(sibling);
                continue;
            }
            let heavy = |p: &Id| {
                f64::from(tree.stop_words(*p)) > SIBLING_BASELINE * mean && !is_links(tree, *p)
            };
            found.extend(tree.elements(sibling, is_paragraph).into_iter().filter(heavy));
        }
        found
    }

    /// Children of the best element that are links, have no paragraph or little score.
    fn drop_light_children(&self, tree: &mut Tree<'_>, best: Id) {
        let least = tree.score(best).unwrap_or(0) as f64 * THRESHOLD;
        for child in tree.children(best).filter(|&c| !tree.is_text(c)).collect::<Vec<_>>() {
            let tag = tree.tag(child);
            if self.always_stays(tag) {
                continue;
            }
            let links = is_links(tree, child);
            let light = tree.score(child).unwrap_or(0) as f64;
            if links || self.has_no_paragraph(tree, child, tag) || light < least && tag != name::TD
            {
                tree.detach(child);
            }
        }
    }

    /// Drops elements below one that have too few stop words, or are one remark in brackets.
    fn drop_few_words(&self, tree: &mut Tree<'_>, root: Id) {
        let mut ids: Vec<Id> = tree.below(root).filter(|&id| !tree.is_text(id)).collect();
        ids.reverse();
        for id in ids {
            let tag = tree.tag(id);
            if is_unwrapped(tag) || is_object(tag) {
                continue;
            }
            let few = !tree.has_stop_words(id, LEAST);
            if few && !tree.has(id, is_object) || tree.is_in_brackets(id) {
                tree.detach(id);
            }
        }
    }

    fn always_stays(&self, tag: Name) -> bool {
        matches!(
            tag,
            name::P
                | name::UL
                | name::OL
                | name::H1
                | name::H2
                | name::H3
                | name::H4
                | name::H5
                | name::H6
        )
    }

    /// Whether an element has no paragraph of some length; shorter ones are dropped on the way.
    fn has_no_paragraph(&self, tree: &mut Tree<'_>, id: Id, tag: Name) -> bool {
        for p in tree.elements(id, is_paragraph) {
            if tree.chars(p) < 25 {
                tree.detach(p);
            }
        }
        tag != name::TD && !tree.has(id, is_paragraph)
    }
}

fn is_paragraph(tag: Name) -> bool {
    tag == name::P
}

fn is_object(tag: Name) -> bool {
    matches!(tag, name::OBJECT | name::EMBED)
}

/// Elements whose text is taken as a part of what is around them.
fn is_unwrapped(tag: Name) -> bool {
    matches!(tag, name::A | name::B | name::STRONG | name::I | name::BR | name::SUP)
}

/// Elements that are known to hold articles, kind by kind.
fn known_articles(page: &Page, names: &Found<'_>) -> Vec<NodeId> {
    let mut kinds: [Vec<NodeId>; 6] = Default::default();
    for node in page.subtree(page.root()).filter(|&n| page.is_element(n)) {
        let class = names.class(node);
        let is_body = page.attr(node, name::ITEMPROP).is_some_and(names_article_body);
        let article = page.name(node) == name::ARTICLE;
        if !is_body && !article && class & clean::ANY_ARTICLE == 0 {
            continue;
        }
        let by_class = clean::ARTICLES.map(|bit| class & bit != 0);
        let is = [by_class[0], is_body, by_class[1], by_class[2], by_class[3], article];
        kinds.iter_mut().zip(is).filter(|(_, is)| *is).for_each(|(kind, _)| kind.push(node));
    }
    let mut found: Vec<NodeId> = kinds.concat();
    // An element that is there twice would only be scored twice, the first time for good.
    let mut seen = NodeSet::new(page.len());
    found.retain(|&node| {
        !seen.contains(node) && {
            seen.insert(node);
            true
        }
    });
    found.truncate(MAX_KNOWN);
    found
}

fn names_article_body(property: &str) -> bool {
    property.as_bytes().windows(11).any(|part| part.eq_ignore_ascii_case(b"articleBody"))
}

/// Most elements that are looked into, so that a page of nothing else is not read again and again.
const MAX_KNOWN: usize = 40;

const PATTERNS: &[(Name, &str)] = &[
    (name::CLASS, "short-story"),
    (name::ITEMPROP, "articleBody"),
    (name::CLASS, "post-content"),
    (name::CLASS, "g-content"),
    (name::CLASS, "post-outer"),
];

fn is_article_body(page: &Page, node: NodeId) -> bool {
    page.name(node) == name::ARTICLE
        || PATTERNS.iter().any(|&(attribute, value)| page.attr(node, attribute) == Some(value))
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{ONE, TWO, kept};
    use super::*;

    fn page() -> String {
        format!(
            "<html lang=en><div class=navbar>{ONE}</div><ul><li><a href=x>Home</a></ul>\
             <div><div><p>{ONE}</p><p>Short.</p><div>{TWO}</div><div class=byline>By me</div></div></div>"
        )
    }

    #[test]
    fn the_heaviest_element_is_kept() {
        assert_eq!(kept(&Goose, &page()), format!("{ONE} {TWO}"));
    }

    #[test]
    fn goose_looks_into_articles_first() {
        let html = format!(
            "<html lang=en><div><p>{ONE}</p><p>{ONE}</p></div><article><p>{TWO}</p></article>"
        );
        assert_eq!(kept(&Goose, &html), TWO);
    }

    #[test]
    fn pages_without_stop_words_are_empty() {
        assert_eq!(kept(&Goose, ""), "");
    }
}
