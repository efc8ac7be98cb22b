//! `dehusk store`: what is damaged in the folder of `watch` and `serve`, making it whole again, and what places of
//! `--to` would not take.

use crate::stdout::stdout;
use crate::terminal::{self, counted};
use clap::{Args, Subcommand};
use dehusk_stream::store::{self, Reader, Store, StoreError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// What to do with a store.
#[derive(Debug, Subcommand)]
pub enum StoreVerb {
    /// Read everything in a store and name what is damaged; nothing is changed. The exit code is 1 if anything is
    Check(Folder),
    /// Make a damaged store whole again: the database anew from the texts, which lose nothing that can be
    /// read. What is damaged is moved aside and nothing is deleted
    Repair(Folder),
    /// List the articles that places of --to would not take, with what they said
    SetAside(Folder),
    /// Have the articles delivered again that places of --to would not take: the next run with the same --to does
    /// it, before anything else
    Redeliver(Folder),
}

/// The folder of a store.
#[derive(Args, Debug)]
pub struct Folder {
    /// The folder that was given as --data
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub directory: PathBuf,
}

/// Why a store cannot be checked or repaired.
#[derive(Debug, thiserror::Error)]
pub enum StoreCommandError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
}

/// Carries out a verb.
pub fn store(verb: &StoreVerb) -> Result<ExitCode, StoreCommandError> {
    let (lines, code) = match verb {
        StoreVerb::Check(folder) => check(folder)?,
        StoreVerb::Repair(folder) => repair(folder)?,
        StoreVerb::SetAside(folder) => set_aside(folder)?,
        StoreVerb::Redeliver(folder) => redeliver(folder)?,
    };
    let text: String = lines.iter().map(|line| terminal::one_line(line) + "\n").collect();
    stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::from(code))
}

/// Lines for the user and the exit code.
type Told = (Vec<String>, u8);

fn check(folder: &Folder) -> Result<Told, StoreError> {
    let bar = bar();
    let found = store::check(&folder.directory, &mut |done, total| step(&bar, done, total));
    bar.finish_and_clear();
    let found = found?;
    let mut lines = found.damaged;
    let damaged = lines.len();
    for old in &found.unchecked {
        lines.push(format!(
            "{}: written by an earlier version without checksums: altered letters cannot be noticed",
            old.display()
        ));
    }
    let verdict = match damaged {
        0 => "nothing is damaged".to_string(),
        1 => "1 thing is damaged: run `dehusk store repair`".to_string(),
        _ => format!("{damaged} things are damaged: run `dehusk store repair`"),
    };
    lines.push(format!(
        "{}, {} MB: {verdict}",
        counted(found.articles, "article"),
        found.bytes >> 20
    ));
    Ok((lines, u8::from(damaged > 0)))
}

fn repair(folder: &Folder) -> Result<Told, StoreError> {
    let bar = bar();
    let done = store::repair(&folder.directory, &mut |done, total| step(&bar, done, total));
    bar.finish_and_clear();
    let done = done?;
    let mut lines: Vec<String> =
        done.lost.iter().map(|what| format!("cannot be read any more: {what}")).collect();
    if let Some(aside) = &done.aside {
        lines.push(format!("what was there before is in {}", aside.display()));
    }
    lines.push(format!("{} kept", counted(done.articles as u64, "article")));
    Ok((lines, 0))
}

fn set_aside(folder: &Folder) -> Result<Told, StoreError> {
    let reader = Reader::open(&folder.directory)?;
    let mut lines = Vec::new();
    for (sink, number) in reader.sinks_with_set_aside()? {
        for aside in reader.set_aside(&sink, number)? {
            let url = reader.article(aside.seq)?.map_or(String::new(), |article| article.url);
            lines.push(format!("{sink}: article {}, {url}: {}", aside.seq, aside.reason));
        }
    }
    if lines.is_empty() {
        lines.push("nothing is set aside".into());
    }
    Ok((lines, 0))
}

fn redeliver(folder: &Folder) -> Result<Told, StoreError> {
    // Whoever looks makes no store.
    let sinks = Reader::open(&folder.directory)?.sinks_with_set_aside()?;
    let mut store = Store::open(&folder.directory)?;
    let mut lines = Vec::new();
    for (sink, _) in sinks {
        let number = store.batch(|batch| batch.deliver_again(&sink))?;
        lines.push(format!(
            "the next run delivers {} again to {sink}",
            counted(number as u64, "article")
        ));
    }
    if lines.is_empty() {
        lines.push("nothing is set aside".into());
    }
    Ok((lines, 0))
}

/// A bar over bytes, where somebody can see it.
fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} % {eta}") {
        bar.set_style(style);
    }
    bar
}

fn step(bar: &ProgressBar, done: u64, total: u64) {
    bar.set_length(total);
    bar.set_position(done);
}
