//! First of all: inline markup is unwrapped, code becomes plain text, and what is no content by its names goes.
//!
//! unfluff does this in ten searches over the page, each of which replaces what it has found by markup read anew;
//! of matches inside each other only the outermost is still there to be replaced. All of it is one walk here:
//! nodes of a [`Tree`] come in the order of the page until paragraphs are made, so that "inside of one that was
//! replaced" is a matter of where that one ends.

use super::super::goose::common::FURNITURE;
use super::super::goose::tree::{Id, Tree};
use super::notes::Notes;
use crate::names::RuleSet;
use dehusk_extract::Document;
use dehusk_extract::derived::Edge::{Any, Whole, Word};
use dehusk_extract::derived::Found;
use dehusk_extract::derived::{Names, Rule};
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::LazyLock;

pub(crate) const RULES: &[Rule] = &[
    Rule::new(Whole, Whole, &["side", "inset", "print", "fn"]),
    Rule::new(Any, Whole, &["meta"]),
    Rule::new(Any, Any, FURNITURE),
    Rule::new(Any, Any, &["links", "partner-gravity-ad", "video-full-transcript"]),
    Rule::new(Any, Any, &["caption", "facebook", "google", "more", "twitter"]),
    Rule::new(Any, Any, &["highlight-"]),
    Rule::new(Word, Word, &["task-list"]),
    Rule::new(Word, Word, &["dropcap", "drop_cap"]),
];

static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(RULES));

/// Names of what is no content.
const NAUGHTY: u32 = 0b1111;
/// Names that make furniture of a `div`.
const SERVICE: u32 = 1 << 4;
/// Names of code, and of lists that are shown as code.
const CODE: u32 = 1 << 5;
const TASKS: u32 = 1 << 6;
const DROP_CAP: u32 = 1 << 7;

/// What was found, as far as it holds: the automaton does not tell capitals from small letters, and one rule does.
fn checked(value: &str, bits: u32) -> u32 {
    if bits & SERVICE != 0 && !is_service(value) { bits & !SERVICE } else { bits }
}

/// Names in which there is a service, not after a hyphen, or that are a caption or a link to more.
fn is_service(value: &str) -> bool {
    let has_inside = |service: &str| {
        let mut places = value.match_indices(service).map(|(at, _)| at);
        places.any(|at| at > 0 && !value[..at].ends_with('-'))
    };
    let is_more = || {
        let mut chars = value.chars();
        let first = chars.next();
        first.is_some_and(|c| !"entry-".contains(c)) && chars.as_str().starts_with("more")
    };
    value == "caption"
        || value.contains(" google ")
        || value.contains("facebook-broadcasting")
        || has_inside("facebook")
        || has_inside("twitter")
        || is_more()
}

/// What happens to an element.
enum Fate {
    Stays,
    /// Its children take its place.
    Unwrapped,
    /// Its texts take its place.
    Flattened,
    Removed,
}

/// Cleans a tree. Whether anything can be left of it.
pub(super) fn clean(document: &Document, tree: &mut Tree<'_>, notes: &mut Notes) -> bool {
    let page = document.page();
    let mut names = RuleSet::Unfluff.found(document);
    names.revise(|value, bits| *bits = checked(value, *bits));
    let mut cleaner = Cleaner::new(page, names);
    let top = tree.origin(tree.top());
    if !top.is_some_and(|html| matches!(cleaner.fate(html), Fate::Stays)) {
        return false;
    }
    let mut next = tree.first_below(tree.top());
    while let Some(here) = next {
        next = tree.next_below(here);
        let Some(node) = tree.origin(here) else { continue };
        if tree.is_text(here) {
            note_lines(tree, notes, here);
            continue;
        }
        match cleaner.fate(node) {
            Fate::Stays => {}
            Fate::Unwrapped => {
                cut_after(tree, notes, here);
                tree.unwrap(here);
            }
            Fate::Flattened => {
                next = tree.next_after(here);
                cut_after(tree, notes, here);
                flatten(tree, notes, here);
            }
            Fate::Removed => {
                next = tree.next_after(here);
                remove(tree, notes, here);
            }
        }
    }
    true
}

/// Where a node is replaced, the one behind it loses sight of it.
pub(super) fn cut_after(tree: &Tree<'_>, notes: &mut Notes, id: Id) {
    if let Some(next) = tree.next_sibling(id) {
        notes.cut(next);
    }
}

fn remove(tree: &mut Tree<'_>, notes: &mut Notes, id: Id) {
    if notes.is_cut(id) {
        cut_after(tree, notes, id);
    }
    tree.detach(id);
}

