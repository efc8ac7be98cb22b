//! The commands of the laboratory, `dehusk eval` and `dehusk train`: their arguments, and what they print.
//!
//! Measuring is in `dehusk-eval` and learning in `dehusk-train`. This crate only stands between them and a
//! terminal, so that both can be used without a command line, and the `dehusk` command can be built without them.

mod console;
mod error;
mod eval;
mod train;

pub use console::Console;
pub use error::LabError;
pub use eval::{EvalVerb, eval};
pub use train::{TrainVerb, train};
