//! html5ever's tree of a page, in an arena: the referee of our parser, and a peer in speed.
//!
//! The sink does as little as it can (nodes in one vector, linked siblings, names and text moved in), so
//! that the peer's time is html5ever's own.

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, LocalName, Namespace, ParseOpts, QualName};
use std::borrow::Cow;
use std::cell::{Ref, RefCell};

/// A place in [`Tree::nodes`].
pub type Id = usize;

/// What a node is.
#[derive(Debug)]
pub enum Data {
    /// The root.
    Document,
    /// The content of a `template`.
    Fragment,
    /// `<!DOCTYPE …>`: its name, its public and its system identifier.
    Doctype(StrTendril, StrTendril, StrTendril),
    /// Character data.
    Text(StrTendril),
    /// A comment or a processing instruction.
    Comment(StrTendril),
    /// A tag.
    Element(Element),
}

/// A tag.
#[derive(Debug)]
pub struct Element {
    /// Its name.
    pub name: QualName,
    /// Its attributes in source order.
    pub attributes: Vec<Attribute>,
    content: Option<Id>,
    is_integration_point: bool,
}

/// A node.
#[derive(Debug)]
pub struct Node {
    /// What it is.
    pub data: Data,
    parent: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    previous: Option<Id>,
    next: Option<Id>,
}

/// A parsed page.
#[derive(Debug)]
pub struct Tree {
    /// The nodes in the order in which they were made; the first is the document.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Parses with scripting off.
    pub fn parse(html: &str) -> Tree {
        let sink = Sink(RefCell::new(vec![Node::new(Data::Document)]));
        let mut options = ParseOpts::default();
        options.tree_builder.scripting_enabled = false;
        html5ever::parse_document(sink, options).one(html)
    }

    /// The children of a node; a `template` has its content as its first.
    pub fn children(&self, id: Id) -> Vec<Id> {
        let content = match &self.nodes[id].data {
            Data::Element(element) => element.content,
            _ => None,
        };
        let siblings = std::iter::successors(self.nodes[id].first, |&id| self.nodes[id].next);
        content.into_iter().chain(siblings).collect()
    }
}

impl Node {
    fn new(data: Data) -> Node {
        Node { data, parent: None, first: None, last: None, previous: None, next: None }
    }
}

struct Sink(RefCell<Vec<Node>>);

impl Sink {
    fn add(&self, data: Data) -> Id {
        let mut nodes = self.0.borrow_mut();
        nodes.push(Node::new(data));
        nodes.len() - 1
    }

    fn detach(&self, id: Id) {
        let mut nodes = self.0.borrow_mut();
        let Some(parent) = nodes[id].parent.take() else { return };
        let (previous, next) = (nodes[id].previous.take(), nodes[id].next.take());
        match previous {
            Some(previous) => nodes[previous].next = next,
            None => nodes[parent].first = next,
        }
        match next {
            Some(next) => nodes[next].previous = previous,
            None => nodes[parent].last = previous,
        }
    }

    /// Puts a loose node before another child, or last.
    fn attach(&self, parent: Id, before: Option<Id>, id: Id) {
        let mut nodes = self.0.borrow_mut();
        let previous = match before {
            Some(next) => nodes[next].previous.replace(id),
            None => nodes[parent].last.replace(id),
        };
        match previous {
            Some(previous) => nodes[previous].next = Some(id),
            None => nodes[parent].first = Some(id),
        }
        let node = &mut nodes[id];
        (node.parent, node.previous, node.next) = (Some(parent), previous, before);
    }

    fn put(&self, parent: Id, before: Option<Id>, child: NodeOrText<Id>) {
        match child {
            NodeOrText::AppendNode(id) => {
                self.detach(id);
                self.attach(parent, before, id);
            }
            NodeOrText::AppendText(text) => {
                let neighbour = {
                    let nodes = self.0.borrow();
                    before.map_or(nodes[parent].last, |next| nodes[next].previous)
                };
                if !self.merge(neighbour, &text) {
                    self.attach(parent, before, self.add(Data::Text(text)));
                }
            }
        }
    }

