//! How scores are spread, and how they fall as pages get harder.

use super::all_results;
use crate::analysis::histogram;
use crate::reproduce::{Axis, Context, Corpora, Experiment, ExperimentError, Finding, Mark, Plot};
use crate::results::PageResult;
use crate::table::Table;
use crate::table::measure::{self, Measure};

pub static SPREAD: Experiment =
    Experiment::new("own", "spread", "How scores are spread over pages, and on hard ones", run)
        .with_corpora(Corpora::All);

/// Extractors drawn, the best of all.
const DRAWN: usize = 12;
/// Of these, lines in the picture by complexity.
const LINES: usize = 6;
const BINS: usize = 20;
const STEPS: usize = 10;

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let results = all_results(context)?;
    let lcs = measure::find("lcs").ok_or(ExperimentError::Nothing("no measure lcs".into()))?;
    let table = Table::new(&results, lcs, &|r| Some(r.corpus.clone())).sorted();
    let best: Vec<String> = table.rows.into_iter().take(DRAWN).map(|row| row.extractor).collect();
    if best.is_empty() {
        return Err(ExperimentError::Nothing("no page has a gold text".into()));
    }
    let mut finding = Finding::default().with_plot(by_complexity(&results, &best, lcs));
    for name in &best {
        finding = finding.with_plot(spread(&results, name, lcs));
    }
    Ok(finding.with_note(format!("The {} best by their mean over the corpora.", best.len())))
}

/// The mean score of pages in tenths of all, from those with the least content to those with the most.
fn by_complexity(results: &[PageResult], names: &[String], measure: &Measure) -> Plot {
    let mut pages: Vec<(f64, &PageResult)> =
        results.iter().filter_map(|r| Some((r.page.complexity()?.min(100.0), r))).collect();
    pages.sort_by(|a, b| a.0.total_cmp(&b.0));
    let x = Axis::new("content, percent of the page's words").with_range(0.0, 100.0);
    let mut plot = Plot::new("F1 by how much of a page is content", x, Axis::new("F1"))
        .with_caption("Each point is the mean over a tenth of all pages, at the mean share of content of these. Further left, pages are harder.");
    for name in names.iter().take(LINES) {
        let points = pages.chunks(pages.len().div_ceil(STEPS).max(1)).filter_map(|chunk| {
            let share = chunk.iter().map(|(share, _)| share).sum::<f64>() / chunk.len() as f64;
            let outcomes = chunk.iter().filter_map(|(_, r)| r.extractors.get(name));
            Some([share, measure.over(outcomes)?])
        });
        plot = plot.with_series(name, Mark::Line, points);
    }
    plot
}

fn spread(results: &[PageResult], name: &str, measure: &Measure) -> Plot {
    let bins = histogram(results, name, measure, BINS).bins;
    let middle = |i: usize| (i as f64 + 0.5) / BINS as f64;
    let points = bins.iter().enumerate().map(|(i, &pages)| [middle(i), pages as f64]);
    Plot::new(name, Axis::new("F1"), Axis::new("pages"))
        .with_series("", Mark::Bars, points)
        .with_small()
}
