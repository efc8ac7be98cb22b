//! CommonMark with the tables, ticked items and notes of GFM.

mod escape;
mod inline;
mod lines;
mod table;

use super::wrap;
use crate::content::{Block, Code, Format, FormatKind, Formula, Image, Label, Player, Sink};
pub(crate) use lines::MAX_DEPTH;

use inline::{Inline, Within};
use lines::{Gap, Lines};
use table::Table;

/// A list that is open, or was the last thing written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct List {
    ordered: bool,
    /// Two lists in a row are two only if their bullets differ.
    other_bullet: bool,
    depth: usize,
    next: i64,
    /// The gap before the first item, until it is used.
    first_gap: Option<Gap>,
}

#[derive(Debug, Default)]
pub(crate) struct Markdown {
    lines: Lines,
    inline: Inline,
    lists: Vec<List>,
    last_list: Option<List>,
    table: Option<Table>,
    in_term: bool,
    width: Option<usize>,
    /// The kind of the remark that has just begun, until it is written.
    remark: Option<&'static str>,
}

impl Markdown {
    pub fn new(width: Option<usize>) -> Markdown {
        Markdown { width, ..Markdown::default() }
    }

    pub fn finish(self) -> String {
        self.lines.finish()
    }

    fn block(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.begin_remark("");
        match self.table.as_mut().filter(|t| t.is_in_cell()) {
            Some(table) => table.add(text),
            None => {
                self.lines.block(text);
                self.last_list = None;
            }
        }
    }

    /// The first line of a remark, with its title.
    fn begin_remark(&mut self, title: &str) {
        if let Some(kind) = self.remark.take() {
            let line = format!("[!{}] {title}", kind.to_uppercase());
            self.lines.block(line.trim_end());
            self.lines.tight();
            self.last_list = None;
        }
    }

    fn in_cell(&self) -> bool {
        self.table.as_ref().is_some_and(Table::is_in_cell)
    }

    fn end_inline(&mut self, block: &Block) {
        let within = match block {
            _ if self.in_cell() => Within::Cell,
            block if block.is_line() => Within::Heading,
            _ => Within::Block,
        };
        let text = self.inline.finish(within);
        match block {
            Block::Heading(level) if !self.in_cell() => {
                let marks = "#".repeat(usize::from(*level));
                self.block(&format!("{marks} {}", open_ended(text)));
            }
            Block::CalloutTitle { told } if self.remark.is_some() => {
                self.begin_remark(if *told { "" } else { &text });
            }
            _ if within == Within::Block => {
                let text = self.in_lines(text);
                self.block(&text);
            }
            _ => self.block(&text),
        }
    }

    /// A paragraph in lines of the wanted length, none of which begins a block.
    fn in_lines(&self, text: String) -> String {
        let Some(width) = self.width else { return text };
        let width = width.saturating_sub(self.lines.indent()).max(1);
        let line = |line: &str| wrap::wrap(line, width, "", escape::may_break);
        let lines = text.split('\n').map(line);
        lines.collect::<Vec<_>>().join("\n")
    }

    fn start_list(&mut self, ordered: bool) {
        let depth = self.lines.depth();
        let follows = self.last_list.filter(|l| l.depth == depth && l.ordered == ordered);
        let nested = self.lists.last().is_some_and(|l| l.depth < depth);
        let list = List {
            ordered,
            other_bullet: follows.is_some_and(|l| !l.other_bullet),
            depth,
            next: 1,
            first_gap: Some(if nested && follows.is_none() { Gap::Line } else { Gap::Blank }),
        };
        self.lists.push(list);
    }

    fn start_item(&mut self, number: Option<i64>, done: Option<bool>) {
        let Some(list) = self.lists.last_mut() else { return };
        let number = number.unwrap_or(list.next).clamp(0, 999_999_999);
        list.next = number + 1;
        let gap = match list.first_gap.take() {
            // Only a list that begins with one may interrupt a paragraph.
            Some(_) if list.ordered && number != 1 => Gap::Blank,
            Some(gap) => gap,
            None => Gap::Line,
        };
        let bullet = match (list.ordered, list.other_bullet) {
            (false, false) => "- ".to_string(),
            (false, true) => "* ".to_string(),
            (true, false) => format!("{number}. "),
            (true, true) => format!("{number}) "),
        };
        let indent = bullet.len();
        let tick = match done {
            Some(true) => "[x] ",
            Some(false) => "[ ] ",
            None => "",
        };
        self.lines.open_item(bullet + tick, indent, gap);
    }

    fn start_note(&mut self, label: Label) {
        self.lines.open_item(format!("[^{}]: ", label.as_str()), NOTE_INDENT, Gap::Blank);
    }

    /// Puts something into the open paragraph, or into one of its own.
    fn inline_or_alone(&mut self, alone: bool, put: impl FnOnce(&mut Inline)) {
        if alone {
            self.inline.start(self.in_cell(), false);
        }
        put(&mut self.inline);
        if alone {
            self.end_inline(&Block::Paragraph { implied: true });
        }
    }
}

