//! The body: the content as elements of TEI.

use crate::Direction;
use crate::content::{
    Block, Code, Format, FormatKind, Formula, Image, Label, Player, PlayerKind, Sink, Tongue,
    kind_of_file,
};
use crate::render::xml::{escape_into, start_tag_into};
use std::fmt::Write;

/// An element that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    tag: &'static str,
    empty: bool,
    /// For a table, whether it has rows.
    has_rows: bool,
}

#[derive(Debug, Default)]
pub(super) struct Body {
    out: String,
    open: Vec<Open>,
    /// The levels of the headings whose divisions are open.
    divisions: Vec<u8>,
    /// What the block that starts next is in.
    tongue: Tongue,
}

impl Body {
    pub fn finish(mut self) -> String {
        self.close_divisions(0);
        if self.out.is_empty() {
            self.out.push_str("<p/>\n");
        }
        self.out
    }

    fn start_tag(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        start_tag_into(&mut self.out, tag, attributes);
    }

    fn start_block(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        self.touch();
        let tongue = std::mem::take(&mut self.tongue);
        let attributes: Vec<_> =
            attributes.iter().copied().chain(tongue_attributes(&tongue)).collect();
        self.start_tag(tag, &attributes);
        self.open.push(Open { tag, empty: true, has_rows: false });
    }

    fn end_block(&mut self) {
        if let Some(open) = self.open.pop().filter(|o| !o.tag.is_empty()) {
            let _ = writeln!(self.out, "</{}>", open.tag);
        }
    }

    fn touch(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.empty = false;
        }
    }

    fn holder(&self) -> Option<Open> {
        self.open.last().copied()
    }

    /// Words without a paragraph around them.
    fn start_bare(&mut self) {
        self.touch();
        self.open.push(Open { tag: "", empty: true, has_rows: false });
    }

    fn start_paragraph(&mut self, implied: bool) {
        match self.holder() {
            // Heads and labels have no paragraphs.
            Some(holder) if matches!(holder.tag, "head" | "label") => {
                if !holder.empty {
                    self.out.push_str("<lb/>");
                }
                self.start_bare();
            }
            Some(holder) if implied && holder.empty && matches!(holder.tag, "item" | "cell") => {
                self.start_bare();
            }
            _ => self.start_block("p", &[]),
        }
    }

    fn start_heading(&mut self, level: u8) {
        if self.open.is_empty() {
            self.close_divisions(level);
            self.divisions.push(level);
            self.out.push_str("<div>\n");
            self.start_block("head", &[]);
        } else if self.holder().is_some_and(|h| matches!(h.tag, "head" | "label")) {
            self.start_paragraph(true);
        } else {
            self.start_block("p", &[("rend", "head")]);
        }
    }

    /// Closes the divisions of headings of this level and below.
    fn close_divisions(&mut self, level: u8) {
        while self.divisions.last().is_some_and(|&l| l >= level) {
            self.divisions.pop();
            self.out.push_str("</div>\n");
        }
    }

    fn start_cell(&mut self, header: bool, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let spans = [("cols", columns.as_str()), ("rows", rows.as_str())];
        let mut attributes: Vec<_> = spans.into_iter().filter(|(_, n)| *n != "1").collect();
        attributes.extend(header.then_some(("role", "label")));
        self.start_block("cell", &attributes);
    }

    fn start_item(&mut self, number: Option<i64>, done: Option<bool>) {
        let number = number.map(|n| n.to_string());
        let number = number.as_deref().map(|n| ("n", n));
        let rend = done.map(|done| ("rend", if done { "checked" } else { "unchecked" }));
        self.start_block("item", &number.into_iter().chain(rend).collect::<Vec<_>>());
    }

    /// Notes are a division of their own.
    fn start_notes(&mut self) {
        self.close_divisions(0);
        self.start_block("div", &[("type", "notes")]);
    }

    /// A caption is a head, which must come before the rows; a later one is a row of its own.
    fn start_caption(&mut self) {
        if self.holder().is_some_and(|table| table.has_rows) {
            self.start_block("row", &[]);
            self.start_block("cell", &[]);
        } else {
            self.start_block("head", &[]);
        }
    }

    fn end_caption(&mut self) {
        let in_row = self.holder().is_some_and(|h| h.tag == "cell");
        self.end_block();
        if in_row {
            self.end_block();
        }
    }

    /// A paragraph of its own for something that is not text.
    fn alone(&mut self, write: impl FnOnce(&mut Self)) {
        self.start_paragraph(false);
        write(self);
        self.end_block();
    }
}

impl Sink for Body {
    const RICH: bool = true;

    fn start(&mut self, block: &Block) {
        match *block {
            Block::Paragraph { implied } => self.start_paragraph(implied),
            Block::Heading(level) => self.start_heading(level),
            Block::List { ordered } => {
                let rend = if ordered { "numbered" } else { "bulleted" };
                self.start_block("list", &[("rend", rend)]);
            }
            Block::Item { number, done } => self.start_item(number, done),
            Block::Description => self.start_block("item", &[]),
            Block::Quote => self.start_block("quote", &[]),
            Block::Callout { kind } => {
                self.start_block("note", &[("type", "callout"), ("subtype", kind)]);
            }
            Block::CalloutTitle { .. } => self.start_block("p", &[("rend", "head")]),
            Block::Table { columns } => {
                self.start_block("table", &[("cols", &columns.to_string())]);
            }
            Block::Row { header } => {
                if let Some(table) = self.open.last_mut() {
                    table.has_rows = true;
                }
                let role = header.then_some(("role", "label"));
                self.start_block("row", role.as_slice());
            }
            Block::Cell { header, columns, rows } => self.start_cell(header, columns, rows),
            Block::Caption => self.start_caption(),
            Block::Figure => self.start_block("figure", &[]),
            Block::FigureCaption => self.start_block("head", &[]),
            Block::Definitions => self.start_block("list", &[("rend", "definitions")]),
            Block::Term => {
                self.start_block("item", &[]);
                self.start_block("label", &[]);
            }
            Block::Notes => self.start_notes(),
            Block::Note { label } => {
                let id = format!("note-{}", label.as_str());
                self.start_block("note", &[("xml:id", &id), ("n", label.as_str())]);
            }
        }
    }

