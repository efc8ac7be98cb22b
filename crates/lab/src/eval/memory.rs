//! `dehusk eval memory`.

use super::args::CorporaArgs;
use super::{Outcome, open};
use crate::Console;
use dehusk_eval::memory::cost;
use std::process::ExitCode;
use std::time::Duration;

/// Prints what memories cost on each corpus.
pub fn memory(args: &CorporaArgs, console: &mut Console<'_>) -> Outcome {
    writeln!(
        console.out,
        "{:12}{:>10}{:>7}{:>8}  {:>24}  {:>24}",
        "corpus", "documents", "sites", "blocks", "URL Tree", "whole memory"
    )?;
    for corpus in open(args, console)? {
        let cost = cost(&corpus);
        let each = cost.documents.max(1) as f64;
        let share = |bytes: usize, time: Duration| {
            let (bytes, time) = (bytes as f64 / 1e3 / each, time.as_secs_f64() * 1e6 / each);
            format!("{bytes:7.3} MB/1000 {time:6.1} µs")
        };
        writeln!(
            console.out,
            "{:12}{:10}{:7}{:8.0}  {:>24}  {:>24}",
            corpus.name(),
            cost.documents,
            cost.sites,
            cost.blocks as f64 / each,
            share(cost.tree_bytes, cost.tree_time),
            share(cost.memory_bytes, cost.memory_time),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
