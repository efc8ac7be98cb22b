//! The insertion modes.

mod after;
mod before;
mod body_end;
mod body_start;
mod end;
mod head;
mod table;
mod template;
mod text;

use super::{Builder, Context};
use crate::name::{self, Name};
use crate::page::{Attribute, NIL, Quirks, Span};
use crate::parse::token::{Content, DoctypeToken, Tag};
use std::collections::HashSet;

/// Where the parser stands, in the words of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What is left to do for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Nothing.
    Done,
    /// Look at it again: the mode has changed.
    Again,
}

use Flow::{Again, Done};

/// Attributes that later tags of the same element bring.
#[derive(Default)]
pub(super) struct Merged {
    node: u32,
    attributes: Vec<Attribute>,
    seen: HashSet<Name>,
}

impl Builder<'_> {
    #[inline]
    pub(super) fn start_by_mode(&mut self, tag: &Tag) -> Flow {
        match self.mode {
            Mode::InBody => self.start_in_body(tag),
            Mode::Initial => self.without_doctype(),
            Mode::BeforeHtml => self.start_before_html(tag),
            Mode::BeforeHead => self.start_before_head(tag),
            Mode::InHead => self.start_in_head(tag),
            Mode::InHeadNoscript => self.start_in_head_noscript(tag),
            Mode::AfterHead => self.start_after_head(tag),
            Mode::Text => Done,
            Mode::InTable => self.start_in_table(tag),
            Mode::InCaption => self.start_in_caption(tag),
            Mode::InColumnGroup => self.start_in_column_group(tag),
            Mode::InTableBody => self.start_in_table_body(tag),
            Mode::InRow => self.start_in_row(tag),
            Mode::InCell => self.start_in_cell(tag),
            Mode::InTemplate => self.start_in_template(tag),
            Mode::AfterBody | Mode::AfterAfterBody => self.start_after_body(tag),
            Mode::InFrameset => self.start_in_frameset(tag),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.start_after_frameset(tag),
        }
    }

    #[inline]
    pub(super) fn end_by_mode(&mut self, name: Name) -> Flow {
        match self.mode {
            Mode::InBody => self.end_in_body(name),
            Mode::Initial => self.without_doctype(),
            Mode::BeforeHtml => self.end_before_html(name),
            Mode::BeforeHead => self.end_before_head(name),
            Mode::InHead => self.end_in_head(name),
            Mode::InHeadNoscript => self.end_in_head_noscript(name),
            Mode::AfterHead => self.end_after_head(name),
            Mode::Text => self.end_of_raw_text(),
            Mode::InTable => self.end_in_table(name),
            Mode::InCaption => self.end_in_caption(name),
            Mode::InColumnGroup => self.end_in_column_group(name),
            Mode::InTableBody => self.end_in_table_body(name),
            Mode::InRow => self.end_in_row(name),
            Mode::InCell => self.end_in_cell(name),
            Mode::InTemplate => self.end_in_template(name),
            Mode::AfterBody | Mode::AfterAfterBody => self.end_after_body(name),
            Mode::InFrameset => self.end_in_frameset(name),
            Mode::AfterFrameset | Mode::AfterAfterFrameset => self.end_after_frameset(name),
        }
    }

    pub(super) fn comment_by_mode(&mut self, text: Span) {
        match self.mode {
            Mode::Initial | Mode::BeforeHtml => self.append_comment(0, text),
            // In a fragment the document is not part of the result.
            Mode::AfterAfterBody | Mode::AfterAfterFrameset if self.context.is_some() => (),
            Mode::AfterAfterBody | Mode::AfterAfterFrameset => self.append_comment(0, text),
            Mode::AfterBody => {
                let html = self.stack.first().map_or(0, |open| open.target);
                self.append_comment(html, text);
            }
            _ => self.insert_comment(text),
        }
    }

    pub(super) fn doctype_by_mode(&mut self, doctype: &DoctypeToken) {
        if self.mode == Mode::Initial {
            self.insert_doctype(doctype);
            self.mode = Mode::BeforeHtml;
        }
    }

    /// Inserts an element whose content is not markup.
    pub(super) fn insert_raw(&mut self, tag: &Tag, content: Content) -> Flow {
        self.insert(tag);
        self.content = content;
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Done
    }

    fn end_of_raw_text(&mut self) -> Flow {
        self.pop();
        self.mode = self.original_mode;
        Done
    }

    /// Gives the first `html` (0) or `body` (1) element the attributes it does not have yet.
    fn merge_attributes(&mut self, which: usize, tag: &Tag) {
        let Some(node) = self.stack.get(which).map(|open| open.node).filter(|&node| node != 0)
        else {
            return;
        };
        if tag.count == 0 {
            return;
        }
        let added = self.attributes(tag).to_vec();
        let present = self.attributes_of(node).to_vec();
        let merged = &mut self.merged[which];
        if merged.attributes.is_empty() {
            merged.node = node;
            merged.seen = present.iter().map(|attribute| attribute.name).collect();
            merged.attributes = present;
        }
        for attribute in added {
            if merged.attributes.len() < self.max_attributes && merged.seen.insert(attribute.name) {
                merged.attributes.push(attribute);
            }
        }
    }

    /// Writes the merged attributes where they belong.
    pub fn settle_attributes(&mut self) {
        for which in 0..self.merged.len() {
            let merged = std::mem::take(&mut self.merged[which]);
            if merged.attributes.is_empty() {
                continue;
            }
            let first = self.store.attributes.len() as u32;
            let node = self.node_mut(merged.node);
            (node.a, node.b) = (first, merged.attributes.len() as u32);
            self.store.attributes.extend(merged.attributes);
        }
    }

    /// The standard's "reset the insertion mode appropriately".
    pub(super) fn reset_mode(&mut self) {
        for index in (0..self.stack.len()).rev() {
            let last = index == 0;
            let name = match self.context {
                Some(Context { name, is_html }) if last => {
                    if is_html {
                        name
                    } else {
                        name::NONE
                    }
                }
                _ => self.stack[index].name,
            };
            if let Some(mode) = self.mode_for(name, last) {
                self.mode = mode;
                return;
            }
        }
        self.mode = Mode::InBody;
    }

    fn mode_for(&self, name: Name, last: bool) -> Option<Mode> {
        Some(match name {
            name::TD | name::TH if !last => Mode::InCell,
            name::TR => Mode::InRow,
            name::TBODY | name::THEAD | name::TFOOT => Mode::InTableBody,
            name::CAPTION => Mode::InCaption,
            name::COLGROUP => Mode::InColumnGroup,
            name::TABLE => Mode::InTable,
            name::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InTemplate),
            name::HEAD if !last => Mode::InHead,
            name::BODY => Mode::InBody,
            name::FRAMESET => Mode::InFrameset,
            name::HTML if self.head == NIL => Mode::BeforeHead,
            name::HTML => Mode::AfterHead,
            _ => return None,
        })
    }

    fn is_quirky(&self) -> bool {
        self.quirks == Quirks::Quirks
    }
}
