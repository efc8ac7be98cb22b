//! `dehusk eval stream`.

use super::args::StreamArgs;
use super::{Outcome, measure_by_name, read};
use crate::Console;
use dehusk_eval::stream::{Curve, STAGES, Stage, curves, mean_of_domains, stages};
use std::io::{self, Write};
use std::process::ExitCode;

/// Positions of a stream that a summary shows.
const SHOWN: [usize; 7] = [1, 5, 10, 20, 50, 100, 300];

/// Prints the averages along the streams.
pub fn stream(args: &StreamArgs, console: &mut Console<'_>) -> Outcome {
    let mut results = read(&args.results)?;
    results.retain(|r| args.corpora.is_empty() || args.corpora.contains(&r.corpus));
    let measure = measure_by_name(&args.measure)?;
    let curves = curves(&results, measure, args.least);
    if args.csv {
        print_points(console.out, &curves)?;
    } else {
        print_summary(console.out, &curves)?;
        print_stages(console.out, &stages(&results, measure, &args.against), &args.against)?;
    }
    Ok(ExitCode::from(if curves.is_empty() { 1 } else { 0 }))
}

fn print_points(out: &mut dyn Write, curves: &[Curve]) -> io::Result<()> {
    writeln!(out, "domain,extractor,document,average")?;
    for curve in curves {
        let domain = curve.domain.as_deref().unwrap_or("(all)");
        for (index, average) in curve.averages.iter().enumerate() {
            writeln!(out, "{domain},{},{},{average:.4}", curve.extractor, index + 1)?;
        }
    }
    Ok(())
}

fn print_summary(out: &mut dyn Write, curves: &[Curve]) -> io::Result<()> {
    let heads: String = SHOWN.iter().map(|n| format!("{n:>8}")).collect();
    writeln!(
        out,
        "{:28}{:26}{heads}{:>8}{:>7}",
        "domain", "extractor, after document", "last", "pages"
    )?;
    for curve in curves {
        let domain = curve.domain.as_deref().unwrap_or("(all)");
        let last = curve.averages.last().copied().unwrap_or_default();
        let row = at_shown(&curve.averages, |average| format!("{average:8.3}"));
        writeln!(
            out,
            "{domain:28}{:26}{row}{last:8.3}{:7}",
            curve.extractor,
            curve.averages.len()
        )?;
    }
    let means = mean_of_domains(curves);
    for mean in &means {
        let row = at_shown(&mean.means, |(mean, _)| format!("{mean:8.3}"));
        writeln!(out, "{:28}{:26}{row}", "(mean of domains)", mean.extractor)?;
    }
    if let Some(longest) = means.iter().max_by_key(|mean| mean.means.len()) {
        let row = at_shown(&longest.means, |(_, domains)| format!("{domains:8}"));
        writeln!(out, "{:28}{:26}{row}", "(domains with so many)", "")?;
    }
    Ok(())
}

/// The values at the shown places, a dash where there is none.
fn at_shown<T>(values: &[T], show: impl Fn(&T) -> String) -> String {
    let at = |n: &usize| values.get(n - 1).map_or("       -".into(), &show);
    SHOWN.iter().map(at).collect()
}

fn print_stages(out: &mut dyn Write, stages: &[Stage], against: &str) -> io::Result<()> {
    writeln!(out)?;
    writeln!(
        out,
        "By earlier pages of the site, and beside {against}: pages worse and better by more than 0.1"
    )?;
    writeln!(
        out,
        "{:26}{:>9}{:>7}{:>9}{:>9}{:>8}{:>8}",
        "extractor", "earlier", "pages", "mean", "beside", "worse", "better"
    )?;
    for stage in stages {
        let next = STAGES.iter().find(|&&least| least > stage.least);
        let span =
            next.map_or(format!("{}+", stage.least), |n| format!("{}-{}", stage.least, n - 1));
        writeln!(
            out,
            "{:26}{span:>9}{:7}{:9.4}{:+9.4}{:7.2}%{:7.2}%",
            stage.extractor,
            stage.pages,
            stage.mean,
            stage.mean - stage.base,
            100.0 * stage.worse,
            100.0 * stage.better
        )?;
    }
    Ok(())
}
