//! The walk over the kept part of a page.
//!
//! It goes through the page in document order and steps over whatever holds no kept leaf. Ids stand in
//! document order, so "holds a kept leaf" is one comparison with the next kept id, and there is no
//! recursion: what ends where is a stack of frames.

use super::flow::{Flow, IMPLIED, Wish};
use super::link::Base;
use super::role::Role;
use super::{Block, Format, FormatKind, Loss, Sink};
use super::{code, fold, formula, image, player, style, table};
use dehusk_extract::NodeSet;
use dehusk_page::{Kind, NodeId, Page, name};

/// What happens at the end of an element.
#[derive(Clone, Copy, Debug)]
enum Close {
    /// Text is cut.
    Cut,
    /// The words of a heading are kept apart.
    Space,
    /// A format ends.
    Format(NodeId),
    /// A mark is written.
    Mark(&'static str),
    /// Blocks are left down to a depth.
    Block(usize),
    /// An item ends, but a list may follow that belongs to it.
    Item(usize),
    /// A list ends, and its numbering.
    List(usize),
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    end: NodeId,
    close: Close,
    /// The kind of leaf to go back to.
    leaf: Block,
}

struct Walk<'a, 's, S: Sink> {
    page: &'a Page,
    kept: &'a NodeSet,
    base: &'a Base,
    flow: Flow<'s, S>,
    frames: Vec<Frame>,
    /// The number of the next item, for each open list.
    numbers: Vec<Option<i64>>,
    last_image: String,
}

/// Nodes that are visited between two looks at the clock.
const STEPS_A_LOOK: usize = 256;

/// Tells a sink the content of a page: the leaves in `kept` and what holds them.
pub(crate) fn walk<S: Sink>(page: &Page, kept: &NodeSet, base: &Base, sink: &mut S) {
    let with_formulas = formula::with_formulas(page, kept);
    let mut walk = Walk {
        page,
        kept: with_formulas.as_ref().unwrap_or(kept),
        base,
        flow: Flow::new(sink),
        frames: Vec::new(),
        numbers: Vec::new(),
        last_image: String::new(),
    };
    walk.run();
}

impl<'a, S: Sink> Walk<'a, '_, S> {
    fn run(&mut self) {
        let end = NodeId::from_index(self.page.len());
        let mut here = NodeId::ROOT;
        let mut leaf = self.kept.first_in(here..end);
        let deadline = self.page.deadline().renewed();
        let mut steps = 0_usize;
        while let Some(next_leaf) = leaf {
            steps += 1;
            if steps.is_multiple_of(STEPS_A_LOOK) && deadline.is_over() {
                self.flow.sink.loss(Loss::Time);
                break;
            }
            self.leave_until(here);
            here = self.visit(here, next_leaf);
            if next_leaf < here {
                leaf = self.kept.first_in(here..end);
            }
        }
        self.leave_until(end);
        self.flow.leave_to(0);
    }

    /// Visits a node; the answer is the node to go on with.
    fn visit(&mut self, id: NodeId, next_leaf: NodeId) -> NodeId {
        let after = NodeId::from_index(id.index() + 1);
        match self.page.kind(id) {
            Kind::Element if next_leaf < self.page.end(id) => self.enter(id, after),
            Kind::Element => {
                self.step_over(id);
                self.page.end(id)
            }
            Kind::Text => {
                self.text(id, id == next_leaf);
                after
            }
            Kind::Document => after,
            Kind::Doctype | Kind::Comment | Kind::Fragment => self.page.end(id),
        }
    }

    fn text(&mut self, id: NodeId, kept: bool) {
        let text = self.page.text(id);
        if kept {
            self.flow.text(text);
        } else if fold::is_blank(text) {
            self.flow.space();
        }
    }

    fn leave_until(&mut self, here: NodeId) {
        while let Some(&frame) = self.frames.last().filter(|f| f.end <= here) {
            self.frames.pop();
            match frame.close {
                Close::Cut => self.flow.cut(),
                Close::Space => self.flow.space(),
                Close::Format(node) => self.flow.leave_format(node),
                Close::Mark(mark) => self.flow.text(mark),
                Close::Block(depth) => self.flow.leave_to(depth),
                Close::Item(depth) => self.flow.linger(depth),
                Close::List(depth) => {
                    self.numbers.pop();
                    self.flow.leave_to(depth);
                }
            }
            if self.flow.leaf() != frame.leaf {
                self.flow.set_leaf(frame.leaf);
            }
        }
    }

    fn push(&mut self, id: NodeId, close: Close) {
        let frame = Frame { end: self.page.end(id), close, leaf: self.flow.leaf() };
        self.frames.push(frame);
    }

