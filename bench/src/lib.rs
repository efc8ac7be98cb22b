//! What the programs that measure dehusk share. See `README.md` for the programs.

pub mod compare;
pub mod heap;
pub mod hostile;
pub mod instructions;
pub mod pages;
pub mod peers;
pub mod pipeline;
pub mod process;
pub mod serialize;
pub mod stream;

/// html5ever's tree: the referee of the parser's own tests, and here a peer.
#[path = "../../crates/page/tests/support/html5.rs"]
pub mod html5;

/// The random pages of the product's own test: the long run and the short one draw from one well.
#[path = "../../crates/dehusk/tests/inputs/mod.rs"]
pub mod inputs;
