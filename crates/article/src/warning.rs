//! What a user should know about an article that its text does not say.

use dehusk_page::{Compression, Warning as PageWarning};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// Something of the page that was cut, or that a format cannot tell.
///
/// It serialises as an object with its [`code`](Warning::code) and its message.
///
/// ```
/// # use dehusk_article::{Article, Warning};
/// # use dehusk_extract::{Document, Selection};
/// # use dehusk_page::{Limits, Page};
/// let page = Page::parse_with("<p>one<p>two", &Limits::default().with_max_bytes(6));
/// let document = Document::new(page);
/// let selection = Selection::everything(&document);
/// let article = Article::new(document, selection, "text");
/// assert_eq!(article.warnings(), [Warning::BytesCut(6)]);
/// assert_eq!(article.warnings()[0].code(), "bytes-cut");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The input was longer than the limit of bytes; this many bytes were not read.
    BytesCut(usize),
    /// The page would have taken more memory than the limit; this many bytes of input were not read.
    MemoryCut(usize),
    /// The limit of nodes was reached; this many bytes of input were not read.
    NodesCut(usize),
    /// This many elements lay deeper than the limit of depth and were made siblings.
    DepthFlattened(usize),
    /// This many attributes were beyond the limit of attributes of their element.
    AttributesDropped(usize),
    /// The time to parse was over; this many bytes of input were not read.
    TimeUp(usize),
    /// Unpacking stopped at the limit of bytes; only this many bytes were read.
    InflatedCut(usize),
    /// The compressed data broke off or is damaged; the page is what could be unpacked.
    CompressedDamaged(Compression),
    /// Bytes that are not in this encoding became U+FFFD.
    BytesReplaced(&'static str),
    /// The page has more different names than can be told apart; this many tags and attributes are
    /// called `unknown`.
    NamesMerged(usize),
    /// Decoded text did not fit into its buffer; this many bytes are missing.
    TextLost(usize),
    /// Selectors left nothing of the page's body.
    NothingLeft,
    /// The page shows next to nothing of its content, which was taken from data of its scripts.
    Embedded {
        /// Where it stands there.
        path: String,
    },
    /// A table has more columns than Markdown is good for, and is a list of its rows there.
    TableTooWide {
        /// Its columns.
        columns: usize,
    },
    /// Lists or quotes nest deeper than Markdown is good for, and are flat from there on.
    NestingTooDeep {
        /// The deepest level.
        depth: usize,
    },
    /// This many formulas have no TeX in the page; what readers see of them is given.
    FormulasWithoutTex(usize),
    /// A frame of the content was left out: its site is not known to play anything.
    FrameDropped {
        /// Its address.
        url: String,
    },
    /// The time for a page was over before all of it was cut into blocks or written out.
    ContentCut,
    /// The page has more links, blocks or other parts than its JSON lists, or takes longer to list than it may.
    ListsCut,
}

impl Warning {
    /// A short name that does not change, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Warning::BytesCut(_) => "bytes-cut",
            Warning::MemoryCut(_) => "memory-cut",
            Warning::NodesCut(_) => "nodes-cut",
            Warning::DepthFlattened(_) => "depth-flattened",
            Warning::AttributesDropped(_) => "attributes-dropped",
            Warning::TimeUp(_) => "time-up",
            // These have shared one code from the first release on.
            Warning::InflatedCut(_)
            | Warning::CompressedDamaged(_)
            | Warning::BytesReplaced(_)
            | Warning::NamesMerged(_)
            | Warning::TextLost(_) => "page",
            Warning::NothingLeft => "nothing-left",
            Warning::Embedded { .. } => "embedded-content",
            Warning::TableTooWide { .. } => "table-too-wide",
            Warning::NestingTooDeep { .. } => "nesting-too-deep",
            Warning::FormulasWithoutTex(_) => "formulas-without-tex",
            Warning::FrameDropped { .. } => "frame-dropped",
            Warning::ContentCut => "content-cut",
            Warning::ListsCut => "lists-cut",
        }
    }

    /// Whether a part of the input did not get into the page at all, so that whatever is made of the page
    /// may lack it.
    pub fn is_input_loss(&self) -> bool {
        match self {
            Warning::BytesCut(_)
            | Warning::MemoryCut(_)
            | Warning::NodesCut(_)
            | Warning::DepthFlattened(_)
            | Warning::AttributesDropped(_)
            | Warning::TimeUp(_)
            | Warning::InflatedCut(_)
            | Warning::CompressedDamaged(_)
            | Warning::BytesReplaced(_)
            | Warning::NamesMerged(_)
            | Warning::TextLost(_)
            | Warning::NothingLeft
            | Warning::ContentCut => true,
            Warning::Embedded { .. }
            | Warning::TableTooWide { .. }
            | Warning::NestingTooDeep { .. }
            | Warning::FormulasWithoutTex(_)
            | Warning::FrameDropped { .. }
            | Warning::ListsCut => false,
        }
    }
}

