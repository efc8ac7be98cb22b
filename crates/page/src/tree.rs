//! A page from a tree that somebody else holds: the live document of a browser.
//!
//! Scripts change a page after it was loaded, and what they made of it need not be anything a parser would build: a
//! paragraph in a paragraph, a link in a link. Written as HTML and parsed again, such a tree comes back as another one.
//! So it is not parsed but read, node by node, from a text in which single control characters mark what begins and ends.
//! Every node that is written becomes one node of the page, in the same order: the first one written is node 1, after
//! the document node, and so on. Names, texts and values are spans of the text, nothing is copied.

use crate::deadline::Deadline;
use crate::limits::{Limits, Warning, cost};
use crate::name::{self, Name};
use crate::page::{Attribute, Kind, Namespace, Node, NodeId, Page, Quirks, Span};
use crate::parse::finish;
use crate::parse::store::{MOST_BYTES, Store, plain};

/// Begins an HTML element; its name follows.
const ELEMENT: u8 = 1;
/// Begins an attribute of the element before; its name follows.
const ATTRIBUTE: u8 = 2;
/// Begins the value of the attribute before.
const VALUE: u8 = 3;
/// Begins a text.
const TEXT: u8 = 4;
/// Ends the innermost element.
const END: u8 = 5;
/// Begins an element of SVG.
const SVG: u8 = 6;
/// Begins an element of MathML.
const MATHML: u8 = 7;
/// A comment; what follows is its text.
const COMMENT: u8 = 8;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_LOOKS: usize = 1024;

impl Page {
    /// Reads a tree as far as the limits allow. The marks are U+0001 for an element, U+0006 for one of SVG and U+0007
    /// for one of MathML, each before its name; U+0002 before the name and U+0003 before the value of an attribute,
    /// U+0004 before a text, U+0008 before a comment, and U+0005 for the end of an element. Whoever writes the tree has
    /// to leave these out of names, values and texts. An end without a beginning is passed over, and what was not ended
    /// ends with the text.
    ///
    /// ```
    /// use dehusk_page::{Limits, NodeId, Page};
    /// let tree = "\u{1}html\u{1}body\u{1}p\u{2}class\u{3}lead\u{4}One\u{1}p\u{4}inside\u{5}\u{5}\u{5}\u{5}";
    /// let page = Page::from_tree(tree, &Limits::default());
    /// let names: Vec<_> = page.descendants(page.root()).map(|node| page.tag(node)).collect();
    /// assert_eq!(names, ["html", "body", "p", "", "p", ""]);
    /// assert_eq!(page.text(NodeId::from_index(6)), "inside");
    /// assert_eq!(page.tag(page.parent(NodeId::from_index(5)).unwrap()), "p");
    /// ```
    pub fn from_tree(tree: impl Into<String>, limits: &Limits) -> Page {
        let deadline = limits.deadline();
        let mut source = tree.into();
        let mut warnings = Vec::new();
        let end = source.floor_char_boundary(limits.most_bytes().min(MOST_BYTES));
        if end < source.len() {
            limits.bytes_cut(source.len() - end).note(&mut warnings);
            source.truncate(end);
        }
        let mut reader = Reader::new(source.as_bytes(), limits, deadline);
        reader.run();
        reader.report(&mut warnings);
        let Reader { store, mut nodes, .. } = reader;
        let Store { attributes, names, .. } = store;
        finish::finish(&mut nodes);
        Page {
            side: String::new(),
            nodes,
            attributes,
            names,
            doctype: None,
            quirks: Quirks::No,
            warnings,
            encoded: None,
            deadline,
            source,
        }
    }

