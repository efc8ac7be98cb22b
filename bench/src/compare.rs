//! The first difference between our tree of a page and html5ever's.

use crate::html5::{Data, Element, Id, Tree};
use dehusk_page::{Kind, Namespace, NodeId, Page};
use html5ever::ns;

/// Where two trees part, and what each has there.
#[derive(Debug)]
pub struct Difference {
    /// The way down from the document, with places among the siblings.
    pub path: String,
    /// Our node.
    pub ours: String,
    /// html5ever's node.
    pub theirs: String,
}

/// The first difference in document order.
pub fn first_difference(page: &Page, tree: &Tree) -> Option<Difference> {
    let mut pairs = vec![(page.root(), 0)];
    while let Some((ours, theirs)) = pairs.pop() {
        let (mine, other) = (our_node(page, ours), their_node(tree, theirs));
        if mine != other {
            return Some(Difference { path: path(page, ours), ours: mine, theirs: other });
        }
        let mine: Vec<NodeId> = page.children(ours).collect();
        let other = tree.children(theirs);
        if mine.len() != other.len() {
            return Some(different_children(page, tree, ours, &mine, &other));
        }
        pairs.extend(mine.into_iter().zip(other).rev());
    }
    None
}

/// The first child that is not the same, or the one that is missing.
fn different_children(
    page: &Page,
    tree: &Tree,
    parent: NodeId,
    mine: &[NodeId],
    other: &[Id],
) -> Difference {
    let ours = |i: usize| mine.get(i).map_or("nothing".into(), |&id| our_node(page, id));
    let theirs = |i: usize| other.get(i).map_or("nothing".into(), |&id| their_node(tree, id));
    let at = (0..mine.len().max(other.len())).find(|&i| ours(i) != theirs(i)).unwrap_or(0);
    let path = format!("{}/{at}", path(page, parent));
    Difference { path, ours: ours(at), theirs: theirs(at) }
}

fn path(page: &Page, id: NodeId) -> String {
    let mut steps: Vec<String> = std::iter::once(id)
        .chain(page.ancestors(id))
        .filter(|&n| n != page.root())
        .map(|n| {
            let place = std::iter::successors(page.prev_sibling(n), |&s| page.prev_sibling(s));
            format!("{}[{}]", short_name(page, n), place.count())
        })
        .collect();
    steps.reverse();
    format!("/{}", steps.join("/"))
}

fn short_name(page: &Page, id: NodeId) -> &str {
    match page.kind(id) {
        Kind::Element => page.tag(id),
        Kind::Text => "#text",
        Kind::Comment => "#comment",
        Kind::Fragment => "#content",
        Kind::Doctype => "#doctype",
        Kind::Document => "#document",
    }
}

fn our_node(page: &Page, id: NodeId) -> String {
    match page.kind(id) {
        Kind::Element => {
            let mut text = format!("<{}{}", prefix(page.namespace(id)), page.tag(id));
            for (name, value) in page.attrs(id) {
                push_attribute(&mut text, page.name_text(name), value);
            }
            text + ">"
        }
        Kind::Doctype => format!("<!DOCTYPE {}>", page.doctype().map_or("", |d| d.name)),
        _ => format!("{} {:?}", short_name(page, id), page.text(id)),
    }
}

fn their_node(tree: &Tree, id: Id) -> String {
    match &tree.nodes[id].data {
        Data::Element(element) => their_element(element),
        Data::Doctype(name, ..) => format!("<!DOCTYPE {name}>"),
        Data::Text(text) => format!("#text {:?}", &**text),
        Data::Comment(text) => format!("#comment {:?}", &**text),
        Data::Fragment => "#content \"\"".into(),
        Data::Document => "#document \"\"".into(),
    }
}

fn their_element(element: &Element) -> String {
    let namespace = match &element.name.ns {
        ns if *ns == ns!(svg) => Namespace::Svg,
        ns if *ns == ns!(mathml) => Namespace::MathMl,
        _ => Namespace::Html,
    };
    let mut text = format!("<{}{}", prefix(namespace), element.name.local);
    for attribute in &element.attributes {
        push_attribute(&mut text, &attribute.name.local, &attribute.value);
    }
    text + ">"
}

fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html => "",
        Namespace::Svg => "svg ",
        Namespace::MathMl => "math ",
    }
}

/// Namespaced attributes are compared by their local names: a page keeps the prefix in the name.
fn push_attribute(text: &mut String, name: &str, value: &str) {
    let local = ["xlink:", "xml:", "xmlns:"].iter().find_map(|p| name.strip_prefix(p));
    text.push_str(&format!(" {}={value:?}", local.unwrap_or(name)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_trees_have_no_difference() {
        let html =
            "<div id=a>one<template><p>two</template><svg viewBox=x xlink:href=y></svg></div>";
        let difference = first_difference(&Page::parse(html), &Tree::parse(html));
        assert!(difference.is_none(), "{difference:?}");
    }

    #[test]
    fn the_first_difference_has_a_path_and_both_sides() {
        let tree = Tree::parse("<p>one<p class=b>two");
        let found = first_difference(&Page::parse("<p>one<p class=a>two"), &tree).unwrap();
        assert_eq!(found.path, "/html[0]/body[1]/p[1]");
        assert_eq!(
            (found.ours.as_str(), found.theirs.as_str()),
            ("<p class=\"a\">", "<p class=\"b\">")
        );
        let found = first_difference(&Page::parse("<p>one"), &tree).unwrap();
        assert_eq!((found.ours.as_str(), found.theirs.as_str()), ("nothing", "<p class=\"b\">"));
    }
}
