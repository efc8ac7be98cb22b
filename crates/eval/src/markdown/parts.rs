//! What a Markdown document is made of, by a CommonMark parser that none of the compared programs uses to write.
//!
//! A part is compared by its words (see [`crate::tokens`]), so that neither escapes nor quotation marks count; code by
//! its lines; a picture by its address; a formula by its TeX without spaces.

use crate::tokens::tokens;
use dehusk::extractor::Page;
use dehusk_page::{NodeId, name};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use url::Url;

/// The address of pages whose own is not known.
pub const ADDRESS: &str = "https://page.invalid/";

/// Words before a reference to a note by which its place is known.
const PLACE: usize = 3;

/// A kind of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Headings of any level: programs shift levels when they take the title out.
    Headings,
    /// Items of lists, without the lists in them.
    Items,
    /// Cells of tables.
    Cells,
    /// Blocks of code.
    Code,
    /// Links, with their text and address.
    Links,
    /// Pictures.
    Pictures,
    /// Formulas.
    Formulas,
    /// Notes: the places that refer to one, and their texts.
    Notes,
}

impl Kind {
    /// All of them, in the order of the table.
    pub const ALL: [Kind; 8] = [
        Kind::Headings,
        Kind::Items,
        Kind::Cells,
        Kind::Code,
        Kind::Links,
        Kind::Pictures,
        Kind::Formulas,
        Kind::Notes,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Headings => "headings",
            Kind::Items => "items",
            Kind::Cells => "cells",
            Kind::Code => "code",
            Kind::Links => "links",
            Kind::Pictures => "pictures",
            Kind::Formulas => "formulas",
            Kind::Notes => "notes",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The parts of a document.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    units: [Vec<String>; Kind::ALL.len()],
    /// Its text without marks and addresses.
    pub text: String,
}

impl Parts {
    /// Reads a document.
    ///
    /// ```
    /// use dehusk_eval::markdown::{Kind, Parts};
    /// let parts = Parts::of("# Rain\n\n- wet[^1]\n\n[^1]: Very.");
    /// assert_eq!(parts.of_kind(Kind::Headings), ["rain"]);
    /// assert_eq!(parts.of_kind(Kind::Notes), ["after rain wet", "very"]);
    /// ```
    pub fn of(markdown: &str) -> Parts {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_MATH;
        let mut reader = Reader::default();
        Parser::new_ext(markdown, options).for_each(|event| reader.take(event));
        reader.parts
    }

    /// The same without headings that are the page's title: some programs give it with the content and others with
    /// the metadata, and both are right.
    pub fn without_title(mut self, title: &str) -> Parts {
        let title = words(title);
        self.units[Kind::Headings as usize].retain(|heading| *heading != title);
        self
    }

    /// The parts of a kind, in their order.
    pub fn of_kind(&self, kind: Kind) -> &[String] {
        &self.units[kind as usize]
    }

    fn add(&mut self, kind: Kind, unit: String) {
        if !unit.is_empty() {
            self.units[kind as usize].push(unit);
        }
    }
}

/// Something that is open and gathers its text.
#[derive(Debug)]
struct Open {
    kind: Kind,
    /// The address of a link or a picture.
    url: String,
    text: String,
}

#[derive(Debug, Default)]
struct Reader {
    parts: Parts,
    open: Vec<Open>,
    html: String,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                self.text(" ");
                self.parts.add(Kind::Formulas, formula(&tex));
            }
            Event::FootnoteReference(_) => {
                let words = tokens(last_line(&self.parts.text));
                let place = &words[words.len().saturating_sub(PLACE)..];
                self.parts.add(Kind::Notes, format!("after {}", place.join(" ")));
            }
            Event::Html(html) => self.html.push_str(&html),
            Event::InlineHtml(html) => {
                self.markup(&html);
                self.text(" ");
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.text("\n"),
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let open = match tag {
            Tag::Heading { .. } => (Kind::Headings, String::new()),
            Tag::Item => (Kind::Items, String::new()),
            Tag::TableCell => (Kind::Cells, String::new()),
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                (Kind::Code, String::new())
            }
            Tag::FootnoteDefinition(_) => (Kind::Notes, String::new()),
            Tag::Link { dest_url, .. } => (Kind::Links, address(&dest_url)),
            Tag::Image { dest_url, .. } => (Kind::Pictures, address(&dest_url)),
            _ => return self.text("\n"),
        };
        if !matches!(open.0, Kind::Links | Kind::Pictures) {
            self.text("\n");
        }
        self.open.push(Open { kind: open.0, url: open.1, text: String::new() });
    }

    fn end(&mut self, tag: TagEnd) {
        let holds = matches!(
            tag,
            TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::TableCell
                | TagEnd::CodeBlock
                | TagEnd::FootnoteDefinition
                | TagEnd::Link
                | TagEnd::Image
        );
        if holds && let Some(open) = self.open.pop() {
            self.finish(open);
        }
        if tag == TagEnd::HtmlBlock {
            let html = std::mem::take(&mut self.html);
            self.block_of_markup(&html);
        }
        self.text("\n");
    }

    fn finish(&mut self, open: Open) {
        let unit = match open.kind {
            Kind::Code => lines(&open.text),
            Kind::Pictures => open.url,
            Kind::Links => format!("{} → {}", words(&open.text), open.url),
            _ => words(&open.text),
        };
        self.parts.add(open.kind, unit);
    }

    /// Text, which belongs to the document and to what is open: an item does not hold the items in it.
    fn text(&mut self, text: &str) {
        let pictured = self.open.last().is_some_and(|open| open.kind == Kind::Pictures);
        if !pictured {
            self.parts.text.push_str(text);
        }
        for open in self.open.iter_mut().rev() {
            if pictured && open.kind != Kind::Pictures {
                break;
            }
            open.text.push_str(text);
            if open.kind == Kind::Items {
                break;
            }
        }
    }

    /// Tags in a line of text: of these, pictures count.
    fn markup(&mut self, html: &str) {
        let page = Page::parse(html);
        elements(&page, name::IMG).for_each(|id| self.picture(&page, id));
    }

    /// What a document tells by tags because Markdown cannot, such as cells over several columns.
    fn block_of_markup(&mut self, html: &str) {
        let page = Page::parse(html);
        elements(&page, name::IMG).for_each(|id| self.picture(&page, id));
        for (name, kind) in [(name::TD, Kind::Cells), (name::TH, Kind::Cells)] {
            for id in elements(&page, name) {
                self.parts.add(kind, words(&page.text_content(id)));
            }
        }
        for id in elements(&page, name::A) {
            let Some(href) = page.attr(id, name::HREF) else { continue };
            let link = format!("{} → {}", words(&page.text_content(id)), address(href));
            self.parts.add(Kind::Links, link);
        }
        let text: Vec<&str> = page.texts(page.root()).collect();
        self.text(&text.join(" "));
    }

    fn picture(&mut self, page: &Page, id: NodeId) {
        let url = page.attr(id, name::SRC).map(address);
        self.parts.add(Kind::Pictures, url.unwrap_or_default());
    }
}

