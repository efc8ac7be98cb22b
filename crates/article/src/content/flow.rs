//! What is open, and what opens only once something is in it.
//!
//! The walk says which blocks and formats it is in; the flow tells the sink no earlier than at the first
//! word. So nothing empty comes out, spaces fall outside of formats, neighbours of one format join, and
//! a link around blocks becomes a link in each of them, without a rule for any of these.

use super::fold::{self, Piece};
use super::tongue::Tongue;
use super::{Block, Format, FormatKind, Formula, Image, Sink};
use dehusk_page::NodeId;

/// A format of the page and the element it comes from.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub node: NodeId,
    pub format: Format,
}

/// A block the walk is in.
#[derive(Clone, Debug)]
struct Open {
    block: Block,
    tongue: Tongue,
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
    /// Whether it has text.
    text_told: bool,
    formats: Vec<Wish>,
    formats_told: Vec<Wish>,
    space: bool,
    /// How many no-break spaces are in it.
    wide: u32,
    breaks: u32,
    /// By how much the next line is moved in.
    indent: u32,
    rule: bool,
    any: bool,
    /// What the blocks to come are in, and what all of the content is in.
    tongue: Tongue,
    outer_tongue: Tongue,
    last: Last,
    /// Whether what was told last in a line is the end of a sentence.
    ends_sentence: bool,
}

