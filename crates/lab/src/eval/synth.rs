//! `dehusk eval synth`.

use super::Outcome;
use super::args::SynthArgs;
use crate::Console;
use dehusk_eval::synth::{self, Summary};
use dehusk_synth::Web;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Makes a stream, and writes it or says what it holds.
pub fn synth(args: &SynthArgs, console: &mut Console<'_>) -> Outcome {
    let bar = ProgressBar::new(args.sites.saturating_mul(args.documents));
    let begun = Instant::now();
    let summary = match &args.out {
        Some(out) => {
            let step = || bar.inc(1);
            synth::write(&web(args), args.sites, args.documents, out, step)?
        }
        None => count(args, &bar),
    };
    bar.finish_and_clear();
    print(console.out, args, &summary, begun.elapsed())?;
    Ok(ExitCode::SUCCESS)
}

fn web(args: &SynthArgs) -> Web {
    let half = args.documents.div_ceil(2);
    let redesign = (!args.no_redesign).then(|| args.redesign_at.unwrap_or(half));
    Web::new(args.seed)
        .with_redesign_at(redesign)
        .with_duplicates(args.duplicates.into())
        .with_per_day(args.per_day)
}

fn count(args: &SynthArgs, bar: &ProgressBar) -> Summary {
    let mut summary = Summary::default();
    for page in synth::pages(&web(args), args.sites, args.documents) {
        summary.add(&page);
        bar.inc(1);
    }
    summary
}

fn print(
    out: &mut dyn Write,
    args: &SynthArgs,
    summary: &Summary,
    time: Duration,
) -> io::Result<()> {
    let documents = summary.documents.max(1) as f64;
    writeln!(
        out,
        "{} documents of {} sites, {:.1} MB, {:.0} blocks a page of which {:.0} are content, \
         {} seen before; {:.0} documents a second",
        summary.documents,
        args.sites,
        summary.bytes as f64 / 1e6,
        summary.blocks as f64 / documents,
        summary.content_blocks as f64 / documents,
        summary.duplicates,
        documents / time.as_secs_f64().max(1e-9),
    )?;
    if let Some(folder) = &args.out {
        writeln!(out, "{}", folder.display())?;
    }
    Ok(())
}
