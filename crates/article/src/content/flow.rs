//! What is open, and what opens only once something is in it.
//!
//! The walk says which blocks and formats it is in; the flow tells the sink no earlier than at the first
//! word. So nothing empty comes out, spaces fall outside of formats, neighbours of one format join, and
//! a link around blocks becomes a link in each of them, without a rule for any of these.

use super::fold::{self, Piece};
use super::{Block, Format, FormatKind, Image, Sink};
use dehusk_page::NodeId;

/// A format of the page and the element it comes from.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub node: NodeId,
    pub format: Format,
}

/// A block the walk is in.
#[derive(Clone, Copy, Debug)]
struct Open {
    block: Block,
    /// Held by no element: implied by what it holds, or an item whose element has ended, to which a list
    /// right after it still belongs.
    lingers: bool,
}

pub(super) struct Flow<'s, S: Sink> {
    pub sink: &'s mut S,
    wanted: Vec<Open>,
    /// How many of `wanted` the sink knows.
    told: usize,
    /// The block that inline content stands in.
    leaf: Block,
    leaf_told: bool,
    formats: Vec<Wish>,
    formats_told: Vec<Wish>,
    space: bool,
    breaks: u32,
    rule: bool,
    any: bool,
}

pub(super) const IMPLIED: Block = Block::Paragraph { implied: true };

impl<'s, S: Sink> Flow<'s, S> {
    pub fn new(sink: &'s mut S) -> Self {
        Flow {
            sink,
            wanted: Vec::new(),
            told: 0,
            leaf: IMPLIED,
            leaf_told: false,
            formats: Vec::new(),
            formats_told: Vec::new(),
            space: false,
            breaks: 0,
            rule: false,
            any: false,
        }
    }

    /// The innermost block an element holds open.
    pub fn holder(&self) -> Option<Block> {
        self.wanted.iter().rev().find(|o| !o.lingers).map(|o| o.block)
    }

    /// Enters a block. The answer is for [`Flow::leave_to`].
    pub fn enter(&mut self, block: Block) -> usize {
        self.cut();
        if !matches!(block, Block::List { .. }) {
            self.drop_lingering();
        }
        let depth = self.wanted.len();
        self.imply_parents(&block);
        self.wanted.push(Open { block, lingers: false });
        depth
    }

    /// Leaves all blocks but the first `depth`.
    pub fn leave_to(&mut self, depth: usize) {
        self.cut();
        while self.wanted.len() > depth {
            self.leave();
        }
    }

    /// The element of an item that was entered at `depth` has ended, but a list may follow that belongs
    /// to it.
    pub fn linger(&mut self, depth: usize) {
        self.leave_to(depth + 1);
        if let Some(open) = self.wanted.last_mut() {
            open.lingers = true;
        }
    }

    fn drop_lingering(&mut self) {
        while self.wanted.last().is_some_and(|o| o.lingers) {
            self.leave();
        }
    }

    fn leave(&mut self) {
        let Some(open) = self.wanted.pop() else { return };
        if self.told > self.wanted.len() {
            self.told = self.wanted.len();
            self.sink.end(&open.block);
        }
    }

    /// Puts what must stand between a block and the parent it is in.
    fn imply_parents(&mut self, block: &Block) {
        loop {
            let missing = match (self.wanted.last().map(|o| o.block), block) {
                (Some(Block::List { .. }), Block::Item { .. }) => return,
                (Some(Block::List { .. }), _) => Block::Item { number: None },
                (Some(Block::Definitions), Block::Term | Block::Description) => return,
                (Some(Block::Definitions), _) => Block::Description,
                (Some(Block::Table { .. }), Block::Row { .. } | Block::Caption) => return,
                (Some(Block::Table { .. }), _) => Block::Row { header: false },
                (Some(Block::Row { .. }), Block::Cell { .. }) => return,
                (Some(Block::Row { .. }), _) => Block::Cell { header: false, columns: 1, rows: 1 },
                _ => return,
            };
            self.wanted.push(Open { block: missing, lingers: true });
        }
    }

    /// The kind of block that inline content stands in from now on; the former one.
    pub fn set_leaf(&mut self, leaf: Block) -> Block {
        self.cut();
        std::mem::replace(&mut self.leaf, leaf)
    }

    pub fn leaf(&self) -> Block {
        self.leaf
    }

    /// A boundary between blocks.
    pub fn cut(&mut self) {
        if self.leaf_told {
            self.close_formats(0);
            self.sink.end(&self.leaf);
            self.leaf_told = false;
        }
        self.space = false;
        self.breaks = 0;
    }

