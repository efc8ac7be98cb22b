//! A page as text, in the form html5lib's tests use: one line a node.

// Every test binary uses a part of this.
#![allow(dead_code)]

pub mod html5;
pub mod referee;
pub mod sketch;

/// The same numbers as for the random pages of the whole way through.
#[path = "../../../dehusk/tests/inputs/random.rs"]
pub mod random;

use dehusk_page::{Kind, Namespace, NodeId, Page};
use std::fmt::Write;

/// Attributes that have a namespace of their own on foreign elements.
const NAMESPACED: [&str; 11] = [
    "xlink:actuate",
    "xlink:arcrole",
    "xlink:href",
    "xlink:role",
    "xlink:show",
    "xlink:title",
    "xlink:type",
    "xml:lang",
    "xml:space",
    "xmlns",
    "xmlns:xlink",
];

/// A number from the environment.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// All nodes below the root.
pub fn dump(page: &Page) -> String {
    let mut out = String::new();
    let mut depths = vec![0usize; page.len()];
    for id in page.descendants(page.root()) {
        let parent = page.parent(id).expect("every node but the root has a parent");
        let depth = if parent == page.root() { 0 } else { depths[parent.index()] + 1 };
        depths[id.index()] = depth;
        let indent = "  ".repeat(depth);
        dump_node(page, id, &indent, &mut out);
    }
    out
}

fn dump_node(page: &Page, id: NodeId, indent: &str, out: &mut String) {
    let _ = match page.kind(id) {
        Kind::Document => Ok(()),
        Kind::Doctype => writeln!(out, "| {indent}{}", doctype(page)),
        Kind::Text => writeln!(out, "| {indent}\"{}\"", page.text(id)),
        Kind::Comment => writeln!(out, "| {indent}<!-- {} -->", page.text(id)),
        Kind::Fragment => writeln!(out, "| {indent}content"),
        Kind::Element => {
            let prefix = match page.namespace(id) {
                Namespace::Html => "",
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
            };
            let _ = writeln!(out, "| {indent}<{prefix}{}>", page.tag(id));
            dump_attributes(page, id, indent, out);
            Ok(())
        }
    };
}

fn dump_attributes(page: &Page, id: NodeId, indent: &str, out: &mut String) {
    let foreign = page.namespace(id) != Namespace::Html;
    let spelled = |name: &str| match name {
        "xmlns" if foreign => "xmlns xmlns".to_owned(),
        _ if foreign && NAMESPACED.contains(&name) => name.replacen(':', " ", 1),
        _ => name.to_owned(),
    };
    let mut attributes: Vec<_> =
        page.attrs(id).map(|(name, value)| (spelled(page.name_text(name)), value)).collect();
    attributes.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    for (name, value) in attributes {
        let _ = writeln!(out, "| {indent}  {name}=\"{value}\"");
    }
}

fn doctype(page: &Page) -> String {
    let doctype = page.doctype().expect("a page with a doctype node has a doctype");
    let (public, system) = (doctype.public_id.unwrap_or(""), doctype.system_id.unwrap_or(""));
    match (public, system) {
        ("", "") => format!("<!DOCTYPE {}>", doctype.name),
        _ => format!("<!DOCTYPE {} \"{public}\" \"{system}\">", doctype.name),
    }
}

/// Checks what every finished page promises.
pub fn check_arena(page: &Page) {
    let mut seen = 0;
    for id in page.subtree(page.root()) {
        seen += 1;
        let end = page.end(id);
        assert!(end.index() <= page.len());
        let mut next = id.index() + 1;
        let mut before = None;
        for child in page.children(id) {
            assert_eq!(child.index(), next, "children follow each other");
            assert_eq!(page.parent(child), Some(id));
            assert_eq!(page.prev_sibling(child), before);
            before = Some(child);
            next = page.end(child).index();
        }
        assert_eq!(next, end.index(), "the last child ends the subtree");
        assert_eq!(page.last_child(id), before);
    }
    assert_eq!(seen, page.len());
}
