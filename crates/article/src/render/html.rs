//! Semantic HTML, not sanitised yet.
//!
//! What is written here has no attribute of the page but addresses, sizes, languages and texts; and yet it passes a
//! sanitiser, so that a mistake of ours cannot become a script of somebody else's. Only those who build a document
//! from it node by node, where nothing can run, take it as it is.

use super::xml::{escape_into, start_tag_into};
use crate::content::{
    Block, Code, Format, FormatKind, Formula, Image, Label, Player, PlayerKind, Sink, Tongue,
};
use std::collections::HashSet;
use std::fmt::Write;

/// A block that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    tag: &'static str,
    /// Nothing was written into it yet.
    empty: bool,
    /// The number of the next item.
    next: i64,
}

#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    open: Vec<Open>,
    /// What the block that starts next is in.
    tongue: Tongue,
    /// The notes that were referred to.
    referred: HashSet<String>,
}

impl Html {
    pub fn new() -> Html {
        Html::default()
    }

    /// The content as an `article`, with what all of it is in.
    pub fn finish(self, tongue: &Tongue) -> String {
        let mut out = String::new();
        start_tag_into(&mut out, "article", &tongue.attributes("lang", "dir"));
        out.extend(["\n", self.out.trim_end(), "\n</article>"]);
        out
    }

    fn start_tag(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        start_tag_into(&mut self.out, tag, attributes);
    }

    fn start_block(&mut self, tag: &'static str, attributes: &[(&str, &str)]) {
        self.touch();
        let tongue = std::mem::take(&mut self.tongue);
        let attributes: Vec<_> =
            attributes.iter().copied().chain(tongue.attributes("lang", "dir")).collect();
        self.start_tag(tag, &attributes);
        self.open.push(Open { tag, empty: true, next: 1 });
        if holds_only_blocks(tag) {
            self.out.push('\n');
        }
    }

    /// Something is written into the innermost block; whether it was empty.
    fn touch(&mut self) -> bool {
        self.open.last_mut().is_some_and(|o| std::mem::replace(&mut o.empty, false))
    }

    fn end_block(&mut self) {
        if let Some(open) = self.open.pop().filter(|o| !o.tag.is_empty()) {
            let _ = writeln!(self.out, "</{}>", open.tag);
        }
    }

    /// The first words of an item or a cell need no paragraph of their own.
    fn start_paragraph(&mut self, implied: bool) {
        let holder = self.open.last().copied();
        let bare = holder.is_some_and(|o| o.empty && takes_text(o.tag));
        if implied && bare && self.tongue == Tongue::default() {
            self.touch();
            self.open.push(Open { tag: "", empty: true, next: 1 });
        } else {
            self.start_block("p", &[]);
        }
    }

    fn start_item(&mut self, number: Option<i64>, done: Option<bool>) {
        let expected = self.open.last_mut().map(|list| {
            let expected = list.next;
            list.next = number.unwrap_or(expected).saturating_add(1);
            expected
        });
        match number.filter(|n| Some(*n) != expected) {
            Some(number) => self.start_block("li", &[("value", &number.to_string())]),
            None => self.start_block("li", &[]),
        }
        if let Some(done) = done {
            let checked = done.then_some(("checked", ""));
            let attributes = [("type", "checkbox"), ("disabled", "")].into_iter().chain(checked);
            self.start_tag("input", &attributes.collect::<Vec<_>>());
            self.out.push(' ');
        }
    }

    fn start_note(&mut self, label: Label) {
        let (id, value) =
            (format!("note-{}", label.as_str()), label.number().map(|n| n.to_string()));
        let value = value.as_deref().map(|value| ("value", value));
        let attributes: Vec<_> = [("id", id.as_str())].into_iter().chain(value).collect();
        self.start_block("li", &attributes);
    }

    fn start_cell(&mut self, header: bool, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let spans = [("colspan", columns.as_str()), ("rowspan", rows.as_str())];
        let spans: Vec<_> = spans.into_iter().filter(|(_, n)| *n != "1").collect();
        self.start_block(if header { "th" } else { "td" }, &spans);
    }
}

fn holds_only_blocks(tag: &str) -> bool {
    matches!(tag, "ul" | "ol" | "dl" | "table" | "tr" | "blockquote" | "figure" | "section")
}

fn takes_text(tag: &str) -> bool {
    matches!(tag, "li" | "td" | "th" | "dt" | "dd" | "caption" | "figcaption" | "figure")
}

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

impl Sink for Html {
    const RICH: bool = true;

    fn start(&mut self, block: &Block) {
        match *block {
            Block::Paragraph { implied } => self.start_paragraph(implied),
            Block::Heading(level) => {
                let tag = HEADINGS.get(usize::from(level).saturating_sub(1)).unwrap_or(&"h6");
                self.start_block(tag, &[]);
            }
            Block::List { ordered } => self.start_block(if ordered { "ol" } else { "ul" }, &[]),
            Block::Item { number, done } => self.start_item(number, done),
            // Programs that clean up pages drop what calls itself an aside.
            Block::Quote | Block::Callout { .. } => self.start_block("blockquote", &[]),
            Block::CalloutTitle { .. } => {
                self.start_block("p", &[]);
                self.out.push_str("<strong>");
            }
            Block::Table { .. } => self.start_block("table", &[]),
            Block::Row { .. } => self.start_block("tr", &[]),
            Block::Cell { header, columns, rows } => self.start_cell(header, columns, rows),
            Block::Caption => self.start_block("caption", &[]),
            Block::Figure => self.start_block("figure", &[]),
            Block::FigureCaption => self.start_block("figcaption", &[]),
            Block::Definitions => self.start_block("dl", &[]),
            Block::Term => self.start_block("dt", &[]),
            Block::Description => self.start_block("dd", &[]),
            Block::Notes => {
                self.start_block("section", &[]);
                self.start_block("ol", &[]);
            }
            Block::Note { label } => self.start_note(label),
        }
    }

