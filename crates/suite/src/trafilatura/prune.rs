//! Leaving out: by element, by name, by share of links.

use super::super::lxml_cleaner;
use super::names::unwanted;
use super::tree::{Facts, Measure, Measures, Tree};
use dehusk_page::{Name, NodeId, Page, name};

/// Text that pruning by names has to leave, as a part of what there was.
const LEAST_LEFT: u32 = 7;

/// Comments of readers.
pub(super) fn comments(tree: &mut Tree<'_>, root: NodeId) {
    let (page, facts) = (tree.page, tree.facts);
    let by_any = unwanted::COMMENTS | unwanted::COMMENTS_BY_CLASS | unwanted::COMMENTS_BY_ID;
    if !facts.names.any(by_any) {
        return;
    }
    let is_comments = |&node: &NodeId| {
        let can_be = matches!(
            page.name(node),
            name::DIV | name::SECTION | name::DETAILS | name::OL | name::UL
        );
        can_be && {
            let by_class = unwanted::COMMENTS | unwanted::COMMENTS_BY_CLASS;
            let by_id = unwanted::COMMENTS | unwanted::COMMENTS_BY_ID;
            facts.names.class(node) & by_class != 0 || facts.names.id(node) & by_id != 0
        }
    };
    remove_all(tree, root, is_comments);
}

/// Elements that hold no running text. A form around most of the page is kept, and so is a figure with a table.
pub(super) fn elements(tree: &mut Tree<'_>, root: NodeId) {
    let page = tree.page;
    let has_table = |node| page.subtree(node).any(|n| page.name(n) == name::TABLE);
    let (mut cleaned, mut forms) = (Vec::new(), Vec::new());
    for node in tree.live(root).filter(|&n| n != root) {
        match page.name(node) {
            name::FORM => forms.push(node),
            name::FIGURE if has_table(node) => {}
            name::FIGURE => cleaned.push(node),
            tag if lxml_cleaner::is_cleaned(tag) => cleaned.push(node),
            _ => {}
        }
    }
    cleaned.into_iter().for_each(|node| tree.remove(node));
    forms.retain(|&form| !tree.is_lost(form));
    if forms.is_empty() {
        return;
    }
    let total = tree.chars(root);
    let small: Vec<NodeId> = forms.into_iter().filter(|&f| tree.chars(f) <= total / 2).collect();
    small.into_iter().for_each(|node| tree.remove(node));
}

/// What is no content below the chosen element.
pub(super) fn sections(tree: &mut Tree<'_>, root: NodeId, with_teasers: bool) {
    let (page, facts) = (tree.page, tree.facts);
    let elements: Vec<NodeId> =
        tree.live(root).filter(|&n| n != root && page.is_element(n)).collect();
    let mut measures = Measures::of(tree, root);
    by_names(tree, root, &elements, &mut measures);
    let bits = unwanted::CAPTION | if with_teasers { 0 } else { unwanted::TEASER };
    let is_teaser = |&&node: &&NodeId| {
        is_section(page.name(node)) && (facts.names.class(node) | facts.names.id(node)) & bits != 0
    };
    measures.remove(tree, elements.iter().filter(is_teaser).copied());
    let linked = |of_kind: fn(Name) -> bool, tree: &Tree<'_>, measures: &Measures| {
        let left = elements.iter().copied().filter(|&n| of_kind(page.name(n)) && !tree.is_lost(n));
        left.filter(|&n| measures.get(n).links > 0).collect::<Vec<NodeId>>()
    };
    let divs = linked(|tag| tag == name::DIV, tree, &measures);
    let lists = linked(is_list, tree, &measures);
    let paragraphs = linked(|tag| tag == name::P, tree, &measures);
    for _ in 0..2 {
        by_links(tree, &mut measures, &divs, true);
        by_links(tree, &mut measures, &lists, false);
        by_links(tree, &mut measures, &paragraphs, false);
    }
    let tables = linked(|tag| tag == name::TABLE, tree, &measures);
    let of_links: Vec<NodeId> =
        tables.into_iter().filter(|&node| is_table_of_links(&measures.get(node))).collect();
    measures.remove(tree, of_links);
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
fn by_names(tree: &mut Tree<'_>, root: NodeId, elements: &[NodeId], measures: &mut Measures) {
    let mut found: Vec<NodeId> = Vec::new();
    let mut until = root;
    for &node in elements {
        if node >= until && is_unwanted(tree.page, tree.facts, node) {
            found.push(node);
            until = tree.page.end(node);
        }
    }
    let before = measures.get(root).chars();
    let lost: u32 = found.iter().map(|&node| measures.get(node).chars()).sum();
    if before.saturating_sub(lost) > before / LEAST_LEFT {
        measures.remove(tree, found);
    }
}

