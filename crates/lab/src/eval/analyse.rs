//! `dehusk eval analyse`.

use super::args::AnalyseArgs;
use super::{Outcome, measure_by_name, read};
use crate::{Console, LabError};
use dehusk_eval::analysis::{duel, histogram, rank_correlations, regrets};
use dehusk_eval::groups::{complexity_groups, predict_complexity};
use dehusk_eval::results::PageResult;
use dehusk_eval::table::Table;
use dehusk_eval::table::measure::Measure;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints what tables do not show.
pub fn analyse(args: &AnalyseArgs, console: &mut Console<'_>) -> Outcome {
    let results = read(&args.results)?;
    let measure = measure_by_name(&args.measure)?;
    let table = Table::new(&results, measure, &|r| Some(r.corpus.clone())).sorted();
    let best = table.rows.first().map(|row| row.extractor.clone());
    let Some(extractor) = args.extractor.clone().or(best) else {
        return Err(LabError::NoResults(args.results.out.clone()));
    };
    print_distributions(console.out, &results, &table, measure)?;
    print_correlations(console.out, &results)?;
    print_complexity(console.out, &results)?;
    print_regrets(console.out, &results, &extractor, measure, args.pages)?;
    if let Some(other) = &args.against {
        print_duel(console.out, &results, &extractor, other, measure, args.pages)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_distributions(
    out: &mut dyn Write,
    results: &[PageResult],
    table: &Table,
    measure: &Measure,
) -> io::Result<()> {
    writeln!(out, "Pages by {}, in fifths from 0 to 1", measure.name)?;
    for row in &table.rows {
        let bins = histogram(results, &row.extractor, measure, 5).bins;
        let bins: String = bins.iter().map(|n| format!("{n:>7}")).collect();
        writeln!(out, "  {:26}{bins}", row.extractor)?;
    }
    Ok(())
}

fn print_correlations(out: &mut dyn Write, results: &[PageResult]) -> io::Result<()> {
    writeln!(out, "\nRank correlation of the extractors between measures (Spearman)")?;
    for pair in rank_correlations(results) {
        writeln!(out, "  {:10} {:10} {:6.3}", pair.a, pair.b, pair.spearman)?;
    }
    Ok(())
}

fn print_complexity(out: &mut dyn Write, results: &[PageResult]) -> io::Result<()> {
    let (groups, (low, high)) = complexity_groups(results);
    let pages = groups.iter().flatten().count();
    writeln!(
        out,
        "\nComplexity: quartiles of the share of content {low:.1} % and {high:.1} %, {pages} pages"
    )?;
    if let Some(p) = predict_complexity(results) {
        let (right, most) = (100.0 * p.accuracy, 100.0 * p.baseline);
        writeln!(
            out,
            "  predicted from the page alone, hosts kept apart: {right:.1} % right; the largest group alone: {most:.1} %"
        )?;
    }
    Ok(())
}

fn print_regrets(
    out: &mut dyn Write,
    results: &[PageResult],
    extractor: &str,
    measure: &Measure,
    pages: usize,
) -> io::Result<()> {
    writeln!(out, "\nWhere {extractor} is furthest below the best")?;
    for r in regrets(results, extractor, measure).iter().take(pages) {
        writeln!(out, "  {}/{}: {:.3}, {} has {:.3}", r.corpus, r.id, r.value, r.winner, r.best)?;
    }
    Ok(())
}

fn print_duel(
    out: &mut dyn Write,
    results: &[PageResult],
    first: &str,
    second: &str,
    measure: &Measure,
    pages: usize,
) -> io::Result<()> {
    let duel = duel(results, first, second, measure);
    let (wins, losses, ties) = (duel.wins, duel.losses, duel.ties);
    writeln!(
        out,
        "\n{first} against {second}: better on {wins} pages, worse on {losses}, the same on {ties}"
    )?;
    for (corpus, id, difference) in duel.pages.iter().take(pages) {
        writeln!(out, "  {corpus}/{id}: {difference:+.3}")?;
    }
    Ok(())
}