    fn end(&mut self, block: &Block) {
        if matches!(block, Block::CalloutTitle { .. }) {
            self.out.push_str("</strong>");
        }
        self.end_block();
        if *block == Block::Notes {
            self.end_block();
        }
    }

    fn tongue(&mut self, tongue: &Tongue) {
        self.tongue = tongue.clone();
    }

    /// The first reference to a note is what a reader comes back to.
    fn reference(&mut self, label: Label) {
        let (href, id) = (format!("#note-{}", label.as_str()), format!("ref-{}", label.as_str()));
        let first = self.referred.insert(id.clone()).then_some(("id", id.as_str()));
        let attributes: Vec<_> = [("href", href.as_str())].into_iter().chain(first).collect();
        self.out.push_str("<sup>");
        self.start_tag("a", &attributes);
        self.out.extend([label.as_str(), "</a></sup>"]);
    }

    fn indent(&mut self, spaces: u32) {
        self.out.extend(std::iter::repeat_n('\u{a0}', spaces as usize));
    }

    fn text(&mut self, text: &str) {
        escape_into(&mut self.out, text);
    }

    fn line_break(&mut self) {
        self.out.push_str("<br>");
    }

    fn rule(&mut self) {
        self.touch();
        self.out.push_str("<hr>\n");
    }

    fn open(&mut self, format: &Format) {
        match format.kind {
            FormatKind::Link => self.start_tag("a", &[("href", &format.url)]),
            FormatKind::Foreign => self.start_tag("span", &format.tongue.attributes("lang", "dir")),
            kind => self.start_tag(tag_of(kind), &[]),
        }
    }

    fn close(&mut self, format: &Format) {
        let _ = write!(self.out, "</{}>", tag_of(format.kind));
    }

    fn code(&mut self, code: &Code) {
        self.touch();
        self.out.push_str("<pre>");
        match &code.language {
            Some(language) => self.start_tag("code", &[("class", &format!("language-{language}"))]),
            None => self.start_tag("code", &[]),
        }
        escape_into(&mut self.out, &code.text);
        self.out.push_str("</code></pre>\n");
    }

    fn formula(&mut self, formula: &Formula) {
        if formula.display {
            self.start_block("p", &[]);
        }
        match (&formula.mathml, &formula.tex) {
            (Some(mathml), tex) => {
                let display = formula.display.then_some(("display", "block"));
                let alttext = tex.as_deref().map(|t| ("alttext", t));
                let attributes: Vec<_> = display.into_iter().chain(alttext).collect();
                self.start_tag("math", &attributes);
                self.out.push_str(mathml.strip_prefix("<math>").unwrap_or(mathml));
            }
            (None, Some(tex)) if formula.display => self.text(&format!("\\[{tex}\\]")),
            (None, Some(tex)) => self.text(&format!("\\({tex}\\)")),
            (None, None) => self.text(&formula.text),
        }
        if formula.display {
            self.end_block();
        }
    }

    fn image(&mut self, image: &Image) {
        let sizes = [("width", image.width), ("height", image.height)];
        let sizes: Vec<_> =
            sizes.iter().filter_map(|(n, v)| v.map(|v| (*n, v.to_string()))).collect();
        let mut attributes = vec![("src", image.url.as_str()), ("alt", image.alt.as_str())];
        attributes.extend(sizes.iter().map(|(n, v)| (*n, v.as_str())));
        attributes.extend(image.title.as_deref().map(|t| ("title", t)));
        self.start_tag("img", &attributes);
    }

    fn player(&mut self, player: &Player) {
        self.touch();
        let tag = match player.kind {
            PlayerKind::Video => "video",
            PlayerKind::Audio => "audio",
            PlayerKind::Embed => "iframe",
        };
        let sizes = [("width", player.width), ("height", player.height)];
        let sizes: Vec<_> =
            sizes.iter().filter_map(|(n, v)| v.map(|v| (*n, v.to_string()))).collect();
        let mut attributes = vec![("src", player.url.as_str())];
        attributes.push(match player.kind {
            PlayerKind::Embed => ("allowfullscreen", ""),
            _ => ("controls", ""),
        });
        attributes.extend(player.title.as_deref().map(|t| ("title", t)));
        attributes.extend(player.poster.as_deref().map(|p| ("poster", p)));
        attributes.extend(sizes.iter().map(|(n, v)| (*n, v.as_str())));
        self.start_tag(tag, &attributes);
        let _ = writeln!(self.out, "</{tag}>");
    }
}

fn tag_of(kind: FormatKind) -> &'static str {
    match kind {
        FormatKind::Emphasis => "em",
        FormatKind::Strong => "strong",
        FormatKind::Strike => "del",
        FormatKind::Sub => "sub",
        FormatKind::Sup => "sup",
        FormatKind::Link => "a",
        FormatKind::Code => "code",
        FormatKind::Foreign => "span",
    }
}
