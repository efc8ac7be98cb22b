//! A page's text, cut at block-level boundaries.
//!
//! A block is the text between two boundaries; inline tags do not cut it. Every extractor reads the same
//! blocks, and a block knows the text nodes it came from, so a decision about a block is a decision about
//! nodes of the page.

mod block;
mod hidden;
mod left_out;
mod pending;
mod roles;
mod segment;
mod within;
mod words;

pub use block::{Block, Blocks};
pub use left_out::{Count, LeftOut, Reason};
pub use within::Within;
pub use words::{DENSE_CHARS, count_words};