    /// Writes what is below a node as [`Page::from_tree`] reads it, for those who build a document of their own. Doctypes
    /// and the content of templates are left out.
    ///
    /// ```
    /// use dehusk_page::Page;
    /// let page = Page::parse("<p class=lead>One");
    /// assert_eq!(page.to_tree(page.body().unwrap()), "\u{1}p\u{2}class\u{3}lead\u{4}One\u{5}");
    /// ```
    pub fn to_tree(&self, below: NodeId) -> String {
        let mut out = String::with_capacity(self.source.len() / 2);
        // Where the elements that were begun end, outermost first.
        let mut ends: Vec<NodeId> = Vec::new();
        let mut nodes = self.descendants(below);
        while let Some(node) = nodes.next() {
            while ends.pop_if(|end| *end <= node).is_some() {
                out.push(END.into());
            }
            match self.kind(node) {
                Kind::Element => {
                    self.write_start(node, &mut out);
                    ends.push(self.end(node));
                }
                Kind::Text => write_marked(TEXT, self.text(node), &mut out),
                Kind::Comment => write_marked(COMMENT, self.text(node), &mut out),
                Kind::Document | Kind::Doctype | Kind::Fragment => nodes.skip_subtree(self, node),
            }
        }
        out.extend(ends.iter().map(|_| char::from(END)));
        out
    }

    fn write_start(&self, element: NodeId, out: &mut String) {
        let mark = match self.namespace(element) {
            Namespace::Html => ELEMENT,
            Namespace::Svg => SVG,
            Namespace::MathMl => MATHML,
        };
        write_marked(mark, self.tag(element), out);
        for (name, value) in self.attrs(element) {
            write_marked(ATTRIBUTE, self.name_text(name), out);
            write_marked(VALUE, value, out);
        }
    }
}

