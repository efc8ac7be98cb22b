//! `dehusk eval import`.

use super::Outcome;
use super::args::ImportArgs;
use crate::{Console, LabError};
use dehusk_eval::import::{self, IMPORTERS};
use std::process::ExitCode;

/// Imports an original and says what is wrong with it.
pub fn import(args: &ImportArgs, console: &mut Console<'_>) -> Outcome {
    let importer = import::find(&args.kind).ok_or_else(|| {
        let known: Vec<&str> = IMPORTERS.iter().map(|i| i.name).collect();
        LabError::UnknownKind { name: args.kind.clone(), known: known.join(", ") }
    })?;
    let imported = import::import(importer, &args.source, &args.out)?;
    imported.problems.iter().for_each(|problem| (console.say)(&problem.to_string()));
    writeln!(console.out, "{} pages in {}", imported.pages, args.out.display())?;
    Ok(ExitCode::from(if imported.problems.is_empty() { 0 } else { 2 }))
}

/// The kinds, for the help.
pub fn kinds() -> String {
    let lines = IMPORTERS.iter().map(|i| format!("  {:16} {}\n", i.name, i.about));
    format!("Kinds:\n{}", lines.collect::<String>())
}
