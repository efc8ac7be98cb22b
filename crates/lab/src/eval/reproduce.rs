//! `dehusk eval reproduce`.

use super::Outcome;
use super::args::ReproduceArgs;
use super::run::Bar;
use crate::{Console, LabError};
use dehusk_eval::reproduce::{
    self, Account, Experiment, Given, Outcome as Found, PAPERS, Runner, list, markdown, page, text,
};
use std::collections::HashMap;
use std::fs;
use std::process::ExitCode;

/// Runs what was asked for, sets it beside the papers, and writes all that was ever found as one page.
pub fn reproduce(args: &ReproduceArgs, console: &mut Console<'_>) -> Outcome {
    let asked = asked(args)?;
    let runner = runner(args)?;
    let width = terminal_size::terminal_size().map_or(DEFAULT_WIDTH, |(w, _)| usize::from(w.0));
    if args.list {
        write!(console.out, "{}", list(&runner.list(&asked)?, width))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut bar = Bar::new();
    let accounts = runner.run(&asked, &mut bar)?;
    bar.finish();
    write!(console.out, "{}", text(&accounts, width))?;
    let code = code(&accounts);
    let all = with_known(accounts, &runner)?;
    for (name, content) in [("reproduce.md", markdown(&all)), ("reproduce.html", page(&all))] {
        let path = args.out.join(name);
        fs::write(&path, content)
            .map_err(|source| LabError::File { path: path.clone(), source })?;
        writeln!(console.out, "{}", path.display())?;
    }
    Ok(ExitCode::from(code))
}

/// Where the output is no terminal.
const DEFAULT_WIDTH: usize = 120;

fn runner(args: &ReproduceArgs) -> Result<Runner, LabError> {
    let mut given = Given::default();
    if let Some(folder) = &args.models_of_parts {
        given = given.with_models_by_host(folder)?;
    }
    if let Some(folder) = &args.models_of_corpora {
        given = given.with_models_by_corpus(folder);
    }
    for (name, folder) in &args.predictions {
        given = given.with_predictions(name, folder);
    }
    let runner = Runner::new(&args.corpora, &args.out).with_any_build(args.any_build);
    let runner = runner.with_given(given);
    Ok(match args.jobs {
        Some(jobs) => runner.with_jobs(jobs.into()),
        None => runner,
    })
}

/// What was run just now, among all that is known of the others.
fn with_known(accounts: Vec<Account>, runner: &Runner) -> Result<Vec<Account>, LabError> {
    let mut now: HashMap<String, Account> =
        accounts.into_iter().map(|account| (account.experiment.name(), account)).collect();
    let all = runner.list(&experiments())?.into_iter();
    Ok(all.map(|known| now.remove(&known.experiment.name()).unwrap_or(known)).collect())
}

/// Every experiment, those that need training too, in the order of the papers.
fn experiments() -> Vec<&'static Experiment> {
    let mut all = reproduce::experiments();
    all.extend(dehusk_train::reproduce::experiments());
    let place = |e: &&Experiment| PAPERS.iter().position(|paper| paper.id == e.paper);
    all.sort_by_key(place);
    all
}

fn asked(args: &ReproduceArgs) -> Result<Vec<&'static Experiment>, LabError> {
    let (paper, item) = (args.paper.as_deref(), args.item.as_deref());
    let all = experiments();
    let asked: Vec<_> = all.iter().copied().filter(|e| e.is_meant(paper, item)).collect();
    if asked.is_empty() {
        let of_paper = all.iter().filter(|e| e.is_meant(paper, None)).map(|e| e.item);
        let known: Vec<&str> = of_paper.collect();
        let papers = || PAPERS.iter().map(|p| format!("{} ({})", p.id, p.name)).collect::<Vec<_>>();
        return Err(LabError::UnknownExperiment {
            name: [paper, item].into_iter().flatten().collect::<Vec<_>>().join(" "),
            known: if known.is_empty() { papers().join(", ") } else { known.join(", ") },
        });
    }
    Ok(asked)
}

/// 0 where something was found, 1 where nothing was, 2 where an experiment failed.
fn code(accounts: &[Account]) -> u8 {
    let failed = |account: &Account| matches!(account.outcome, Found::Failed(_));
    let found = |account: &Account| matches!(account.outcome, Found::Found { .. });
    match (accounts.iter().any(failed), accounts.iter().any(found)) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    }
}
