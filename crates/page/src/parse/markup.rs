//! What starts with `<!` or `<?`: comments, doctypes, CDATA sections and what is none of them.

use super::store::plain;
use super::token::Sink;
use super::tokenizer::Tokenizer;
use crate::page::Span;
use memchr::memchr;

impl<'s, S: Sink<'s>> Tokenizer<'s, S> {
    pub(super) fn markup_declaration(&mut self) {
        let at = self.position + 2;
        let rest = self.from(at);
        if rest.starts_with(b"--") {
            self.comment(at + 2);
        } else if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.doctype(at + 7);
        } else if rest.starts_with(b"[CDATA[") && self.sink.allows_cdata() {
            self.position = at + 7;
            self.cdata();
        } else {
            self.bogus_comment(at);
        }
    }

    /// A comment that should not be one: everything up to the next `>`.
    pub(super) fn bogus_comment(&mut self, from: usize) {
        let end = memchr(b'>', self.from(from)).map_or(self.source.len(), |found| from + found);
        self.tell_comment(from, end, end + 1);
    }

    fn comment(&mut self, from: usize) {
        let rest = self.from(from);
        if rest.starts_with(b">") {
            return self.tell_comment(from, from, from + 1);
        }
        if rest.starts_with(b"->") {
            return self.tell_comment(from, from, from + 2);
        }
        let mut at = from;
        while let Some(found) = memchr(b'>', self.from(at)) {
            at += found;
            let body = &self.source[from..at];
            for end in [b"--".as_slice(), b"--!"] {
                if body.ends_with(end) {
                    return self.tell_comment(from, at - end.len(), at + 1);
                }
            }
            at += 1;
        }
        self.unclosed_comment(from);
    }

    /// The source ended inside: a begun end mark does not belong to the comment.
    fn unclosed_comment(&mut self, from: usize) {
        let body = self.from(from);
        let ends = [b"--!".as_slice(), b"--", b"-"];
        let begun = ends.iter().find(|end| body.ends_with(end)).map_or(0, |end| end.len());
        let end = self.source.len() - begun;
        self.tell_comment(from, end, self.source.len());
    }

    fn tell_comment(&mut self, from: usize, to: usize, next: usize) {
        self.position = next.min(self.source.len());
        let text = self.clean(from, to);
        self.sink.comment(text);
    }

    /// A stretch of the source without NULs.
    pub(super) fn clean(&mut self, from: usize, to: usize) -> Span {
        if self.has_nul { self.sink.store().without_nul(from, to) } else { plain(from, to) }
    }
}
