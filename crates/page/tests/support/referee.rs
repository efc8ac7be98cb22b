//! html5ever's tree in the same form as [`super::dump`] gives ours.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, QualName, ns};
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write;

enum Data {
    Document,
    Content,
    Doctype(String),
    Comment(String),
    Text(String),
    Element(QualName, Vec<Attribute>),
    /// An `annotation-xml` that holds HTML.
    Annotation(QualName, Vec<Attribute>),
}

struct Node {
    data: Data,
    parent: usize,
    children: Vec<usize>,
}

const NONE: usize = usize::MAX;

struct Sink(RefCell<Vec<Node>>);

/// The whole document, as html5ever parses it without scripting.
pub fn dump(html: &str) -> String {
    let nodes = parse(html);
    let mut out = String::new();
    let mut stack: Vec<(usize, usize)> =
        nodes[0].children.iter().rev().map(|&child| (child, 0)).collect();
    while let Some((id, depth)) = stack.pop() {
        write_node(&nodes[id], &"  ".repeat(depth), &mut out);
        stack.extend(nodes[id].children.iter().rev().map(|&child| (child, depth + 1)));
    }
    out
}

fn parse(html: &str) -> Vec<Node> {
    let root = Node { data: Data::Document, parent: NONE, children: Vec::new() };
    let mut options = html5ever::ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    let sink = Sink(RefCell::new(vec![root]));
    html5ever::parse_document(sink, options).one(html)
}

fn write_node(node: &Node, indent: &str, out: &mut String) {
    let _ = match &node.data {
        Data::Document => Ok(()),
        Data::Content => writeln!(out, "| {indent}content"),
        Data::Doctype(text) => writeln!(out, "| {indent}<!DOCTYPE {text}>"),
        Data::Comment(text) => writeln!(out, "| {indent}<!-- {text} -->"),
        Data::Text(text) => writeln!(out, "| {indent}\"{text}\""),
        Data::Element(name, attributes) | Data::Annotation(name, attributes) => {
            let prefix = match () {
                _ if name.ns == ns!(svg) => "svg ",
                _ if name.ns == ns!(mathml) => "math ",
                _ => "",
            };
            let _ = writeln!(out, "| {indent}<{prefix}{}>", name.local);
            let mut lines: Vec<_> = attributes.iter().map(spelled).collect();
            lines.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
            for (name, value) in lines {
                let _ = writeln!(out, "| {indent}  {name}=\"{value}\"");
            }
            Ok(())
        }
    };
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

impl Sink {
    fn add(&self, data: Data) -> usize {
        let mut nodes = self.0.borrow_mut();
        nodes.push(Node { data, parent: NONE, children: Vec::new() });
        nodes.len() - 1
    }

    fn detach(&self, id: usize) {
        let mut nodes = self.0.borrow_mut();
        let parent = std::mem::replace(&mut nodes[id].parent, NONE);
        if parent != NONE {
            nodes[parent].children.retain(|&child| child != id);
        }
    }

    fn put(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        let id = match child {
            NodeOrText::AppendNode(id) => id,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.0.borrow_mut();
                let before = at.checked_sub(1).map(|at| nodes[parent].children[at]);
                if let Some(Data::Text(old)) = before.map(|id| &mut nodes[id].data) {
                    old.push_str(&text);
                    return;
                }
                drop(nodes);
                self.add(Data::Text(text.to_string()))
            }
        };
        let mut nodes = self.0.borrow_mut();
        nodes[parent].children.insert(at, id);
        nodes[id].parent = parent;
    }
}

#[derive(Debug)]
struct Name(QualName);

impl html5ever::interface::ElemName for Name {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &html5ever::LocalName {
        &self.0.local
    }

    fn expanded(&self) -> ExpandedName<'_> {
        self.0.expanded()
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Vec<Node>;
    type ElemName<'a> = Name;

    fn finish(self) -> Vec<Node> {
        self.0.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        match &self.0.borrow()[*target].data {
            Data::Element(name, _) | Data::Annotation(name, _) => Name(name.clone()),
            _ => panic!("only elements have names"),
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let id = self.add(match flags.mathml_annotation_xml_integration_point {
            true => Data::Annotation(name, attrs),
            false => Data::Element(name, attrs),
        });
        if flags.template {
            let content = self.add(Data::Content);
            self.put(id, 0, NodeOrText::AppendNode(content));
        }
        id
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.add(Data::Comment(text.to_string()))
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> usize {
        self.create_comment(data)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(id) = &child {
            self.detach(*id);
        }
        let at = self.0.borrow()[*parent].children.len();
        self.put(*parent, at, child);
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(id) = &child {
            self.detach(*id);
        }
        let parent = self.0.borrow()[*sibling].parent;
        let at = self.0.borrow()[parent].children.iter().position(|child| child == sibling);
        self.put(parent, at.expect("a child of its parent"), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        previous: &usize,
        child: NodeOrText<usize>,
    ) {
        if self.0.borrow()[*element].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let text = match (&*public, &*system) {
            ("", "") => name.to_string(),
            (public, system) => format!("{name} \"{public}\" \"{system}\""),
        };
        let id = self.add(Data::Doctype(text));
        self.append(&0, NodeOrText::AppendNode(id));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.0.borrow()[*target].children[0]
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &usize) -> bool {
        matches!(self.0.borrow()[*target].data, Data::Annotation(..))
    }

    fn same_node(&self, one: &usize, two: &usize) -> bool {
        one == two
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &usize, added: Vec<Attribute>) {
        if let Data::Element(_, attributes) = &mut self.0.borrow_mut()[*target].data {
            for attribute in added {
                if !attributes.iter().any(|present| present.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, from: &usize, to: &usize) {
        let children = std::mem::take(&mut self.0.borrow_mut()[*from].children);
        for child in children {
            self.0.borrow_mut()[child].parent = NONE;
            self.append(to, NodeOrText::AppendNode(child));
        }
    }
}
