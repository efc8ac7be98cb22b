//! After the body, and framesets.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::parse::token::Tag;

impl Builder<'_> {
    pub(super) fn start_after_body(&mut self, tag: &Tag) -> Flow {
        if tag.name == name::HTML {
            return self.start_in_body(tag);
        }
        self.mode = Mode::InBody;
        Again
    }

    pub(super) fn end_after_body(&mut self, name: Name) -> Flow {
        if name == name::HTML && self.mode == Mode::AfterBody {
            if self.context.is_none() {
                self.mode = Mode::AfterAfterBody;
            }
            return Done;
        }
        self.mode = Mode::InBody;
        Again
    }

    pub(super) fn start_in_frameset(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => return self.start_in_body(tag),
            name::FRAMESET => {
                self.insert(tag);
            }
            name::FRAME => self.insert_void(tag),
            name::NOFRAMES => return self.start_in_head(tag),
            _ => (),
        }
        Done
    }

    pub(super) fn end_in_frameset(&mut self, name: Name) -> Flow {
        if name == name::FRAMESET && self.stack.len() > 1 {
            self.pop();
            if self.context.is_none() && self.top().name != name::FRAMESET {
                self.mode = Mode::AfterFrameset;
            }
        }
        Done
    }

    pub(super) fn start_after_frameset(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::NOFRAMES => self.start_in_head(tag),
            _ => Done,
        }
    }

    pub(super) fn end_after_frameset(&mut self, name: Name) -> Flow {
        if name == name::HTML && self.mode == Mode::AfterFrameset {
            self.mode = Mode::AfterAfterFrameset;
        }
        Done
    }
}
