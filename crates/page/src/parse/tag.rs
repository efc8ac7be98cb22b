//! Tags and their attributes.

use super::bytes::{self, ENDS_ATTRIBUTE_NAME, ENDS_BARE_VALUE, ENDS_TAG_NAME};
use super::charref;
use super::store::plain;
use super::token::{Sink, Tag};
use super::tokenizer::Tokenizer;
use crate::name::{self, KEY_LENGTH, Name};
use crate::page::{Attribute, Span};
use memchr::{memchr, memchr2};

impl<'s, S: Sink<'s>> Tokenizer<'s, S> {
    pub(super) fn start_tag(&mut self) {
        let from = self.position + 1;
        let to = self.find_class(from, ENDS_TAG_NAME);
        let name = self.name(from, to);
        let first = self.sink.store().attributes.len();
        let Some(self_closing) = self.attributes(to) else { return self.unfinished(first) };
        let count = (self.sink.store().attributes.len() - first) as u32;
        let tag = Tag { name, first: first as u32, count, self_closing };
        let content = self.sink.start_tag(&tag);
        self.run_content(content, name);
    }

    pub(super) fn end_tag(&mut self) {
        let from = self.position + 2;
        let to = self.find_class(from, ENDS_TAG_NAME);
        let name = self.name(from, to);
        if self.byte(to) == Some(b'>') {
            self.position = to + 1;
        } else {
            let first = self.sink.store().attributes.len();
            let ended = self.attributes(to);
            self.sink.store().attributes.truncate(first);
            if ended.is_none() {
                return self.unfinished(first);
            }
        }
        self.sink.end_tag(name);
    }

    /// The source ended inside a tag: the standard drops it.
    fn unfinished(&mut self, first: usize) {
        self.sink.store().attributes.truncate(first);
        self.position = self.source.len();
    }

    #[inline]
    fn find_class(&self, from: usize, class: u8) -> usize {
        let rest = self.from(from);
        from + rest.iter().position(|&b| bytes::is(b, class)).unwrap_or(rest.len())
    }

    /// The name at a stretch of the source. Constants in lower case are found without copying.
    #[inline]
    fn name(&mut self, from: usize, to: usize) -> Name {
        if let Some(chunk) = self.source.get(from..from + KEY_LENGTH)
            && to - from < KEY_LENGTH
            // A NUL at the end of a name would not show in its key.
            && !self.has_nul
        {
            let mut bytes = [0; KEY_LENGTH];
            bytes.copy_from_slice(chunk);
            let key = u128::from_le_bytes(bytes) & ((1 << ((to - from) * 8)) - 1);
            if let Some(name) = name::by_key(key) {
                return name;
            }
        }
        self.sink.store().name(from, to)
    }

    /// Reads attributes up to the end of the tag and stands there; tells whether the tag closes itself.
    /// None if the source ends first.
    #[inline]
    fn attributes(&mut self, mut at: usize) -> Option<bool> {
        self.tags += 1;
        let first = self.sink.store().attributes.len();
        loop {
            at = self.skip_space(at)?;
            match self.source[at] {
                b'>' => {
                    self.position = at + 1;
                    return Some(false);
                }
                b'/' if self.byte(at + 1)? == b'>' => {
                    self.position = at + 2;
                    return Some(true);
                }
                b'/' => at += 1,
                _ => at = self.attribute(at, first)?,
            }
        }
    }

    /// Reads one attribute and returns the position after it.
    #[inline]
    fn attribute(&mut self, from: usize, first: usize) -> Option<usize> {
        // An equals sign in front belongs to the name.
        let to = self.find_class(from + 1, ENDS_ATTRIBUTE_NAME);
        let name = self.name(from, to);
        let mut at = self.skip_space(to)?;
        let mut value = plain(to, to);
        if self.source[at] == b'=' {
            at = self.skip_space(at + 1)?;
            (value, at) = self.value(at)?;
        }
        if self.is_new(name) {
            self.keep(Attribute { name, value }, first);
        }
        Some(at)
    }

    /// Whether the tag has no attribute of this name yet.
    #[inline]
    fn is_new(&mut self, name: Name) -> bool {
        if name.index() >= self.seen.len() {
            let names = self.sink.store().names.len();
            self.seen.resize(names + names / 4, 0);
        }
        std::mem::replace(&mut self.seen[name.index()], self.tags) != self.tags
    }

    #[inline]
    fn keep(&mut self, attribute: Attribute, first: usize) {
        let attributes = &mut self.sink.store().attributes;
        if attributes.len() - first < self.max_attributes {
            attributes.push(attribute);
        } else {
            self.dropped_attributes += 1;
        }
    }

    /// The value that starts at `at`, and the position after it.
    #[inline]
    fn value(&mut self, at: usize) -> Option<(Span, usize)> {
        match self.source[at] {
            quote @ (b'"' | b'\'') => self.quoted(at + 1, quote),
            b'>' => Some((plain(at, at), at)),
            _ => {
                let end = self.find_class(at, ENDS_BARE_VALUE);
                self.byte(end)?;
                let decode = self.has_nul || memchr(b'&', &self.source[at..end]).is_some();
                let value = if decode { self.decoded(at, end) } else { plain(at, end) };
                Some((value, end))
            }
        }
    }

    #[inline]
    fn quoted(&mut self, from: usize, quote: u8) -> Option<(Span, usize)> {
        let found = from + memchr2(quote, b'&', self.from(from))?;
        if self.source[found] == quote && !self.has_nul {
            return Some((plain(from, found), found + 1));
        }
        let end = found + memchr(quote, self.from(found))?;
        Some((self.decoded(from, end), end + 1))
    }

    /// A value with its references and NULs replaced.
    #[inline(never)]
    fn decoded(&mut self, from: usize, end: usize) -> Span {
        let (source, has_nul) = (self.source, self.has_nul);
        let store = self.sink.store();
        let mark = store.mark();
        let (mut at, mut copied) = (from, from);
        let next = |at: usize| match has_nul {
            true => memchr2(b'&', 0, &source[at..end]),
            false => memchr(b'&', &source[at..end]),
        };
        while let Some(found) = next(at) {
            at += found;
            if source[at] == 0 {
                store.push_source(copied, at);
                store.push("\u{fffd}".as_bytes());
            } else if let Some((len, reference)) = charref::reference(&source[at + 1..end], true) {
                store.push_source(copied, at);
                store.push(reference.as_bytes(&mut [0; 4]));
                at += len;
            } else {
                at += 1;
                continue;
            }
            at += 1;
            copied = at;
        }
        if copied == from {
            return plain(from, end);
        }
        store.push_source(copied, end);
        store.since(mark)
    }
}
