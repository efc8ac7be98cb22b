//! Elements with kept leaves that hold blocks.

use super::{Close, Frame, Walk};
use crate::content::classes::MayMean;
use crate::content::flow::IMPLIED;
use crate::content::role::Role;
use crate::content::{Block, FormatKind, Sink};
use crate::content::{callout, code, formula, furniture, style, table, task, tongue, verse};
use dehusk_page::{NodeId, name};

impl<S: Sink> Walk<'_, '_, S> {
    /// An element with kept leaves; the answer is the node to go on with.
    pub(super) fn enter(&mut self, id: NodeId, inside: NodeId) -> NodeId {
        let role = Role::of(self.page.name(id));
        let outside = self.page.end(id);
        let class = MayMean::of(self.page, id);
        let may_be_furniture = class.tool() || furniture::may_be_furniture(self.page, id, role);
        if may_be_furniture && furniture::is_furniture(self.page, id, role) {
            self.flow.space();
            return outside;
        }
        let may_be_other = class.role() || role == Role::Code;
        let role = if may_be_other { style::refine(self.page, id, role) } else { role };
        if S::RICH {
            self.enter_tongue(id, role);
        }
        let may_be_formula =
            class.formula() || !matches!(role, Role::Inline | Role::Container | Role::Paragraph);
        if may_be_formula || formula::is_container(self.page, id) {
            match formula::find(self.page, id, role) {
                formula::Found::Formula(formula) => {
                    self.formula(&formula);
                    return outside;
                }
                formula::Found::Shadow => return outside,
                formula::Found::Other => {}
            }
        }
        if self.callout_title == Some(id) {
            self.enter_callout_title(id);
            return inside;
        }
        if matches!(role, Role::Container | Role::Quote)
            && let Some(kind) = callout::kind(self.page, id)
        {
            self.callout_title = callout::title(self.page, self.kept, id);
            // The page's own word for it is better than that of its class.
            let own = self.callout_title.and_then(|title| callout::kind_of_title(self.page, title));
            let kind = own.unwrap_or(kind);
            self.callout_kind = kind;
            self.enter_block(id, Block::Callout { kind });
            return inside;
        }
        match role {
            Role::Rule | Role::Break => return outside,
            Role::Skip | Role::Control if self.kept.contains(id) => return outside,
            // Only extractors that mean all text keep what is inside of these.
            Role::Skip | Role::Control => self.enter_container(id),
            Role::Inline | Role::Button => self.enter_inline(id),
            Role::Noscript => {}
            Role::Container => self.enter_container(id),
            Role::Line => self.enter_line(id),
            Role::Paragraph => self.enter_leaf(id, Block::Paragraph { implied: false }),
            Role::Heading(level) => {
                self.enter_leaf(id, Block::Heading(level));
                self.enter_card_heading(id);
            }
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
            Role::Cite if style::is_title(self.page, id) => {
                self.enter_format(id, FormatKind::Emphasis);
            }
            Role::Cite => {}
            Role::Strong => self.enter_format(id, FormatKind::Strong),
            Role::Strike => self.enter_format(id, FormatKind::Strike),
            Role::Sub => self.enter_format(id, FormatKind::Sub),
            Role::Sup => self.enter_format(id, FormatKind::Sup),
            Role::Code => self.enter_code(id),
            Role::Link => self.enter_link(id),
            Role::Quotation => self.enter_marks(id, "\u{201c}", "\u{201d}"),
            Role::Reading => self.enter_marks(id, "(", ")"),
            Role::Parenthesis if !self.has_words(id) => return outside,
            Role::Parenthesis => {}
            _ => self.enter_held(id, role),
        }
        if verse::keeps_lines(self.page, id, role) {
            self.keeps_lines += 1;
            self.push(id, Close::Lines);
        }
        inside
    }

    pub(super) fn enter_container(&mut self, id: NodeId) {
        if self.flow.leaf().is_line() {
            self.flow.space();
            self.push(id, Close::Space);
        } else {
            self.push(id, Close::Cut);
            self.flow.set_leaf(IMPLIED);
        }
    }

    /// A line of verse, which is no paragraph of its own.
    fn enter_line(&mut self, id: NodeId) {
        self.flow.line();
        self.flow.indent(verse::indent(self.page, id));
        self.push(id, Close::Line);
    }

    fn enter_leaf(&mut self, id: NodeId, leaf: Block) {
        let (inner, outer) = (leaf, self.flow.leaf());
        let in_title = matches!(outer, Block::CalloutTitle { .. });
        if outer.is_line() && (in_title || matches!(inner, Block::Paragraph { .. })) {
            return self.enter_container(id);
        }
        self.push(id, Close::Cut);
        self.flow.set_leaf(leaf);
    }

    fn enter_callout_title(&mut self, id: NodeId) {
        let told = callout::says_kind(self.page, id, self.callout_kind);
        self.push(id, Close::Cut);
        self.flow.set_leaf(Block::CalloutTitle { told });
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
    pub(super) fn count_item(&mut self, id: NodeId) -> Option<i64> {
        let next = self.numbers.last_mut()?.as_mut()?;
        let value = self.page.attr(id, name::VALUE).and_then(|v| v.trim().parse().ok());
        let number = value.unwrap_or(*next);
        *next = number.saturating_add(1);
        Some(number)
    }

    fn enter_item(&mut self, id: NodeId) {
        if matches!(self.flow.holder(), Some(Block::List { .. })) {
            let (number, done) = (self.count_item(id), task::of_item(self.page, id));
            self.enter_block(id, Block::Item { number, done });
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
        if verse::is_verse(self.page, id) {
            self.keeps_lines += 1;
            self.enter_container(id);
            self.push(id, Close::Lines);
            return inside;
        }
        let Some(code) = code::read(self.page, id) else {
            self.enter_container(id);
            return inside;
        };
        if !code.text.is_empty() {
            self.flow.block(|sink| sink.code(&code));
        }
        self.page.end(id)
    }

    /// Notes the language and the direction that a block declares; those of a line are formats.
    fn enter_tongue(&mut self, id: NodeId, role: Role) {
        let Some(own) = tongue::declared(self.page, id) else { return };
        let tongue = self.flow.tongue().with(&own);
        if tongue == *self.flow.tongue() {
            return;
        }
        if role.is_inline() {
            return self.enter_foreign(id, own);
        }
        let before = self.flow.set_tongue(tongue);
        self.push(id, Close::Tongue(before));
    }
}
