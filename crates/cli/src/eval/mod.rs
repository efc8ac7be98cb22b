//! `dehusk eval`: what the harness found, for people at a terminal. All measuring is in `dehusk-eval`.

mod analyse;
mod args;
mod duplicates;
mod features;
mod gate;
mod import;
mod memory;
mod redesign;
mod report;
mod run;
mod speed;
mod stream;
mod synth;
mod table;

pub use args::EvalVerb;

use dehusk_eval::corpus::Corpus;
use dehusk_eval::groups;
use dehusk_eval::results::{self, PageResult};
use dehusk_eval::table::measure::{self, Measure};
use std::process::ExitCode;

/// What went wrong, in one line for the user.
type Outcome = Result<ExitCode, String>;

/// Carries out a verb.
pub fn eval(verb: &EvalVerb) -> ExitCode {
    let outcome = match verb {
        EvalVerb::Run(args) => run::run(args),
        EvalVerb::Table(args) => table::table(args),
        EvalVerb::Analyse(args) => analyse::analyse(args),
        EvalVerb::Stream(args) => stream::stream(args),
        EvalVerb::Memory(args) => memory::memory(args),
        EvalVerb::Duplicates(args) => duplicates::duplicates(args),
        EvalVerb::Features(args) => features::features(args),
        EvalVerb::Report(args) => report::report(args),
        EvalVerb::Gate(args) => gate::gate(args),
        EvalVerb::Import(args) => import::import(args),
        EvalVerb::Speed(args) => speed::speed(args),
        EvalVerb::Synth(args) => synth::synth(args),
        EvalVerb::Redesign(args) => redesign::redesign(args),
    };
    outcome.unwrap_or_else(|what| {
        eprintln!("dehusk: {what}");
        ExitCode::from(2)
    })
}

/// The corpora that can be opened; the others are named on standard error.
fn open(args: &args::CorporaArgs) -> Result<Vec<Corpus>, String> {
    let (corpora, errors) =
        Corpus::open_all(&args.corpora, &args.names).map_err(|e| e.to_string())?;
    errors.iter().for_each(|error| eprintln!("dehusk: {error}"));
    if corpora.is_empty() {
        return Err(format!("{}: there is no corpus to read", args.corpora.display()));
    }
    Ok(corpora)
}

/// The results of a run, less the pages with a bad gold.
fn read(args: &args::ResultsArgs) -> Result<Vec<PageResult>, String> {
    let results = results::read(&args.out).map_err(|e| e.to_string())?;
    Ok(match args.max_gold_error {
        Some(most) => groups::within_gold_error(results, most),
        None => results,
    })
}

/// Measures by their names, separated by commas.
fn measures(names: &str) -> Result<Vec<&'static Measure>, String> {
    if names == "all" {
        return Ok(measure::MEASURES.iter().collect());
    }
    names.split(',').map(|name| measure_by_name(name.trim())).collect()
}

fn measure_by_name(name: &str) -> Result<&'static Measure, String> {
    measure::find(name).ok_or_else(|| {
        let known: Vec<&str> = measure::MEASURES.iter().map(|m| m.name).collect();
        format!("there is no measure {name:?}; there are {}", known.join(", "))
    })
}
