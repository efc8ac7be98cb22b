//! Completions and the man page, made from the argument definitions so that they cannot fall behind.

use crate::args::Cli;
use crate::error::CommandError;
use crate::stdout::stdout;
use clap::CommandFactory;
use std::io::Write;
use std::process::ExitCode;

/// Writes the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode, CommandError> {
    // Made first and written then: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dehusk", &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the man page.
pub fn man() -> Result<ExitCode, CommandError> {
    clap_mangen::Man::new(Cli::command()).render(&mut stdout())?;
    Ok(ExitCode::SUCCESS)
}