fn elements(page: &Page, name: dehusk_page::Name) -> impl Iterator<Item = NodeId> {
    page.descendants(page.root()).filter(move |&id| page.is_element(id) && page.name(id) == name)
}

/// Words in lower case; for what has none, such as a tick, its characters.
fn words(text: &str) -> String {
    match tokens(text) {
        words if words.is_empty() => text.split_whitespace().collect(),
        words => words.join(" "),
    }
}

fn lines(code: &str) -> String {
    let lines = code.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// TeX without spaces and without the braces around single characters.
fn formula(tex: &str) -> String {
    let tex = tex.replace("\\displaystyle", "").replace("\\,", "").replace("\\!", "");
    let tex: Vec<char> = tex.chars().filter(|c| !c.is_whitespace()).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < tex.len() {
        match tex[at..] {
            ['{', c, '}', ..] if c != '\\' => {
                out.push(c);
                at += 3;
            }
            [c, ..] => {
                out.push(c);
                at += 1;
            }
            [] => break,
        }
    }
    out
}

/// An address as far as it is compared: without scheme and host, since programs differ in what they take for a page's
/// own, and without a slash at its ends.
fn address(url: &str) -> String {
    let Ok(base) = Url::parse(ADDRESS) else { return url.into() };
    let Ok(url) = base.join(url) else { return url.into() };
    let query = url.query().map(|q| format!("?{q}")).unwrap_or_default();
    let fragment = url.fragment().map(|f| format!("#{f}")).unwrap_or_default();
    format!("{}{query}{fragment}", url.path().trim_matches('/'))
}

fn last_line(text: &str) -> &str {
    // Enough for a few words, however long the document.
    &text[text.floor_char_boundary(text.len().saturating_sub(200))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(markdown: &str, kind: Kind) -> Vec<String> {
        Parts::of(markdown).of_kind(kind).to_vec()
    }

    #[test]
    fn parts_are_told_apart() {
        assert_eq!(of("## A *b*\n\ntext", Kind::Headings), ["a b"]);
        assert_eq!(of("- a\n  - b c\n- [x] d", Kind::Items), ["b c", "a", "d"]);
        assert_eq!(of("| a | b |\n|---|---|\n| ✓ |  |", Kind::Cells), ["a", "b", "✓"]);
        assert_eq!(of("```rust\na  \n\n  b\n```", Kind::Code), ["a\n  b"]);
        assert_eq!(of("$a_{1}$ and\n\n$$\nb + c\n$$", Kind::Formulas), ["a_1", "b+c"]);
        assert_eq!(of("a b[^1]\n\n[^1]: c\n", Kind::Notes), ["after a b", "c"]);
        assert!(of("a b[^1]", Kind::Notes).is_empty(), "a reference to nothing is none");
    }

    #[test]
    fn addresses_are_compared_by_what_they_mean() {
        let links = "[a](https://x.org/b/) [a](/c?d#e) [a](c) [a](mailto:b@c.d)";
        assert_eq!(of(links, Kind::Links), ["a → b", "a → c?d#e", "a → c", "a → b@c.d"]);
        assert_eq!(of("[![x](p.png)](/q)", Kind::Pictures), ["p.png"]);
        assert_eq!(of("[![x](p.png)](/q)", Kind::Links), [" → q"]);
    }

    #[test]
    fn tags_count_where_markdown_cannot_tell() {
        let table = "<table><tr><td colspan=2>a <a href='/l'>b</a></td></tr></table>\n";
        assert_eq!(of(table, Kind::Cells), ["a b"]);
        assert_eq!(of(table, Kind::Links), ["b → l"]);
        assert_eq!(of("text <img src=/i.png> more", Kind::Pictures), ["i.png"]);
    }

    #[test]
    fn the_text_has_no_marks() {
        assert_eq!(Parts::of("# A\n\n*b* [c](d) ![e](f)").text.split_whitespace().count(), 3);
    }
}
