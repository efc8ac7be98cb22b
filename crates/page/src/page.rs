//! The parsed document: an arena in document order.

use crate::deadline::Deadline;
use crate::decode::Encoded;
use crate::limits::{Limits, Warning};
use crate::name::{self, Name, Names, Texts};
pub(crate) use crate::node::{Attribute, DoctypeParts, NIL, Node, SIDE, Span};
pub use crate::node::{Doctype, Kind, Namespace, NodeId, Quirks};
use crate::parse;

/// A parsed HTML document, read-only.
///
/// ```
/// use dehusk_page::{name, Page};
/// let page = Page::parse("<title>Hi</title><p class=lead>One <b>two</b>");
/// let p = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
/// assert_eq!(page.text_content(p), "One two");
/// assert_eq!(page.attr(p, name::CLASS), Some("lead"));
/// ```
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) source: String,
    /// Text that is not in the source as it stands: decoded character references, merged runs.
    pub(crate) side: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) names: Names,
    pub(crate) doctype: Option<DoctypeParts>,
    pub(crate) quirks: Quirks,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) encoded: Option<Encoded>,
    pub(crate) deadline: Deadline,
}

impl Page {
    /// Parses a whole document, as a browser with scripting off would.
    pub fn parse(html: impl Into<String>) -> Page {
        Page::parse_with(html, &Limits::default())
    }

    /// Parses a whole document as far as the limits allow.
    pub fn parse_with(html: impl Into<String>, limits: &Limits) -> Page {
        parse::document(html.into(), limits, limits.deadline())
    }

    /// Parses what stands inside an element: the `innerHTML` of `context`, a tag such as `div` or `td`,
    /// or `svg path` and `math mi` for foreign ones. The nodes are children of the page's root.
    ///
    /// ```
    /// use dehusk_page::Page;
    /// let row = Page::parse_fragment("<td>one<td>two", "tr");
    /// let tags: Vec<_> = row.children(row.root()).map(|cell| row.tag(cell)).collect();
    /// assert_eq!(tags, ["td", "td"]);
    /// ```
    pub fn parse_fragment(html: impl Into<String>, context: &str) -> Page {
        parse::fragment(html.into(), context, &Limits::default())
    }

    /// The document node.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Number of nodes; every id's index is below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a page has at least its document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The text that was parsed, line ends normalised.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What was left out while parsing.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// When the page has taken long enough, by [`Limits::with_max_time`]. Stages after the parser ask for it.
    pub fn deadline(&self) -> Deadline {
        self.deadline
    }

    /// The document mode.
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// The document type declaration, where the page has one.
    ///
    /// ```
    /// use dehusk_page::Page;
    /// assert_eq!(Page::parse("<!DOCTYPE html><p>").doctype().unwrap().name, "html");
    /// assert_eq!(Page::parse("<p>").doctype(), None);
    /// ```
    pub fn doctype(&self) -> Option<Doctype<'_>> {
        let DoctypeParts { name, public, system } = self.doctype?;
        let text = |span: Option<Span>| span.map(|span| self.span(span));
        Some(Doctype {
            name: text(name).unwrap_or_default(),
            public_id: text(public),
            system_id: text(system),
        })
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// What the node is.
    #[inline]
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Whether the node is an element.
    #[inline]
    pub fn is_element(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Element
    }

    /// Whether the node is text.
    #[inline]
    pub fn is_text(&self, id: NodeId) -> bool {
        self.kind(id) == Kind::Text
    }

    /// The tag's name as an id, [`name::NONE`] for anything but elements.
    #[inline]
    pub fn name(&self, id: NodeId) -> Name {
        self.node(id).name
    }

    /// The tag's name as text: lower case in HTML, as the standards spell it in SVG and MathML.
    pub fn tag(&self, id: NodeId) -> &str {
        self.name_text(self.name(id))
    }

    /// A name of this page as text.
    pub fn name_text(&self, name: Name) -> &str {
        match name::TEXTS.get(name.index()) {
            Some(text) => text,
            None => self.names.span(name).map_or("", |span| self.span(span)),
        }
    }

