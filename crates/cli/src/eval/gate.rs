//! `dehusk eval gate`.

use super::args::GateArgs;
use super::{Outcome, measures, open};
use dehusk_eval::gate::Gate;
use dehusk_eval::results;
use std::process::ExitCode;

/// Checks floors, or pins them.
pub fn gate(args: &GateArgs) -> Outcome {
    let results = results::read(&args.out).map_err(|e| e.to_string())?;
    let corpora = open(&args.corpora)?;
    if args.pin {
        let mut gate = if args.file.exists() { read(args)? } else { Gate::default() };
        let refused = gate.pin(&results, &corpora, &measures(&args.measures)?, args.lower);
        let refused = refused.map_err(|e| e.to_string())?;
        for floor in &refused {
            let (name, measure, corpus) = (&floor.extractor, &floor.measure, &floor.corpus);
            eprintln!("dehusk: {name} {measure} on {corpus} is now {:.4}: lower its floor with --lower", floor.value);
        }
        gate.write(&args.file, &results).map_err(|e| e.to_string())?;
        println!("{} floors in {}", gate.floors.len(), args.file.display());
        return Ok(ExitCode::from(if refused.is_empty() { 0 } else { 1 }));
    }
    let gate = read(args)?;
    let breaches = gate.check(&args.file, &results, &corpora).map_err(|e| e.to_string())?;
    breaches.iter().for_each(|breach| println!("{breach}"));
    println!("{} of {} floors hold", gate.floors.len() - breaches.len(), gate.floors.len());
    Ok(ExitCode::from(if breaches.is_empty() { 0 } else { 1 }))
}

fn read(args: &GateArgs) -> Result<Gate, String> {
    Gate::read(&args.file).map_err(|e| e.to_string())
}
