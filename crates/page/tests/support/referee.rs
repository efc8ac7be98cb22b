//! html5ever's tree in the same form as [`super::dump`] gives ours.

use super::html5::{Data, Element, Tree};
use html5ever::{Attribute, ns};
use std::fmt::Write;

/// The whole document, as html5ever parses it without scripting.
pub fn dump(html: &str) -> String {
    let tree = Tree::parse(html);
    let mut out = String::new();
    let mut stack: Vec<(usize, usize)> =
        tree.children(0).into_iter().rev().map(|child| (child, 0)).collect();
    while let Some((id, depth)) = stack.pop() {
        write_node(&tree.nodes[id].data, &"  ".repeat(depth), &mut out);
        stack.extend(tree.children(id).into_iter().rev().map(|child| (child, depth + 1)));
    }
    out
}

fn write_node(data: &Data, indent: &str, out: &mut String) {
    let _ = match data {
        Data::Document => Ok(()),
        Data::Fragment => writeln!(out, "| {indent}content"),
        Data::Doctype(name, public, system) => match (&**public, &**system) {
            ("", "") => writeln!(out, "| {indent}<!DOCTYPE {name}>"),
            _ => writeln!(out, "| {indent}<!DOCTYPE {name} \"{public}\" \"{system}\">"),
        },
        Data::Comment(text) => writeln!(out, "| {indent}<!-- {text} -->"),
        Data::Text(text) => writeln!(out, "| {indent}\"{text}\""),
        Data::Element(element) => write_element(element, indent, out),
    };
}

fn write_element(element: &Element, indent: &str, out: &mut String) -> std::fmt::Result {
    let name = &element.name;
    let prefix = match () {
        _ if name.ns == ns!(svg) => "svg ",
        _ if name.ns == ns!(mathml) => "math ",
        _ => "",
    };
    writeln!(out, "| {indent}<{prefix}{}>", name.local)?;
    let mut lines: Vec<_> = element.attributes.iter().map(spelled).collect();
    lines.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
    lines.iter().try_for_each(|(name, value)| writeln!(out, "| {indent}  {name}=\"{value}\""))
}

fn spelled(attribute: &Attribute) -> (String, &str) {
    let name = &attribute.name;
    let prefix = match () {
        _ if name.ns == ns!(xlink) => "xlink ",
        _ if name.ns == ns!(xml) => "xml ",
        _ if name.ns == ns!(xmlns) => "xmlns ",
        _ => "",
    };
    (format!("{prefix}{}", name.local), &attribute.value)
}
