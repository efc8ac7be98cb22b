//! What the tokenizer tells whoever listens.
//!
//! The tree builder is the only listener of the product; a recorder stands in for it in the tests of
//! the tokenizer. Both are compiled into the tokenizer, so that nothing is called through a pointer.

use super::store::Store;
use crate::name::Name;
use crate::page::Span;

/// A start tag. Its attributes are `count` entries of the store from `first` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub name: Name,
    pub first: u32,
    pub count: u32,
    pub self_closing: bool,
}

impl Tag {
    /// A tag that the page implies without writing it.
    pub fn implied(name: Name) -> Tag {
        Tag { name, first: 0, count: 0, self_closing: false }
    }
}

/// A `<!DOCTYPE …>`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DoctypeToken {
    pub name: Option<Span>,
    pub public: Option<Span>,
    pub system: Option<Span>,
    pub force_quirks: bool,
}

/// How the characters after a start tag are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Tags, references and text.
    Data,
    /// Text and references up to the end tag.
    Rcdata,
    /// Text up to the end tag.
    Rawtext,
    /// A script, with the escapes that hide its end tag.
    Script,
    /// Text up to the end of the input.
    Plaintext,
    /// Text up to `]]>`.
    Cdata,
}

/// A listener. A run of text is told in one piece: no two texts follow each other, but for those of
/// CDATA sections.
pub(crate) trait Sink<'s> {
    fn store(&mut self) -> &mut Store<'s>;
    fn start_tag(&mut self, tag: &Tag) -> Content;
    fn end_tag(&mut self, name: Name);
    /// Text that may hold NUL only where `Data` or CDATA had it.
    fn text(&mut self, text: Span);
    fn comment(&mut self, text: Span);
    fn doctype(&mut self, doctype: &DoctypeToken);
    /// Whether `<![CDATA[` opens a section here.
    fn allows_cdata(&self) -> bool;
    /// Asked before every token, with the position in the source: whether to go on.
    fn goes_on(&mut self, position: usize) -> bool;
}