fn flatten(tree: &mut Tree<'_>, notes: &mut Notes, id: Id) {
    let texts: Vec<Id> = tree.below(id).filter(|&inner| tree.is_text(inner)).collect();
    for text in texts {
        tree.insert_before(id, text);
        note_lines(tree, notes, text);
    }
    tree.detach(id);
}

/// Texts right in a paragraph have spaces for single line breaks.
fn note_lines(tree: &Tree<'_>, notes: &mut Notes, text: Id) {
    if tree.parent(text).is_some_and(|parent| tree.tag(parent) == name::P) {
        notes.make_lines_spaces(text);
    }
}

struct Cleaner<'d> {
    page: &'d Page,
    names: Found<'d>,
    /// Once an `em` was seen.
    unwraps_em: Option<bool>,
    /// Where the outermost element of a kind ends that was unwrapped last.
    em: NodeId,
    drop_cap: NodeId,
    span: NodeId,
    underlined: NodeId,
    /// Where the last of the paragraphs around ends.
    paragraph: NodeId,
}

impl<'d> Cleaner<'d> {
    fn new(page: &'d Page, names: Found<'d>) -> Cleaner<'d> {
        let start = page.root();
        Cleaner {
            page,
            names,
            unwraps_em: None,
            em: start,
            drop_cap: start,
            span: start,
            underlined: start,
            paragraph: start,
        }
    }

    fn unwraps_em(&mut self) -> bool {
        *self.unwraps_em.get_or_insert_with(|| !has_image_in_em(self.page))
    }

    fn fate(&mut self, node: NodeId) -> Fate {
        let (page, tag) = (self.page, self.page.name(node));
        let end = page.end(node);
        if tag == name::EM && node >= self.em && self.unwraps_em() {
            self.em = end;
            return Fate::Unwrapped;
        }
        let class = match tag {
            name::BODY | name::ARTICLE => 0,
            _ => self.names.class(node),
        };
        if is_code(tag, class) {
            return Fate::Flattened;
        }
        if tag == name::SPAN && class & DROP_CAP != 0 && node >= self.drop_cap {
            self.drop_cap = end;
            return Fate::Unwrapped;
        }
        if self.is_furniture(node, tag, class) {
            return Fate::Removed;
        }
        match tag {
            name::P => self.paragraph = self.paragraph.max(end),
            name::SPAN if node < self.paragraph && node >= self.span => {
                self.span = end;
                return Fate::Unwrapped;
            }
            name::U if node >= self.underlined => {
                self.underlined = end;
                return Fate::Unwrapped;
            }
            _ => {}
        }
        Fate::Stays
    }

    fn is_furniture(&self, node: NodeId, tag: Name, class: u32) -> bool {
        if tag == name::ARTICLE {
            return false;
        }
        let wanted = if tag == name::DIV { NAUGHTY | SERVICE } else { NAUGHTY };
        let named =
            || self.page.attr(node, name::NAME).is_some_and(|n| NAMES.find(n) & NAUGHTY != 0);
        (class | self.names.id(node)) & wanted != 0 || named()
    }
}

fn is_code(tag: Name, class: u32) -> bool {
    matches!(tag, name::CODE | name::PRE)
        || class & CODE != 0
        || tag == name::UL && class & TASKS != 0
}

/// One image in an `em` anywhere keeps all of them.
fn has_image_in_em(page: &Page) -> bool {
    let mut end = page.root();
    page.subtree(page.root()).any(|node| match page.name(node) {
        name::EM => {
            end = end.max(page.end(node));
            false
        }
        name::IMG => node < end,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: &str) -> u32 {
        checked(value, NAMES.find(value))
    }

    #[test]
    fn services_stand_inside_of_names() {
        let services =
            ["caption", "a google b", "my_facebook", "xtwitter", "-facebook-broadcasting", "1more"];
        for value in services {
            assert!(bits(value) & SERVICE != 0, "{value}");
        }
        let others = [
            "my-facebook",
            "twitter",
            "my_Facebook",
            "captions",
            "google",
            "emore",
            "-more",
            "more",
        ];
        for value in others {
            assert!(bits(value) & SERVICE == 0, "{value}");
        }
    }

    #[test]
    fn furniture_by_name() {
        for value in ["side", "site-FOOTer", "x meta", "quicklinks", "updated"] {
            assert!(bits(value) & NAUGHTY != 0, "{value}");
        }
        for value in ["sidebar", "metadata", "blueprint", "caption"] {
            assert!(bits(value) & NAUGHTY == 0, "{value}");
        }
    }
}