    fn end(&mut self, block: &Block) {
        match block {
            Block::Caption => self.end_caption(),
            Block::Term => {
                self.end_block();
                self.end_block();
            }
            _ => self.end_block(),
        }
    }

    fn text(&mut self, text: &str) {
        escape_into(&mut self.out, text);
    }

    fn line_break(&mut self) {
        self.out.push_str("<lb/>");
    }

    fn reference(&mut self, label: Label) {
        let target = format!("#note-{}", label.as_str());
        self.start_tag("ref", &[("type", "note"), ("target", &target)]);
        self.out.extend([label.as_str(), "</ref>"]);
    }

    fn indent(&mut self, spaces: u32) {
        self.out.extend(std::iter::repeat_n('\u{a0}', spaces as usize));
    }

    fn tongue(&mut self, tongue: &Tongue) {
        self.tongue = tongue.clone();
    }

    fn rule(&mut self) {
        self.touch();
        self.out.push_str("<milestone unit=\"section\" rend=\"rule\"/>\n");
    }

    fn open(&mut self, format: &Format) {
        match format.kind {
            FormatKind::Emphasis => self.start_tag("hi", &[("rend", "italic")]),
            FormatKind::Strong => self.start_tag("hi", &[("rend", "bold")]),
            FormatKind::Strike => self.start_tag("hi", &[("rend", "strikethrough")]),
            FormatKind::Sub => self.start_tag("hi", &[("rend", "sub")]),
            FormatKind::Sup => self.start_tag("hi", &[("rend", "sup")]),
            FormatKind::Code => self.start_tag("code", &[]),
            FormatKind::Link => self.start_tag("ref", &[("target", &format.url)]),
            FormatKind::Foreign => self.start_tag("foreign", &tongue_attributes(&format.tongue)),
        }
    }

    fn close(&mut self, format: &Format) {
        self.out.push_str(match format.kind {
            FormatKind::Code => "</code>",
            FormatKind::Link => "</ref>",
            FormatKind::Foreign => "</foreign>",
            _ => "</hi>",
        });
    }

    fn code(&mut self, code: &Code) {
        self.alone(|body| {
            let mut attributes = vec![("xml:space", "preserve")];
            attributes.extend(code.language.as_deref().map(|l| ("lang", l)));
            body.start_tag("code", &attributes);
            body.text(&code.text);
            body.out.push_str("</code>");
        });
    }

    fn formula(&mut self, formula: &Formula) {
        let write = |body: &mut Self| {
            let notation = formula.tex.as_ref().map(|_| ("notation", "tex"));
            body.start_tag("formula", notation.as_slice());
            body.text(formula.tex.as_ref().unwrap_or(&formula.text));
            body.out.push_str("</formula>");
        };
        match formula.display {
            true => self.alone(write),
            false => write(self),
        }
    }

    fn image(&mut self, image: &Image) {
        let pixels = |size: Option<u32>| size.map(|s| format!("{s}px"));
        let (width, height) = (pixels(image.width), pixels(image.height));
        let mut attributes = vec![("url", image.url.as_str())];
        attributes.extend(width.as_deref().map(|w| ("width", w)));
        attributes.extend(height.as_deref().map(|h| ("height", h)));
        self.start_tag("graphic", &attributes);
        if !image.alt.is_empty() {
            self.out.push_str("<desc>");
            escape_into(&mut self.out, &image.alt);
            self.out.push_str("</desc>");
        }
        self.out.push_str("</graphic>");
    }

    fn player(&mut self, player: &Player) {
        self.alone(|body| match player.kind {
            PlayerKind::Embed => {
                let url = player.page_url.as_ref().unwrap_or(&player.url);
                body.start_tag("ref", &[("target", url)]);
                body.text(player.title.as_ref().unwrap_or(url));
                body.out.push_str("</ref>");
            }
            kind => {
                let attributes = [("mimeType", mime_type(&player.url, kind)), ("url", &player.url)];
                body.start_tag("media", &attributes);
                body.out.push_str("</media>");
            }
        });
    }
}

/// TEI has the language as an attribute, and the direction as one of style.
pub(super) fn tongue_attributes(tongue: &Tongue) -> Vec<(&str, &str)> {
    let style = tongue.dir.map(|dir| match dir {
        Direction::Ltr => ("style", "direction: ltr"),
        Direction::Rtl => ("style", "direction: rtl"),
    });
    let language = tongue.lang.as_deref().map(|lang| ("xml:lang", lang));
    language.into_iter().chain(style).collect()
}

/// The media type that the ending of a file says.
fn mime_type(url: &str, kind: PlayerKind) -> &'static str {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let ending = path.rsplit('.').next().unwrap_or_default();
    match (kind_of_file(url).unwrap_or(kind), ending.to_ascii_lowercase().as_str()) {
        (PlayerKind::Audio, "ogg" | "oga" | "opus") => "audio/ogg",
        (PlayerKind::Audio, "m4a" | "aac") => "audio/mp4",
        (PlayerKind::Audio, "wav") => "audio/wav",
        (PlayerKind::Audio, "flac") => "audio/flac",
        (PlayerKind::Audio, _) => "audio/mpeg",
        (_, "webm") => "video/webm",
        (_, "ogv") => "video/ogg",
        _ => "video/mp4",
    }
}
