//! What a page may cost, and what is said when it would cost more.
//!
//! Hostile HTML is normal input. A limit that is reached never fails the parse: what fits is a usable
//! page, and a [`Warning`] tells what was left out.

use crate::inflate::Compression;
use std::fmt;
use std::time::Duration;

/// Upper bounds for one page. The defaults suit pages of the open web on a small machine.
///
/// ```
/// use dehusk_page::{Limits, Page};
/// let limits = Limits::default().with_max_bytes(20);
/// let page = Page::parse_with("<p>one</p><p>two</p><p>three</p>", &limits);
/// assert_eq!(page.warnings().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    pub(crate) max_bytes: usize,
    pub(crate) max_nodes: usize,
    pub(crate) max_depth: usize,
    pub(crate) max_attributes: usize,
    pub(crate) max_time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_nodes: 4_000_000,
            max_depth: 512,
            max_attributes: 1_024,
            max_time: None,
        }
    }
}

impl Limits {
    /// Bytes of text that are parsed; the rest of the input is cut off. Never more than 2 GiB.
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Nodes a page may have; parsing stops there, but for the few nodes that every page has.
    pub fn with_max_nodes(mut self, nodes: usize) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Open elements at once; deeper ones become siblings, as in browsers.
    pub fn with_max_depth(mut self, depth: usize) -> Self {
        self.max_depth = depth;
        self
    }

    /// Attributes kept on one element.
    pub fn with_max_attributes(mut self, attributes: usize) -> Self {
        self.max_attributes = attributes;
        self
    }

    /// Time one parse may take; what was read until then is the page.
    pub fn with_max_time(mut self, time: Duration) -> Self {
        self.max_time = Some(time);
        self
    }
}

/// Something of the input that is not in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The input was longer than [`Limits::with_max_bytes`]; this many bytes were not read.
    BytesCut(usize),
    /// [`Limits::with_max_nodes`] was reached; this many bytes of input were not read.
    NodesCut(usize),
    /// This many elements lay deeper than [`Limits::with_max_depth`] and were made siblings.
    DepthFlattened(usize),
    /// This many attributes were beyond [`Limits::with_max_attributes`] of their element.
    AttributesDropped(usize),
    /// [`Limits::with_max_time`] was over; this many bytes of input were not read.
    TimeUp(usize),
    /// Unpacking stopped here, at [`Limits::with_max_bytes`]; what follows was not read.
    InflatedCut(usize),
    /// The compressed data broke off or is damaged; the page is what could be unpacked.
    CompressedDamaged(Compression),
    /// Bytes that are not in this encoding became U+FFFD.
    BytesReplaced(&'static str),
    /// The page has more different names than can be told apart; this many tags and attributes are
    /// called `unknown`.
    NamesMerged(usize),
    /// Decoded text that no longer fitted into its buffer of 2 GiB; this many bytes are missing.
    TextLost(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::BytesCut(n) => {
                write!(f, "the page is too long: its last {n} bytes were not read")
            }
            Warning::NodesCut(n) => {
                write!(f, "the page has too many nodes: its last {n} bytes were not read")
            }
            Warning::DepthFlattened(n) => {
                write!(f, "{n} elements were nested too deep and were made siblings")
            }
            Warning::AttributesDropped(n) => {
                write!(f, "{n} attributes of crowded elements were dropped")
            }
            Warning::TimeUp(n) => {
                write!(f, "parsing took too long: the last {n} bytes were not read")
            }
            Warning::InflatedCut(n) => {
                write!(f, "the unpacked page is too long: only its first {n} bytes were read")
            }
            Warning::CompressedDamaged(format) => {
                write!(f, "the {format} data is damaged or cut off: the page may be incomplete")
            }
            Warning::BytesReplaced(encoding) => {
                write!(f, "some bytes are not valid {encoding} and were replaced")
            }
            Warning::NamesMerged(n) => {
                write!(f, "the page has too many different names: {n} are called `unknown`")
            }
            Warning::TextLost(n) => {
                write!(f, "decoded text did not fit: {n} bytes are missing")
            }
        }
    }
}
