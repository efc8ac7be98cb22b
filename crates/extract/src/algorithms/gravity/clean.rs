//! Before scoring: what is no content by its names goes, and containers with text become paragraphs.

use super::super::shared::names::Edge::{Any, Whole};
use super::super::shared::names::{Names, Rule};
use super::Program;
use super::tree::{Id, Tree};
use dehusk_page::{Name, NodeId, Page, name};
use std::sync::LazyLock;

/// Names of furniture that both programs know, in whole and in part.
static NAUGHTY: LazyLock<Names> = LazyLock::new(|| {
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
    ])
});

const BOTH: u32 = 0b111;
const GOOSE_ONLY: u32 = 0b11000;
const UNFLUFF_ONLY: u32 = 0b100000;

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
pub(super) fn clean(page: &Page, tree: &mut Tree, program: Program) {
    let top = tree.top();
    for id in tree.elements(top, &[name::EM, name::SMALL]) {
        if !tree.has(id, &[name::IMG]) {
            tree.unwrap(id);
        }
    }
    if program == Program::Unfluff {
        tree.elements(top, &[name::CODE, name::PRE]).into_iter().for_each(|id| flatten(tree, id));
    }
    remove_naughty(page, tree, program);
    for paragraph in tree.elements(top, &[name::P]) {
        tree.elements(paragraph, &[name::SPAN]).into_iter().for_each(|id| tree.unwrap(id));
    }
    if program == Program::Unfluff {
        tree.elements(top, &[name::U]).into_iter().for_each(|id| tree.unwrap(id));
    }
    for tag in [name::DIV, name::SPAN] {
        for id in tree.elements(top, &[tag]) {
            make_paragraphs(tree, id, program);
        }
    }
}

/// An element's text alone, in its place.
fn flatten(tree: &mut Tree, id: Id) {
    let texts: Vec<Id> = tree.below(id).filter(|&inner| tree.is_text(inner)).collect();
    texts.into_iter().for_each(|text| tree.insert_before(id, text));
    tree.detach(id);
}

fn remove_naughty(page: &Page, tree: &mut Tree, program: Program) {
    let wanted = BOTH | if program == Program::Goose { GOOSE_ONLY } else { UNFLUFF_ONLY };
    let ids: Vec<Id> = tree.below(tree.top()).filter(|&id| !tree.is_text(id)).collect();
    for id in ids {
        let Some(node) = tree.origin(id) else { continue };
        let tag = page.name(node);
        if tag != name::ARTICLE && is_naughty(page, node, tag, wanted) {
            tree.detach(id);
        }
    }
}

fn is_naughty(page: &Page, node: NodeId, tag: Name, wanted: u32) -> bool {
    let class = page.attr(node, name::CLASS).filter(|_| tag != name::BODY);
    let id = page.attr(node, name::ID);
    let named = page.attr(node, name::NAME);
    let by_name =
        [class, id, named].into_iter().flatten().any(|text| NAUGHTY.find(text) & wanted != 0);
    by_name || [class, id].into_iter().flatten().any(|text| names_service(text))
}

/// Whether a text names a social network inside of a longer name, as `my_facebook`, but not `my-facebook`.
fn names_service(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains(" google ")
        || ["facebook", "twitter"].iter().any(|service| {
            let mut places = lower.match_indices(service);
            places.any(|(at, _)| at > 0 && lower.as_bytes().get(at - 1).is_some_and(|&b| b != b'-'))
        })
}

/// A container without blocks becomes a paragraph; of another one, loose text with the links beside it does.
fn make_paragraphs(tree: &mut Tree, id: Id, program: Program) {
    if tree.parent(id).is_none() {
        return;
    }
    if !tree.has(id, BLOCKS) {
        tree.rename(id, name::P);
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
            if tree.counts(child).chars > 0 {
                let paragraph = *paragraph.get_or_insert_with(|| tree.create(name::P));
                gather(tree, &children, at, &mut used, paragraph);
                order.retain(|&id| tree.parent(id) != Some(paragraph));
            } else {
                tree.detach(child);
            }
        } else {
            if tree.tag(child) == name::P {
                order.extend(paragraph.take().map(|done| name_by_beginning(tree, done, program)));
            }
            order.push(child);
        }
    }
    order.extend(paragraph.map(|done| name_by_beginning(tree, done, program)));
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

/// Goose reads what it has gathered as HTML again, and only what begins with text is a paragraph then.
fn name_by_beginning(tree: &mut Tree, id: Id, program: Program) -> Id {
    let begins_with_link = tree.children(id).next().is_some_and(|first| tree.tag(first) == name::A);
    if program == Program::Goose && begins_with_link {
        tree.rename(id, name::SPAN);
    }
    id
}

/// Moves a text into a paragraph, with the links right before and after it.
fn gather(tree: &mut Tree, children: &[Id], at: usize, used: &mut [bool], paragraph: Id) {
    let is_free =
        |tree: &Tree, used: &[bool], n: usize| tree.tag(children[n]) == name::A && !used[n];
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
fn unwrap_into_paragraph(tree: &mut Tree, id: Id) {
    let inner: Vec<Id> = tree.children(id).collect();
    let closes = |tree: &Tree, id: Id| {
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
