//! Completions and man pages, made from the argument definitions so that they cannot fall behind.

use crate::args::Cli;
use crate::error::CommandError;
use crate::stdout::stdout;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The command whose page is wanted, such as watch or eval run [default: dehusk itself]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,

    /// Write the pages of all commands into this folder, which is made if needed; files of these names are replaced
    #[arg(short, long, value_name = "DIR", conflicts_with = "command", value_hint = clap::ValueHint::DirPath)]
    pub output: Option<PathBuf>,
}

/// Why there is no man page.
#[derive(Debug, thiserror::Error)]
pub enum ManError {
    #[error("there is no command {0}: dehusk --help lists them")]
    NoCommand(String),
    #[error("{0}: the pages cannot be written there")]
    Folder(PathBuf, #[source] io::Error),
}

/// Writes the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<ExitCode, CommandError> {
    // Made first and written then: the generator panics where writing fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dehusk", &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes one man page to standard output, or all of them into a folder.
pub fn man(args: &ManArgs) -> Result<ExitCode, CommandError> {
    match &args.output {
        Some(folder) => all_pages(folder).map_err(|e| ManError::Folder(folder.clone(), e))?,
        None => Man::new(find(&args.command)?).render(&mut stdout())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn all_pages(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::command(), folder)
}

/// The command of these names, each below the one before.
fn find(names: &[String]) -> Result<Command, ManError> {
    let mut command = Cli::command().disable_help_subcommand(true);
    // So that commands know under which others they stand.
    command.build();
    for name in names {
        let below = command.find_subcommand(name).cloned();
        command = below.ok_or_else(|| ManError::NoCommand(names.join(" ")))?;
    }
    Ok(command)
}
