//! `dehusk eval duplicates`.

use super::args::DuplicatesArgs;
use super::{Outcome, open};
use crate::{Console, LabError};
use dehusk_eval::duplicates::count;
use dehusk_site::{DuplicateCounts, Keys, Rules};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Prints the counts of each corpus.
pub fn duplicates(args: &DuplicatesArgs, console: &mut Console<'_>) -> Outcome {
    let keys = match &args.rules {
        Some(path) => Keys::default().with_rules(read_rules(path, console)?),
        None => Keys::default(),
    };
    for corpus in open(&args.corpora, console)? {
        writeln!(console.out, "{}", corpus.name())?;
        print(console.out, &count(&corpus, &keys))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads rules; those that can not be used are named.
fn read_rules(path: &Path, console: &Console<'_>) -> Result<Rules, LabError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| LabError::File { path: path.to_path_buf(), source })?;
    let (rules, problems) = Rules::parse(&text, &path.display().to_string());
    problems.iter().for_each(|problem| (console.say)(&problem.to_string()));
    Ok(rules)
}

fn print(out: &mut dyn Write, counts: &DuplicateCounts) -> io::Result<()> {
    let of_all = |count: usize| 100.0 * count as f64 / counts.documents.max(1) as f64;
    let steps = [
        ("same address", counts.address),
        ("after title, encoding and order", counts.normal),
        ("after the rules, by key", counts.key),
        ("same text under another key", counts.text),
        ("nearly the same text under another key", counts.near),
    ];
    writeln!(out, "  {:40}{:7}", "documents", counts.documents)?;
    for (step, found) in steps {
        writeln!(out, "  {step:40}{found:7}{:7.2}%", of_all(found))?;
    }
    Ok(())
}
