//! dehusk as a WebAssembly module. The package in `bindings/npm` wraps it; nobody else should have to call it.
//!
//! Options come in and data goes out as JSON: parsing it is what JavaScript engines do best, and it keeps the border
//! between the two worlds to a few functions that take and give texts. What is asked for of an article is made when it
//! is asked for.

mod article;
mod blocks;
mod in_place;
mod memory;
mod options;

pub use article::{Article, extract, read_tree};
pub use memory::{Memory, read_tree_of_site};
