//! `dehusk eval speed`.

use super::args::{SpeedArgs, TableFormat};
use super::run::extractors;
use super::{Outcome, open};
use dehusk_eval::speed::{Speed, Speeds, Trial};
use indicatif::ProgressBar;
use std::process::ExitCode;

/// Measures and prints speeds.
pub fn speed(args: &SpeedArgs) -> Outcome {
    let corpora = open(&args.corpora)?;
    let trial = Trial::new(&corpora, args.pages.into(), extractors(&args.extractors)?)
        .with_rounds(args.rounds.into());
    if trial.steps() == 0 {
        return Err(format!("{}: there is no page to measure on", args.corpora.corpora.display()));
    }
    let bar = ProgressBar::new(trial.steps() as u64);
    let speeds = trial.run(|| bar.inc(1));
    bar.finish_and_clear();
    match args.format {
        TableFormat::Text => print_text(&speeds),
        TableFormat::Csv => print_csv(&speeds),
        TableFormat::Json => {
            println!("{}", serde_json::to_string(&speeds).map_err(|e| e.to_string())?)
        }
    }
    for slow in speeds.extractors.iter().filter(|e| e.failures > 0) {
        eprintln!("dehusk: {} panicked on {} pages", slow.alone.name, slow.failures);
    }
    let failed = speeds.extractors.iter().any(|e| e.failures > 0);
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

fn print_text(speeds: &Speeds) {
    let megabytes = speeds.bytes as f64 / 1e6;
    println!(
        "{} pages, {megabytes:.1} MB, best of {} rounds a page, one core",
        speeds.pages, speeds.rounds
    );
    println!("{:28}{:>10}{:>10}", "step", "MB/s", "pages/s");
    let columns = |s: &Speed| format!("{:>10.1}{:>10.0}", s.mb_per_second, s.pages_per_second);
    for step in &speeds.steps {
        println!("{:28}{}", step.name, columns(step));
    }
    println!("\n{:28}{:>20}{:>20}", "extractor", "extract and render", "from bytes to text");
    println!("{:28}{:>10}{:>10}{:>10}{:>10}", "", "MB/s", "pages/s", "MB/s", "pages/s");
    for extractor in &speeds.extractors {
        let (alone, whole) = (columns(&extractor.alone), columns(&extractor.whole));
        println!("{:28}{alone}{whole}", extractor.alone.name);
    }
}

fn print_csv(speeds: &Speeds) {
    println!("name,part,seconds,mb_per_second,pages_per_second");
    let line = |part: &str, s: &Speed| {
        println!("{},{part},{},{},{}", s.name, s.seconds, s.mb_per_second, s.pages_per_second);
    };
    speeds.steps.iter().for_each(|step| line("step", step));
    for extractor in &speeds.extractors {
        line("extract", &extractor.alone);
        line("whole", &extractor.whole);
    }
}
