//! Before the head: doctype, `html` and `head`.

use super::{Again, Builder, Done, Flow, Mode};
use crate::name::{self, Name};
use crate::page::{DoctypeParts, Kind, Node, Quirks};
use crate::parse::build::quirks;
use crate::parse::build::stack::Open;
use crate::parse::token::{DoctypeToken, Tag};

impl Builder<'_> {
    pub(super) fn insert_doctype(&mut self, token: &DoctypeToken) {
        let bytes = |span| self.store.bytes(span);
        let is_html = token.name.is_some_and(|name| bytes(name) == b"html");
        self.quirks = match token.force_quirks || !is_html {
            true => Quirks::Quirks,
            false => quirks::mode(token.public.map(bytes), token.system.map(bytes)),
        };
        let id = self.create(Node::new(Kind::Doctype, name::NONE, 0, 0));
        self.append(0, id);
        let DoctypeToken { name, public, system, .. } = *token;
        self.doctype = Some(DoctypeParts { name, public, system });
    }

    /// Anything but a doctype came first.
    pub(super) fn without_doctype(&mut self) -> Flow {
        self.quirks = Quirks::Quirks;
        self.mode = Mode::BeforeHtml;
        Again
    }

    pub(super) fn insert_html(&mut self, tag: &Tag) {
        let id = self.create_element(tag);
        self.append(0, id);
        self.push(Open::html(id, name::HTML));
        self.mode = Mode::BeforeHead;
    }

    pub(super) fn insert_head(&mut self, tag: &Tag) {
        self.head = self.insert(tag);
        self.mode = Mode::InHead;
    }

    pub(super) fn start_before_html(&mut self, tag: &Tag) -> Flow {
        if tag.name == name::HTML {
            self.insert_html(tag);
            return Done;
        }
        self.insert_html(&Tag::implied(name::HTML));
        Again
    }

    pub(super) fn end_before_html(&mut self, name: Name) -> Flow {
        if !matches!(name, name::HEAD | name::BODY | name::HTML | name::BR) {
            return Done;
        }
        self.insert_html(&Tag::implied(name::HTML));
        Again
    }

    pub(super) fn start_before_head(&mut self, tag: &Tag) -> Flow {
        match tag.name {
            name::HTML => self.start_in_body(tag),
            name::HEAD => {
                self.insert_head(tag);
                Done
            }
            _ => {
                self.insert_head(&Tag::implied(name::HEAD));
                Again
            }
        }
    }

    pub(super) fn end_before_head(&mut self, name: Name) -> Flow {
        if !matches!(name, name::HEAD | name::BODY | name::HTML | name::BR) {
            return Done;
        }
        self.insert_head(&Tag::implied(name::HEAD));
        Again
    }
}
