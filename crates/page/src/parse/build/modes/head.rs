//! In the head, in a `noscript` there, and between head and body.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::NIL;
use crate::parse::build::stack::Open;
use crate::parse::token::{Content, Tag};

impl Builder<'_> {
    pub(super) fn start_in_head(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::BASE | name::BASEFONT | name::BGSOUND | name::LINK | name::META => {
                self.insert_void(tag);
                Done
            }
            name::TITLE => self.insert_raw(tag, Content::Rcdata),
            name::NOFRAMES | name::STYLE => self.insert_raw(tag, Content::Rawtext),
            name::SCRIPT => self.insert_raw(tag, Content::Script),
            name::NOSCRIPT => {
                self.insert(tag);
                self.mode = Mode::InHeadNoscript;
                Done
            }
            name::TEMPLATE => self.start_template(tag),
            name::HEAD => Done,
            _ => self.leave_head(),
        }
    }

    pub(super) fn end_in_head(&mut self, name: Name) -> Flow {
        match name {
            name::HEAD => {
                self.leave_head();
                Done
            }
            name::BODY | name::HTML | name::BR => self.leave_head(),
            name::TEMPLATE => self.end_template(),
            _ => Done,
        }
    }

    pub(super) fn leave_head(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::AfterHead;
        Again
    }

    pub(super) fn start_in_head_noscript(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::BASEFONT
            | name::BGSOUND
            | name::LINK
            | name::META
            | name::NOFRAMES
            | name::STYLE => self.start_in_head(tag),
            name::HEAD | name::NOSCRIPT => Done,
            _ => self.leave_noscript(),
        }
    }

    pub(super) fn end_in_head_noscript(&mut self, name: Name) -> Flow {
        match name {
            name::NOSCRIPT => {
                self.leave_noscript();
                Done
            }
            name::BR => self.leave_noscript(),
            _ => Done,
        }
    }

    pub(super) fn leave_noscript(&mut self) -> Flow {
        self.pop();
        self.mode = Mode::InHead;
        Again
    }

    pub(super) fn start_after_head(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::BODY => {
                self.insert(tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                Done
            }
            name::FRAMESET => {
                self.insert(tag);
                self.mode = Mode::InFrameset;
                Done
            }
            name::BASE
            | name::BASEFONT
            | name::BGSOUND
            | name::LINK
            | name::META
            | name::NOFRAMES
            | name::SCRIPT
            | name::STYLE
            | name::TEMPLATE
            | name::TITLE => self.start_late_head(tag),
            name::HEAD => Done,
            _ => self.imply_body(),
        }
    }

    /// A tag that belongs into the head comes after it: the head takes it all the same.
    fn start_late_head(&mut self, tag: &Tag) -> Flow {
        let head = self.head;
        if head == NIL {
            return Done;
        }
        self.push(Open::html(head, name::HEAD));
        let flow = self.start_in_head(tag);
        if let Some(at) = self.position(head) {
            self.remove_at(at);
        }
        flow
    }

    pub(super) fn end_after_head(&mut self, name: Name) -> Flow {
        match name {
            name::TEMPLATE => self.end_template(),
            name::BODY | name::HTML | name::BR => self.imply_body(),
            _ => Done,
        }
    }

    pub(super) fn imply_body(&mut self) -> Flow {
        self.insert(&Tag::implied(name::BODY));
        self.mode = Mode::InBody;
        Again
    }
}
