//! Before scoring: what is no content by its names goes, and containers with text become paragraphs.

use super::super::shared::names::Edge::{Any, Blank, Inside, Whole};
use super::super::shared::names::{Names, Rule};
use super::super::shared::values::Found;
use super::Program;
use super::tree::{Id, Tree};
use crate::Document;
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::LazyLock;

/// Names of furniture, in whole and in part, and of elements that hold articles.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    Names::new(&[
        Rule::new(Whole, Whole, &["side", "inset", "print", "fn", "caption"]),
        Rule::new(Any, Whole, &["meta"]),
        Rule::new(
            Any,
            Any,
            &[
                "combx",
                "retweet",
                "mediaarticlerelated",
                "menucontainer",
                "navbar",
                "storytopbar-bucket",
                "utility-bar",
                "inline-share-tools",
                "comment",
                "popularquestions",
                "contact",
                "foot",
                "cnn_strycaptiontxt",
                "cnn_html_slideshow",
                "cnn_strylftcntnt",
                "shoutbox",
                "sponsor",
                "tags",
                "socialnetworking",
                "cnnstryhghlght",
                "cnn_stryspcvbx",
                "pagetools",
                "post-attributes",
                "welcome_form",
                "contenttools2",
                "the_answers",
                "communitypromo",
                "runaroundleft",
                "subscribe",
                "vcard",
                "articleheadings",
                "date",
                "popup",
                "author-dropdown",
                "tools",
                "byline",
                "konafilter",
                "breadcrumbs",
                "wp-caption-text",
                "legende",
                "ajoutvideo",
                "timestamp",
                "js_replies",
                "facebook-broadcasting",
            ],
        ),
        Rule::new(Whole, Whole, &["links"]),
        Rule::new(Any, Any, &["disclaim"]),
        Rule::new(Any, Any, &["links", "partner-gravity-ad", "video-full-transcript"]),
        // Services inside of a longer name, as `my_facebook`, but not `my-facebook`.
        Rule::new(Inside, Any, &["facebook", "twitter"]),
        Rule::new(Blank, Blank, &["google"]),
        Rule::new(Any, Any, &["short-story"]),
        Rule::new(Any, Any, &["post-content"]),
        Rule::new(Any, Any, &["g-content"]),
        Rule::new(Any, Any, &["post-outer"]),
    ])
});

const BOTH: u32 = 0b111;
const GOOSE_ONLY: u32 = 0b11000;
const UNFLUFF_ONLY: u32 = 0b100000;
/// What is asked of class and id only.
const SERVICES: u32 = 0b11000000;
/// Classes of elements that hold articles, in the order in which they are looked for.
pub(super) const ARTICLES: [u32; 4] = [1 << 8, 1 << 9, 1 << 10, 1 << 11];

/// The names that the page's elements have.
pub(super) fn names(document: &Document) -> Found<'_> {
    document.values().find(&NAMES)
}

/// Elements that keep a container from being a paragraph.
const BLOCKS: &[Name] = &[
    name::A,
    name::BLOCKQUOTE,
    name::DL,
    name::DIV,
    name::IMG,
    name::OL,
    name::P,
    name::PRE,
    name::TABLE,
    name::UL,
];

/// Cleans a tree.
pub(super) fn clean(page: &Page, names: &Found<'_>, tree: &mut Tree<'_>, program: Program) {
    let top = tree.top();
    let code = match program {
        Program::Unfluff => tree.elements_as_made(&[name::CODE, name::PRE]),
        Program::Goose => Vec::new(),
    };
    for id in tree.elements_as_made(&[name::EM, name::SMALL]) {
        if !tree.has(id, &[name::IMG]) {
            tree.unwrap(id);
        }
    }
    code.into_iter().for_each(|id| flatten(tree, id));
    remove_naughty(page, names, tree, program);
    let found = tree.elements(top, &[name::P, name::U, name::DIV]);
    for &id in &found {
        match tree.tag(id) {
            name::P => {
                tree.elements(id, &[name::SPAN]).into_iter().for_each(|span| tree.unwrap(span))
            }
            name::U if program == Program::Unfluff => tree.unwrap(id),
            _ => {}
        }
    }
    let divs = found.into_iter().filter(|&id| tree.tag(id) == name::DIV).collect::<Vec<_>>();
    divs.into_iter().for_each(|id| make_paragraphs(tree, id, program));
    for id in tree.elements(top, &[name::SPAN]) {
        make_paragraphs(tree, id, program);
    }
}

