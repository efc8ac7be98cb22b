//! Bytes to text to [`Page`]: a parsed HTML document that never changes once it is built.
//!
//! Every algorithm of dehusk reads the same [`Page`]; none of them owns or edits it. That is why the
//! nodes lie in one vector in **document order**: a [`NodeId`] is a position in that order, a subtree
//! is a contiguous range of ids, and "does this element hold any of these nodes" is a range test.

mod deadline;
mod decode;
mod endless_title;
mod from_bytes;
mod hints;
mod inflate;
mod limits;
pub mod name;
mod node;
mod page;
mod parse;
mod plain;
mod prune;
mod sniff;
mod walk;

#[doc(hidden)]
pub use parse::record as tokens_for_tests;

pub use deadline::Deadline;
pub use decode::{Decoded, Encoded, EncodingSource, decode};
pub use from_bytes::PageError;
pub use hints::Hints;
pub use inflate::{Compression, Inflated, inflate as unpack};
pub use limits::{Limits, Warning};
pub use name::Name;
pub use page::{Doctype, Kind, Namespace, NodeId, Page, Quirks};
pub use sniff::{ContentKind, NotAPage};
pub use walk::{Ancestors, Children, Descendants};
