//! Content that is not markup: titles and text areas, styles, scripts, plain text, CDATA sections.

use super::bytes::{self, ENDS_TAG_NAME};
use super::store::plain;
use super::token::{Content, Sink};
use super::tokenizer::{Run, Tokenizer};
use crate::name::{self, Name};
use crate::page::Span;
use memchr::{memchr, memchr2, memmem};

/// How deep a script hides its end tag.
#[derive(Clone, Copy, PartialEq)]
enum Escape {
    /// Not at all.
    None,
    /// After `<!--`: the end tag still counts.
    Once,
    /// After `<!-- <script`: the next end tag only leads back.
    Twice,
}

impl<'s, S: Sink<'s>> Tokenizer<'s, S> {
    /// Text up to the end tag `name`, then that end tag.
    pub(super) fn raw_text(&mut self, content: Content, name: Name) {
        let start = self.position;
        let end = match (content, name::TEXTS.get(name.index())) {
            (Content::Script, Some(tag)) => self.script_end(start, tag.as_bytes()),
            (_, Some(tag)) => self.raw_end(start, tag.as_bytes()),
            // All elements with such content have constants.
            _ => self.source.len(),
        };
        match content {
            Content::Rcdata => self.rcdata(start, end),
            _ => self.emit_raw(start, end),
        }
        if end < self.source.len() {
            self.end_tag();
        }
    }

    /// Text up to the end of the source.
    pub(super) fn plaintext(&mut self) {
        self.emit_raw(self.position, self.source.len());
    }

    /// Text up to `]]>`; the listener sees to NULs.
    pub(super) fn cdata(&mut self) {
        let start = self.position;
        let found = memmem::find(self.from(start), b"]]>");
        let end = found.map_or(self.source.len(), |found| start + found);
        self.emit(Run { copied: start, mark: None }, start, end);
        self.position = (end + 3).min(self.source.len());
    }

    fn emit_raw(&mut self, start: usize, end: usize) {
        let span = match self.has_nul {
            true => self.sink.store().without_nul(start, end),
            false => plain(start, end),
        };
        self.tell(span, end);
    }

    fn tell(&mut self, span: Span, end: usize) {
        self.position = end;
        if span.len > 0 {
            self.sink.text(span);
        }
    }

    /// Text with references but without tags.
    fn rcdata(&mut self, start: usize, end: usize) {
        let mut run = Run { copied: start, mark: None };
        let mut at = start;
        while let Some(found) = memchr2(b'&', 0, &self.source[at..end]) {
            at += found;
            at = match self.source[at] {
                0 => self.replace_nul(&mut run, at),
                _ => self.reference(&mut run, at, end),
            };
        }
        self.emit(run, start, end);
    }

    fn replace_nul(&mut self, run: &mut Run, at: usize) -> usize {
        let next = self.skip(run, at, at + 1);
        self.sink.store().push("\u{fffd}".as_bytes());
        next
    }

    /// Where the end tag stands, or the end of the source.
    fn raw_end(&self, start: usize, tag: &[u8]) -> usize {
        let mut at = start;
        while let Some(found) = memchr(b'<', self.from(at)) {
            at += found;
            if self.is_tag(at, b"</", tag) {
                return at;
            }
            at += 1;
        }
        self.source.len()
    }

    /// Where the end tag of a script stands, or the end of the source.
    fn script_end(&self, start: usize, tag: &[u8]) -> usize {
        let mut escape = Escape::None;
        let mut at = start;
        // Outside of escapes a dash means nothing: then only `<` is searched for.
        while let Some(found) = match escape {
            Escape::None => memchr(b'<', self.from(at)),
            _ => memchr2(b'<', b'-', self.from(at)),
        } {
            at += found;
            if escape != Escape::Twice && self.is_tag(at, b"</", tag) {
                return at;
            }
            (escape, at) = self.next_escape(escape, at);
        }
        self.source.len()
    }

    /// What a `<` or a `-` inside a script changes, and where to go on.
    fn next_escape(&self, escape: Escape, at: usize) -> (Escape, usize) {
        let rest = self.from(at);
        match escape {
            // The dashes of `<!--` may be those of `-->` as well.
            Escape::None if rest.starts_with(b"<!--") => (Escape::Once, at + 2),
            Escape::Once | Escape::Twice if rest.starts_with(b"-->") => (Escape::None, at + 3),
            Escape::Once if self.is_tag(at, b"<", b"script") => (Escape::Twice, at + 1),
            Escape::Twice if self.is_tag(at, b"</", b"script") => (Escape::Once, at + 1),
            _ => (escape, at + 1),
        }
    }

    /// Whether `prefix` and then `tag`, in any case, stand here as a whole name. An empty tag, as in a
    /// fragment without a start tag, stands nowhere.
    fn is_tag(&self, at: usize, prefix: &[u8], tag: &[u8]) -> bool {
        let rest = self.from(at);
        let (name, end) = (prefix.len(), prefix.len() + tag.len());
        !tag.is_empty()
            && rest.starts_with(prefix)
            && rest.get(name..end).is_some_and(|text| text.eq_ignore_ascii_case(tag))
            && rest.get(end).is_some_and(|&b| bytes::is(b, ENDS_TAG_NAME))
    }
}
