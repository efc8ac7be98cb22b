//! `dehusk eval stream`.

use super::args::StreamArgs;
use super::{Outcome, measure_by_name, read};
use dehusk_eval::stream::{Curve, curves};
use std::process::ExitCode;

/// Positions of a stream that a summary shows.
const SHOWN: [usize; 6] = [1, 5, 10, 30, 100, 300];

/// Prints the averages along the streams.
pub fn stream(args: &StreamArgs) -> Outcome {
    let mut results = read(&args.results)?;
    results.retain(|r| args.corpora.is_empty() || args.corpora.contains(&r.corpus));
    let curves = curves(&results, measure_by_name(&args.measure)?, args.least);
    if args.csv {
        print_points(&curves);
    } else {
        print_summary(&curves);
    }
    Ok(ExitCode::from(if curves.is_empty() { 1 } else { 0 }))
}

fn print_points(curves: &[Curve]) {
    println!("host,extractor,document,average");
    for curve in curves {
        let host = curve.host.as_deref().unwrap_or("(all)");
        for (index, average) in curve.averages.iter().enumerate() {
            println!("{host},{},{},{average:.4}", curve.extractor, index + 1);
        }
    }
}

fn print_summary(curves: &[Curve]) {
    let heads: String = SHOWN.iter().map(|n| format!("{n:>8}")).collect();
    println!("{:28}{:26}{heads}{:>8}{:>7}", "host", "extractor, after document", "last", "pages");
    for curve in curves {
        let at = |n: &usize| curve.averages.get(n - 1).map_or("       -".into(), |v| format!("{v:8.3}"));
        let row: String = SHOWN.iter().map(at).collect();
        let last = curve.averages.last().copied().unwrap_or_default();
        let host = curve.host.as_deref().unwrap_or("(all)");
        println!("{host:28}{:26}{row}{last:8.3}{:7}", curve.extractor, curve.averages.len());
    }
}