impl From<PageWarning> for Warning {
    fn from(warning: PageWarning) -> Warning {
        match warning {
            PageWarning::BytesCut(n) => Warning::BytesCut(n),
            PageWarning::MemoryCut(n) => Warning::MemoryCut(n),
            PageWarning::NodesCut(n) => Warning::NodesCut(n),
            PageWarning::DepthFlattened(n) => Warning::DepthFlattened(n),
            PageWarning::AttributesDropped(n) => Warning::AttributesDropped(n),
            PageWarning::TimeUp(n) => Warning::TimeUp(n),
            PageWarning::InflatedCut(n) => Warning::InflatedCut(n),
            PageWarning::CompressedDamaged(how) => Warning::CompressedDamaged(how),
            PageWarning::BytesReplaced(encoding) => Warning::BytesReplaced(encoding),
            PageWarning::NamesMerged(n) => Warning::NamesMerged(n),
            PageWarning::TextLost(n) => Warning::TextLost(n),
            PageWarning::NothingLeft => Warning::NothingLeft,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::BytesCut(n) => PageWarning::BytesCut(*n).fmt(f),
            Warning::MemoryCut(n) => PageWarning::MemoryCut(*n).fmt(f),
            Warning::NodesCut(n) => PageWarning::NodesCut(*n).fmt(f),
            Warning::DepthFlattened(n) => PageWarning::DepthFlattened(*n).fmt(f),
            Warning::AttributesDropped(n) => PageWarning::AttributesDropped(*n).fmt(f),
            Warning::TimeUp(n) => PageWarning::TimeUp(*n).fmt(f),
            Warning::InflatedCut(n) => PageWarning::InflatedCut(*n).fmt(f),
            Warning::CompressedDamaged(how) => PageWarning::CompressedDamaged(*how).fmt(f),
            Warning::BytesReplaced(encoding) => PageWarning::BytesReplaced(encoding).fmt(f),
            Warning::NamesMerged(n) => PageWarning::NamesMerged(*n).fmt(f),
            Warning::TextLost(n) => PageWarning::TextLost(*n).fmt(f),
            Warning::NothingLeft => PageWarning::NothingLeft.fmt(f),
            Warning::Embedded { path } => write!(
                f,
                "the content was taken from the page's data ({path}), not from what it shows"
            ),
            Warning::TableTooWide { columns } => {
                write!(f, "a table of {columns} columns is a list of its rows in Markdown")
            }
            Warning::NestingTooDeep { depth } => {
                write!(f, "lists or quotes nest {depth} levels deep and are flattened in Markdown")
            }
            Warning::FormulasWithoutTex(1) => {
                write!(f, "a formula has no TeX in the page and is given as its text")
            }
            Warning::FormulasWithoutTex(n) => {
                write!(f, "{n} formulas have no TeX in the page and are given as their text")
            }
            Warning::FrameDropped { url } => {
                write!(f, "a frame of an unknown site was left out: {url}")
            }
            Warning::ContentCut => {
                write!(
                    f,
                    "the time was over before all of the content was looked at: raise --max-time"
                )
            }
            Warning::ListsCut => {
                write!(
                    f,
                    "the page has more links, blocks or other parts than are listed: choose fewer with --fields"
                )
            }
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Warning", 2)?;
        object.serialize_field("code", self.code())?;
        object.serialize_field("message", &self.to_string())?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_s_warning_keeps_its_words_and_counts_as_a_loss() {
        for warning in [
            PageWarning::BytesCut(7),
            PageWarning::MemoryCut(7),
            PageWarning::NodesCut(7),
            PageWarning::DepthFlattened(7),
            PageWarning::AttributesDropped(7),
            PageWarning::TimeUp(7),
            PageWarning::InflatedCut(7),
            PageWarning::CompressedDamaged(Compression::Gzip),
            PageWarning::BytesReplaced("UTF-8"),
            PageWarning::NamesMerged(7),
            PageWarning::TextLost(7),
            PageWarning::NothingLeft,
        ] {
            let words = warning.to_string();
            let told = Warning::from(warning);
            assert_eq!(told.to_string(), words);
            assert!(told.is_input_loss());
        }
        assert!(!Warning::FormulasWithoutTex(1).is_input_loss());
    }

    #[test]
    fn it_serialises_as_code_and_message() {
        let json = serde_json::to_value(Warning::TableTooWide { columns: 90 }).unwrap();
        assert_eq!(json["code"], "table-too-wide");
        assert_eq!(json["message"], Warning::TableTooWide { columns: 90 }.to_string());
    }
}
