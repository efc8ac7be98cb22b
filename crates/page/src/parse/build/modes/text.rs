//! Characters.

use super::{Builder, Mode};
use crate::name;
use crate::page::Span;
use crate::parse::build::flags::{TABLE_PART, TEMPLATE_ELEMENT};
use crate::parse::bytes;
use crate::parse::token::Tag;
use memchr::memchr;

impl Builder<'_> {
    /// The text without the line feed that starts it.
    pub fn after_line_feed(&mut self, text: Span) -> Span {
        self.skip_line_feed = false;
        match self.store.bytes(text).first() {
            Some(b'\n') => Span { off: text.off + 1, len: text.len - 1 },
            _ => text,
        }
    }

    #[inline]
    pub fn text_by_mode(&mut self, text: Span) {
        if self.store.has_nul && memchr(0, self.store.bytes(text)).is_some() {
            return self.text_with_nul(text);
        }
        match self.mode {
            Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate => {
                self.text_in_body(text);
            }
            Mode::Text => self.insert_text(text),
            Mode::InTable | Mode::InTableBody | Mode::InRow => self.text_in_table(text),
            Mode::AfterBody | Mode::AfterAfterBody => self.text_after_body(text),
            Mode::InFrameset | Mode::AfterFrameset => {
                let text = self.only_space(text);
                self.insert_some(text);
            }
            Mode::AfterAfterFrameset => {
                let text = self.only_space(text);
                if text.len > 0 {
                    self.text_in_body(text);
                }
            }
            _ => self.text_before_body(text),
        }
    }

    fn text_in_body(&mut self, text: Span) {
        self.reconstruct_formatting();
        self.insert_text(text);
        if self.frameset_ok && !self.is_space(text) {
            self.frameset_ok = false;
        }
    }

    fn is_space(&self, text: Span) -> bool {
        self.store.bytes(text).iter().all(|&b| bytes::is_space(b))
    }

    fn insert_some(&mut self, text: Span) {
        if text.len > 0 {
            self.insert_text(text);
        }
    }

    /// Text in a table belongs in front of it, unless it is white space.
    fn text_in_table(&mut self, text: Span) {
        if self.top().is(TABLE_PART | TEMPLATE_ELEMENT) && self.is_space(text) {
            return self.insert_text(text);
        }
        self.fostering = true;
        self.text_in_body(text);
        self.fostering = false;
    }

    fn text_after_body(&mut self, text: Span) {
        if !self.is_space(text) {
            self.mode = Mode::InBody;
        }
        self.text_in_body(text);
    }

    /// White space stays where the mode wants it; the first other character opens what is missing.
    fn text_before_body(&mut self, text: Span) {
        let space = bytes::leading_space(self.store.bytes(text)) as u32;
        if !matches!(self.mode, Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead) {
            self.insert_some(Span { off: text.off, len: space });
        }
        let rest = Span { off: text.off + space, len: text.len - space };
        if rest.len == 0 {
            return;
        }
        if self.mode == Mode::InColumnGroup && self.top().name != name::COLGROUP {
            let rest = self.only_space(rest);
            return self.insert_some(rest);
        }
        self.step_to_body();
        self.text_by_mode(rest);
    }

    /// One step towards a mode that takes characters, if this one does not.
    pub(super) fn step_to_body(&mut self) -> bool {
        match self.mode {
            Mode::Initial => _ = self.without_doctype(),
            Mode::BeforeHtml => self.insert_html(&Tag::implied(name::HTML)),
            Mode::BeforeHead => self.insert_head(&Tag::implied(name::HEAD)),
            Mode::InHead => _ = self.leave_head(),
            Mode::InHeadNoscript => _ = self.leave_noscript(),
            Mode::AfterHead => _ = self.imply_body(),
            Mode::InColumnGroup if self.top().name == name::COLGROUP => {
                self.pop();
                self.mode = Mode::InTable;
            }
            Mode::AfterBody | Mode::AfterAfterBody => self.mode = Mode::InBody,
            _ => return false,
        }
        true
    }

    /// The white space of a text.
    fn only_space(&mut self, text: Span) -> Span {
        if self.is_space(text) {
            return text;
        }
        self.filtered(text, bytes::is_space)
    }

    fn filtered(&mut self, text: Span, keep: fn(u8) -> bool) -> Span {
        let kept: Vec<u8> = self.store.bytes(text).iter().copied().filter(|&b| keep(b)).collect();
        let mark = self.store.mark();
        self.store.push(&kept);
        self.store.since(mark)
    }

    /// HTML content drops NUL, but it is a character that opens the body.
    #[cold]
    fn text_with_nul(&mut self, text: Span) {
        let space = bytes::leading_space(self.store.bytes(text)) as u32;
        let mut rest = text;
        if space > 0 && self.is_before_body() {
            self.text_by_mode(Span { off: text.off, len: space });
            rest = Span { off: text.off + space, len: text.len - space };
        }
        while self.step_to_body() {}
        let rest = self.filtered(rest, |b| b != 0);
        if rest.len > 0 {
            self.text_by_mode(rest);
        }
    }

    /// Whether white space and other characters go different ways.
    fn is_before_body(&self) -> bool {
        matches!(
            self.mode,
            Mode::Initial
                | Mode::BeforeHtml
                | Mode::BeforeHead
                | Mode::InHead
                | Mode::InHeadNoscript
                | Mode::AfterHead
                | Mode::InColumnGroup
        )
    }
}
