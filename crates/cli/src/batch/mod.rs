//! `dehusk batch`: crawls in, corpora out. All work is in `dehusk-batch`.

mod args;
mod show;

pub use args::{BatchArgs, EXAMPLES};

use crate::plan::{PlanError, extraction};
use crate::rules::{self, RulesError};
use crate::stdout::stdout;
use crate::stop;
use dehusk::Options;
use dehusk_batch::read::{Input, InputError, ReadOptions, TableColumns, expand, expand_list};
use dehusk_batch::{
    Cancel, Columns, ConditionError, Deduplication, Job, Memory, Place, RunError, Summary, columns,
    run, stream,
};
use show::Shown;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why there is no corpus.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("--from {path}: {source}")]
    List { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Condition(#[from] ConditionError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("cannot write to standard output")]
    Stdout(#[from] io::Error),
}

/// Carries it out.
pub fn batch(args: &BatchArgs) -> Result<ExitCode, BatchError> {
    if args.list_columns {
        return list_columns();
    }
    let cancel = Cancel::default();
    stop::on_signal({
        let cancel = cancel.clone();
        move || cancel.cancel()
    });
    let job = job(args)?;
    let shown = Shown::new(args.out.is_none());
    let summary = match &args.out {
        Some(_) => run(&job, &cancel, |status| shown.progress(status)),
        None => {
            let failed = |failure: dehusk_batch::Failure| shown.failure(&failure);
            stream(&job, stdout(), &cancel, failed, |status| shown.progress(status))
        }
    };
    shown.end();
    let summary = summary?;
    show::summary(&summary, args.out.as_deref());
    Ok(exit_code(&summary))
}

/// What the arguments ask for.
pub fn job(args: &BatchArgs) -> Result<Job, BatchError> {
    // Without a place the job is streamed, and nothing asks for one.
    let place = Place::parse(args.out.as_deref().unwrap_or_default())?;
    let preset = args.preset.map(|preset| preset.condition()).transpose()?;
    let condition = match (args.condition.clone(), preset) {
        (Some(own), Some(preset)) => Some(own.and(preset)),
        (own, preset) => own.or(preset),
    };
    let reading = &args.reading;
    let read = ReadOptions {
        columns: TableColumns {
            html: reading.html_column.clone(),
            url: reading.url_column.clone(),
            id: reading.id_column.clone(),
            date: reading.date_column.clone(),
        },
        max_bytes: args.limits.max_bytes,
    };
    let mut job = Job::new(inputs(args)?, place)
        .with_format(args.format)
        .with_columns(chosen_columns(args))
        .with_condition(condition)
        .with_sample(args.sample)
        .with_deduplication(deduplication(args))
        .with_memory(memory(args))
        .with_keys(rules::keys(args.rules.as_deref())?)
        .with_options(options(args)?)
        .with_read(read)
        .with_any_status(reading.any_status)
        .with_shard_bytes(args.shard_size)
        .with_row_group_bytes(args.row_group_size)
        .with_resume(args.resume)
        .with_work(args.work.clone());
    if let Some(jobs) = args.jobs {
        job = job.with_jobs(jobs.into());
    }
    Ok(job)
}

fn deduplication(args: &BatchArgs) -> Option<Deduplication> {
    let how = Deduplication::new(args.dedup?);
    Some(how.with_keep(args.keep_duplicates).with_index(args.seen.clone()))
}

/// How pages are extracted. A batch reads each before its site is known, so an extractor has to know what to make of one.
fn options(args: &BatchArgs) -> Result<Options, PlanError> {
    let options = extraction(&args.how, &args.limits, args.memory.is_some())?;
    match options.extractor() {
        tree if tree.extractor().counting().is_some() => {
            Err(PlanError::InOrder(tree.name().to_string()))
        }
        _ => Ok(options),
    }
}

fn memory(args: &BatchArgs) -> Option<Memory> {
    let path = args.memory.as_ref()?;
    Some(if path.as_os_str() == "auto" { Memory::OfRun } else { Memory::File(path.clone()) })
}

/// What is written: what was chosen, and what tells of pages that say the same where they are all there.
fn chosen_columns(args: &BatchArgs) -> Columns {
    let columns = args.columns.clone().unwrap_or_default();
    match (args.keep_duplicates, args.dedup, &args.columns) {
        (true, ..) => columns.with(["duplicate", "group", "copies"]),
        (false, Some(_), None) => columns.with(["copies"]),
        _ => columns,
    }
}

fn inputs(args: &BatchArgs) -> Result<Vec<Input>, BatchError> {
    let mut inputs = expand(&args.inputs)?;
    for path in &args.from {
        let text =
            read_list(path).map_err(|source| BatchError::List { path: path.clone(), source })?;
        inputs.extend(expand_list(&text)?);
    }
    Ok(inputs)
}

/// A text file, unpacked if it is packed.
fn read_list(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    match path.to_str() {
        Some("-") => io::stdin().lock().read_to_end(&mut bytes)?,
        _ => std::fs::File::open(path)?.read_to_end(&mut bytes)?,
    };
    dehusk_batch::read::unpacked_text(bytes)
}

fn list_columns() -> Result<ExitCode, BatchError> {
    let mut table = String::new();
    for group in columns::Group::ALL {
        table.push_str(&format!("{}\n", group.name()));
        for column in columns::all().iter().filter(|column| column.group == group) {
            let usual = if column.usual { '*' } else { ' ' };
            table.push_str(&format!("{usual} {:<32} {}\n", column.name, column.about));
        }
    }
    table.push_str("\n* is written unless --columns says otherwise.\n");
    stdout().write_all(table.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// 2 where something failed or is missing, 1 where there is nothing.
fn exit_code(summary: &Summary) -> ExitCode {
    let sound = summary.is_complete() && summary.tally.all_failed() == 0;
    match (sound, summary.tally.rows) {
        (false, _) => ExitCode::from(2),
        (true, 0) => ExitCode::from(1),
        (true, _) => ExitCode::SUCCESS,
    }
}
