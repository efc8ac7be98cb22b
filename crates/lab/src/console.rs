//! Where a command writes. It is given, so that the `dehusk` command alone decides what becomes of a closed
//! pipe and of characters that would steer a terminal.

use std::io::Write;

/// The two outputs of a command.
pub struct Console<'c> {
    /// Figures and tables, for people and programs: standard output.
    pub out: &'c mut dyn Write,
    /// Takes one remark at a time: standard error.
    pub say: &'c dyn Fn(&str),
}
