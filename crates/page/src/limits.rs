//! What a page may cost, and what is said when it would cost more.
//!
//! Hostile HTML is normal input. A limit that is reached never fails the parse: what fits is a usable
//! page, and a [`Warning`] tells what was left out.

use crate::deadline::Deadline;
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
    pub(crate) max_memory: usize,
    pub(crate) max_nodes: usize,
    pub(crate) max_depth: usize,
    pub(crate) max_attributes: usize,
    pub(crate) max_time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_memory: 512 << 20,
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

    /// Bytes of memory that a page may take on its whole way, from its bytes to the text of its main content by the
    /// default extractor. How much of a page fits follows from what its parts cost at most, about 100 times the bytes of
    /// a page that is nothing but tags; what does not fit is not read. Less than 8 MiB are hardly enough for any page.
    ///
    /// ```
    /// use dehusk_page::{Limits, Page, Warning};
    /// let limits = Limits::default().with_max_memory(8 << 20);
    /// let page = Page::parse_with("<dt>a<dd>b".repeat(20_000), &limits);
    /// assert!(matches!(page.warnings(), [Warning::MemoryCut(_)]));
    /// ```
    pub fn with_max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = bytes;
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

    /// Time one page may take from when it is read: what was parsed until then is the page, and later stages go on with
    /// what they have.
    pub fn with_max_time(mut self, time: Duration) -> Self {
        self.max_time = Some(time);
        self
    }

    /// Bytes of text that may be parsed.
    pub(crate) fn most_bytes(&self) -> usize {
        self.max_bytes.min(self.bytes_in_memory())
    }

    /// What a text that is too long exceeds.
    pub(crate) fn bytes_cut(&self, bytes: usize) -> Warning {
        match self.bytes_in_memory() < self.max_bytes {
            true => Warning::MemoryCut(bytes),
            false => Warning::BytesCut(bytes),
        }
    }

    /// Bytes of text that there is memory for: a quarter of it is left to the nodes.
    fn bytes_in_memory(&self) -> usize {
        self.max_memory / 4 * 3 / cost::BYTE
    }

    /// Bytes of memory that there are for the nodes and attributes of a text of this length.
    pub(crate) fn memory_beside(&self, text: usize) -> usize {
        self.max_memory.saturating_sub(cost::PAGE + text * cost::BYTE)
    }

    /// The deadline of a page that is begun now.
    pub(crate) fn deadline(&self) -> Deadline {
        Deadline::after(self.max_time)
    }
}

/// What a page costs at most, in bytes of memory, over its whole way: as text, nodes, blocks and what is measured of
/// them, in the default extractor and as text of the article.
///
/// They are bounds of what was measured on the pages of `bench/tests/budget.rs`, which fails where they are too low. What
/// costs most is an element: 32 bytes in the page, the same again and 64 of measures in readability's working tree, and
/// 28 of lengths and names that algorithms share. A block of text takes 100 bytes in all.
pub(crate) mod cost {
    /// Any page: the model sees 4,096 rows at a time.
    pub const PAGE: usize = 4 << 20;
    /// A byte of text.
    pub const BYTE: usize = 10;
    /// A node of the tree.
    pub const NODE: usize = 220;
    /// An attribute.
    pub const ATTRIBUTE: usize = 24;
}

/// Something of the input that is not in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The input was longer than [`Limits::with_max_bytes`]; this many bytes were not read.
    BytesCut(usize),
    /// [`Limits::with_max_memory`] was reached; this many bytes of input were not read.
    MemoryCut(usize),
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
    /// Nothing of the page's body was left by [`Page::without`](crate::Page::without).
    NothingLeft,
    /// Decoded text that no longer fitted into its buffer of 2 GiB; this many bytes are missing.
    TextLost(usize),
}

impl Warning {
    /// Adds it to those of a page. A text can be cut more than once for want of memory; that is said once.
    pub(crate) fn note(self, warnings: &mut Vec<Warning>) {
        let before = warnings.iter_mut().find_map(|warning| match warning {
            Warning::MemoryCut(cut) => Some(cut),
            _ => None,
        });
        match (self, before) {
            (Warning::MemoryCut(more), Some(cut)) => *cut += more,
            (other, _) => warnings.push(other),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NothingLeft => {
                write!(
                    f,
                    "nothing of the page was selected, or all of it removed: check the selectors"
                )
            }
            Warning::BytesCut(n) => {
                write!(f, "the page is too long: its last {n} bytes were not read")
            }
            Warning::MemoryCut(n) => {
                write!(f, "the page would take too much memory: its last {n} bytes were not read")
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
