//! What stands in a line: formats, links, pictures, formulas, references to notes.

use super::{Close, Walk};
use crate::content::flow::Wish;
use crate::content::formula::Piece;
use crate::content::role::Role;
use crate::content::tongue::Tongue;
use crate::content::{Block, Format, FormatKind, Formula, Loss, Sink};
use crate::content::{fold, image, player, style};
use dehusk_page::{NodeId, name};

/// Nodes of a link in which a heading is looked for.
const MAX_CARD: usize = 64;

impl<S: Sink> Walk<'_, '_, S> {
    pub(super) fn enter_inline(&mut self, id: NodeId) {
        if S::RICH
            && let Some(kind) = style::format(self.page, id)
        {
            self.enter_format(id, kind);
        }
    }

    pub(super) fn enter_format(&mut self, id: NodeId, kind: FormatKind) {
        if !S::RICH || (kind == FormatKind::Strong && style::is_not_bold(self.page, id)) {
            return;
        }
        // A heading is strong by itself, and so is a title.
        if kind == FormatKind::Strong && self.flow.leaf().is_line() {
            return;
        }
        self.open_format(id, Format::of(kind));
    }

    /// Code, which is parted from code right before it as it is on a screen.
    pub(super) fn enter_code(&mut self, id: NodeId) {
        let is_code = |before| Role::of(self.page.name(before)) == Role::Code;
        if self.page.prev_sibling(id).is_some_and(is_code) {
            self.flow.space();
        }
        self.enter_format(id, FormatKind::Code);
    }

    pub(super) fn enter_foreign(&mut self, id: NodeId, tongue: Tongue) {
        self.open_format(id, Format { tongue, ..Format::of(FormatKind::Foreign) });
    }

    pub(super) fn enter_link(&mut self, id: NodeId) {
        if !S::RICH || !self.wanted.links {
            return;
        }
        let Some(href) = self.page.attr(id, name::HREF) else { return };
        // Buttons are written so.
        if matches!(href.trim(), "#" | "#!" | "#0") {
            return;
        }
        // A heading that leads to itself is no link.
        if matches!(self.flow.leaf(), Block::Heading(_)) && self.base.is_own_place(href) {
            return;
        }
        let Some(url) = self.base.link(href) else { return };
        match self.heading_of_card(id) {
            Some(heading) => self.card = Some((heading, url)),
            None => self.open_format(id, Format { url, ..Format::of(FormatKind::Link) }),
        }
    }

    /// The heading in a link around a heading and more: it alone is the link, the rest is what is said of it.
    fn heading_of_card(&self, link: NodeId) -> Option<NodeId> {
        let kept = |id: &NodeId| self.kept.any_in(*id..self.page.end(*id));
        let is_heading =
            |id: &NodeId| matches!(Role::of(self.page.name(*id)), Role::Heading(_)) && kept(id);
        let heading = self.page.descendants(link).take(MAX_CARD).find(is_heading)?;
        let more = link..heading;
        let rest = self.page.end(heading)..self.page.end(link);
        (self.has_text(more) || self.has_text(rest)).then_some(heading)
    }

    fn has_text(&self, range: std::ops::Range<NodeId>) -> bool {
        let mut from = range.start;
        while let Some(leaf) = self.kept.first_in(from..range.end) {
            if self.page.is_text(leaf) && !fold::is_blank(self.page.text(leaf)) {
                return true;
            }
            from = NodeId::from_index(leaf.index() + 1);
        }
        false
    }

    /// Opens the link of a card in its heading.
    pub(super) fn enter_card_heading(&mut self, id: NodeId) {
        if let Some((heading, url)) = self.card.take_if(|(heading, _)| *heading == id) {
            self.open_format(heading, Format { url, ..Format::of(FormatKind::Link) });
        }
    }

    fn open_format(&mut self, id: NodeId, format: Format) {
        self.flow.enter_format(Wish { node: id, format });
        self.push(id, Close::Format(id));
    }

    pub(super) fn has_words(&self, id: NodeId) -> bool {
        self.page.texts(id).any(|text| text.chars().any(char::is_alphanumeric))
    }

    pub(super) fn enter_marks(&mut self, id: NodeId, before: &'static str, after: &'static str) {
        self.flow.text(before);
        self.push(id, Close::Mark(after));
    }

    /// A reference to a note.
    pub(super) fn reference(&mut self, id: NodeId, number: usize) {
        let Some(note) = self.notes.list().get(number) else { return };
        // Two numbers in a row would read as one.
        if self.page.prev_sibling(id).is_some_and(|before| self.notes.at(before).is_some()) {
            self.flow.space();
        }
        self.flow.inline(|sink| sink.reference(note.label));
    }

    pub(super) fn image(&mut self, id: NodeId) {
        if let Some(emoji) = image::emoji(self.page, id) {
            return self.drawn(emoji);
        }
        if !S::RICH || !self.wanted.images {
            return;
        }
        let Some(image) = image::read(self.page, id, self.base) else { return };
        // A picture in a line of text is told wherever it stands; others are told once.
        if self.images.insert(image::identity(&image.url)) || self.flow.is_in_text() {
            self.flow.image(&image);
        }
    }

    /// The letters of a drawn emoji. Those of its name would join the words beside it.
    pub(super) fn drawn(&mut self, emoji: &str) {
        let is_name = emoji.is_ascii();
        if is_name {
            self.flow.space();
        }
        self.flow.text(emoji);
        if is_name {
            self.flow.space();
        }
    }

    pub(super) fn player(&mut self, id: NodeId) {
        if !S::RICH {
            return;
        }
        match player::read(self.page, id, self.base) {
            player::Found::Player(player) => self.flow.block(|sink| sink.player(&player)),
            player::Found::Unknown(url) => self.flow.sink.loss(Loss::Frame { url }),
            player::Found::Nothing => {}
        }
    }

    pub(super) fn formula(&mut self, formula: &Formula) {
        if formula.tex.is_none() && fold::is_blank(&formula.text) {
            return;
        }
        if formula.display {
            self.flow.block(|sink| sink.formula(formula));
        } else {
            self.flow.formula(formula);
        }
    }

    /// A text that may hold formulas between signs of TeX; the answer is the node to go on with.
    pub(super) fn text_with_formulas(&mut self, id: NodeId, text: &str) -> NodeId {
        let after = NodeId::from_index(id.index() + 1);
        if !self.tex.may_be_in(text) || self.tex.is_code(self.page, id) {
            self.flow.text(text);
            return after;
        }
        let (pieces, next) = self.tex.read(self.page, id, text);
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.flow.text(text),
                Piece::Formula(formula) => self.formula(&formula),
            }
        }
        next.unwrap_or(after)
    }
}