    /// An element without kept leaves.
    fn step_over(&mut self, id: NodeId) {
        let role = Role::of(self.page.name(id));
        match role {
            Role::Break => self.flow.line_break(),
            Role::Rule => self.flow.rule(),
            Role::Image => self.emoji(id),
            Role::Cell { .. } if matches!(self.flow.holder(), Some(Block::Row { .. })) => {
                let cell = table::cell(self.page, id);
                self.flow.empty_cell(cell);
            }
            Role::Item => {
                self.count_item(id);
                self.cut();
            }
            Role::Control | Role::Button | Role::Video | Role::Audio | Role::Frame => {
                self.flow.space()
            }
            role if role.is_inline() || style::is_hidden(self.page, id) => {}
            _ => self.cut(),
        }
    }

    fn cut(&mut self) {
        match self.flow.leaf() {
            Block::Heading(_) => self.flow.space(),
            _ => self.flow.cut(),
        }
    }

    /// An element with kept leaves.
    fn enter(&mut self, id: NodeId, inside: NodeId) -> NodeId {
        let role = Role::of(self.page.name(id));
        let role = if S::RICH { style::refine(self.page, id, role) } else { role };
        let outside = self.page.end(id);
        match formula::find(self.page, id, role) {
            formula::Found::Formula(formula) => {
                self.formula(&formula);
                return outside;
            }
            formula::Found::Shadow => return outside,
            formula::Found::Other => {}
        }
        match role {
            Role::Rule | Role::Break => return outside,
            Role::Skip | Role::Control if self.kept.contains(id) => return outside,
            // Only extractors that mean all text keep what is inside of these.
            Role::Skip | Role::Control => self.enter_container(id),
            Role::Inline | Role::Button => self.enter_inline(id),
            Role::Noscript => {}
            Role::Container => self.enter_container(id),
            Role::Paragraph => self.enter_leaf(id, Block::Paragraph { implied: false }),
            Role::Heading(level) => self.enter_leaf(id, Block::Heading(level)),
            Role::List { ordered } => self.enter_list(id, ordered),
            Role::Item => self.enter_item(id),
            Role::Table => return self.enter_table(id, inside),
            Role::Pre => return self.enter_pre(id, inside),
            Role::Image => {
                self.image(id);
                return outside;
            }
            // Its own image, met inside, is the same; but some pages put text there as well.
            Role::Picture => self.image(id),
            Role::Video | Role::Audio | Role::Frame => {
                self.player(id);
                return outside;
            }
            Role::Math => {
                self.formula(&formula::read_math(self.page, id));
                return outside;
            }
            Role::Emphasis => self.enter_format(id, FormatKind::Emphasis),
            Role::Strong => self.enter_format(id, FormatKind::Strong),
            Role::Strike => self.enter_format(id, FormatKind::Strike),
            Role::Sub => self.enter_format(id, FormatKind::Sub),
            Role::Sup => self.enter_format(id, FormatKind::Sup),
            Role::Code => self.enter_format(id, FormatKind::Code),
            Role::Link if self.is_permalink(id) => return outside,
            Role::Link => self.enter_link(id),
            Role::Quotation => self.enter_marks(id, "\u{201c}", "\u{201d}"),
            Role::Reading => self.enter_marks(id, "(", ")"),
            Role::Parenthesis if !self.has_words(id) => return outside,
            Role::Parenthesis => {}
            _ => self.enter_held(id, role),
        }
        inside
    }

    fn enter_container(&mut self, id: NodeId) {
        if matches!(self.flow.leaf(), Block::Heading(_)) {
            self.flow.space();
            self.push(id, Close::Space);
        } else {
            self.push(id, Close::Cut);
            self.flow.set_leaf(IMPLIED);
        }
    }

    fn enter_leaf(&mut self, id: NodeId, leaf: Block) {
        let in_heading = matches!(self.flow.leaf(), Block::Heading(_));
        if in_heading && matches!(leaf, Block::Paragraph { .. }) {
            return self.enter_container(id);
        }
        self.push(id, Close::Cut);
        self.flow.set_leaf(leaf);
    }

    fn enter_block(&mut self, id: NodeId, block: Block) {
        let leaf = self.flow.set_leaf(IMPLIED);
        let depth = self.flow.enter(block);
        let close = match block {
            Block::List { .. } => Close::List(depth),
            Block::Item { .. } => Close::Item(depth),
            _ => Close::Block(depth),
        };
        self.frames.push(Frame { end: self.page.end(id), close, leaf });
    }

    fn enter_list(&mut self, id: NodeId, ordered: bool) {
        let start = self.page.attr(id, name::START).and_then(|s| s.trim().parse().ok());
        self.numbers.push(ordered.then(|| start.unwrap_or(1)));
        self.enter_block(id, Block::List { ordered });
    }

    /// The number of an item of the innermost list, which goes on to the next.
    fn count_item(&mut self, id: NodeId) -> Option<i64> {
        let next = self.numbers.last_mut()?.as_mut()?;
        let value = self.page.attr(id, name::VALUE).and_then(|v| v.trim().parse().ok());
        let number = value.unwrap_or(*next);
        *next = number.saturating_add(1);
        Some(number)
    }

