//! The `dehusk` command. The work is in the modules; this file only hands the arguments over.

mod args;
mod clean;
mod demo;
mod eval;
mod explain;
mod fetch;
mod generate;
mod input;
mod metadata;
mod names;
mod output;
mod plan;
mod progress;
mod remember;
mod run;
mod serve;
mod site;
mod store;
mod train;
mod train_suite;
mod units;
mod view;
mod watch;

use args::{Cli, Verb};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.verb {
        Some(Verb::Completions { shell }) => generate::completions(shell),
        Some(Verb::Man) => generate::man(),
        Some(Verb::Eval { verb }) => eval::eval(&verb),
        Some(Verb::Train { verb }) => train::train(&verb),
        Some(Verb::Site { verb }) => site::site(&verb),
        Some(Verb::Store { verb }) => store::store(&verb),
        Some(Verb::Demo(args)) => demo::demo(&args),
        Some(Verb::Serve(args)) => serve::serve(&args),
        Some(Verb::Watch(args)) => watch::watch(&args),
        Some(Verb::Extract(args)) => run::extract(*args),
        None => run::extract(cli.extract),
    }
}
