//! End tags in the body.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::NIL;
use crate::parse::build::flags::{HEADING, SPECIAL};
use crate::parse::build::stack::Open;
use crate::parse::token::Tag;

impl Builder<'_> {
    #[inline]
    pub(super) fn end_in_body(&mut self, name: Name) -> Flow {
        match name {
            name::SPAN => self.close_any(name),
            name::A
            | name::B
            | name::BIG
            | name::CODE
            | name::EM
            | name::FONT
            | name::I
            | name::NOBR
            | name::S
            | name::SMALL
            | name::STRIKE
            | name::STRONG
            | name::TT
            | name::U => self.end_formatting(name),
            name::LI => self.end_li(),
            name::P => self.end_p(),
            name::DIV
            | name::ADDRESS
            | name::ARTICLE
            | name::ASIDE
            | name::BLOCKQUOTE
            | name::BUTTON
            | name::CENTER
            | name::DETAILS
            | name::DIALOG
            | name::DIR
            | name::DL
            | name::FIELDSET
            | name::FIGCAPTION
            | name::FIGURE
            | name::FOOTER
            | name::HEADER
            | name::HGROUP
            | name::LISTING
            | name::MAIN
            | name::MENU
            | name::NAV
            | name::OL
            | name::PRE
            | name::SEARCH
            | name::SECTION
            | name::SELECT
            | name::SUMMARY
            | name::UL => self.end_block(name),
            name::DD | name::DT => self.end_definition(name),
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => self.end_heading(),
            name::APPLET | name::MARQUEE | name::OBJECT => self.end_object(name),
            name::FORM => self.end_form(),
            name::BR => {
                self.reconstruct_formatting();
                self.insert_void(&Tag::implied(name::BR));
                self.frameset_ok = false;
            }
            name::TEMPLATE => return self.end_template(),
            name::BODY => return self.end_body(Done),
            name::HTML => return self.end_body(Again),
            _ => self.close_any(name),
        }
        Done
    }

    fn end_body(&mut self, flow: Flow) -> Flow {
        if !self.in_scope(name::BODY) {
            return Done;
        }
        self.mode = Mode::AfterBody;
        flow
    }

    #[inline]
    fn end_block(&mut self, name: Name) {
        if self.in_scope(name) {
            self.close_implied();
            self.pop_until(name);
        }
    }

    fn end_object(&mut self, name: Name) {
        if self.in_scope(name) {
            self.close_implied();
            self.pop_until(name);
            self.clear_to_marker();
        }
    }

    fn end_p(&mut self) {
        if !self.in_button_scope(name::P) {
            self.insert(&Tag::implied(name::P));
        }
        self.close_p();
    }

    fn end_li(&mut self) {
        if self.in_list_scope(name::LI) {
            self.close_implied_except(name::LI);
            self.pop_until(name::LI);
        }
    }

    fn end_definition(&mut self, name: Name) {
        if self.in_scope(name) {
            self.close_implied_except(name);
            self.pop_until(name);
        }
    }

    fn end_heading(&mut self) {
        if self.group_in_scope(HEADING) {
            self.close_implied();
            self.pop_until_group(HEADING);
        }
    }

    fn end_form(&mut self) {
        if self.template_is_open() {
            return self.end_block(name::FORM);
        }
        let form = std::mem::replace(&mut self.form, NIL);
        if form == NIL || self.position_in_scope(form).is_none() {
            return;
        }
        self.close_implied();
        if let Some(at) = self.position(form) {
            self.remove_at(at);
        }
    }

    #[inline]
    fn end_formatting(&mut self, name: Name) {
        let top = self.top();
        // Nearly always the formatting that was opened last is closed first.
        if top.name == name && self.formatting.last().is_some_and(|last| last.node == top.node) {
            self.pop();
            self.formatting.pop();
        } else {
            self.adopt(name);
        }
    }

    /// Any other end tag: closes the nearest element of this name, if nothing special is in between.
    #[inline]
    pub(in crate::parse::build) fn close_any(&mut self, name: Name) {
        if !self.is_open(name) {
            return;
        }
        let ends = |open: &Open| open.name == name || open.is(SPECIAL);
        if self.stack.iter().rev().find(|open| ends(open)).is_some_and(|open| open.name == name) {
            self.close_implied_except(name);
            self.pop_until(name);
        }
    }
}
