//! The blocks and the features of C. Kohlschütter, P. Fankhauser, W. Nejdl: "Boilerplate Detection using Shallow Text
//! Features" (WSDM 2010), as the paper has them.
//!
//! The document's own blocks are cut at block-level elements and its features are many more; those of the paper are
//! kept apart from them, so that what is learned here is what the paper learned from. [`atoms`] cuts a page,
//! [`measures`] measures a text, [`rows()`] puts a block beside its neighbours.

pub mod atoms;
pub mod measures;
pub mod rows;

pub use atoms::{Atom, Atoms};
pub use measures::Measures;
pub use rows::{LOCAL, names, rows};
