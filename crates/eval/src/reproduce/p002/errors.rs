//! Figure 3.6: how many of a gold's words its page has not, and golds that have text twice.

use super::super::{
    Axis, Column, Context, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Printed,
};
use super::data;
use crate::results::PageResult;

pub static FIGURE_3_6: Experiment =
    Experiment::new("002", "figure-3-6", "Errors of the gold texts", run)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH)
        .with_printed(PRINTED);

const COLUMNS: &[Column] = &[Column::percent("pages")];
/// Runs of ten words that a gold has twice, from which on a page was looked at (section 3.4).
const REPEATS: usize = 15;
const BINS: usize = 20;

const OVER_1: &str = "more than 1 % of the distinct words";
const OVER_2: &str = "more than 2 %, left out of the tables";
const ALL_WRONG: &str = "100 %: the gold of another page";
const TWICE: &str = "more than 15 runs of ten words twice";

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages: Vec<PageResult> =
        data::facts(context)?.into_iter().filter(|p| p.page.gold_tokens > 0).collect();
    let share = |is: &dyn Fn(&PageResult) -> bool| {
        100.0 * pages.iter().filter(|page| is(page)).count() as f64 / pages.len().max(1) as f64
    };
    let mut grid = Grid::new("", COLUMNS);
    grid.add(OVER_1, [share(&|p| p.page.gold_error > 0.01)]);
    grid.add(OVER_2, [share(&|p| p.page.gold_error > 0.02)]);
    grid.add(ALL_WRONG, [share(&|p| p.page.gold_error >= 1.0)]);
    grid.add(TWICE, [share(&|p| p.page.gold_repeats > REPEATS)]);
    let mut plot = Plot::new(
        "Pages by the errors of their gold",
        Axis::new(
            "share of the gold's distinct words that are more frequent there than in the page",
        ),
        Axis::new("pages").with_log(),
    );
    for (source, _) in data::SOURCES {
        let mut bins = [0.0; BINS];
        for page in pages.iter().filter(|page| page.corpus == source) {
            bins[((page.page.gold_error * BINS as f64) as usize).min(BINS - 1)] += 1.0;
        }
        let points = bins.iter().enumerate().filter(|(_, n)| **n > 0.0);
        let middle = |bin: usize| (bin as f64 + 0.5) / BINS as f64;
        plot = plot.with_series(source, Mark::Line, points.map(|(bin, &n)| [middle(bin), n]));
    }
    let note = format!("{} pages with a gold text.", pages.len());
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(note))
}

// 2,804 of 3,100 pages were kept, 800 had runs of words twice, two had the gold of another page.
static PRINTED: &[Printed] = &[Printed {
    grid: "",
    columns: COLUMNS,
    rows: &[(OVER_2, &[9.5]), (ALL_WRONG, &[0.1]), (TWICE, &[25.8])],
}];
