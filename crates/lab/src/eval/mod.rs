//! `dehusk eval`: what the harness found, for people at a terminal. All measuring is in `dehusk-eval`.

mod analyse;
mod args;
mod duplicates;
mod features;
mod gate;
mod import;
mod markdown;
mod memory;
mod metadata;
mod redesign;
mod report;
mod reproduce;
mod retrieval;
mod roles;
mod run;
mod speed;
mod stream;
mod synth;
mod table;
mod units;

pub use args::EvalVerb;

use crate::{Console, LabError};
use dehusk_eval::corpus::Corpus;
use dehusk_eval::groups;
use dehusk_eval::results::{self, PageResult};
use dehusk_eval::table::measure::{self, Measure};
use std::process::ExitCode;

/// The exit code, or why there are no figures.
type Outcome = Result<ExitCode, LabError>;

/// Carries out a verb of `dehusk eval`. Its exit code is 0 where figures were found, 1 where there are none, and 2
/// where pages failed.
pub fn eval(verb: &EvalVerb, console: &mut Console<'_>) -> Outcome {
    match verb {
        EvalVerb::Run(args) => run::run(args, console),
        EvalVerb::Metadata(args) => metadata::metadata(args, console),
        EvalVerb::Table(args) => table::table(args, console),
        EvalVerb::Analyse(args) => analyse::analyse(args, console),
        EvalVerb::Stream(args) => stream::stream(args, console),
        EvalVerb::Markdown(args) => markdown::markdown(args, console),
        EvalVerb::Memory(args) => memory::memory(args, console),
        EvalVerb::Duplicates(args) => duplicates::duplicates(args, console),
        EvalVerb::Features(args) => features::features(args, console),
        EvalVerb::Report(args) => report::report(args, console),
        EvalVerb::Reproduce(args) => reproduce::reproduce(args, console),
        EvalVerb::Retrieval(args) => retrieval::retrieval(args, console),
        EvalVerb::Gate(args) => gate::gate(args, console),
        EvalVerb::Import(args) => import::import(args, console),
        EvalVerb::Speed(args) => speed::speed(args, console),
        EvalVerb::Synth(args) => synth::synth(args, console),
        EvalVerb::Redesign(args) => redesign::redesign(args, console),
        EvalVerb::Units(args) => units::units(args, console),
        EvalVerb::Roles(args) => roles::roles(args, console),
    }
}

/// The corpora that can be opened; the others are named.
fn open(args: &args::CorporaArgs, console: &Console<'_>) -> Result<Vec<Corpus>, LabError> {
    let (corpora, errors) = Corpus::open_all(&args.corpora, &args.names)?;
    errors.iter().for_each(|error| (console.say)(&error.to_string()));
    if corpora.is_empty() {
        return Err(LabError::NoCorpus(args.corpora.clone()));
    }
    Ok(corpora)
}

/// The results of a run, less the pages with a bad gold.
fn read(args: &args::ResultsArgs) -> Result<Vec<PageResult>, LabError> {
    let results = results::read(&args.out)?;
    Ok(match args.max_gold_error {
        Some(most) => groups::within_gold_error(results, most),
        None => results,
    })
}

/// Measures by their names, separated by commas.
fn measures(names: &str) -> Result<Vec<&'static Measure>, LabError> {
    if names == "all" {
        return Ok(measure::MEASURES.iter().collect());
    }
    names.split(',').map(|name| measure_by_name(name.trim())).collect()
}

fn measure_by_name(name: &str) -> Result<&'static Measure, LabError> {
    measure::find(name).ok_or_else(|| {
        let known: Vec<&str> = measure::MEASURES.iter().map(|m| m.name).collect();
        LabError::UnknownMeasure { name: name.into(), known: known.join(", ") }
    })
}
