//! Cost against quality.

use super::{all_results, extractors};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Unit,
};
use crate::speed::Trial;
use crate::table::Table;
use crate::table::measure;

pub static COST: Experiment =
    Experiment::new("own", "cost", "What each extractor costs, and how good it is", run)
        .with_corpora(Corpora::All);

/// Pages that are timed, taken evenly from all corpora, and how often each.
const PAGES: usize = 200;
const ROUNDS: usize = 3;

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let results = all_results(context)?;
    let lcs = measure::find("lcs").ok_or(ExperimentError::Nothing("no measure lcs".into()))?;
    let table = Table::new(&results, lcs, &|r| Some(r.corpus.clone())).sorted();
    let trial = Trial::new(context.corpora(), PAGES, extractors().0).with_rounds(ROUNDS);
    context.start("timing, one core", trial.steps());
    let speeds = trial.run(|| context.step());
    let parse: f64 = speeds.steps.iter().map(|step| step.seconds).sum();
    let mut grid = Grid::new(
        "",
        [
            Column::share("F1"),
            Column::new("parses", Unit::Number),
            Column::new("ms a page", Unit::Number),
        ],
    );
    let (mut points, mut names) = (Vec::new(), Vec::new());
    for row in &table.rows {
        let own = speeds.extractors.iter().find(|speed| speed.alone.name == row.extractor);
        let (Some(own), Some(mean)) = (own, row.macro_mean) else { continue };
        let parses = own.alone.seconds / parse;
        grid.add(
            &row.extractor,
            [mean, parses, 1e3 * own.whole.seconds / speeds.pages.max(1) as f64],
        );
        points.push([parses, mean]);
        names.push(row.extractor.clone());
    }
    let plot = Plot::new(
        "Cost against quality",
        Axis::new("time to extract and render, in times of decoding, parsing and segmenting").with_log(),
        Axis::new("F1, mean over corpora"),
    )
    .with_series("", Mark::Dots, points)
    .with_labels(names)
    .with_caption("Above is better, further left is cheaper. Time is what an extractor needs beyond what all of them need, on one core, the best of three rounds a page; both times are of the same run, so a slow machine changes little.");
    let note =
        format!("{} pages, {:.1} MB, {ROUNDS} rounds.", speeds.pages, speeds.bytes as f64 / 1e6);
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(note))
}