/// Writes a mark and what follows it; marks in a text become what stands for characters that are none.
fn write_marked(mark: u8, text: &str, out: &mut String) {
    out.push(mark.into());
    for (index, piece) in text.split(is_mark).enumerate() {
        if index > 0 {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        out.push_str(piece);
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{1}'..='\u{8}')
}

struct Reader<'s> {
    store: Store<'s>,
    nodes: Vec<Node>,
    /// The elements that are not ended, outermost first.
    open: Vec<u32>,
    /// Elements that are not ended and stand deeper than the limit: their content is put beside them.
    too_deep: usize,
    flattened: usize,
    dropped_attributes: usize,
    /// Whether the last attribute waits for its value.
    wants_value: bool,
    stopped: Option<Warning>,
    limits: &'s Limits,
    deadline: Deadline,
}

impl<'s> Reader<'s> {
    fn new(source: &'s [u8], limits: &'s Limits, deadline: Deadline) -> Reader<'s> {
        let mut nodes = Vec::with_capacity(source.len() / 32 + 16);
        nodes.push(Node::new(Kind::Document, name::NONE, 0, 0));
        Reader {
            store: Store::new(source),
            nodes,
            open: vec![0],
            too_deep: 0,
            flattened: 0,
            dropped_attributes: 0,
            wants_value: false,
            stopped: None,
            limits,
            deadline,
        }
    }

    fn run(&mut self) {
        let mut at = self.next_mark(0);
        while let Some(&mark) = self.store.source.get(at) {
            let rest = self.store.source.len() - at;
            if let Some(warning) = self.reached(rest) {
                self.stopped = Some(warning);
                break;
            }
            let end = self.next_mark(at + 1);
            self.take(mark, at + 1, end);
            at = end;
        }
    }

    /// Where the next mark stands.
    fn next_mark(&self, from: usize) -> usize {
        let rest = &self.store.source[from..];
        from + rest.iter().position(|&byte| matches!(byte, ELEMENT..=COMMENT)).unwrap_or(rest.len())
    }

    /// The limit that is reached, if one is.
    fn reached(&self, rest: usize) -> Option<Warning> {
        let nodes = self.nodes.len();
        if nodes > self.limits.max_nodes {
            return Some(Warning::NodesCut(rest));
        }
        let cost = nodes * cost::NODE + self.store.attributes.len() * cost::ATTRIBUTE;
        if cost > self.limits.memory_beside(self.store.source.len()) {
            return Some(Warning::MemoryCut(rest));
        }
        let looks = nodes.is_multiple_of(NODES_BETWEEN_LOOKS);
        (looks && self.deadline.is_over()).then_some(Warning::TimeUp(rest))
    }

    fn take(&mut self, mark: u8, from: usize, to: usize) {
        let span = plain(from, to);
        let wants_value = std::mem::take(&mut self.wants_value);
        match mark {
            ELEMENT => self.element(from, to, 0),
            SVG => self.element(from, to, Node::SVG),
            MATHML => self.element(from, to, Node::MATHML),
            ATTRIBUTE => self.attribute(from, to),
            VALUE if wants_value => self.value(span),
            VALUE => {}
            TEXT => self.append(Node::new(Kind::Text, name::NONE, span.off, span.len)),
            COMMENT => self.append(Node::new(Kind::Comment, name::NONE, span.off, span.len)),
            END => self.end(),
            _ => {}
        }
    }

    fn name(&mut self, from: usize, to: usize) -> Name {
        let source = self.store.source;
        self.store.intern(&source[from..to], Some(plain(from, to)))
    }

    fn element(&mut self, from: usize, to: usize, namespace: u8) {
        let name = self.name(from, to);
        let mut node = Node::new(Kind::Element, name, self.store.attributes.len() as u32, 0);
        node.flags = namespace;
        self.append(node);
        if self.open.len() > self.limits.max_depth {
            self.too_deep += 1;
            self.flattened += 1;
        } else {
            self.open.push(self.nodes.len() as u32 - 1);
        }
    }

    /// Links a node behind the children of the innermost open element.
    fn append(&mut self, mut node: Node) {
        let id = self.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or_default();
        let last = self.nodes[parent as usize].last;
        (node.parent, node.prev) = (parent, last);
        match self.nodes.get_mut(last as usize) {
            Some(before) => before.next = id,
            None => self.nodes[parent as usize].first = id,
        }
        self.nodes[parent as usize].last = id;
        self.nodes.push(node);
    }

    fn attribute(&mut self, from: usize, to: usize) {
        let name = self.name(from, to);
        let Some(element) = self.nodes.last_mut().filter(|node| node.kind == Kind::Element) else {
            return;
        };
        if element.b as usize >= self.limits.max_attributes {
            self.dropped_attributes += 1;
            return;
        }
        element.b += 1;
        self.store.attributes.push(Attribute { name, value: Span::default() });
        self.wants_value = true;
    }

    fn value(&mut self, value: Span) {
        if let Some(attribute) = self.store.attributes.last_mut() {
            attribute.value = value;
        }
    }

    fn end(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.open.len() > 1 {
            self.open.pop();
        }
    }

    fn report(&mut self, warnings: &mut Vec<Warning>) {
        if let Some(stopped) = self.stopped.take() {
            stopped.note(warnings);
        }
        let counts = [
            (self.flattened, Warning::DepthFlattened as fn(usize) -> Warning),
            (self.dropped_attributes, Warning::AttributesDropped),
            (self.store.lost_names, Warning::NamesMerged),
        ];
        for (count, warning) in counts.into_iter().filter(|&(count, _)| count > 0) {
            warning(count).note(warnings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn described(page: &Page) -> Vec<String> {
        let nodes = page.subtree(page.root());
        let described = nodes.map(|n| {
            let attributes: Vec<_> =
                page.attrs(n).map(|(name, value)| (page.name_text(name), value)).collect();
            let place = (page.parent(n), page.next_sibling(n), page.prev_sibling(n), page.end(n));
            let what = (page.kind(n), page.namespace(n), page.tag(n), page.text(n));
            format!("{what:?} {attributes:?} {place:?}")
        });
        described.collect()
    }

    #[test]
    fn a_page_that_is_written_and_read_is_the_same() {
        let html = "<html lang=en><head><title>Rain</title></head><body class='a b'><p id=x>One <b>two</b> &amp; three\
            <!-- four --><svg viewBox='0 0 1 1'><foreignObject><p>five</p></foreignObject></svg><math><mi>x</mi></math>\
            <x-card y=1></x-card><br><table><td>six</table>";
        let page = Page::parse(html);
        let again = Page::from_tree(page.to_tree(page.root()), &Limits::default());
        assert_eq!(described(&again), described(&page));
        assert!(again.warnings().is_empty());
        let marks = Page::parse("<p title='a&#2;b'>c\u{5}d");
        let again = Page::from_tree(marks.to_tree(marks.root()), &Limits::default());
        assert_eq!(again.text_content(again.root()), "c\u{fffd}d");
        assert_eq!(again.len(), marks.len());
    }

    #[test]
    fn what_no_parser_would_build_is_read_as_it_is() {
        let tree = "\u{1}html\u{1}body\u{1}a\u{1}a\u{4}in\u{5}\u{5}\u{1}p\u{1}div\u{5}\u{5}\u{4}\u{4}x\u{4}y\u{5}\u{5}";
        let page = Page::from_tree(tree, &Limits::default());
        let parent = |index| page.parent(NodeId::from_index(index)).map(NodeId::index);
        assert_eq!((parent(4), parent(7), parent(8)), (Some(3), Some(6), Some(2)));
        assert_eq!((page.len(), page.text(NodeId::from_index(9))), (11, "x"));
    }

    #[test]
    fn a_broken_tree_is_read_as_far_as_it_makes_sense() {
        for tree in
            ["", "text", "\u{5}\u{5}", "\u{2}a\u{3}b", "\u{1}", "\u{3}x\u{1}p\u{2}", "\u{4}a\u{3}b"]
        {
            let page = Page::from_tree(tree, &Limits::default());
            assert!(
                page.subtree(page.root()).all(|n| page.end(n).index() <= page.len()),
                "{tree:?}"
            );
        }
        let page = Page::from_tree("\u{1}p\u{4}a\u{3}b\u{5}\u{5}\u{1}p\u{4}c", &Limits::default());
        assert_eq!(
            (page.text_content(page.root()), page.children(page.root()).count()),
            ("ac".into(), 2)
        );
    }

    #[test]
    fn limits_hold() {
        let deep =
            "\u{1}div".repeat(100_000) + "\u{4}x" + &"\u{5}".repeat(100_000) + "\u{1}p\u{4}y";
        let page = Page::from_tree(deep.clone(), &Limits::default());
        assert_eq!(page.warnings(), [Warning::DepthFlattened(100_000 - 512)]);
        assert_eq!((page.len(), page.depth(NodeId::from_index(100_002))), (100_004, 1));
        let warnings =
            |limits: Limits| Page::from_tree(deep.clone(), &limits).warnings()[0].clone();
        assert!(matches!(warnings(Limits::default().with_max_nodes(10)), Warning::NodesCut(_)));
        assert!(matches!(warnings(Limits::default().with_max_bytes(50)), Warning::BytesCut(_)));
        assert!(matches!(
            warnings(Limits::default().with_max_memory(8 << 20)),
            Warning::MemoryCut(_)
        ));
        assert!(matches!(
            warnings(Limits::default().with_max_time(Duration::ZERO)),
            Warning::TimeUp(_)
        ));
        let crowded =
            "\u{1}p\u{2}a\u{3}1\u{2}b\u{3}2\u{2}c\u{3}3\u{5}\u{1}p\u{2}a\u{3}4\u{2}b\u{3}5";
        let page = Page::from_tree(crowded, &Limits::default().with_max_attributes(2));
        assert_eq!(page.warnings(), [Warning::AttributesDropped(1)]);
        let values: Vec<_> =
            page.descendants(page.root()).flat_map(|n| page.attrs(n)).map(|(_, v)| v).collect();
        assert_eq!(values, ["1", "2", "4", "5"]);
    }
}
