//! `dehusk eval redesign`.

use super::Outcome;
use super::args::RedesignArgs;
use super::run::models_of;
use crate::Console;
use dehusk_eval::synth::redesign::{Recovery, STEP};
use dehusk_synth::Web;
use indicatif::ProgressBar;
use std::process::ExitCode;

/// How far below the level before counts as back.
const WITHIN: f64 = 0.01;

/// Prints the levels around the redesign, and after how many documents it is made good.
pub fn redesign(args: &RedesignArgs, console: &mut Console<'_>) -> Outcome {
    let at = args.documents / 2;
    let web = Web::new(args.seed).with_redesign_at(Some(at));
    let models = models_of(args.model.as_deref(), args.models_of_parts.as_deref())?;
    let bar = ProgressBar::new(args.sites.saturating_mul(args.documents));
    let found = Recovery::measure(&web, args.sites, args.documents, at, &models, || bar.inc(1));
    bar.finish_and_clear();
    writeln!(console.out, "{:28}{:>9}{:>9}", "documents", "memory", "alone")?;
    let mut line = |name: &str, memory: f64, alone: f64| {
        writeln!(console.out, "{name:28}{memory:9.4}{alone:9.4}")
    };
    line("before the redesign", found.before.memory, found.before.alone)?;
    for (step, level) in found.after.iter().enumerate() {
        let name = format!("{} to {} after it", step * STEP + 1, (step + 1) * STEP);
        line(&name, level.memory, level.alone)?;
    }
    writeln!(
        console.out,
        "noticed {} times by the memories of {} sites",
        found.noticed, args.sites
    )?;
    match found.documents(WITHIN) {
        Some(documents) => {
            writeln!(console.out, "back within {WITHIN} after {documents} documents")?
        }
        None => writeln!(console.out, "not back within {WITHIN}")?,
    }
    Ok(ExitCode::SUCCESS)
}
