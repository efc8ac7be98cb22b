//! The `dehusk` command. The way of a page through it: the arguments (`args`) become a plan (`plan`), whose
//! inputs are worked on in order (`run`); each is read (`input`) and extracted (`one_page`), and what is to be
//! seen of it (`view`) is written (`output`).

// They end the program where nobody reads any more: `stdout` and `terminal::say` do not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod args;
#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "epub")]
mod book;
#[cfg(feature = "stream")]
mod demo;
#[cfg(all(feature = "batch", feature = "stream"))]
pub mod embed;
mod error;
mod explain;
#[cfg(feature = "stream")]
mod feed;
#[cfg(feature = "stream")]
mod fetch;
#[cfg(not(feature = "stream"))]
#[path = "no_fetch.rs"]
mod fetch;
mod file_names;
mod generate;
mod input;
mod inputs;
mod left_out;
mod list;
#[cfg(feature = "mcp")]
mod mcp;
mod metadata;
mod one_page;
mod output;
mod plan;
mod progress;
#[cfg(feature = "stream")]
mod remember;
#[cfg(any(feature = "batch", feature = "stream"))]
mod rules;
mod run;
#[cfg(feature = "stream")]
mod serve;
#[cfg(feature = "stream")]
mod site;
mod stdout;
#[cfg(any(feature = "batch", feature = "stream"))]
mod stop;
#[cfg(feature = "stream")]
mod store;
mod terminal;
#[cfg(feature = "suite")]
mod together;
mod value_parsers;
mod view;
#[cfg(feature = "stream")]
mod watch;

#[cfg(feature = "stream")]
pub use fetch::Client;
#[cfg(feature = "stream")]
pub use remember::Memory;

use args::{Cli, ExtractArgs, Verb};
use clap::Parser;
use error::CommandError;
use plan::Plan;
use std::ffi::OsString;
use std::process::ExitCode;

/// The command as it is typed, its own name first, and the code it ends with.
pub fn command(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match carry_out(args.into_iter().collect()) {
        Ok(code) => code,
        // Nobody reads on, as with `| head`.
        Err(error) if stdout::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::say(&error::with_causes(&error));
            ExitCode::from(2)
        }
    }
}

fn carry_out(args: Vec<OsString>) -> Result<ExitCode, CommandError> {
    left_out::check(args.get(1).map(OsString::as_os_str))?;
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        // Not Cli::parse, which would end a process that is not ours alone.
        Err(wrong) => {
            match wrong.print() {
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error)?,
                _ => {}
            }
            return Ok(ExitCode::from(u8::try_from(wrong.exit_code()).unwrap_or(2)));
        }
    };
    match cli.verb {
        None => extract(cli.extract),
        Some(Verb::Extract(args)) => extract(*args),
        Some(Verb::Completions { shell }) => generate::completions(shell),
        Some(Verb::Man(args)) => generate::man(&args),
        #[cfg(feature = "batch")]
        Some(Verb::Batch(args)) => Ok(batch::batch(&args)?),
        #[cfg(feature = "lab")]
        Some(Verb::Eval { verb }) => lab(|console| dehusk_lab::eval(&verb, console)),
        #[cfg(feature = "lab")]
        Some(Verb::Train { verb }) => lab(|console| dehusk_lab::train(&verb, console)),
        #[cfg(feature = "mcp")]
        Some(Verb::Mcp(args)) => Ok(mcp::mcp(&args)?),
        #[cfg(feature = "stream")]
        Some(Verb::Site { verb }) => Ok(site::site(&verb)?),
        #[cfg(feature = "stream")]
        Some(Verb::Store { verb }) => Ok(store::store(&verb)?),
        #[cfg(feature = "stream")]
        Some(Verb::Feed(args)) => Ok(feed::feed(&args)?),
        #[cfg(feature = "stream")]
        Some(Verb::Demo(args)) => Ok(demo::demo(&args)?),
        #[cfg(feature = "stream")]
        Some(Verb::Serve(mut args)) => Ok(serve::serve(&mut args)?),
        #[cfg(feature = "stream")]
        Some(Verb::Watch(mut args)) => Ok(watch::watch(&mut args)?),
    }
}

fn extract(args: ExtractArgs) -> Result<ExitCode, CommandError> {
    if args.list {
        return list::extractors();
    }
    run::run(&Plan::new(args)?)
}

#[cfg(feature = "lab")]
fn lab(
    command: impl FnOnce(&mut dehusk_lab::Console<'_>) -> Result<ExitCode, dehusk_lab::LabError>,
) -> Result<ExitCode, CommandError> {
    let mut console = dehusk_lab::Console { out: &mut stdout::stdout(), say: &terminal::say };
    Ok(command(&mut console)?)
}
