//! The inside of a paragraph.
//!
//! Whether a star can open or close emphasis depends on both of its neighbours, and whether a character
//! is markup depends on the whole paragraph. So a paragraph is kept in pieces until it ends. Emphasis that
//! CommonMark cannot tell by stars (it sees none in `foo**"bar"**baz`) is told by tags, which it allows.

use super::escape::{self, Pairs, Place};
use crate::content::{Format, FormatKind, Image};

/// Where a paragraph stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Block,
    Heading,
    Cell,
}

#[derive(Clone, Debug)]
enum Piece {
    /// Text of the page, to be escaped.
    Text {
        text: String,
        in_link: bool,
    },
    /// Markup that is ready.
    Ready(String),
    /// An end of emphasis: which of `spans`.
    Open(usize),
    Close(usize),
    Break,
}

/// A stretch of emphasis.
#[derive(Clone, Copy, Debug)]
struct Span {
    kind: FormatKind,
    by_tags: bool,
}

impl Span {
    fn mark(self) -> &'static str {
        match self.kind {
            FormatKind::Emphasis => "*",
            FormatKind::Strong => "**",
            _ => "~~",
        }
    }

    fn tag(self) -> &'static str {
        match self.kind {
            FormatKind::Emphasis => "em",
            FormatKind::Strong => "strong",
            _ => "del",
        }
    }

    /// The character at either end of the mark.
    fn outer(self, opens: bool) -> char {
        match (self.by_tags, opens) {
            (false, _) => self.mark().chars().next().unwrap_or('*'),
            (true, true) => '<',
            (true, false) => '>',
        }
    }
}

/// The pieces of a paragraph that is not yet over.
#[derive(Clone, Debug, Default)]
pub(super) struct Inline {
    pieces: Vec<Piece>,
    spans: Vec<Span>,
    open: Vec<usize>,
    links: usize,
    code: Option<String>,
    in_cell: bool,
    /// All of it is strong already.
    strong: bool,
}

impl Inline {
    pub fn start(&mut self, in_cell: bool, strong: bool) {
        *self = Inline { in_cell, strong, ..Inline::default() };
        if strong {
            self.begin(FormatKind::Strong);
        }
    }

