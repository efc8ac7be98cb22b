//! From kept leaves to a stream of content.
//!
//! There is one way from a page and a selection to blocks and inlines, the [walk](walk::walk), and every
//! rendering is a [`Sink`] of it. A sink is told what opens and closes, never about tags, white space or
//! which leaves are kept; and since it is told while the walk goes on, plain text is written without
//! building anything in between.
//!
//! What the walk promises to a sink:
//! - Blocks nest as in a document: inline content stands in a [`Block::Paragraph`], a [`Block::Heading`]
//!   or a [`Block::CalloutTitle`]; items only in lists, cells only in rows, rows only in tables.
//! - Nothing empty is opened, but for empty cells, which keep a table's columns in place.
//! - Formats close before their block does, and spaces stand outside of them.
//! - References to notes stand in a line; the notes follow all other content, in one [`Block::Notes`].
//! - Text is folded as browsers do; soft hyphens, byte order marks and controls are gone; no-break spaces are spaces.

mod callout;
mod classes;
mod code;
mod companions;
mod emblem;
mod extent;
mod flow;
mod fold;
mod formula;
mod furniture;
mod hollow;
mod image;
mod kind;
mod label;
mod link;
mod notes;
mod player;
mod role;
mod style;
mod table;
mod task;
pub(crate) mod tongue;
mod verse;
mod walk;

pub(crate) use formula::Delimiters;
#[cfg(feature = "html")]
pub(crate) use formula::MATHML;
pub(crate) use kind::Kinds;
pub(crate) use label::folded_text;
pub(crate) use link::Base;
pub(crate) use notes::Label;
#[cfg(feature = "html")]
pub(crate) use player::is_known as is_known_player;
#[cfg(feature = "tei")]
pub(crate) use player::kind_of_file;
pub(crate) use table::{Grid, MAX_COLUMNS};
pub use tongue::Direction;
pub(crate) use tongue::Tongue;
pub(crate) use walk::{tell_part, walk};

/// What holds inline content or other blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// Running text. `implied` is text that no paragraph element of the page holds.
    Paragraph { implied: bool },
    /// A heading of level 1 to 6.
    Heading(u8),
    /// A list: of numbered items, or not.
    List { ordered: bool },
    /// An item, with its number where the list is ordered, and whether it is ticked where it has a box.
    Item { number: Option<i64>, done: Option<bool> },
    /// A quotation.
    Quote,
    /// A remark that is set apart, such as a note or a warning.
    Callout { kind: &'static str },
    /// Its title, a line; `told` where the kind says the same.
    CalloutTitle { told: bool },
    /// A table of data; `columns` counts spans.
    Table { columns: usize },
    /// A row; of headers, or not.
    Row { header: bool },
    /// A cell.
    Cell { header: bool, columns: u16, rows: u16 },
    /// The caption of a table.
    Caption,
    /// Media, a table or code with a caption.
    Figure,
    /// The caption of a figure.
    FigureCaption,
    /// A list of terms and descriptions.
    Definitions,
    /// A term.
    Term,
    /// What is said of a term.
    Description,
    /// All notes, at the end of the content.
    Notes,
    /// A note.
    Note { label: Label },
}

/// What a stretch of inline content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FormatKind {
    Emphasis,
    Strong,
    Strike,
    Sub,
    Sup,
    Link,
    Code,
    /// Words of another language or direction than those around them.
    Foreign,
}

impl Block {
    /// Whether its inline content is one line, whatever elements the page parts it by.
    pub fn is_line(self) -> bool {
        matches!(self, Block::Heading(_) | Block::CalloutTitle { .. })
    }
}

/// A format as it opens and closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub kind: FormatKind,
    /// Where a link leads: absolute where the page's address is known. Empty for the others.
    pub url: String,
    /// What is foreign. Empty for the others.
    pub tongue: Tongue,
}

impl Format {
    /// A format of which nothing else is to be said.
    pub fn of(kind: FormatKind) -> Format {
        Format { kind, url: String::new(), tongue: Tongue::default() }
    }
}

/// Preformatted text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code {
    /// The language the page names for it.
    pub language: Option<String>,
    /// Its lines, white space untouched, without a last line end.
    pub text: String,
}

/// An image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub url: String,
    pub alt: String,
    pub title: Option<String>,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// What plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayerKind {
    Video,
    Audio,
    /// A frame of a known site.
    Embed,
}

/// A video, a sound or the frame of a site that plays one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub kind: PlayerKind,
    /// The file, or for an embed the address of its frame.
    pub url: String,
    /// The address a reader would visit, where the site is known.
    pub page_url: Option<String>,
    /// The known site.
    pub provider: Option<&'static str>,
    pub title: Option<String>,
    pub poster: Option<String>,
    pub width: Option<u32>,
    pub height: Option<u32>,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formula {
    /// The formula in TeX, where the page has it so.
    pub tex: Option<String>,
    /// What a reader sees of it otherwise.
    pub text: String,
    /// Presentation MathML made of known elements without attributes, where the page has it.
    pub mathml: Option<String>,
    /// Whether it stands on a line of its own.
    pub display: bool,
}

/// Something of the content that no sink is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// A frame of a site that is not known to play anything.
    Frame { url: String },
    /// The rest, because the time for a page was over.
    Time,
}

/// Where content goes.
pub(crate) trait Sink {
    /// Whether formats, images, players and the addresses of links are wanted: finding them costs time.
    const RICH: bool;

    fn start(&mut self, block: &Block);
    fn end(&mut self, block: &Block);
    fn text(&mut self, text: &str);
    fn line_break(&mut self);
    fn code(&mut self, code: &Code);
    fn formula(&mut self, formula: &Formula);
    /// A reference to a note.
    fn reference(&mut self, label: Label);
    /// Spaces at the start of a line that mean something.
    fn indent(&mut self, _: u32) {}
    /// The block that starts next is in another language or direction than what is around it.
    fn tongue(&mut self, _: &Tongue) {}
    /// A thematic break.
    fn rule(&mut self) {}
    fn open(&mut self, _: &Format) {}
    fn close(&mut self, _: &Format) {}
    fn image(&mut self, _: &Image) {}
    fn player(&mut self, _: &Player) {}
    fn loss(&mut self, _: Loss) {}
}
