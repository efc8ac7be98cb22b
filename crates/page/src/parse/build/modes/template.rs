//! Templates, whose content is a fragment of its own.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::{Kind, Node};
use crate::parse::token::Tag;

impl Builder<'_> {
    pub(super) fn start_template(&mut self, tag: &Tag) -> Flow {
        let id = self.insert(tag);
        let content = self.create(Node::new(Kind::Fragment, name::NONE, 0, 0));
        self.append(id, content);
        if let Some(open) = self.stack.last_mut() {
            open.target = content;
        }
        self.push_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
        Done
    }

    pub(super) fn end_template(&mut self) -> Flow {
        if self.template_is_open() {
            self.close_implied_thoroughly();
            self.pop_until(name::TEMPLATE);
            self.leave_template();
        }
        Done
    }

    pub(super) fn leave_template(&mut self) {
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    pub(super) fn start_in_template(&mut self, tag: &Tag) -> Flow {
        let mode = match tag.name {
            name::BASE
            | name::BASEFONT
            | name::BGSOUND
            | name::LINK
            | name::META
            | name::NOFRAMES
            | name::SCRIPT
            | name::STYLE
            | name::TEMPLATE
            | name::TITLE => return self.start_in_head(tag),
            name::CAPTION | name::COLGROUP | name::TBODY | name::TFOOT | name::THEAD => {
                Mode::InTable
            }
            name::COL => Mode::InColumnGroup,
            name::TR => Mode::InTableBody,
            name::TD | name::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Again
    }

    pub(super) fn end_in_template(&mut self, name: Name) -> Flow {
        match name {
            name::TEMPLATE => self.end_template(),
            _ => Done,
        }
    }
}