    fn merge(&self, neighbour: Option<Id>, text: &StrTendril) -> bool {
        let mut nodes = self.0.borrow_mut();
        match neighbour.map(|id| &mut nodes[id].data) {
            Some(Data::Text(before)) => {
                before.push_tendril(text);
                true
            }
            _ => false,
        }
    }

    fn element(&self, id: Id) -> Ref<'_, Element> {
        Ref::map(self.0.borrow(), |nodes| match &nodes[id].data {
            Data::Element(element) => element,
            other => unreachable!("html5ever asks elements only, not {other:?}"),
        })
    }
}

/// A borrowed name, as the trait wants it.
#[derive(Debug)]
struct NameRef<'a>(Ref<'a, Element>);

impl html5ever::interface::ElemName for NameRef<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.name.ns
    }
    fn local_name(&self) -> &LocalName {
        &self.0.name.local
    }
    fn expanded(&self) -> ExpandedName<'_> {
        self.0.name.expanded()
    }
}

impl TreeSink for Sink {
    type Handle = Id;
    type Output = Tree;
    type ElemName<'a> = NameRef<'a>;

    fn finish(self) -> Tree {
        Tree { nodes: self.0.into_inner() }
    }
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn get_document(&self) -> Id {
        0
    }
    fn elem_name<'a>(&'a self, id: &'a Id) -> NameRef<'a> {
        NameRef(self.element(*id))
    }
    fn same_node(&self, a: &Id, b: &Id) -> bool {
        a == b
    }
    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Id {
        let content = flags.template.then(|| self.add(Data::Fragment));
        let is_integration_point = flags.mathml_annotation_xml_integration_point;
        self.add(Data::Element(Element { name, attributes, content, is_integration_point }))
    }
    fn create_comment(&self, text: StrTendril) -> Id {
        self.add(Data::Comment(text))
    }
    fn create_pi(&self, _: StrTendril, data: StrTendril) -> Id {
        self.add(Data::Comment(data))
    }
    fn append(&self, parent: &Id, child: NodeOrText<Id>) {
        self.put(*parent, None, child);
    }
    fn append_before_sibling(&self, sibling: &Id, child: NodeOrText<Id>) {
        if let NodeOrText::AppendNode(id) = &child {
            self.detach(*id);
        }
        let parent = self.0.borrow()[*sibling].parent;
        if let Some(parent) = parent {
            self.put(parent, Some(*sibling), child);
        }
    }
    fn append_based_on_parent_node(&self, element: &Id, before: &Id, child: NodeOrText<Id>) {
        let has_parent = self.0.borrow()[*element].parent.is_some();
        match has_parent {
            true => self.append_before_sibling(element, child),
            false => self.append(before, child),
        }
    }
    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.attach(0, None, self.add(Data::Doctype(name, public, system)));
    }
    fn get_template_contents(&self, id: &Id) -> Id {
        self.element(*id).content.unwrap_or(*id)
    }
    fn add_attrs_if_missing(&self, id: &Id, attributes: Vec<Attribute>) {
        if let Data::Element(element) = &mut self.0.borrow_mut()[*id].data {
            for attribute in attributes {
                if element.attributes.iter().all(|a| a.name != attribute.name) {
                    element.attributes.push(attribute);
                }
            }
        }
    }
    fn remove_from_parent(&self, id: &Id) {
        self.detach(*id);
    }
    fn reparent_children(&self, from: &Id, to: &Id) {
        loop {
            let first = self.0.borrow()[*from].first;
            let Some(child) = first else { return };
            self.detach(child);
            self.attach(*to, None, child);
        }
    }
    fn is_mathml_annotation_xml_integration_point(&self, id: &Id) -> bool {
        self.element(*id).is_integration_point
    }
}
