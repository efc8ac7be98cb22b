//! `dehusk eval gate`.

use super::args::GateArgs;
use super::{Outcome, measures, open};
use crate::Console;
use dehusk_eval::gate::Gate;
use dehusk_eval::results;
use std::process::ExitCode;

/// Checks floors, or pins them.
pub fn gate(args: &GateArgs, console: &mut Console<'_>) -> Outcome {
    let results = results::read(&args.out)?;
    let corpora = open(&args.corpora, console)?;
    if args.pin {
        let mut gate = if args.file.exists() { Gate::read(&args.file)? } else { Gate::default() };
        let refused = gate.pin(&results, &corpora, &measures(&args.measures)?, args.lower);
        let refused = refused?;
        for floor in &refused {
            let (name, measure, corpus) = (&floor.extractor, &floor.measure, &floor.corpus);
            (console.say)(&format!(
                "{name} {measure} on {corpus} is now {:.4}: lower its floor with --lower",
                floor.value
            ));
        }
        gate.write(&args.file, &results)?;
        writeln!(console.out, "{} floors in {}", gate.floors.len(), args.file.display())?;
        return Ok(ExitCode::from(if refused.is_empty() { 0 } else { 1 }));
    }
    let gate = Gate::read(&args.file)?;
    let breaches = gate.check(&args.file, &results, &corpora)?;
    for breach in &breaches {
        writeln!(console.out, "{breach}")?;
    }
    writeln!(
        console.out,
        "{} of {} floors hold",
        gate.floors.len() - breaches.len(),
        gate.floors.len()
    )?;
    Ok(ExitCode::from(if breaches.is_empty() { 0 } else { 1 }))
}
