//! A page's text, cut at block-level boundaries, and what can be measured of it.
//!
//! A block is the text between two boundaries; inline tags do not cut it. Every extractor reads the same
//! blocks, and a block knows the text nodes it came from, so a decision about a block is a decision about
//! nodes of the page. [`Containers`] are the elements around the blocks with sums over what they hold, and
//! [`Features`] are the measures a learned extractor decides by.

mod block;
mod containers;
pub mod features;
mod folded;
mod hidden;
mod left_out;
mod pending;
mod roles;
mod segment;
pub mod swar;
mod table;
mod within;
mod word_match;
mod words;

pub use block::{Block, Blocks};
pub use containers::{Container, Containers, Sums};
pub use features::{BlockFeatures, Features, PageFacts, PageFeatures};
pub use folded::{folded_ascii, folded_chars, leading_spaces};
pub use left_out::{Count, LeftOut, Reason};
pub use within::Within;
pub use word_match::WordMatch;
pub use words::count_words;