    pub fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            return code.push_str(text);
        }
        let in_link = self.links > 0;
        match self.pieces.last_mut() {
            Some(Piece::Text { text: last, in_link: l }) if *l == in_link => last.push_str(text),
            _ => self.pieces.push(Piece::Text { text: text.to_string(), in_link }),
        }
    }

    pub fn line_break(&mut self) {
        let code = self.end_code();
        self.pieces.push(Piece::Break);
        self.code = code.then(String::new);
    }

    pub fn ready(&mut self, markup: String) {
        let code = self.end_code();
        self.pieces.push(Piece::Ready(markup));
        self.code = code.then(String::new);
    }

    /// A formula. Two in a row need a space between them: a double dollar means something else.
    pub fn formula(&mut self, tex: &str) {
        if matches!(self.pieces.last(), Some(Piece::Ready(m)) if m.ends_with('$')) {
            self.text(" ");
        }
        self.ready(format!("${tex}$"));
    }

    pub fn image(&mut self, image: &Image) {
        let mut markup = String::from("![");
        let place = Place { in_link: true, in_cell: self.in_cell, ..Place::default() };
        let mut pairs = Pairs::default();
        pairs.count(&image.alt);
        escape::text_into(&mut markup, &image.alt, Place { pairs, ..place });
        markup.push_str("](");
        escape::address_into(&mut markup, &image.url, self.in_cell);
        markup.push(')');
        self.ready(markup);
    }

    pub fn open(&mut self, format: &Format) {
        match format.kind {
            FormatKind::Code => self.code = Some(String::new()),
            FormatKind::Link => {
                self.links += 1;
                self.pieces.push(Piece::Ready("[".into()));
            }
            FormatKind::Sub => self.pieces.push(Piece::Ready("<sub>".into())),
            FormatKind::Sup => self.pieces.push(Piece::Ready("<sup>".into())),
            FormatKind::Strong if self.strong => {}
            // Markdown has no word for it.
            FormatKind::Foreign => {}
            kind => self.begin(kind),
        }
    }

    pub fn close(&mut self, format: &Format) {
        match format.kind {
            FormatKind::Code => {
                self.end_code();
            }
            FormatKind::Link => {
                self.links -= 1;
                let mut markup = String::from("](");
                escape::address_into(&mut markup, &format.url, self.in_cell);
                markup.push(')');
                self.pieces.push(Piece::Ready(markup));
            }
            FormatKind::Sub => self.pieces.push(Piece::Ready("</sub>".into())),
            FormatKind::Sup => self.pieces.push(Piece::Ready("</sup>".into())),
            FormatKind::Strong if self.strong => {}
            FormatKind::Foreign => {}
            _ => self.finish_span(),
        }
    }

    fn begin(&mut self, kind: FormatKind) {
        self.open.push(self.spans.len());
        self.pieces.push(Piece::Open(self.spans.len()));
        self.spans.push(Span { kind, by_tags: false });
    }

    fn finish_span(&mut self) {
        if let Some(span) = self.open.pop() {
            self.pieces.push(Piece::Close(span));
        }
    }

    /// Ends a code span; whether there was one.
    fn end_code(&mut self) -> bool {
        let Some(code) = self.code.take() else { return false };
        if !code.is_empty() {
            let mut markup = String::new();
            escape::code_into(&mut markup, &code, self.in_cell);
            self.pieces.push(Piece::Ready(markup));
        }
        true
    }

    /// The paragraph as lines of Markdown.
    pub fn finish(&mut self, within: Within) -> String {
        while !self.open.is_empty() {
            self.finish_span();
        }
        self.choose_tags();
        let pairs = self.pairs();
        let mut out = String::new();
        let mut line = String::new();
        let mut first = true;
        for index in 0..self.pieces.len() {
            if matches!(self.pieces[index], Piece::Break) {
                match within {
                    Within::Heading => line.push(' '),
                    Within::Cell => line.push_str("<br>"),
                    Within::Block => {
                        escape::line_into(&mut out, &line, first);
                        out.push_str("\\\n");
                        line.clear();
                        first = false;
                    }
                }
            } else {
                self.piece_into(&mut line, index, pairs);
            }
        }
        match within {
            Within::Block => escape::line_into(&mut out, &line, first),
            // No block can begin in a heading or a cell.
            Within::Heading | Within::Cell => out.push_str(&line),
        }
        out
    }

    fn piece_into(&self, out: &mut String, index: usize, pairs: Pairs) {
        match &self.pieces[index] {
            Piece::Text { text, in_link } => {
                let (before, after) = (self.last_before(index), self.first_after(index));
                let in_cell = self.in_cell;
                let place = Place { in_link: *in_link, in_cell, pairs, before, after };
                escape::text_into(out, text, place);
            }
            Piece::Ready(markup) => out.push_str(markup),
            Piece::Open(span) | Piece::Close(span) => {
                let opens = matches!(self.pieces[index], Piece::Open(_));
                let span = self.spans[*span];
                match (span.by_tags, opens) {
                    (false, _) => out.push_str(span.mark()),
                    (true, true) => out.extend(["<", span.tag(), ">"]),
                    (true, false) => out.extend(["</", span.tag(), ">"]),
                }
            }
            Piece::Break => {}
        }
    }

    fn pairs(&self) -> Pairs {
        // The other half may stand in another paragraph of the cell.
        let others = usize::from(self.in_cell);
        let mut pairs = Pairs { stars: others, underscores: others, ticks: others, tildes: others };
        for piece in &self.pieces {
            match piece {
                Piece::Text { text, .. } => pairs.count(text),
                Piece::Ready(markup) if markup.starts_with('`') => pairs.ticks += 2,
                Piece::Open(span) if self.spans[*span].kind == FormatKind::Strike => {
                    pairs.tildes += 2;
                }
                Piece::Open(_) => pairs.stars += 2,
                _ => {}
            }
        }
        pairs
    }

    /// Finds the emphasis that stars cannot tell. What is told by tags changes its neighbours' chances,
    /// so this goes on until nothing changes; rarely past the second round.
    fn choose_tags(&mut self) {
        const ROUNDS: usize = 8;
        for round in 0..=ROUNDS {
            let failing: Vec<usize> = (0..self.pieces.len())
                .filter_map(|index| self.span_at(index).filter(|_| !self.works(index)))
                .collect();
            if failing.is_empty() {
                return;
            }
            failing.iter().for_each(|&span| self.spans[span].by_tags = true);
            if round == ROUNDS {
                self.spans.iter_mut().for_each(|span| span.by_tags = true);
            }
        }
    }

    /// The span with an end at a piece that is told by marks.
    fn span_at(&self, index: usize) -> Option<usize> {
        match self.pieces.get(index)? {
            Piece::Open(span) | Piece::Close(span) if !self.spans[*span].by_tags => Some(*span),
            _ => None,
        }
    }

    /// Whether the mark at a piece opens or closes what it should.
    fn works(&self, index: usize) -> bool {
        let (Piece::Open(span) | Piece::Close(span)) = self.pieces[index] else { return true };
        let opens = matches!(self.pieces[index], Piece::Open(_));
        let mark = self.spans[span].outer(opens);
        let same = |piece: &Piece| match *piece {
            Piece::Open(s) => Some((true, self.spans[s])),
            Piece::Close(s) => Some((false, self.spans[s])),
            _ => None,
        };
        let joins =
            |piece: &Piece| same(piece).filter(|(_, s)| !s.by_tags && s.mark().starts_with(mark));
        let (mut start, mut end) = (index, index);
        while start > 0 && joins(&self.pieces[start - 1]).is_some() {
            start -= 1;
        }
        while self.pieces.get(end + 1).is_some_and(|p| joins(p).is_some()) {
            end += 1;
        }
        // A mark that closes right before one that opens would be read as one run.
        let run = &self.pieces[start..=end];
        if opens && run.iter().any(|p| matches!(p, Piece::Close(_))) {
            return false;
        }
        let (before, after) = (self.last_before(start), self.first_after(end));
        if opens { flanks(before, after) } else { flanks(after, before) }
    }

    fn last_before(&self, index: usize) -> Option<char> {
        match self.pieces.get(index.checked_sub(1)?)? {
            Piece::Text { text, .. } => text.chars().next_back(),
            Piece::Ready(markup) => markup.chars().next_back(),
            Piece::Open(span) | Piece::Close(span) => Some(self.spans[*span].outer(false)),
            Piece::Break => None,
        }
    }

    fn first_after(&self, index: usize) -> Option<char> {
        match self.pieces.get(index + 1)? {
            Piece::Text { text, .. } => text.chars().next(),
            Piece::Ready(markup) => markup.chars().next(),
            Piece::Open(span) | Piece::Close(span) => Some(self.spans[*span].outer(true)),
            // A break is written as a backslash.
            Piece::Break => Some('\\'),
        }
    }
}

/// Whether a run of marks belongs to what is inside of it, by the rules of CommonMark: not to white space,
/// and to punctuation only if the outside is white space or punctuation.
fn flanks(outside: Option<char>, inside: Option<char>) -> bool {
    let Some(inside) = inside.filter(|c| !c.is_whitespace()) else { return false };
    inside.is_alphanumeric() || outside.is_none_or(|c| c.is_whitespace() || is_punctuation(c))
}

/// Characters that every version of the standard counts as punctuation.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿')
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}')
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}')
        || matches!(
            c,
            '\u{ff01}'
                | '\u{ff08}'
                | '\u{ff09}'
                | '\u{ff0c}'
                | '\u{ff1a}'
                | '\u{ff1b}'
                | '\u{ff1f}'
        )
}
