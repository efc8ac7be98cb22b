//! What a page is made of: its nodes, as others see them and as they lie in memory.

use crate::name::Name;
#[cfg(doc)]
use crate::page::Page;
use std::ops::Range;

/// A node of one [`Page`]. Ids stand in document order: a smaller id comes earlier in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document node, the root of every page.
    pub const ROOT: NodeId = NodeId(0);

    /// The id as an index, for side tables with a slot a node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node at an index below [`Page::len`].
    pub fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The root.
    Document,
    /// `<!DOCTYPE …>`.
    Doctype,
    /// A tag.
    Element,
    /// Character data.
    Text,
    /// `<!-- … -->`.
    Comment,
    /// The content of a `template`, its only child.
    Fragment,
}

/// The namespace of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// The document mode a browser would choose by the doctype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirks {
    /// Standards mode.
    No,
    /// Almost standards mode.
    Limited,
    /// Quirks mode.
    Quirks,
}

/// The document type declaration of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctype<'p> {
    /// The name, `html` on nearly every page.
    pub name: &'p str,
    /// The public identifier.
    pub public_id: Option<&'p str>,
    /// The system identifier.
    pub system_id: Option<&'p str>,
}

/// A stretch of the source or of the side buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    /// Start; the highest bit says that it counts in the side buffer.
    pub off: u32,
    pub len: u32,
}

pub(crate) const SIDE: u32 = 1 << 31;
pub(crate) const NIL: u32 = u32::MAX;

impl Span {
    #[inline]
    pub fn in_side(self) -> bool {
        self.off & SIDE != 0
    }

    #[inline]
    pub fn range(self) -> Range<usize> {
        let start = (self.off & !SIDE) as usize;
        start..start + self.len as usize
    }
}

/// 32 bytes. For text and comments `a`/`b` are the span of the data, for elements the first attribute
/// and the number of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub parent: u32,
    pub first: u32,
    /// While the tree is built the last child; in a finished page the end of the subtree.
    pub last: u32,
    pub prev: u32,
    pub next: u32,
    pub a: u32,
    pub b: u32,
    pub name: Name,
    pub kind: Kind,
    /// The namespace and, while the tree is built, [`Node::OPEN`].
    pub flags: u8,
}

impl Node {
    pub const SVG: u8 = 1;
    pub const MATHML: u8 = 2;
    /// The element is on the stack of open elements; kept for formatting elements only.
    pub const OPEN: u8 = 4;

    #[inline]
    pub fn new(kind: Kind, name: Name, a: u32, b: u32) -> Node {
        Node {
            parent: NIL,
            first: NIL,
            last: NIL,
            prev: NIL,
            next: NIL,
            a,
            b,
            name,
            kind,
            flags: 0,
        }
    }

    #[inline]
    pub fn namespace(&self) -> Namespace {
        match self.flags & (Node::SVG | Node::MATHML) {
            0 => Namespace::Html,
            Node::SVG => Namespace::Svg,
            _ => Namespace::MathMl,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Attribute {
    pub name: Name,
    pub value: Span,
}

/// What a doctype says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoctypeParts {
    pub name: Option<Span>,
    pub public: Option<Span>,
    pub system: Option<Span>,
}