fn is_unwanted(page: &Page, facts: &Facts<'_>, node: NodeId) -> bool {
    let (class, id) = (facts.names.class(node), facts.names.id(node));
    if is_section(page.name(node)) {
        let by_class = unwanted::BY_EITHER | unwanted::BY_CLASS;
        let by_id = unwanted::BY_EITHER | unwanted::BY_ID;
        if class & by_class != 0 || id & by_id != 0 {
            return true;
        }
    }
    class & unwanted::HIDDEN != 0
        || id & unwanted::HIDDEN_ID != 0
        || page.attrs_named(node, may_hide).any(|(attribute, value)| match attribute {
            name::ROLE => is_section(page.name(node)) && names_navigation(value),
            name::STYLE => hides(value),
            name::ARIA_HIDDEN => value == "true",
            _ => false,
        })
}

fn may_hide(attribute: Name) -> bool {
    matches!(attribute, name::ROLE | name::STYLE | name::ARIA_HIDDEN)
}

fn names_navigation(role: &str) -> bool {
    role.as_bytes().windows(3).any(|part| part.eq_ignore_ascii_case(b"nav"))
}

fn hides(style: &str) -> bool {
    style.contains("hidden") || style.contains("display:none") || style.contains("display: none")
}

/// Elements of some kind that are mostly links. With `backtracking`, short ones with several children go too.
fn by_links(tree: &mut Tree<'_>, measures: &mut Measures, elements: &[NodeId], backtracking: bool) {
    let is_dense = |&node: &NodeId| {
        let measure = measures.get(node);
        let (links, short) = link_density(tree, node, &measure);
        let few =
            backtracking && short && measure.chars() < 100 && tree.element_children(node, 3) == 3;
        (links || few) && !fills_an_item(tree.page, node)
    };
    let left = elements.iter().copied().filter(|&node| !tree.is_lost(node));
    let dense: Vec<NodeId> = left.filter(is_dense).collect();
    measures.remove(tree, dense);
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
    if m.links == 1 && m.link_chars > 100 && f64::from(m.link_chars) > f64::from(m.chars()) * 0.9 {
        return (true, false);
    }
    let last = tree.next_element(node).is_none();
    let limit = match (tree.page.name(node) == name::P, last) {
        (true, true) => 60,
        (true, false) => 30,
        (false, true) => 300,
        (false, false) => 100,
    };
    if m.chars() < limit {
        let mostly = f64::from(m.link_chars) > f64::from(m.chars()) * 0.8;
        let short =
            m.full_links > 1 && f64::from(m.short_links) / f64::from(m.full_links.max(1)) > 0.8;
        return (m.full_links == 0 || mostly || short, m.full_links > 0);
    }
    let farm = m.links > 4
        && f64::from(m.link_chars) > f64::from(m.chars()) * 0.9
        && m.link_chars < 100 * m.full_links;
    (farm, false)
}

fn is_table_of_links(m: &Measure) -> bool {
    let share = f64::from(m.link_chars) / f64::from(m.chars().max(1));
    match m.chars() {
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
