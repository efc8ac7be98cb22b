//! Completions and the man page, made from the argument definitions so that they cannot fall behind.

use crate::args::Cli;
use clap::CommandFactory;
use std::io::{self, Write};
use std::process::ExitCode;

/// Writes the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dehusk", &mut script);
    write_out(&script)
}

/// Writes the man page.
pub fn man() -> ExitCode {
    let mut page = Vec::new();
    match clap_mangen::Man::new(Cli::command()).render(&mut page) {
        Ok(()) => write_out(&page),
        Err(error) => failed(&error),
    }
}

fn write_out(bytes: &[u8]) -> ExitCode {
    match io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => failed(&error),
        _ => ExitCode::SUCCESS,
    }
}

fn failed(error: &io::Error) -> ExitCode {
    eprintln!("dehusk: cannot write to standard output: {error}");
    ExitCode::from(2)
}
