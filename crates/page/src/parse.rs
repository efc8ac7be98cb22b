//! Stand-in parser: html5ever fills a loose tree, which is then laid out in document order.

use crate::limits::{Limits, Warning};
use crate::name::{self, Names};
use crate::page::{Attribute, Kind, NIL, Namespace, Node, Page, Quirks, SIDE, Span};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute as HAttr, ExpandedName, QualName, ns};
use std::borrow::Cow;
use std::cell::RefCell;

#[derive(Default)]
struct Loose {
    kind: Option<Kind>,
    name: Option<QualName>,
    attrs: Vec<HAttr>,
    text: String,
    parent: Option<usize>,
    children: Vec<usize>,
    content: Option<usize>,
}

struct Sink(RefCell<Vec<Loose>>);

impl Sink {
    fn add(&self, l: Loose) -> usize {
        let mut v = self.0.borrow_mut();
        v.push(l);
        v.len() - 1
    }
    fn detach(&self, id: usize) {
        let mut v = self.0.borrow_mut();
        if let Some(p) = v[id].parent.take() {
            v[p].children.retain(|&c| c != id);
        }
    }
    fn put(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        match child {
            NodeOrText::AppendText(t) => {
                if at > 0 {
                    let mut v = self.0.borrow_mut();
                    let prev = v[parent].children[at - 1];
                    if v[prev].kind == Some(Kind::Text) {
                        v[prev].text.push_str(&t);
                        return;
                    }
                }
                let id = self.add(Loose {
                    kind: Some(Kind::Text),
                    text: t.to_string(),
                    ..Loose::default()
                });
                let mut v = self.0.borrow_mut();
                v[parent].children.insert(at, id);
                v[id].parent = Some(parent);
            }
            NodeOrText::AppendNode(id) => {
                self.detach(id);
                let mut v = self.0.borrow_mut();
                let at = at.min(v[parent].children.len());
                v[parent].children.insert(at, id);
                v[id].parent = Some(parent);
            }
        }
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Vec<Loose>;
    type ElemName<'a> = OwnedName;
    fn finish(self) -> Vec<Loose> {
        self.0.into_inner()
    }
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        0
    }
    fn elem_name<'a>(&'a self, t: &'a usize) -> OwnedName {
        OwnedName(
            self.0.borrow()[*t]
                .name
                .clone()
                .unwrap_or_else(|| QualName::new(None, ns!(), "".into())),
        )
    }
    fn create_element(&self, name: QualName, attrs: Vec<HAttr>, flags: ElementFlags) -> usize {
        let content = flags
            .template
            .then(|| self.add(Loose { kind: Some(Kind::Fragment), ..Loose::default() }));
        let id = self.add(Loose {
            kind: Some(Kind::Element),
            name: Some(name),
            attrs,
            content,
            ..Loose::default()
        });
        if let Some(c) = content {
            self.put(id, 0, NodeOrText::AppendNode(c));
        }
        id
    }
    fn create_comment(&self, t: StrTendril) -> usize {
        self.add(Loose { kind: Some(Kind::Comment), text: t.to_string(), ..Loose::default() })
    }
    fn create_pi(&self, _: StrTendril, d: StrTendril) -> usize {
        self.create_comment(d)
    }
    fn append(&self, p: &usize, c: NodeOrText<usize>) {
        let at = self.0.borrow()[*p].children.len();
        self.put(*p, at, c);
    }
    fn append_before_sibling(&self, s: &usize, c: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(id) = &c {
            self.detach(*id);
        }
        let (p, at) = {
            let v = self.0.borrow();
            let p = v[*s].parent.unwrap_or(0);
            (p, v[p].children.iter().position(|c| c == s).unwrap_or(0))
        };
        self.put(p, at, c);
    }
    fn append_based_on_parent_node(&self, e: &usize, prev: &usize, c: NodeOrText<usize>) {
        if self.0.borrow()[*e].parent.is_some() {
            self.append_before_sibling(e, c)
        } else {
            self.append(prev, c)
        }
    }
    fn append_doctype_to_document(&self, n: StrTendril, _: StrTendril, _: StrTendril) {
        let id =
            self.add(Loose { kind: Some(Kind::Doctype), text: n.to_string(), ..Loose::default() });
        self.append(&0, NodeOrText::AppendNode(id));
    }
    fn get_template_contents(&self, t: &usize) -> usize {
        self.0.borrow()[*t].content.unwrap_or(*t)
    }
    fn same_node(&self, a: &usize, b: &usize) -> bool {
        a == b
    }
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn add_attrs_if_missing(&self, t: &usize, attrs: Vec<HAttr>) {
        let v = &mut self.0.borrow_mut()[*t].attrs;
        for a in attrs {
            if !v.iter().any(|x| x.name == a.name) {
                v.push(a);
            }
        }
    }
    fn remove_from_parent(&self, t: &usize) {
        self.detach(*t);
    }
    fn reparent_children(&self, n: &usize, p: &usize) {
        let kids = std::mem::take(&mut self.0.borrow_mut()[*n].children);
        for k in kids {
            self.0.borrow_mut()[k].parent = None;
            self.append(p, NodeOrText::AppendNode(k));
        }
    }
}

