//! The tokenizer: from the bytes of the source to tags, text, comments and doctypes.
//!
//! The states of the standard that only tell characters apart one by one are loops over bytes here;
//! text is skipped by vector search to the next `<` or `&`. All bytes that end anything are ASCII, so
//! every span starts and ends at a character.

use super::bytes;
use super::charref;
use super::store::plain;
use super::token::{Content, Sink};
use crate::name::Name;
use memchr::memchr2;

pub(super) struct Tokenizer<'s, S> {
    pub source: &'s [u8],
    pub position: usize,
    pub sink: S,
    /// What the store says of NULs.
    pub has_nul: bool,
    pub max_attributes: usize,
    /// Attributes left out because of that limit.
    pub dropped_attributes: usize,
    /// For every name the last tag that had an attribute of it, so that the second one is seen.
    pub seen: Vec<u32>,
    pub tags: u32,
}

impl<'s, S: Sink<'s>> Tokenizer<'s, S> {
    pub fn new(source: &'s [u8], mut sink: S, max_attributes: usize) -> Tokenizer<'s, S> {
        let has_nul = sink.store().has_nul;
        Tokenizer {
            source,
            position: 0,
            sink,
            has_nul,
            max_attributes,
            dropped_attributes: 0,
            seen: Vec::new(),
            tags: 0,
        }
    }

    #[inline]
    pub fn byte(&self, at: usize) -> Option<u8> {
        self.source.get(at).copied()
    }

    #[inline]
    pub fn from(&self, at: usize) -> &'s [u8] {
        self.source.get(at..).unwrap_or_default()
    }

    /// Reads to the end of the source, or until the listener has enough.
    pub fn run(&mut self) {
        while self.position < self.source.len() && self.sink.goes_on(self.position) {
            self.token();
        }
    }

    /// Reads what follows a tag whose content is not plain data.
    pub fn run_content(&mut self, content: Content, name: Name) {
        match content {
            Content::Data => (),
            Content::Rcdata | Content::Rawtext | Content::Script => self.raw_text(content, name),
            Content::Plaintext => self.plaintext(),
            Content::Cdata => self.cdata(),
        }
    }

    #[inline]
    fn token(&mut self) {
        let at = self.position;
        if self.source[at] != b'<' {
            return self.text();
        }
        match self.byte(at + 1) {
            Some(b) if b.is_ascii_alphabetic() => self.start_tag(),
            Some(b'/') => match self.byte(at + 2) {
                Some(b) if b.is_ascii_alphabetic() => self.end_tag(),
                Some(b'>') | None => self.text(),
                Some(_) => self.bogus_comment(at + 2),
            },
            Some(b'!') => self.markup_declaration(),
            Some(b'?') => self.bogus_comment(at + 1),
            _ => self.text(),
        }
    }

    /// A run of text up to the next token. As long as nothing has to be decoded it stays where it is.
    fn text(&mut self) {
        let start = self.position;
        let mut run = Run { copied: start, mark: None };
        let mut at = start;
        while let Some(found) = memchr2(b'<', b'&', self.from(at)) {
            at += found;
            if self.source[at] == b'&' {
                at = self.reference(&mut run, at, self.source.len());
                continue;
            }
            match (self.byte(at + 1), self.byte(at + 2)) {
                (Some(b'/'), Some(b'>')) => at = self.skip(&mut run, at, at + 3),
                (Some(b'/'), Some(_)) | (Some(b'!' | b'?'), _) => return self.emit(run, start, at),
                (Some(b), _) if b.is_ascii_alphabetic() => return self.emit(run, start, at),
                _ => at += 1,
            }
        }
        self.emit(run, start, self.source.len());
    }

    /// Decodes a reference at `at`, if it is one that ends before `end`; returns where to go on.
    pub fn reference(&mut self, run: &mut Run, at: usize, end: usize) -> usize {
        let after = self.source.get(at + 1..end).unwrap_or_default();
        let Some((len, reference)) = charref::reference(after, false) else { return at + 1 };
        let next = self.skip(run, at, at + 1 + len);
        self.sink.store().push(reference.as_bytes(&mut [0; 4]));
        next
    }

    /// Leaves a stretch out of a run, which from now on is collected in the side buffer.
    pub fn skip(&mut self, run: &mut Run, from: usize, to: usize) -> usize {
        let store = self.sink.store();
        run.mark.get_or_insert(store.mark());
        store.push_source(run.copied, from);
        run.copied = to;
        to
    }

    /// Tells the run and stands at its end.
    pub fn emit(&mut self, run: Run, start: usize, end: usize) {
        self.position = end;
        let store = self.sink.store();
        let span = match run.mark {
            None => plain(start, end),
            Some(mark) => {
                store.push_source(run.copied, end);
                store.since(mark)
            }
        };
        if span.len > 0 {
            self.sink.text(span);
        }
    }

    /// Skips white space; none at the end of the source.
    #[inline]
    pub fn skip_space(&self, mut at: usize) -> Option<usize> {
        while bytes::is_space(self.byte(at)?) {
            at += 1;
        }
        Some(at)
    }
}

/// A run of text: what lies before `copied` has gone to the side buffer, from `mark` on, if anything.
pub(super) struct Run {
    pub copied: usize,
    pub mark: Option<usize>,
}