    /// The id of a tag's or an attribute's name, if this page or HTML knows it.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        let texts = Texts { source: self.source.as_bytes(), side: self.side.as_bytes() };
        let text = text.as_bytes();
        name::by_text(text).or_else(|| self.names.find(text, name::hash(text), texts))
    }

    /// The namespace of an element.
    #[inline]
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace()
    }

    #[inline]
    pub(crate) fn span(&self, span: Span) -> &str {
        let text = if span.in_side() { &self.side } else { &self.source };
        text.get(span.range()).unwrap_or_default()
    }

    /// The data of a text or a comment; empty for other nodes.
    #[inline]
    pub fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match node.kind {
            Kind::Text | Kind::Comment => self.span(Span { off: node.a, len: node.b }),
            _ => "",
        }
    }

    #[inline]
    fn attribute_slice(&self, id: NodeId) -> &[Attribute] {
        let node = self.node(id);
        match node.kind {
            Kind::Element => &self.attributes[node.a as usize..(node.a + node.b) as usize],
            _ => &[],
        }
    }

    /// The value of an attribute by the id of its name.
    #[inline]
    pub fn attr(&self, id: NodeId, name: Name) -> Option<&str> {
        self.attribute_slice(id).iter().find(|a| a.name == name).map(|a| self.span(a.value))
    }

    /// The value of an attribute by its name in lower case, for names that have no constant in [`name`].
    pub fn attr_by_text(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attr(id, self.find_name(name)?)
    }

    /// All attributes of an element, in source order.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (Name, &str)> {
        self.attribute_slice(id).iter().map(|a| (a.name, self.span(a.value)))
    }

    /// Those attributes of an element whose names are wanted, in source order. The values of others are not looked at,
    /// which is most of the work where few are wanted.
    ///
    /// ```
    /// use dehusk_page::{name, Page};
    /// let page = Page::parse("<p title=one class=two>");
    /// let p = page.descendants(page.root()).find(|&n| page.name(n) == name::P).unwrap();
    /// let classes: Vec<_> = page.attrs_named(p, |n| n == name::CLASS).collect();
    /// assert_eq!(classes, [(name::CLASS, "two")]);
    /// ```
    #[inline]
    pub fn attrs_named(
        &self,
        id: NodeId,
        wanted: impl Fn(Name) -> bool,
    ) -> impl Iterator<Item = (Name, &str)> {
        let wanted = self.attribute_slice(id).iter().filter(move |a| wanted(a.name));
        wanted.map(|a| (a.name, self.span(a.value)))
    }

    /// The parent, none for the document.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).parent)
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).first)
    }

    /// The last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.first_child(id)?;
        let mut child = NodeId(self.end(id).0 - 1);
        while let Some(parent) = self.parent(child).filter(|&parent| parent != id) {
            child = parent;
        }
        Some(child)
    }

    /// The sibling before.
    #[inline]
    pub fn prev_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).prev)
    }

    /// The sibling after.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        some(self.node(id).next)
    }

    /// The first id after the subtree of `id`: the subtree is `id..end`.
    #[inline]
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).last)
    }

    /// Whether `id` is `ancestor` or lies below it.
    #[inline]
    pub fn contains(&self, ancestor: NodeId, id: NodeId) -> bool {
        ancestor <= id && id < self.end(ancestor)
    }

    /// Number of ancestors.
    pub fn depth(&self, id: NodeId) -> usize {
        self.ancestors(id).count()
    }

    /// The pieces of text below a node, in order.
    pub fn texts(&self, id: NodeId) -> impl Iterator<Item = &str> {
        self.subtree(id).filter(|&n| self.is_text(n)).map(|n| self.text(n))
    }

    /// All text below a node as one string, white space untouched.
    pub fn text_content(&self, id: NodeId) -> String {
        self.texts(id).collect()
    }

    /// The `html` element.
    ///
    /// ```
    /// let page = dehusk_page::Page::parse("<!DOCTYPE html><p>One");
    /// assert!(page.is_element(page.html().unwrap()));
    /// assert!(page.body().is_some());
    /// ```
    pub fn html(&self) -> Option<NodeId> {
        // The doctype before it has the same name.
        self.children(NodeId::ROOT).find(|&n| self.is_element(n) && self.name(n) == name::HTML)
    }

    /// The `head` element.
    pub fn head(&self) -> Option<NodeId> {
        self.children(self.html()?).find(|&n| self.name(n) == name::HEAD)
    }

    /// The `body` element, or the `frameset` that stands for it.
    pub fn body(&self) -> Option<NodeId> {
        self.children(self.html()?).find(|&n| matches!(self.name(n), name::BODY | name::FRAMESET))
    }
}

#[inline]
fn some(id: u32) -> Option<NodeId> {
    (id != NIL).then_some(NodeId(id))
}
