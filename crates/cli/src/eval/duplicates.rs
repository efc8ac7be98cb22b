//! `dehusk eval duplicates`.

use super::args::DuplicatesArgs;
use super::{Outcome, open};
use crate::remember::read_rules;
use dehusk_eval::duplicates::count;
use dehusk_site::{DuplicateCounts, Keys};
use std::process::ExitCode;

/// Prints the counts of each corpus.
pub fn duplicates(args: &DuplicatesArgs) -> Outcome {
    let keys = match &args.rules {
        Some(path) => Keys::default().with_rules(read_rules(path)?),
        None => Keys::default(),
    };
    for corpus in open(&args.corpora)? {
        println!("{}", corpus.name());
        print(&count(&corpus, &keys));
    }
    Ok(ExitCode::SUCCESS)
}

fn print(counts: &DuplicateCounts) {
    let of_all = |count: usize| 100.0 * count as f64 / counts.documents.max(1) as f64;
    let steps = [
        ("same address", counts.address),
        ("after title, encoding and order", counts.normal),
        ("after the rules, by key", counts.key),
        ("same text under another key", counts.text),
        ("nearly the same text under another key", counts.near),
    ];
    println!("  {:40}{:7}", "documents", counts.documents);
    for (step, found) in steps {
        println!("  {step:40}{found:7}{:7.2}%", of_all(found));
    }
}
