//! What the programs that measure dehusk share. See `README.md` for the programs.

pub mod compare;
pub mod heap;
pub mod hostile;
pub mod html5;
pub mod pages;
pub mod peers;
pub mod pipeline;
pub mod serialize;

/// The random pages of the product's own test: the long run and the short one draw from one well.
#[path = "../../crates/dehusk/tests/inputs/mod.rs"]
pub mod inputs;
