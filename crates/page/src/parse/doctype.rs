//! `<!DOCTYPE …>`: a name, and for old pages a public and a system identifier.

use super::bytes;
use super::token::{DoctypeToken, Sink};
use super::tokenizer::Tokenizer;
use crate::page::Span;
use memchr::memchr;

/// What ended the reading of a doctype.
enum End {
    /// `>` or the end of the source.
    Closed,
    /// Something that does not belong here: skip to `>`.
    Bogus,
}

impl<'s, S: Sink<'s>> Tokenizer<'s, S> {
    /// Reads a doctype from behind its keyword.
    pub(super) fn doctype(&mut self, at: usize) {
        self.position = at;
        let mut token = DoctypeToken::default();
        match self.doctype_parts(&mut token) {
            End::Bogus => {
                let rest = self.from(self.position);
                self.position += memchr(b'>', rest).unwrap_or(rest.len());
            }
            End::Closed => token.force_quirks |= self.byte(self.position).is_none(),
        }
        self.position = (self.position + 1).min(self.source.len());
        self.sink.doctype(&token);
    }

    fn doctype_parts(&mut self, token: &mut DoctypeToken) -> End {
        self.pass_space();
        if self.at_end() {
            token.force_quirks = true;
            return End::Closed;
        }
        token.name = Some(self.doctype_name());
        self.pass_space();
        if self.at_end() {
            return End::Closed;
        }
        let keyword = self.from(self.position).get(..6).map(<[u8]>::to_ascii_uppercase);
        match keyword.as_deref() {
            Some(b"PUBLIC") => self.public(token),
            Some(b"SYSTEM") => self.system(token),
            _ => {
                token.force_quirks = true;
                End::Bogus
            }
        }
    }

    fn public(&mut self, token: &mut DoctypeToken) -> End {
        self.position += 6;
        self.pass_space();
        token.public = self.identifier(token);
        if token.public.is_none() || token.force_quirks {
            return self.missing(token);
        }
        self.pass_space();
        if self.at_end() {
            return End::Closed;
        }
        self.system_identifier(token)
    }

    fn system(&mut self, token: &mut DoctypeToken) -> End {
        self.position += 6;
        self.pass_space();
        self.system_identifier(token)
    }

    fn system_identifier(&mut self, token: &mut DoctypeToken) -> End {
        token.system = self.identifier(token);
        if token.system.is_none() || token.force_quirks {
            return self.missing(token);
        }
        self.pass_space();
        if self.at_end() { End::Closed } else { End::Bogus }
    }

    /// An identifier is not there or not finished.
    fn missing(&mut self, token: &mut DoctypeToken) -> End {
        token.force_quirks = true;
        if self.at_end() { End::Closed } else { End::Bogus }
    }

    /// A quoted identifier; one that `>` or the end of the source cuts forces quirks mode.
    fn identifier(&mut self, token: &mut DoctypeToken) -> Option<Span> {
        let quote = self.byte(self.position).filter(|b| matches!(b, b'"' | b'\''))?;
        let from = self.position + 1;
        self.position = from;
        while self.byte(self.position).is_some_and(|b| b != quote && b != b'>') {
            self.position += 1;
        }
        let span = self.clean(from, self.position);
        match self.byte(self.position) {
            Some(b) if b == quote => self.position += 1,
            _ => token.force_quirks = true,
        }
        Some(span)
    }

    /// The name in lower case.
    fn doctype_name(&mut self) -> Span {
        let from = self.position;
        let ends = |b: u8| bytes::is_space(b) || b == b'>';
        while self.byte(self.position).is_some_and(|b| !ends(b)) {
            self.position += 1;
        }
        let span = self.clean(from, self.position);
        let store = self.sink.store();
        let text = store.bytes(span).to_ascii_lowercase();
        if text == store.bytes(span) {
            return span;
        }
        let mark = store.mark();
        store.push(&text);
        store.since(mark)
    }

    fn pass_space(&mut self) {
        while self.byte(self.position).is_some_and(bytes::is_space) {
            self.position += 1;
        }
    }

    fn at_end(&self) -> bool {
        self.byte(self.position).is_none_or(|b| b == b'>')
    }
}