    fn enter_item(&mut self, id: NodeId) {
        if matches!(self.flow.holder(), Some(Block::List { .. })) {
            let number = self.count_item(id);
            self.enter_block(id, Block::Item { number });
        } else {
            self.enter_container(id);
        }
    }

    /// Elements that mean something only inside of another.
    fn enter_held(&mut self, id: NodeId, role: Role) {
        let holder = self.flow.holder();
        let block = match (role, holder) {
            (Role::Quote, _) => Block::Quote,
            (Role::Figure, _) => Block::Figure,
            (Role::Definitions, _) => Block::Definitions,
            (Role::FigureCaption, Some(Block::Figure)) => Block::FigureCaption,
            (Role::Term, Some(Block::Definitions)) => Block::Term,
            (Role::Description, Some(Block::Definitions)) => Block::Description,
            (Role::Caption, Some(Block::Table { .. })) => Block::Caption,
            (Role::Row, Some(Block::Table { .. })) => table::row(self.page, id),
            (Role::Cell { .. }, Some(Block::Row { .. })) => table::cell(self.page, id),
            _ => return self.enter_container(id),
        };
        self.enter_block(id, block);
    }

    fn enter_table(&mut self, id: NodeId, inside: NodeId) -> NodeId {
        match table::read(self.page, self.kept, id) {
            table::Table::Data { columns } => self.enter_block(id, Block::Table { columns }),
            table::Table::Layout => self.enter_container(id),
            table::Table::Code(code) => {
                self.flow.block(|sink| sink.code(&code));
                return self.page.end(id);
            }
        }
        inside
    }

    fn enter_pre(&mut self, id: NodeId, inside: NodeId) -> NodeId {
        let Some(code) = code::read(self.page, id) else {
            self.enter_container(id);
            return inside;
        };
        if !code.text.is_empty() {
            self.flow.block(|sink| sink.code(&code));
        }
        self.page.end(id)
    }

    fn enter_inline(&mut self, id: NodeId) {
        if S::RICH
            && let Some(kind) = style::format(self.page, id)
        {
            self.enter_format(id, kind);
        }
    }

    fn enter_format(&mut self, id: NodeId, kind: FormatKind) {
        if !S::RICH || (kind == FormatKind::Strong && style::is_not_bold(self.page, id)) {
            return;
        }
        // A heading is strong by itself.
        if kind == FormatKind::Strong && matches!(self.flow.leaf(), Block::Heading(_)) {
            return;
        }
        self.open_format(id, Format { kind, url: String::new() });
    }

    /// Whether a link only marks the heading it stands in.
    fn is_permalink(&self, id: NodeId) -> bool {
        matches!(self.flow.leaf(), Block::Heading(_))
            && self.page.attr(id, name::HREF).is_some_and(|h| h.contains('#'))
            && self
                .page
                .texts(id)
                .all(|t| matches!(t.trim(), "" | "#" | "¶" | "§" | "🔗" | "\u{f0c1}"))
    }

    fn enter_link(&mut self, id: NodeId) {
        if !S::RICH {
            return;
        }
        if let Some(url) = self.page.attr(id, name::HREF).and_then(|h| self.base.link(h)) {
            self.open_format(id, Format { kind: FormatKind::Link, url });
        }
    }

    fn open_format(&mut self, id: NodeId, format: Format) {
        self.flow.enter_format(Wish { node: id, format });
        self.push(id, Close::Format(id));
    }

    fn has_words(&self, id: NodeId) -> bool {
        self.page.texts(id).any(|text| text.chars().any(char::is_alphanumeric))
    }

    fn enter_marks(&mut self, id: NodeId, before: &'static str, after: &'static str) {
        self.flow.text(before);
        self.push(id, Close::Mark(after));
    }

    /// A drawn letter in a line of kept text, which no extractor takes for a picture.
    fn emoji(&mut self, id: NodeId) {
        if self.flow.is_in_line()
            && let Some(emoji) = image::emoji(self.page, id)
        {
            self.flow.text(emoji);
        }
    }

    fn image(&mut self, id: NodeId) {
        if let Some(emoji) = image::emoji(self.page, id) {
            return self.flow.text(emoji);
        }
        if !S::RICH {
            return;
        }
        let Some(image) = image::read(self.page, id, self.base) else { return };
        if image.url != self.last_image {
            self.flow.image(&image);
            self.last_image = image.url;
        }
    }

    fn player(&mut self, id: NodeId) {
        if !S::RICH {
            return;
        }
        match player::read(self.page, id, self.base) {
            player::Found::Player(player) => self.flow.block(|sink| sink.player(&player)),
            player::Found::Unknown(url) => self.flow.sink.loss(Loss::Frame { url }),
            player::Found::Nothing => {}
        }
    }

    fn formula(&mut self, formula: &super::Formula) {
        if formula.tex.is_none() && fold::is_blank(&formula.text) {
            return;
        }
        if formula.display {
            self.flow.block(|sink| sink.formula(formula));
        } else {
            self.flow.inline(|sink| sink.formula(formula));
        }
    }
}
