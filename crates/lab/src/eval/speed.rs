//! `dehusk eval speed`.

use super::args::{SpeedArgs, TableFormat};
use super::run::contenders;
use super::{Outcome, open};
use crate::{Console, LabError};
use dehusk_eval::speed::{Speed, Speeds, Trial};
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::process::ExitCode;

/// Measures and prints speeds.
pub fn speed(args: &SpeedArgs, console: &mut Console<'_>) -> Outcome {
    let corpora = open(&args.corpora, console)?;
    let (of_sites, of_pages) = contenders(&args.extractors, &[])?;
    let trial = Trial::new(&corpora, args.pages.into(), of_pages)
        .with_site_extractors(of_sites)
        .with_rounds(args.rounds.into());
    if trial.steps() == 0 {
        return Err(LabError::NoPages(args.corpora.corpora.clone()));
    }
    let bar = ProgressBar::new(trial.steps() as u64);
    let speeds = trial.run(|| bar.inc(1));
    bar.finish_and_clear();
    match args.format {
        TableFormat::Text => print_text(console.out, &speeds)?,
        TableFormat::Csv => print_csv(console.out, &speeds)?,
        TableFormat::Json => writeln!(console.out, "{}", serde_json::to_string(&speeds)?)?,
    }
    for slow in speeds.extractors.iter().filter(|e| e.failures > 0) {
        (console.say)(&format!("{} panicked on {} pages", slow.alone.name, slow.failures));
    }
    let failed = speeds.extractors.iter().any(|e| e.failures > 0);
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

fn print_text(out: &mut dyn Write, speeds: &Speeds) -> io::Result<()> {
    let megabytes = speeds.bytes as f64 / 1e6;
    writeln!(
        out,
        "{} pages, {megabytes:.1} MB, best of {} rounds a page, one core",
        speeds.pages, speeds.rounds
    )?;
    writeln!(out, "{:28}{:>10}{:>10}", "step", "MB/s", "pages/s")?;
    let columns = |s: &Speed| format!("{:>10.1}{:>10.0}", s.mb_per_second, s.pages_per_second);
    for step in &speeds.steps {
        writeln!(out, "{:28}{}", step.name, columns(step))?;
    }
    writeln!(out, "\n{:28}{:>20}{:>20}", "extractor", "extract and render", "from bytes to text")?;
    writeln!(out, "{:28}{:>10}{:>10}{:>10}{:>10}", "", "MB/s", "pages/s", "MB/s", "pages/s")?;
    for extractor in &speeds.extractors {
        let (alone, whole) = (columns(&extractor.alone), columns(&extractor.whole));
        writeln!(out, "{:28}{alone}{whole}", extractor.alone.name)?;
    }
    Ok(())
}

fn print_csv(out: &mut dyn Write, speeds: &Speeds) -> io::Result<()> {
    writeln!(out, "name,part,seconds,mb_per_second,pages_per_second")?;
    let mut line = |part: &str, s: &Speed| {
        writeln!(out, "{},{part},{},{},{}", s.name, s.seconds, s.mb_per_second, s.pages_per_second)
    };
    speeds.steps.iter().try_for_each(|step| line("step", step))?;
    for extractor in &speeds.extractors {
        line("extract", &extractor.alone)?;
        line("whole", &extractor.whole)?;
    }
    Ok(())
}
