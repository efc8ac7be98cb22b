//! The command, within Python.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;

/// Carries out the command as it is typed, its name first, and gives the code it ends with.
#[pyfunction]
pub fn command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    let code = py.detach(|| dehusk_cli::command(args));
    // A code can be compared but not read.
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(2)
}
