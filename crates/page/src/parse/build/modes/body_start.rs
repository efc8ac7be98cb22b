//! Start tags in the body.

use super::{Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::NIL;
use crate::parse::build::flags::{HEADING, ITEM_BARRIER, MATHML_ELEMENT, SVG_ELEMENT};
use crate::parse::build::stack::Open;
use crate::parse::token::{Content, Tag};

impl Builder<'_> {
    #[inline]
    pub(super) fn start_in_body(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::DIV | name::P | name::UL => self.start_block(tag),
            name::SPAN => self.start_inline(tag),
            name::A => self.start_a(tag),
            name::LI => self.start_li(tag),
            name::IMG | name::BR | name::AREA | name::EMBED | name::KEYGEN | name::WBR => {
                self.start_void(tag);
                self.frameset_ok = false;
            }
            name::SVG | name::MATH => self.start_foreign_root(tag),
            name::B
            | name::BIG
            | name::CODE
            | name::EM
            | name::FONT
            | name::I
            | name::S
            | name::SMALL
            | name::STRIKE
            | name::STRONG
            | name::TT
            | name::U => self.start_formatting(tag),
            name::ADDRESS
            | name::ARTICLE
            | name::ASIDE
            | name::BLOCKQUOTE
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
            | name::MAIN
            | name::MENU
            | name::NAV
            | name::OL
            | name::SEARCH
            | name::SECTION
            | name::SUMMARY => self.start_block(tag),
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                self.start_heading(tag)
            }
            name::DD | name::DT => self.start_definition(tag),
            name::BUTTON => self.start_button(tag),
            name::INPUT => self.start_input(tag),
            name::OPTION | name::OPTGROUP => self.start_option(tag),
            name::SELECT => self.start_select(tag),
            _ => return self.start_rarer(tag),
        }
        Done
    }

    fn start_rarer(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::SCRIPT
            | name::STYLE
            | name::LINK
            | name::META
            | name::TITLE
            | name::TEMPLATE
            | name::BASE
            | name::BASEFONT
            | name::BGSOUND
            | name::NOFRAMES => return self.start_in_head(tag),
            name::IFRAME | name::NOEMBED | name::TEXTAREA | name::XMP | name::PLAINTEXT => {
                return self.start_raw(tag);
            }
            name::PARAM | name::SOURCE | name::TRACK => self.insert_void(tag),
            name::PRE | name::LISTING => {
                self.start_block(tag);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            name::FORM => self.start_form(tag),
            name::TABLE => self.start_table(tag),
            name::NOBR => self.start_nobr(tag),
            name::APPLET | name::MARQUEE | name::OBJECT => self.start_object(tag),
            name::HR => self.start_hr(tag),
            name::IMAGE => return self.start_in_body(&Tag { name: name::IMG, ..*tag }),
            name::RB | name::RTC => self.start_ruby(tag, name::NONE),
            name::RP | name::RT => self.start_ruby(tag, name::RTC),
            name::HTML if !self.template_is_open() => self.merge_attributes(0, tag),
            name::BODY => self.start_second_body(tag),
            name::FRAMESET => self.start_frameset(tag),
            name::HTML
            | name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::FRAME
            | name::HEAD
            | name::TBODY
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR => (),
            name::SELECTEDCONTENT => {
                self.start_inline(tag);
                self.selected_contents.push(self.top().node);
            }
            _ => self.start_inline(tag),
        }
        Done
    }

    #[inline]
    fn start_block(&mut self, tag: &Tag) {
        self.close_p();
        self.insert(tag);
    }

    #[inline]
    fn start_inline(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        self.insert(tag);
    }

    fn start_void(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        self.insert_void(tag);
    }

    fn start_formatting(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        let id = self.insert(tag);
        self.push_formatting(id, tag.name);
    }

    fn start_a(&mut self, tag: &Tag) {
        if let Some(at) = self.find_formatting(name::A) {
            self.close_open_a(self.formatting[at].node);
        }
        self.start_formatting(tag);
    }

    /// A link inside a link closes the outer one.
    fn close_open_a(&mut self, node: u32) {
        self.adopt(name::A);
        if let Some(at) = self.formatting_position(node) {
            self.formatting.remove(at);
        }
        if let Some(at) = self.position(node) {
            self.remove_at(at);
        }
    }

    fn start_nobr(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        if self.in_scope(name::NOBR) {
            self.adopt(name::NOBR);
        }
        self.start_formatting(tag);
    }

    fn start_li(&mut self, tag: &Tag) {
        self.close_item(|name| name == name::LI);
        self.start_block(tag);
    }

    fn start_definition(&mut self, tag: &Tag) {
        self.close_item(|name| matches!(name, name::DD | name::DT));
        self.start_block(tag);
    }

    /// Closes the list item that a new one ends.
    #[inline]
    fn close_item(&mut self, is_item: impl Fn(Name) -> bool) {
        self.frameset_ok = false;
        let ends = |open: &&Open| is_item(open.name) || open.is(ITEM_BARRIER);
        let found = self.stack.iter().rev().find(ends).map_or(name::NONE, |open| open.name);
        if is_item(found) {
            self.close_implied_except(found);
            self.pop_until(found);
        }
    }

    fn start_heading(&mut self, tag: &Tag) {
        self.close_p();
        if self.top().is(HEADING) {
            self.pop();
        }
        self.insert(tag);
    }

    fn start_button(&mut self, tag: &Tag) {
        if self.in_scope(name::BUTTON) {
            self.close_implied();
            self.pop_until(name::BUTTON);
        }
        self.start_inline(tag);
        self.frameset_ok = false;
    }

    fn start_form(&mut self, tag: &Tag) {
        let in_template = self.template_is_open();
        if self.form != NIL && !in_template {
            return;
        }
        self.close_p();
        let id = self.insert(tag);
        if !in_template {
            self.form = id;
        }
    }

    fn start_table(&mut self, tag: &Tag) {
        if !self.is_quirky() {
            self.close_p();
        }
        self.insert(tag);
        self.frameset_ok = false;
        self.mode = Mode::InTable;
    }

    fn start_object(&mut self, tag: &Tag) {
        self.start_inline(tag);
        self.push_marker();
        self.frameset_ok = false;
    }

    fn is_select_fragment(&self) -> bool {
        self.context.is_some_and(|context| context.is_html && context.name == name::SELECT)
    }

    fn start_input(&mut self, tag: &Tag) {
        if self.is_select_fragment() {
            return;
        }
        if self.in_scope(name::SELECT) {
            self.pop_until(name::SELECT);
        }
        self.start_void(tag);
        if !self.is_hidden_input(tag) {
            self.frameset_ok = false;
        }
    }

    pub(super) fn is_hidden_input(&self, tag: &Tag) -> bool {
        self.value(tag, name::TYPE).is_some_and(|value| value.eq_ignore_ascii_case(b"hidden"))
    }

    fn start_select(&mut self, tag: &Tag) {
        if self.is_select_fragment() {
            return;
        }
        if self.in_scope(name::SELECT) {
            return self.pop_until(name::SELECT);
        }
        self.start_inline(tag);
        self.frameset_ok = false;
    }

    fn start_option(&mut self, tag: &Tag) {
        if self.in_scope(name::SELECT) {
            let kept = if tag.name == name::OPTION { name::OPTGROUP } else { name::NONE };
            self.close_implied_except(kept);
        } else if self.top().name == name::OPTION {
            self.pop();
        }
        self.start_inline(tag);
    }

    fn start_hr(&mut self, tag: &Tag) {
        self.close_p();
        if self.in_scope(name::SELECT) {
            self.close_implied();
        }
        self.insert_void(tag);
        self.frameset_ok = false;
    }

    fn start_ruby(&mut self, tag: &Tag, kept: Name) {
        if self.in_scope(name::RUBY) {
            self.close_implied_except(kept);
        }
        self.insert(tag);
    }

    fn start_raw(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::PLAINTEXT => {
                self.start_block(tag);
                self.content = Content::Plaintext;
                return Done;
            }
            name::TEXTAREA => {
                self.frameset_ok = false;
                self.insert_raw(tag, Content::Rcdata);
                self.skip_line_feed = true;
                return Done;
            }
            name::XMP => {
                self.close_p();
                self.reconstruct_formatting();
                self.frameset_ok = false;
            }
            name::IFRAME => self.frameset_ok = false,
            _ => (),
        }
        self.insert_raw(tag, Content::Rawtext)
    }

    fn start_foreign_root(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        let namespace = if tag.name == name::SVG { SVG_ELEMENT } else { MATHML_ELEMENT };
        self.insert_foreign(tag, namespace);
    }

    fn start_second_body(&mut self, tag: &Tag) {
        let is_body = self.stack.get(1).is_some_and(|open| open.name == name::BODY);
        if is_body && !self.template_is_open() {
            self.frameset_ok = false;
            self.merge_attributes(1, tag);
        }
    }

    fn start_frameset(&mut self, tag: &Tag) {
        let Some(body) = self.stack.get(1).copied().filter(|open| open.name == name::BODY) else {
            return;
        };
        if self.frameset_ok {
            self.detach(body.node);
            self.truncate(1);
            self.insert(tag);
            self.mode = Mode::InFrameset;
        }
    }
}