/// How far the lines of a note after its first are moved in.
const NOTE_INDENT: usize = 4;

/// TeX in which no sign of comparison could begin a tag for readers that do not know formulas.
fn without_tags(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut chars = tex.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        let begins = |next: &char| next.is_ascii_alphabetic() || "/!?".contains(*next);
        if c == '<' && chars.peek().is_some_and(begins) {
            out.push(' ');
        }
    }
    out
}

/// A heading whose last `#` is one of its own.
fn open_ended(mut text: String) -> String {
    let name = text.trim_end_matches('#');
    if name.len() < text.len() && (name.is_empty() || name.ends_with(' ')) {
        text.insert(name.len(), '\\');
    }
    text
}

impl Sink for Markdown {
    const RICH: bool = true;

    fn start(&mut self, block: &Block) {
        if !matches!(block, Block::CalloutTitle { .. }) {
            self.begin_remark("");
        }
        match block {
            Block::Paragraph { .. } | Block::Heading(_) | Block::CalloutTitle { .. } => {
                self.inline.start(self.in_cell(), self.in_term);
            }
            Block::Table { .. } => self.table = Some(Table::default()),
            Block::Row { header } => {
                if let Some(table) = &mut self.table {
                    table.start_row(*header);
                }
            }
            Block::Cell { .. } => {
                if let Some(table) = &mut self.table {
                    table.start_cell();
                }
            }
            Block::Term => self.in_term = true,
            _ if self.in_cell() => {}
            Block::List { ordered } => self.start_list(*ordered),
            Block::Item { number, done } => self.start_item(*number, *done),
            Block::Note { label } => self.start_note(*label),
            Block::Quote => self.lines.open_quote(),
            Block::Callout { kind } => {
                self.lines.open_quote();
                self.remark = Some(kind);
            }
            _ => {}
        }
    }

    fn end(&mut self, block: &Block) {
        match block {
            Block::Paragraph { .. } | Block::Heading(_) | Block::CalloutTitle { .. } => {
                self.end_inline(block);
            }
            Block::Table { .. } => {
                if let Some(table) = self.table.take() {
                    self.block(&table.finish());
                }
            }
            Block::Cell { columns, rows, .. } => {
                if let Some(table) = &mut self.table {
                    table.end_cell(*columns, *rows);
                }
            }
            Block::Term => self.in_term = false,
            _ if self.in_cell() => {}
            Block::List { .. } => self.last_list = self.lists.pop(),
            Block::Item { .. } | Block::Note { .. } | Block::Quote | Block::Callout { .. } => {
                self.lines.close()
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.inline.text(text);
    }

    fn line_break(&mut self) {
        self.inline.line_break();
    }

    fn reference(&mut self, label: Label) {
        self.inline.ready(format!("[^{}]", label.as_str()));
    }

    fn indent(&mut self, spaces: u32) {
        self.inline.text(&"\u{a0}".repeat(spaces as usize));
    }

    fn open(&mut self, format: &Format) {
        self.inline.open(format);
    }

    fn close(&mut self, format: &Format) {
        self.inline.close(format);
    }

    fn image(&mut self, image: &Image) {
        self.inline.image(image);
    }

    fn rule(&mut self) {
        if !self.in_cell() {
            self.block("---");
        }
    }

    fn code(&mut self, code: &Code) {
        if self.in_cell() {
            for line in code.text.lines().filter(|l| !l.trim().is_empty()) {
                let mut span = String::new();
                escape::code_into(&mut span, line.trim(), true);
                self.block(&span);
            }
            return;
        }
        let fence = "`".repeat(escape::longest_run(&code.text, '`').max(2) + 1);
        let language = code.language.as_deref().unwrap_or("");
        self.block(&format!("{fence}{language}\n{}\n{fence}", code.text));
    }

    fn formula(&mut self, formula: &Formula) {
        let in_cell = self.in_cell();
        match formula.tex.as_deref().map(without_tags) {
            Some(tex) if formula.display && !in_cell => self.block(&format!("$$\n{tex}\n$$")),
            Some(tex) => {
                let tex = if in_cell { tex.replace('|', "\\|") } else { tex };
                self.inline_or_alone(formula.display, |inline| inline.formula(&tex));
            }
            None => self.inline_or_alone(formula.display, |inline| inline.text(&formula.text)),
        }
    }

    fn player(&mut self, player: &Player) {
        let url = player.page_url.as_ref().unwrap_or(&player.url);
        let title = player.title.as_deref().unwrap_or("");
        let link = Format { url: url.clone(), ..Format::of(FormatKind::Link) };
        self.inline_or_alone(true, |inline| {
            if player.poster.is_none() && title.is_empty() && url.contains("://") {
                return inline.ready(format!("<{url}>"));
            }
            inline.open(&link);
            match &player.poster {
                Some(poster) => inline.image(&Image {
                    url: poster.clone(),
                    alt: title.to_string(),
                    ..Image::default()
                }),
                None if title.is_empty() => inline.text(url),
                None => inline.text(title),
            }
            inline.close(&link);
        });
    }
}
