//! What the tokenizer and the tree builder both write to: decoded text, attributes and names.
//!
//! Offsets are 31 bits wide, so the side buffer refuses to grow past them: what does not fit is counted
//! and left out.

use crate::name::{self, Name, Names, Texts};
use crate::page::{Attribute, SIDE, Span};
use memchr::memchr;

/// Bytes that the source, and the side buffer, can have.
pub(crate) const MOST_BYTES: usize = (SIDE - 1) as usize;

pub(crate) struct Store<'s> {
    pub source: &'s [u8],
    /// Whether the source has any NUL; nearly none has, and then nobody looks for it again.
    pub has_nul: bool,
    pub side: Vec<u8>,
    pub attributes: Vec<Attribute>,
    pub names: Names,
    /// For names that have to be brought to lower case.
    scratch: Vec<u8>,
    /// Bytes of decoded text for which there was no room.
    pub lost_bytes: usize,
    /// Tags and attributes whose names came after too many others.
    pub lost_names: usize,
}

impl<'s> Store<'s> {
    pub fn new(source: &'s [u8]) -> Store<'s> {
        Store {
            source,
            has_nul: memchr(0, source).is_some(),
            side: Vec::with_capacity(source.len() / 64),
            attributes: Vec::with_capacity(source.len() / 128 + 16),
            names: Names::default(),
            scratch: Vec::new(),
            lost_bytes: 0,
            lost_names: 0,
        }
    }

    #[inline]
    pub fn bytes(&self, span: Span) -> &[u8] {
        Texts { source: self.source, side: &self.side }.get(span)
    }

    /// Appends to the side buffer.
    #[inline]
    pub fn push(&mut self, bytes: &[u8]) {
        if self.side.len() + bytes.len() <= MOST_BYTES {
            self.side.extend_from_slice(bytes);
        } else {
            self.lost_bytes += bytes.len();
        }
    }

    /// Appends a stretch of the source to the side buffer.
    #[inline]
    pub fn push_source(&mut self, from: usize, to: usize) {
        let source = self.source;
        self.push(source.get(from..to).unwrap_or_default());
    }

    /// Appends a copy of a span to the side buffer, which must have room for it.
    pub fn push_span(&mut self, span: Span) {
        if span.in_side() {
            self.side.extend_from_within(span.range());
        } else {
            self.push_source(span.range().start, span.range().end);
        }
    }

    /// Where the next [`Store::push`] will write.
    #[inline]
    pub fn mark(&self) -> usize {
        self.side.len()
    }

    /// All that was pushed since the mark.
    #[inline]
    pub fn since(&self, mark: usize) -> Span {
        Span { off: mark as u32 | SIDE, len: (self.side.len() - mark) as u32 }
    }

    /// A stretch of the source in which NUL, if there is any, becomes U+FFFD.
    pub fn without_nul(&mut self, from: usize, to: usize) -> Span {
        let source = self.source;
        let bytes = source.get(from..to).unwrap_or_default();
        if memchr(0, bytes).is_none() {
            return plain(from, to);
        }
        let mark = self.mark();
        self.push_replacing_nul(bytes);
        self.since(mark)
    }

    /// Appends to the side buffer, U+FFFD for every NUL.
    pub fn push_replacing_nul(&mut self, bytes: &[u8]) {
        for (at, piece) in bytes.split(|&b| b == 0).enumerate() {
            if at > 0 {
                self.push("\u{fffd}".as_bytes());
            }
            self.push(piece);
        }
    }

    /// The name a stretch of the source spells, in lower case.
    pub fn name(&mut self, from: usize, to: usize) -> Name {
        let source = self.source;
        let bytes = source.get(from..to).unwrap_or_default();
        if !bytes.iter().any(|b| b.is_ascii_uppercase() || *b == 0) {
            return self.intern(bytes, Some(plain(from, to)));
        }
        let mut lower = std::mem::take(&mut self.scratch);
        lower.clear();
        for &byte in bytes {
            match byte {
                0 => lower.extend_from_slice("\u{fffd}".as_bytes()),
                _ => lower.push(byte.to_ascii_lowercase()),
            }
        }
        let name = self.intern(&lower, None);
        self.scratch = lower;
        name
    }

    /// The name with this text, which lies at `place` or has to be copied to the side buffer.
    pub fn intern(&mut self, text: &[u8], place: Option<Span>) -> Name {
        let hash = name::hash(text);
        let texts = Texts { source: self.source, side: &self.side };
        if let Some(name) = self.names.find(text, hash, texts).or_else(|| name::by_text(text)) {
            return name;
        }
        let span = place.unwrap_or_else(|| {
            let mark = self.mark();
            self.push(text);
            self.since(mark)
        });
        self.names.add(span, hash).unwrap_or_else(|| {
            self.lost_names += 1;
            name::UNKNOWN
        })
    }

    /// The text of a name.
    pub fn name_text(&self, name: Name) -> &[u8] {
        match name::TEXTS.get(name.index()) {
            Some(text) => text.as_bytes(),
            None => self.bytes(self.names.span(name).unwrap_or_default()),
        }
    }
}

/// A stretch of the source as it stands.
#[inline]
pub(crate) fn plain(from: usize, to: usize) -> Span {
    Span { off: from as u32, len: (to - from) as u32 }
}