/// What was told last in a line, where a formula may not touch it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Other,
    /// Letters that could be a word.
    Word,
    Formula,
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
            text_told: false,
            formats: Vec::new(),
            formats_told: Vec::new(),
            space: false,
            wide: 0,
            breaks: 0,
            indent: 0,
            rule: false,
            any: false,
            tongue: Tongue::default(),
            outer_tongue: Tongue::default(),
            last: Last::Other,
            ends_sentence: false,
        }
    }

    /// A flow of content that is in one language and direction unless something else is said.
    pub fn in_tongue(mut self, tongue: Tongue) -> Self {
        (self.tongue, self.outer_tongue) = (tongue.clone(), tongue);
        self
    }

    pub fn tongue(&self) -> &Tongue {
        &self.tongue
    }

    /// The language and direction of the blocks to come; the former ones.
    pub fn set_tongue(&mut self, tongue: Tongue) -> Tongue {
        std::mem::replace(&mut self.tongue, tongue)
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
        let tongue = self.tongue.clone();
        self.wanted.push(Open { block, tongue, lingers: false });
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
                (Some(Block::List { .. }), _) => Block::Item { number: None, done: None },
                (Some(Block::Definitions), Block::Term | Block::Description) => return,
                (Some(Block::Definitions), _) => Block::Description,
                (Some(Block::Table { .. }), Block::Row { .. } | Block::Caption) => return,
                (Some(Block::Table { .. }), _) => Block::Row { header: false },
                (Some(Block::Notes), Block::Note { .. }) => return,
                (Some(Block::Row { .. }), Block::Cell { .. }) => return,
                (Some(Block::Row { .. }), _) => Block::Cell { header: false, columns: 1, rows: 1 },
                _ => return,
            };
            let tongue = self.tongue.clone();
            self.wanted.push(Open { block: missing, tongue, lingers: true });
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
            (self.leaf_told, self.text_told) = (false, false);
        }
        self.forget_space();
        self.last = Last::Other;
    }

    fn forget_space(&mut self) {
        (self.space, self.wide, self.breaks, self.indent) = (false, 0, 0, 0);
    }

    /// Whether inline content was told of that goes on.
    pub fn is_in_line(&self) -> bool {
        self.leaf_told
    }

    /// Whether text is in it.
    pub fn is_in_text(&self) -> bool {
        self.text_told
    }

    /// White space.
    pub fn space(&mut self) {
        self.space = true;
    }

    pub fn line_break(&mut self) {
        self.breaks += u32::from(self.leaf_told);
        self.wide = 0;
    }

    /// What follows stands on a line of its own.
    pub fn line(&mut self) {
        if self.breaks == 0 {
            self.line_break();
        }
    }

    /// The line that begins is moved in.
    pub fn indent(&mut self, spaces: u32) {
        self.indent = spaces;
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
            FormatKind::Foreign if !in_code => self.formats.push(wish),
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
        if self.breaks > 1 && !self.leaf.is_line() {
            self.cut();
        }
        if !self.leaf_told {
            self.begin_block();
            self.tell_tongue(self.wanted.len());
            self.sink.start(&self.leaf);
            self.leaf_told = true;
            (self.space, self.breaks) = (false, 0);
        }
        let same = self.same_formats();
        self.close_formats(same);
        if self.breaks > 0 {
            self.sink.line_break();
            // Pages without other means move lines in by spaces that do not fold.
            self.indent = self.indent.max(self.wide);
        } else if self.space {
            self.sink.text(" ");
        }
        if self.indent > 1 {
            self.sink.indent(self.indent);
        }
        if self.space || self.breaks > 0 {
            self.last = Last::Other;
        }
        self.forget_space();
        self.open_formats(same);
    }

    /// Tells the sink what the block of this place is in, where that is not what the block around it is in.
    fn tell_tongue(&mut self, place: usize) {
        let own = self.wanted.get(place).map_or(&self.tongue, |open| &open.tongue);
        let around = place.checked_sub(1).and_then(|p| self.wanted.get(p));
        let around = around.map_or(&self.outer_tongue, |open| &open.tongue);
        if own != around {
            self.sink.tongue(&own.beyond(around));
        }
    }

    /// Tells the sink of the blocks that content is about to stand in.
    fn begin_block(&mut self) {
        self.drop_lingering();
        self.imply_parents(&self.leaf.clone());
        let holder = self.told.checked_sub(1).and_then(|i| self.wanted.get(i)).map(|o| o.block);
        if std::mem::take(&mut self.rule) && holder.is_none_or(holds_flow) {
            self.sink.rule();
        }
        while let Some(block) = self.wanted.get(self.told).map(|open| open.block) {
            self.tell_tongue(self.told);
            self.sink.start(&block);
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
            FormatKind::Link | FormatKind::Foreign => told.node == wish.node,
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
            Piece::Space { wide } => {
                self.space = true;
                self.wide += u32::from(wide);
            }
            Piece::Text(run) => {
                self.space |= self.last == Last::Formula && begins_with_word(run);
                self.begin_inline();
                self.sink.text(run);
                self.text_told = true;
                self.last = if ends_with_word(run) { Last::Word } else { Last::Other };
                self.ends_sentence = ends_sentence(run);
            }
        });
    }

    /// Parts a text from the sentence before it where both touch: captions and who took the picture are set apart by
    /// their looks alone.
    pub fn part_sentences(&mut self, text: &str) {
        self.space |= self.ends_sentence && self.leaf_told && text.starts_with(char::is_uppercase);
    }

    /// Text whose line ends are lines, and whose first spaces move them in.
    pub fn lines(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            let words = line.trim_start();
            if !fold::is_blank(words) {
                let width = |c| if c == '\t' { 4 } else { 1 };
                let spaces: u32 = line[..line.len() - words.len()].chars().map(width).sum();
                if index > 0 || !self.leaf_told || self.breaks > 0 {
                    self.indent = spaces;
                }
                self.space |= spaces > 0;
                self.text(words);
            }
        }
    }

    /// A formula in a line: it does not touch words, but may have an ending as in `n`th.
    pub fn formula(&mut self, formula: &Formula) {
        self.space |= self.last == Last::Word;
        self.begin_inline();
        self.sink.formula(formula);
        self.last = Last::Formula;
    }

    pub fn image(&mut self, image: &Image) {
        self.inline(|sink| sink.image(image));
    }

    /// Something inline that only the sink understands.
    pub fn inline(&mut self, tell: impl FnOnce(&mut S)) {
        self.begin_inline();
        tell(self.sink);
        self.last = Last::Other;
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

/// Letters that scripts with spaces would make a word of, three at most.
fn word_letters(chars: impl Iterator<Item = char>) -> usize {
    chars.take_while(|&c| c.is_alphabetic() && c < '\u{2e80}').take(3).count()
}

/// Whether a text begins with more letters than an ending has.
fn begins_with_word(text: &str) -> bool {
    word_letters(text.chars()) > 2
}

/// Whether a text ends with a word and the sign that ends a sentence.
fn ends_sentence(text: &str) -> bool {
    let Some(words) = text.strip_suffix(['.', '!', '?']) else { return false };
    word_letters(words.chars().rev()) > 2
}

fn ends_with_word(text: &str) -> bool {
    word_letters(text.chars().rev()) > 1
}

/// Whether any block may stand in this one.
fn holds_flow(block: Block) -> bool {
    !matches!(
        block,
        Block::List { .. }
            | Block::Definitions
            | Block::Table { .. }
            | Block::Row { .. }
            | Block::Notes
    )
}
