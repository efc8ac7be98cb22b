//! Tables: in the table, its captions, columns, bodies, rows and cells.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::NIL;
use crate::parse::build::flags::{CELL, TABLE_BODY, TABLE_SCOPE};
use crate::parse::token::Tag;

impl Builder<'_> {
    pub(super) fn start_in_table(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::CAPTION => {
                self.clear_back_to(TABLE_SCOPE);
                self.push_marker();
                self.insert(tag);
                self.mode = Mode::InCaption;
            }
            name::COLGROUP => self.open_column_group(tag),
            name::COL => {
                self.open_column_group(&Tag::implied(name::COLGROUP));
                return Again;
            }
            name::TBODY | name::TFOOT | name::THEAD => self.open_table_body(tag),
            name::TD | name::TH | name::TR => {
                self.open_table_body(&Tag::implied(name::TBODY));
                return Again;
            }
            name::TABLE => {
                if self.in_table_scope(name::TABLE) {
                    self.pop_until(name::TABLE);
                    self.reset_mode();
                    return Again;
                }
            }
            name::STYLE | name::SCRIPT | name::TEMPLATE => return self.start_in_head(tag),
            name::INPUT if self.is_hidden_input(tag) => self.insert_void(tag),
            name::FORM => self.start_form_in_table(tag),
            _ => return self.foster(|builder| builder.start_in_body(tag)),
        }
        Done
    }

    /// Handles a token by the rules of the body, but keeps what it inserts out of the table.
    fn foster(&mut self, rules: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.fostering = true;
        let flow = rules(self);
        self.fostering = false;
        flow
    }

    fn open_column_group(&mut self, tag: &Tag) {
        self.clear_back_to(TABLE_SCOPE);
        self.insert(tag);
        self.mode = Mode::InColumnGroup;
    }

    fn open_table_body(&mut self, tag: &Tag) {
        self.clear_back_to(TABLE_SCOPE);
        self.insert(tag);
        self.mode = Mode::InTableBody;
    }

    fn start_form_in_table(&mut self, tag: &Tag) {
        if self.form == NIL && !self.template_is_open() {
            self.form = self.create_element(tag);
            self.insert_node(self.form);
        }
    }

    pub(super) fn end_in_table(&mut self, name: Name) -> Flow {
        match name {
            name::TABLE => {
                if self.in_table_scope(name::TABLE) {
                    self.pop_until(name::TABLE);
                    self.reset_mode();
                }
                Done
            }
            name::BODY
            | name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::HTML
            | name::TBODY
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR => Done,
            name::TEMPLATE => self.end_template(),
            _ => self.foster(|builder| builder.end_in_body(name)),
        }
    }

    fn close_caption(&mut self) -> bool {
        if !self.in_table_scope(name::CAPTION) {
            return false;
        }
        self.close_implied();
        self.pop_until(name::CAPTION);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_caption(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::TBODY
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR => again_if(self.close_caption()),
            _ => self.start_in_body(tag),
        }
    }

    pub(super) fn end_in_caption(&mut self, name: Name) -> Flow {
        match name {
            name::CAPTION => {
                self.close_caption();
                Done
            }
            name::TABLE => again_if(self.close_caption()),
            name::BODY
            | name::COL
            | name::COLGROUP
            | name::HTML
            | name::TBODY
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR => Done,
            _ => self.end_in_body(name),
        }
    }

    pub(super) fn start_in_column_group(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::COL => {
                self.insert_void(tag);
                Done
            }
            name::TEMPLATE => self.start_in_head(tag),
            _ => again_if(self.close_column_group()),
        }
    }

    pub(super) fn end_in_column_group(&mut self, name: Name) -> Flow {
        match name {
            name::COLGROUP => {
                self.close_column_group();
                Done
            }
            name::COL => Done,
            name::TEMPLATE => self.end_template(),
            _ => again_if(self.close_column_group()),
        }
    }

    fn close_column_group(&mut self) -> bool {
        if self.top().name != name::COLGROUP {
            return false;
        }
        self.pop();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_table_body(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::TR => {
                self.open_row(tag);
                Done
            }
            name::TD | name::TH => {
                self.open_row(&Tag::implied(name::TR));
                Again
            }
            name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::TBODY
            | name::TFOOT
            | name::THEAD => again_if(self.close_table_body()),
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_table_body(&mut self, name: Name) -> Flow {
        match name {
            name::TBODY | name::TFOOT | name::THEAD => {
                if self.in_table_scope(name) {
                    self.close_table_body();
                }
                Done
            }
            name::TABLE => again_if(self.close_table_body()),
            name::BODY
            | name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::HTML
            | name::TD
            | name::TH
            | name::TR => Done,
            _ => self.end_in_table(name),
        }
    }

    fn open_row(&mut self, tag: &Tag) {
        self.clear_back_to(TABLE_BODY | TABLE_SCOPE);
        self.insert(tag);
        self.mode = Mode::InRow;
    }

    fn close_table_body(&mut self) -> bool {
        if !self.group_in_table_scope(TABLE_BODY) {
            return false;
        }
        self.clear_back_to(TABLE_BODY | TABLE_SCOPE);
        self.pop();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn start_in_row(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::TD | name::TH => {
                self.clear_back_to_row();
                self.insert(tag);
                self.mode = Mode::InCell;
                self.push_marker();
                Done
            }
            name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::TBODY
            | name::TFOOT
            | name::THEAD
            | name::TR => again_if(self.close_row()),
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn end_in_row(&mut self, name: Name) -> Flow {
        match name {
            name::TR => {
                self.close_row();
                Done
            }
            name::TABLE => again_if(self.close_row()),
            name::TBODY | name::TFOOT | name::THEAD => {
                again_if(self.in_table_scope(name) && self.close_row())
            }
            name::BODY
            | name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::HTML
            | name::TD
            | name::TH => Done,
            _ => self.end_in_table(name),
        }
    }

    fn clear_back_to_row(&mut self) {
        while self.stack.len() > 1
            && !matches!(self.top().name, name::TR | name::TEMPLATE | name::HTML)
        {
            self.pop();
        }
    }

    fn close_row(&mut self) -> bool {
        if !self.in_table_scope(name::TR) {
            return false;
        }
        self.clear_back_to_row();
        self.pop();
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn start_in_cell(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::CAPTION
            | name::COL
            | name::COLGROUP
            | name::TBODY
            | name::TD
            | name::TFOOT
            | name::TH
            | name::THEAD
            | name::TR => again_if(self.group_in_table_scope(CELL) && self.close_cell()),
            _ => self.start_in_body(tag),
        }
    }

    pub(super) fn end_in_cell(&mut self, name: Name) -> Flow {
        match name {
            name::TD | name::TH => {
                if self.in_table_scope(name) {
                    self.close_implied();
                    self.pop_until(name);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Done
            }
            name::BODY | name::CAPTION | name::COL | name::COLGROUP | name::HTML => Done,
            name::TABLE | name::TBODY | name::TFOOT | name::THEAD | name::TR => {
                again_if(self.in_table_scope(name) && self.close_cell())
            }
            _ => self.end_in_body(name),
        }
    }

    fn close_cell(&mut self) -> bool {
        self.close_implied();
        self.pop_until_group(CELL);
        self.clear_to_marker();
        self.mode = Mode::InRow;
        true
    }
}

fn again_if(changed: bool) -> Flow {
    if changed { Again } else { Done }
}
