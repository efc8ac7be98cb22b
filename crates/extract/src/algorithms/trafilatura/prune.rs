//! Leaving out: by element, by name, by share of links.

use super::super::lxml_cleaner;
use super::names::unwanted;
use super::tree::{Facts, Measure, Tree};
use dehusk_page::{Name, NodeId, Page, name};

/// Text that pruning by names has to leave, as a part of what there was.
const LEAST_LEFT: u32 = 7;

/// Comments of readers.
pub(super) fn comments(tree: &mut Tree<'_>, root: NodeId) {
    let (page, facts) = (tree.page, tree.facts);
    let is_comments = |&node: &NodeId| {
        let can_be = matches!(
            page.name(node),
            name::DIV | name::SECTION | name::DETAILS | name::OL | name::UL
        );
        can_be && {
            let found = facts.unwanted(node);
            let by_class = unwanted::COMMENTS | unwanted::COMMENTS_BY_CLASS;
            let by_id = unwanted::COMMENTS | unwanted::COMMENTS_BY_ID;
            found.class & by_class != 0 || found.id & by_id != 0
        }
    };
    remove_all(tree, root, is_comments);
}

/// Elements that hold no running text. A form around most of the page is kept, and so is a figure with a table.
pub(super) fn elements(tree: &mut Tree<'_>, root: NodeId) {
    let page = tree.page;
    let has_table = |node| page.subtree(node).any(|n| page.name(n) == name::TABLE);
    let is_cleaned = |&node: &NodeId| match page.name(node) {
        name::FORM => false,
        name::FIGURE => !has_table(node),
        tag => lxml_cleaner::is_cleaned(tag),
    };
    remove_all(tree, root, is_cleaned);
    let measures = tree.measures(root);
    let total = measures.of(root).chars;
    remove_all(tree, root, |&node| {
        page.name(node) == name::FORM && measures.of(node).chars <= total / 2
    });
}

/// What is no content below the chosen element.
pub(super) fn sections(tree: &mut Tree<'_>, root: NodeId, with_teasers: bool) {
    by_names(tree, root);
    let (page, facts) = (tree.page, tree.facts);
    remove_all(tree, root, |&node| {
        let bits = unwanted::CAPTION | if with_teasers { 0 } else { unwanted::TEASER };
        is_section(page.name(node)) && {
            let found = facts.unwanted(node);
            (found.class | found.id) & bits != 0
        }
    });
    for _ in 0..2 {
        by_links(tree, root, |tag| tag == name::DIV, true);
        by_links(tree, root, is_list, false);
        by_links(tree, root, |tag| tag == name::P, false);
    }
    let measures = tree.measures(root);
    remove_all(tree, root, |&node| {
        page.name(node) == name::TABLE && is_table_of_links(&measures.of(node))
    });
}

pub(super) fn is_list(tag: Name) -> bool {
    matches!(tag, name::UL | name::OL | name::DL)
}

fn is_section(tag: Name) -> bool {
    is_list(tag)
        || matches!(
            tag,
            name::DIV
                | name::LI
                | name::DD
                | name::DT
                | name::P
                | name::SECTION
                | name::SPAN
                | name::DETAILS
        )
}

/// Sections whose names say that they are no content, unless nearly everything would go.
fn by_names(tree: &mut Tree<'_>, root: NodeId) {
    let page = tree.page;
    let mut found: Vec<NodeId> = Vec::new();
    for node in tree.live(root).filter(|&n| n != root && page.is_element(n)) {
        let inside = found.last().is_some_and(|&last| page.contains(last, node));
        if !inside && is_unwanted(page, tree.facts, node) {
            found.push(node);
        }
    }
    let measures = tree.measures(root);
    let before = measures.of(root).chars;
    let lost: u32 = found.iter().map(|&node| measures.of(node).chars).sum();
    if before.saturating_sub(lost) > before / LEAST_LEFT {
        found.into_iter().for_each(|node| tree.remove(node));
    }
}

