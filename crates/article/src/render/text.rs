//! Plain text: a blank line between blocks, a dash or a number before items, a tab between cells.
//!
//! Every word of it stands in the page, but for what follows from its markup: the numbers of ordered lists, the ticks
//! of tasks, the marks of notes.
//! Most of dehusk's users want nothing but this, so it is written while the page is walked.

use super::wrap;
use crate::content::{Block, Code, Formula, Label, Sink};

/// What must stand before the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Blank,
}

/// Deeper lists are not indented further.
const MAX_INDENT: usize = 8;

#[derive(Debug)]
pub(crate) struct Text {
    out: String,
    gap: Gap,
    /// Tabs that stand before the next word of a row.
    tabs: usize,
    first_cell: bool,
    lists: usize,
    definitions: usize,
    cells: usize,
    /// What stands before the first word of an item or a note.
    bullet: Option<String>,
    width: Option<usize>,
    /// Where the open paragraph begins, for who breaks it into lines.
    paragraph: Option<usize>,
}

/// Bytes for which there is room at once.
const EXPECTED: usize = 4096;

impl Text {
    pub fn new(width: Option<usize>) -> Text {
        Text {
            out: String::with_capacity(EXPECTED),
            gap: Gap::None,
            tabs: 0,
            first_cell: true,
            lists: 0,
            definitions: 0,
            cells: 0,
            bullet: None,
            width,
            paragraph: None,
        }
    }

    pub fn finish(self) -> String {
        self.out
    }

    fn want(&mut self, gap: Gap) {
        let gap = if self.cells > 0 { gap.min(Gap::Space) } else { gap };
        self.gap = self.gap.max(gap);
    }

    /// The gap between two blocks here.
    fn want_block(&mut self) {
        let tight = self.lists + self.definitions > 0;
        self.want(if tight { Gap::Line } else { Gap::Blank });
    }

    #[inline]
    fn before_word(&mut self) {
        if self.gap != Gap::None || self.bullet.is_some() || self.tabs > 0 {
            self.fill_gap();
        }
    }

    fn fill_gap(&mut self) {
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        let started = !self.out.is_empty();
        match gap {
            Gap::Line if started => self.new_line(),
            Gap::Blank if started => {
                self.out.push('\n');
                self.new_line();
            }
            Gap::Space if started && self.tabs == 0 => self.out.push(' '),
            _ => {}
        }
        self.out.extend(std::iter::repeat_n('\t', std::mem::take(&mut self.tabs)));
        if let Some(bullet) = self.bullet.take() {
            self.out.push_str(&bullet);
        }
    }

    /// Breaks the paragraph that ends into lines.
    fn break_lines(&mut self) {
        let (Some(start), Some(width)) = (self.paragraph.take(), self.width) else { return };
        if self.cells > 0 {
            return;
        }
        let indent = "  ".repeat(self.lists.min(MAX_INDENT));
        let lines = self.out.split_off(start);
        let wrapped = lines.split('\n').map(|line| wrap::wrap(line, width, &indent, |_, _| true));
        self.out.push_str(&wrapped.collect::<Vec<_>>().join("\n"));
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        let hangs = usize::from(self.bullet.is_none());
        let indent = (self.lists + hangs).saturating_sub(1).min(MAX_INDENT);
        self.out.extend(std::iter::repeat_n("  ", indent));
    }
}

impl Sink for Text {
    const RICH: bool = false;

    fn start(&mut self, block: &Block) {
        match block {
            Block::List { .. } => {
                self.want_block();
                self.lists += usize::from(self.cells == 0);
            }
            Block::Item { number, done } => {
                self.want(Gap::Line);
                self.bullet = (self.cells == 0).then(|| bullet(*number, *done));
            }
            Block::Note { label } => {
                self.want_block();
                self.bullet = Some(format!("[{}] ", label.as_str()));
            }
            Block::Row { .. } => {
                self.want(Gap::Line);
                (self.tabs, self.first_cell) = (0, true);
            }
            Block::Cell { .. } => {
                self.tabs += usize::from(!std::mem::take(&mut self.first_cell));
                self.cells += 1;
            }
            Block::Paragraph { .. } if self.bullet.is_some() => {}
            Block::Definitions => {
                self.want_block();
                self.definitions += 1;
            }
            _ => self.want_block(),
        }
    }

    fn end(&mut self, block: &Block) {
        match block {
            Block::Paragraph { .. } | Block::Heading(_) | Block::CalloutTitle { .. } => {
                self.break_lines();
            }
            Block::List { .. } => {
                self.lists -= usize::from(self.cells == 0);
                self.want_block();
            }
            Block::Cell { .. } => {
                self.cells -= 1;
                // What parted the blocks of a cell does not part cells.
                if self.gap == Gap::Space {
                    self.gap = Gap::None;
                }
            }
            Block::Definitions => {
                self.definitions -= 1;
                self.want_block();
            }
            Block::Table { .. } => self.want_block(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.before_word();
        if self.width.is_some() && self.paragraph.is_none() {
            self.paragraph = Some(self.out.rfind('\n').map_or(0, |at| at + 1));
        }
        self.out.push_str(text);
    }

    fn line_break(&mut self) {
        if self.cells > 0 {
            self.out.push(' ');
        } else {
            self.new_line();
        }
    }

    fn code(&mut self, code: &Code) {
        self.want_block();
        self.before_word();
        if self.cells > 0 {
            let words: Vec<_> = code.text.split_whitespace().collect();
            self.out.push_str(&words.join(" "));
        } else {
            self.out.push_str(&code.text);
        }
    }

    fn reference(&mut self, label: Label) {
        self.before_word();
        self.out.extend(["[", label.as_str(), "]"]);
    }

    fn indent(&mut self, spaces: u32) {
        self.before_word();
        if self.cells == 0 {
            self.out.extend(std::iter::repeat_n(' ', spaces as usize));
        }
    }

    fn formula(&mut self, formula: &Formula) {
        if formula.display {
            self.want_block();
        }
        self.before_word();
        self.out.push_str(formula.tex.as_ref().unwrap_or(&formula.text));
    }
}

/// A number, a dash, and a box where there is one.
fn bullet(number: Option<i64>, done: Option<bool>) -> String {
    let mark = number.map_or("- ".to_string(), |n| format!("{n}. "));
    match done {
        Some(true) => mark + "[x] ",
        Some(false) => mark + "[ ] ",
        None => mark,
    }
}