/// An element's text alone, in its place.
fn flatten(tree: &mut Tree<'_>, id: Id) {
    let texts: Vec<Id> = tree.below(id).filter(|&inner| tree.is_text(inner)).collect();
    texts.into_iter().for_each(|text| tree.insert_before(id, text));
    tree.detach(id);
}

fn remove_naughty(page: &Page, names: &Found<'_>, tree: &mut Tree<'_>, program: Program) {
    let wanted = BOTH | if program == Program::Goose { GOOSE_ONLY } else { UNFLUFF_ONLY };
    let is_naughty = |node: NodeId, tag: Name| {
        let class = if tag == name::BODY { 0 } else { names.class(node) };
        let named = || page.attr(node, name::NAME).is_some_and(|n| NAMES.find(n) & wanted != 0);
        (class | names.id(node)) & (wanted | SERVICES) != 0 || named()
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
fn make_paragraphs(tree: &mut Tree<'_>, id: Id, program: Program) {
    if tree.parent(id).is_none() {
        return;
    }
    if !tree.has(id, BLOCKS) {
        tree.rename(id, name::P);
        return;
    }
    // Goose passes over marks that stand alone.
    let least = if program == Program::Goose { 2 } else { 1 };
    let children: Vec<Id> = tree.children(id).collect();
    let mut paragraph = None;
    let mut used = vec![false; children.len()];
    let mut order = Vec::with_capacity(children.len());
    for (at, &child) in children.iter().enumerate() {
        if used[at] {
            continue;
        }
        if tree.is_text(child) {
            if tree.chars(child) >= least {
                let paragraph = *paragraph.get_or_insert_with(|| tree.create(name::P));
                gather(tree, &children, at, &mut used, paragraph);
                while order.pop_if(|id| tree.parent(*id) == Some(paragraph)).is_some() {}
            } else {
                tree.detach(child);
            }
        } else {
            if tree.tag(child) == name::P {
                order.extend(paragraph.take().map(|done| gathered(tree, done, program)));
            }
            order.push(child);
        }
    }
    order.extend(paragraph.map(|done| gathered(tree, done, program)));
    for child in order {
        if program == Program::Unfluff {
            tree.insert_before(id, child);
            unwrap_into_paragraph(tree, child);
        } else {
            tree.append(id, child);
        }
    }
    if program == Program::Unfluff {
        tree.detach(id);
    }
}

/// Goose reads what it has gathered as HTML again, which makes it a `span`, or a `div` if there is a block in it.
/// A `span` without links becomes a paragraph in its turn; one with links never does.
fn gathered(tree: &mut Tree<'_>, id: Id, program: Program) -> Id {
    const WHOLE: &[Name] = &[
        name::BLOCKQUOTE,
        name::DIV,
        name::DL,
        name::FORM,
        name::H1,
        name::H2,
        name::H3,
        name::H4,
        name::H5,
        name::H6,
        name::HR,
        name::OL,
        name::P,
        name::PRE,
        name::TABLE,
        name::UL,
    ];
    if program == Program::Goose {
        let tag = if tree.has(id, WHOLE) { name::DIV } else { name::SPAN };
        tree.rename(id, tag);
    }
    id
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

/// unfluff writes every child as a paragraph of what is in it; a paragraph inside ends the one around it.
fn unwrap_into_paragraph(tree: &mut Tree<'_>, id: Id) {
    let inner: Vec<Id> = tree.children(id).collect();
    let closes = |tree: &Tree<'_>, id: Id| {
        matches!(
            tree.tag(id),
            name::P | name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6
        )
    };
    let Some(cut) = inner.iter().position(|&child| closes(tree, child)) else {
        tree.rename(id, name::P);
        return;
    };
    // What follows the first inner paragraph stands beside it.
    let wrapper = tree.create(name::P);
    tree.insert_before(id, wrapper);
    inner[..cut].iter().for_each(|&child| tree.append(wrapper, child));
    tree.unwrap(id);
}