fn is_unwanted(page: &Page, facts: &Facts, node: NodeId) -> bool {
    let found = facts.unwanted(node);
    if is_section(page.name(node)) {
        let role =
            page.attr(node, name::ROLE).is_some_and(|r| r.to_ascii_lowercase().contains("nav"));
        let by_class = unwanted::BY_EITHER | unwanted::BY_CLASS;
        let by_id = unwanted::BY_EITHER | unwanted::BY_ID;
        if role || found.class & by_class != 0 || found.id & by_id != 0 {
            return true;
        }
    }
    let style = page.attr(node, name::STYLE).unwrap_or_default();
    found.class & unwanted::HIDDEN != 0
        || style.contains("hidden")
        || style.contains("display:none")
        || style.contains("display: none")
        || page.attr(node, name::ARIA_HIDDEN) == Some("true")
        || page.attr(node, name::ID).is_some_and(|id| {
            id.contains("hidden") || id.contains("reader-comments") || id.contains("akismet")
        })
}

/// Elements of some kind that are mostly links. With `backtracking`, short ones with several children go too.
fn by_links(tree: &mut Tree<'_>, root: NodeId, of_kind: impl Fn(Name) -> bool, backtracking: bool) {
    let page = tree.page;
    let measures = tree.measures(root);
    let elements =
        tree.live(root).filter(|&n| n != root && page.is_element(n) && of_kind(page.name(n)));
    let dense: Vec<NodeId> = elements
        .filter(|&node| {
            let measure = measures.of(node);
            let (links, short) = link_density(tree, node, &measure);
            let few =
                backtracking && short && measure.chars < 100 && tree.element_children(node) >= 3;
            (links || few) && !fills_an_item(page, node)
        })
        .collect();
    dense.into_iter().for_each(|node| tree.remove(node));
}

/// A paragraph that is the content of an item or cell; these are judged as a whole.
fn fills_an_item(page: &Page, node: NodeId) -> bool {
    let parent = page.parent(node).map(|p| page.name(p));
    let item = matches!(parent, Some(name::LI | name::DD | name::DT | name::TD | name::TH));
    page.name(node) == name::P && item
}

/// Whether an element is mostly links, and whether it is short and has any.
fn link_density(tree: &Tree<'_>, node: NodeId, m: &Measure) -> (bool, bool) {
    if m.links == 0 {
        return (false, false);
    }
    if m.links == 1 && m.link_chars > 100 && f64::from(m.link_chars) > f64::from(m.chars) * 0.9 {
        return (true, false);
    }
    let last = tree.next_element(node).is_none();
    let limit = match (tree.page.name(node) == name::P, last) {
        (true, true) => 60,
        (true, false) => 30,
        (false, true) => 300,
        (false, false) => 100,
    };
    if m.chars < limit {
        let mostly = f64::from(m.link_chars) > f64::from(m.chars) * 0.8;
        let short =
            m.full_links > 1 && f64::from(m.short_links) / f64::from(m.full_links.max(1)) > 0.8;
        return (m.full_links == 0 || mostly || short, m.full_links > 0);
    }
    let farm = m.links > 4
        && f64::from(m.link_chars) > f64::from(m.chars) * 0.9
        && m.link_chars < 100 * m.full_links;
    (farm, false)
}

fn is_table_of_links(m: &Measure) -> bool {
    let share = f64::from(m.link_chars) / f64::from(m.chars.max(1));
    match m.chars {
        _ if m.links == 0 => false,
        0..200 => false,
        200..1000 => share > 0.8,
        _ => share > 0.5,
    }
}

fn remove_all(tree: &mut Tree<'_>, root: NodeId, is_wrong: impl Fn(&NodeId) -> bool) {
    let elements = tree.live(root).filter(|&n| n != root && tree.page.is_element(n));
    let wrong: Vec<NodeId> = elements.filter(is_wrong).collect();
    wrong.into_iter().for_each(|node| tree.remove(node));
}
