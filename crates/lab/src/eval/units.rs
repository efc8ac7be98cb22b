//! `dehusk eval units`.

use super::args::UnitsArgs;
use super::run::models_of;
use super::{Outcome, open};
use crate::Console;
use dehusk_train::read_samples;
use dehusk_train::units::count;
use std::process::ExitCode;

/// Counts the tables, programs and lists inside of the content, and what auto made of them.
pub fn units(args: &UnitsArgs, console: &mut Console<'_>) -> Outcome {
    let corpora = open(&args.corpora, console)?;
    let models = models_of(args.model.as_deref(), args.models_of_parts.as_deref())?;
    (console.say)("reading pages");
    let samples = read_samples(&corpora);
    let counts = count(&samples, |sample| models.auto(&sample.record));
    writeln!(console.out, "{:14}{:>8}{:>8}{:>8}{:>8}", "kind", "all", "whole", "share", "holes")?;
    for (kind, found) in counts {
        let share = found.whole as f64 / found.all.max(1) as f64;
        writeln!(
            console.out,
            "{:14}{:>8}{:>8}{share:>8.3}{:>8}",
            kind.name(),
            found.all,
            found.whole,
            found.holes
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
