//! `readability-lxml`, `nreadability`: the two ports of the arc90 script that were measured in "Boilerplate Removal and
//! Content Extraction from RSS feeds", one in Python and one for .NET.
//!
//! The script is the ancestor of Mozilla's [`readability`](dehusk_auto::readability), but little is the same today: it
//! scores paragraphs for the element around and the one around that alone, knows no rivals, tries twice, and has other
//! lists of words. What the two ports have in common is here: the words ([`words`]), what is measured ([`measures`]),
//! which siblings join the best candidate, and the tree they work on. The rest is a file each, in the order of the
//! program it follows.

mod clean;
mod measures;
mod net;
mod net_clean;
mod python;
mod words;

use super::shared::light::{Id, Light};
use crate::languages;
use dehusk_extract::{Decision, Document, Entry, NodeSet, Selection};
use dehusk_page::{Name, NodeId, name};
use measures::Measures;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "readability-lxml",
        "articles, as Python's port of the arc90 script finds them",
        "readability-lxml 0.8.1",
        languages::ENGLISH_NAMES,
        |_| Ok(Arc::new(python::ReadabilityLxml)),
    ),
    Entry::new(
        "nreadability",
        "articles, as the .NET port of the arc90 script finds them",
        "NReadability",
        languages::ENGLISH_NAMES,
        |_| Ok(Arc::new(net::NReadability)),
    ),
];

/// Shorter paragraphs earn nothing, and shorter elements are dropped unless a picture is in them.
const MIN_LENGTH: u32 = 25;
/// Of a paragraph beside the candidate: longer ones may have links, shorter ones must end a sentence.
const SIBLING_LENGTH: u32 = 80;
/// Link density up to which long paragraphs beside the candidate belong to it.
const SIBLING_LINKS: f64 = 0.25;

/// The scores of candidates, in the order in which they became candidates.
#[derive(Default)]
struct Scores {
    order: Vec<Id>,
    by_place: Vec<Option<f64>>,
}

impl Scores {
    fn get(&self, id: Id) -> Option<f64> {
        self.by_place.get(id.at()).copied().flatten()
    }

    /// Adds to the score of a candidate, which starts with what `start` says.
    fn add(&mut self, id: Id, points: f64, start: impl FnOnce() -> f64) {
        if self.by_place.len() <= id.at() {
            self.by_place.resize(id.at() + 1, None);
        }
        let slot = &mut self.by_place[id.at()];
        if slot.is_none() {
            self.order.push(id);
        }
        *slot = Some(slot.unwrap_or_else(start) + points);
    }

    /// Takes from each score what its links are of its text; the first of the best.
    fn best(&mut self, tree: &Light, measures: &mut Measures<'_>) -> Option<(Id, f64)> {
        let mut best: Option<(Id, f64)> = None;
        for &id in &self.order {
            let share = 1.0 - measures.of(tree, id).link_density();
            let Some(score) = self.by_place.get_mut(id.at()).and_then(Option::as_mut) else {
                continue;
            };
            *score *= share;
            if best.is_none_or(|(_, most)| *score > most) {
                best = Some((id, *score));
            }
        }
        best
    }
}

/// The score from which a sibling belongs to the best candidate.
fn sibling_threshold(best: f64) -> f64 {
    (best * 0.2).max(10.0)
}

/// Whether a text ends a sentence: a full stop at its end or before a space.
fn ends_sentence(text: &str) -> bool {
    text.ends_with('.') || text.contains(". ")
}

fn is_heading(tag: Name) -> bool {
    matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}

/// Puts runs of texts into paragraphs of their own where something is to be read in them.
fn wrap_texts(tree: &mut Light, measures: &mut Measures<'_>, element: Id) {
    let mut run: Vec<Id> = Vec::new();
    let children: Vec<Option<Id>> = tree.children(element).map(Some).chain([None]).collect();
    for child in children {
        if let Some(text) = child.filter(|&child| tree.is_text(child)) {
            run.push(text);
            continue;
        }
        let texts = std::mem::take(&mut run);
        if texts.iter().any(|&text| measures.of(tree, text).chars() > 0) {
            let paragraph = tree.create(name::P);
            tree.insert_before(texts[0], paragraph);
            texts.into_iter().for_each(|text| tree.append(paragraph, text));
        }
    }
    measures.changed(tree, Some(element));
}

/// Whether the `div`s of a tree hold an element that makes them more than a paragraph, by a node's place: what the
/// expression of both programs finds in the markup, `<a` in `<article` too.
fn holds_blocks(tree: &Light, measures: &Measures<'_>) -> Vec<bool> {
    let mut holds = vec![false; tree.len()];
    let all: Vec<Id> = tree.below(tree.top()).collect();
    for &id in all.iter().rev() {
        let Some(parent) = tree.parent(id) else { continue };
        let tag = measures.page().name_text(tree.tag(id));
        holds[parent.at()] |= holds[id.at()] || starts_block(tag);
    }
    holds
}

fn starts_block(tag: &str) -> bool {
    ["a", "blockquote", "dl", "div", "img", "ol", "p", "table", "ul"]
        .iter()
        .any(|start| tag.starts_with(start))
}

/// What is kept: the texts and media below an element.
fn selection(document: &Document, tree: &Light, root: Option<Id>, why: &'static str) -> Selection {
    let page = document.page();
    let mut kept = NodeSet::new(page.len());
    let mut decisions = Vec::new();
    let below = root.into_iter().flat_map(|root| std::iter::once(root).chain(tree.below(root)));
    for id in below {
        let Some(node) = tree.origin(id) else { continue };
        if tree.is_text(id) || is_media(tree.tag(id)) {
            kept.insert(node);
            decisions.push(Decision::subtree(page, node, true, 1.0, why));
        }
    }
    Selection::from_nodes(document, kept, decisions)
}

fn is_media(tag: Name) -> bool {
    matches!(tag, name::IMG | name::VIDEO | name::AUDIO | name::IFRAME | name::EMBED | name::OBJECT)
}

/// What neither program has in its tree, or no reader sees.
fn is_left_out(tag: Name) -> bool {
    matches!(
        tag,
        name::HEAD | name::SCRIPT | name::STYLE | name::LINK | name::META | name::TEMPLATE
    )
}

/// Whether a frame or an object shows a film of the two sites that both programs know.
fn is_film(measures: &Measures<'_>, node: NodeId) -> bool {
    measures.page().attrs(node).any(|(_, value)| {
        let value = value.to_ascii_lowercase();
        value.match_indices("http").any(|(at, _)| {
            let rest = &value[at + 4..];
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            let host = rest.strip_prefix("://").map(|r| r.strip_prefix("www.").unwrap_or(r));
            host.is_some_and(|h| h.starts_with("youtube.com") || h.starts_with("vimeo.com"))
        })
    })
}