    /// Whether inline content was told of that goes on.
    pub fn is_in_line(&self) -> bool {
        self.leaf_told
    }

    /// White space.
    pub fn space(&mut self) {
        self.space = true;
    }

    pub fn line_break(&mut self) {
        self.breaks += u32::from(self.leaf_told);
    }

    /// A thematic break, if content follows.
    pub fn rule(&mut self) {
        self.cut();
        self.rule = self.any;
    }

    pub fn enter_format(&mut self, wish: Wish) {
        let kind = wish.format.kind;
        let has = |k| self.formats.iter().any(|w| w.format.kind == k);
        let in_code = has(FormatKind::Code);
        match kind {
            // Code is innermost, or a link in it could not be told.
            FormatKind::Link if in_code && !has(FormatKind::Link) => self.formats.insert(0, wish),
            _ if in_code || has(kind) => {}
            _ => self.formats.push(wish),
        }
    }

    /// The element of a format has ended.
    pub fn leave_format(&mut self, node: NodeId) {
        self.formats.retain(|w| w.node != node);
    }

    /// Inline content comes: opens what it stands in.
    fn begin_inline(&mut self) {
        if self.breaks > 1 && !matches!(self.leaf, Block::Heading(_)) {
            self.cut();
        }
        if !self.leaf_told {
            self.begin_block();
            self.sink.start(&self.leaf);
            self.leaf_told = true;
            (self.space, self.breaks) = (false, 0);
        }
        let same = self.same_formats();
        self.close_formats(same);
        if self.breaks > 0 {
            self.sink.line_break();
        } else if self.space {
            self.sink.text(" ");
        }
        (self.space, self.breaks) = (false, 0);
        self.open_formats(same);
    }

    /// Tells the sink of the blocks that content is about to stand in.
    fn begin_block(&mut self) {
        self.drop_lingering();
        self.imply_parents(&self.leaf.clone());
        let holder = self.told.checked_sub(1).and_then(|i| self.wanted.get(i)).map(|o| o.block);
        if std::mem::take(&mut self.rule) && holder.is_none_or(holds_flow) {
            self.sink.rule();
        }
        while let Some(open) = self.wanted.get(self.told) {
            self.sink.start(&open.block);
            self.told += 1;
        }
        self.any = true;
    }

    /// How many of the formats the sink knows go on.
    fn same_formats(&self) -> usize {
        let pairs = self.formats_told.iter().zip(&self.formats);
        pairs.take_while(|(told, wish)| self.goes_on(told, wish)).count()
    }

    fn goes_on(&self, told: &Wish, wish: &Wish) -> bool {
        let same_kind = told.format.kind == wish.format.kind;
        match wish.format.kind {
            FormatKind::Link => told.node == wish.node,
            FormatKind::Code => told.node == wish.node || (same_kind && !self.space),
            _ => same_kind,
        }
    }

    fn close_formats(&mut self, keep: usize) {
        while self.formats_told.len() > keep {
            if let Some(wish) = self.formats_told.pop() {
                self.sink.close(&wish.format);
            }
        }
    }

    fn open_formats(&mut self, from: usize) {
        for wish in self.formats.iter().skip(from) {
            self.sink.open(&wish.format);
            self.formats_told.push(wish.clone());
        }
    }

    /// Text of the page, in any white space.
    pub fn text(&mut self, text: &str) {
        fold::fold(text, |piece| match piece {
            Piece::Space => self.space = true,
            Piece::Text(run) => {
                self.begin_inline();
                self.sink.text(run);
            }
        });
    }

    pub fn image(&mut self, image: &Image) {
        self.begin_inline();
        self.sink.image(image);
    }

    /// Something inline that only the sink understands.
    pub fn inline(&mut self, tell: impl FnOnce(&mut S)) {
        self.begin_inline();
        tell(self.sink);
    }

    /// A block without inline content of the walk's.
    pub fn block(&mut self, tell: impl FnOnce(&mut S)) {
        self.cut();
        self.begin_block();
        tell(self.sink);
    }

    /// An empty cell of a row that has content elsewhere.
    pub fn empty_cell(&mut self, cell: Block) {
        self.enter(cell);
        self.block(|_| {});
        self.leave();
    }
}

/// Whether any block may stand in this one.
fn holds_flow(block: Block) -> bool {
    !matches!(
        block,
        Block::List { .. } | Block::Definitions | Block::Table { .. } | Block::Row { .. }
    )
}