#[derive(Debug)]
struct OwnedName(QualName);
impl html5ever::interface::ElemName for OwnedName {
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

pub(crate) fn document(mut html: String, limits: &Limits) -> Page {
    let mut warnings = Vec::new();
    if html.len() > limits.max_bytes {
        let mut cut = limits.max_bytes;
        while !html.is_char_boundary(cut) {
            cut -= 1;
        }
        warnings.push(Warning::BytesCut(html.len() - cut));
        html.truncate(cut);
    }
    let sink = Sink(RefCell::new(vec![Loose { kind: Some(Kind::Document), ..Loose::default() }]));
    let mut opts = html5ever::ParseOpts::default();
    opts.tree_builder.scripting_enabled = false;
    let loose = html5ever::parse_document(sink, opts).one(html.as_str());
    let mut page = Page {
        source: html,
        side: String::new(),
        nodes: Vec::with_capacity(loose.len()),
        attributes: Vec::new(),
        names: Names::default(),
        quirks: Quirks::No,
        warnings,
        encoded: None,
    };
    let mut stack = vec![(0usize, NIL)];
    let mut order: Vec<u32> = Vec::new();
    while let Some((l, parent)) = stack.pop() {
        let id = page.nodes.len() as u32;
        order.push(l as u32);
        let node = &loose[l];
        let mut n = Node {
            parent,
            first: NIL,
            last: NIL,
            prev: NIL,
            next: NIL,
            a: 0,
            b: 0,
            name: name::NONE,
            kind: node.kind.unwrap_or(Kind::Comment),
            namespace: Namespace::Html,
        };
        if let Some(q) = &node.name {
            n.name = page.names.intern(&q.local);
            n.namespace = if q.ns == ns!(svg) {
                Namespace::Svg
            } else if q.ns == ns!(mathml) {
                Namespace::MathMl
            } else {
                Namespace::Html
            };
            n.a = page.attributes.len() as u32;
            n.b = node.attrs.len() as u32;
            for a in &node.attrs {
                let value = side(&mut page.side, &a.value);
                let name = page.names.intern(&a.name.local);
                page.attributes.push(Attribute { name, value });
            }
        } else {
            let s = side(&mut page.side, &node.text);
            (n.a, n.b) = (s.off, s.len);
        }
        page.nodes.push(n);
        for &c in node.children.iter().rev() {
            stack.push((c, id));
        }
    }
    link(&mut page.nodes);
    page
}

fn side(buffer: &mut String, text: &str) -> Span {
    let off = buffer.len() as u32 | SIDE;
    buffer.push_str(text);
    Span { off, len: text.len() as u32 }
}

fn link(nodes: &mut [Node]) {
    let mut last = vec![NIL; nodes.len()];
    for i in 1..nodes.len() {
        let p = nodes[i].parent as usize;
        if last[p] == NIL {
            nodes[p].first = i as u32;
        } else {
            nodes[last[p] as usize].next = i as u32;
            nodes[i].prev = last[p];
        }
        last[p] = i as u32;
    }
    for i in (0..nodes.len()).rev() {
        nodes[i].last = if last[i] == NIL { i as u32 + 1 } else { nodes[last[i] as usize].last };
    }
}
