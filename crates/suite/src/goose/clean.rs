//! Before scoring: what is no content by its names goes, and containers with text become paragraphs.

use super::common::{FURNITURE, is_block};
use super::tree::{Id, Tree};
use crate::names::RuleSet;
use dehusk_extract::Document;
use dehusk_extract::derived::Edge::{Any, Blank, Inside, Whole};
use dehusk_extract::derived::Found;
use dehusk_extract::derived::{Names, Rule};
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::LazyLock;

/// Names of furniture, in whole and in part, and of elements that hold articles.
pub(crate) const RULES: &[Rule] = &[
    Rule::new(Whole, Whole, &["side", "inset", "print", "fn", "caption"]),
    Rule::new(Any, Whole, &["meta"]),
    Rule::new(Any, Any, FURNITURE),
    Rule::new(Whole, Whole, &["links"]),
    Rule::new(Any, Any, &["disclaim", "facebook-broadcasting"]),
    // Services inside of a longer name, as `my_facebook`, but not `my-facebook`.
    Rule::new(Inside, Any, &["facebook", "twitter"]),
    Rule::new(Blank, Blank, &["google"]),
    Rule::new(Any, Any, &["short-story"]),
    Rule::new(Any, Any, &["post-content"]),
    Rule::new(Any, Any, &["g-content"]),
    Rule::new(Any, Any, &["post-outer"]),
];

static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(RULES));

/// The first five rules.
const NAUGHTY: u32 = 0b11111;
/// What is asked of class and id only.
const SERVICES: u32 = 0b1100000;
/// Classes of elements that hold articles, in the order in which they are looked for.
pub(super) const ARTICLES: [u32; 4] = [1 << 7, 1 << 8, 1 << 9, 1 << 10];
pub(super) const ANY_ARTICLE: u32 = 0b1111 << 7;

/// The names that the page's elements have.
pub(super) fn names(document: &Document) -> Found<'_> {
    RuleSet::Goose.found(document)
}

/// Cleans a tree.
pub(super) fn clean(page: &Page, names: &Found<'_>, tree: &mut Tree<'_>) {
    let top = tree.top();
    for id in tree.elements_as_made(|tag| matches!(tag, name::EM | name::SMALL)) {
        if !tree.has(id, |tag| tag == name::IMG) {
            tree.unwrap(id);
        }
    }
    remove_naughty(page, names, tree);
    let (divs, spans) = divs_and_spans_in_paragraphs(tree);
    spans.into_iter().for_each(|id| tree.unwrap(id));
    divs.into_iter().for_each(|id| make_paragraphs(tree, id));
    for id in tree.elements(top, |tag| tag == name::SPAN) {
        make_paragraphs(tree, id);
    }
}

/// All `div`, and those `span` that stand in a paragraph, in document order.
fn divs_and_spans_in_paragraphs(tree: &Tree<'_>) -> (Vec<Id>, Vec<Id>) {
    let (mut divs, mut spans) = (Vec::new(), Vec::new());
    // What comes after the outermost paragraph around.
    let mut paragraph_end: Option<Option<Id>> = None;
    for id in tree.below(tree.top()) {
        paragraph_end.take_if(|end| *end == Some(id));
        match tree.tag(id) {
            name::DIV => divs.push(id),
            name::SPAN if paragraph_end.is_some() => spans.push(id),
            name::P => {
                paragraph_end.get_or_insert_with(|| tree.next_after(id));
            }
            _ => {}
        }
    }
    (divs, spans)
}

fn remove_naughty(page: &Page, names: &Found<'_>, tree: &mut Tree<'_>) {
    let is_naughty = |node: NodeId, tag: Name| {
        let class = if tag == name::BODY { 0 } else { names.class(node) };
        let named = || page.attr(node, name::NAME).is_some_and(|n| NAMES.find(n) & NAUGHTY != 0);
        (class | names.id(node)) & (NAUGHTY | SERVICES) != 0 || named()
    };
    let mut id = tree.first_below(tree.top());
    while let Some(here) = id {
        let naughty = tree.origin(here).is_some_and(|node| {
            let tag = page.name(node);
            page.is_element(node) && tag != name::ARTICLE && is_naughty(node, tag)
        });
        id = if naughty { tree.next_after(here) } else { tree.next_below(here) };
        if naughty {
            tree.detach(here);
        }
    }
}

/// A container without blocks becomes a paragraph; of another one, loose text with the links beside it does.
fn make_paragraphs(tree: &mut Tree<'_>, id: Id) {
    if tree.parent(id).is_none() {
        return;
    }
    if !tree.has(id, is_block) {
        tree.rename(id, name::P);
        return;
    }
    if !tree.children(id).any(|child| tree.is_text(child) && tree.chars(child) > 1) {
        drop_texts(tree, id);
        return;
    }
    let children: Vec<Id> = tree.children(id).collect();
    let mut paragraph = None;
    let mut used = vec![false; children.len()];
    let mut order = Vec::with_capacity(children.len());
    for (at, &child) in children.iter().enumerate() {
        if used[at] {
            continue;
        }
        if tree.is_text(child) {
            // Marks that stand alone are passed over.
            if tree.chars(child) > 1 {
                let paragraph = *paragraph.get_or_insert_with(|| tree.create(name::P));
                gather(tree, &children, at, &mut used, paragraph);
                while order.pop_if(|id| tree.parent(*id) == Some(paragraph)).is_some() {}
            } else {
                tree.detach(child);
            }
        } else {
            if tree.tag(child) == name::P {
                order.extend(paragraph.take().map(|done| gathered(tree, done)));
            }
            order.push(child);
        }
    }
    order.extend(paragraph.map(|done| gathered(tree, done)));
    for child in order {
        tree.append(id, child);
    }
}

/// Drops the texts right below an element, marks that stand alone and blanks.
fn drop_texts(tree: &mut Tree<'_>, id: Id) {
    let mut next = tree.children(id).next();
    while let Some(child) = next {
        next = tree.next_sibling(child);
        if tree.is_text(child) {
            tree.detach(child);
        }
    }
}

/// Goose reads what it has gathered as HTML again, which makes it a `span`, or a `div` if there is a block in it.
/// A `span` without links becomes a paragraph in its turn; one with links never does.
fn gathered(tree: &mut Tree<'_>, id: Id) -> Id {
    let tag = if tree.has(id, is_whole) { name::DIV } else { name::SPAN };
    tree.rename(id, tag);
    id
}

/// Elements that do not stand in a `span`.
fn is_whole(tag: Name) -> bool {
    matches!(
        tag,
        name::BLOCKQUOTE
            | name::DIV
            | name::DL
            | name::FORM
            | name::H1
            | name::H2
            | name::H3
            | name::H4
            | name::H5
            | name::H6
            | name::HR
            | name::OL
            | name::P
            | name::PRE
            | name::TABLE
            | name::UL
    )
}

/// Moves a text into a paragraph, with the links right before and after it.
fn gather(tree: &mut Tree<'_>, children: &[Id], at: usize, used: &mut [bool], paragraph: Id) {
    let is_free =
        |tree: &Tree<'_>, used: &[bool], n: usize| tree.tag(children[n]) == name::A && !used[n];
    let mut first = at;
    while first > 0 && is_free(tree, used, first - 1) {
        first -= 1;
    }
    let mut end = at + 1;
    while end < children.len() && is_free(tree, used, end) {
        end += 1;
    }
    for n in first..end {
        tree.append(paragraph, children[n]);
        used[n] = true;
    }
}
