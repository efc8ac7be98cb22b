//! Figures 1a and 1b: what each feature tells of the class.

use super::super::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, NONE, Plot,
    Printed, Remark, Unit,
};
use super::data::{NEWS, data, pages};
use crate::analysis::{Gain, information_gains};
use dehusk_suite::classic_learned::c45::Classes;

/// The experiment with two classes.
pub static FIGURE_1A: Experiment =
    Experiment::new("001", "figure-1a", "Information gain of each feature, two classes", two)
        .with_corpora(Corpora::These(&[NEWS]))
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[
                ("words quotient (P/C)", &[0.585, 1.0]),
                ("text density quotient (P/C)", &[0.508, 2.0]),
                ("words (C)", &[NONE, 3.0]),
                ("link density (C)", &[NONE, 4.0]),
                ("text density (C)", &[NONE, 5.0]),
                ("start uppercase ratio (C)", &[NONE, 6.0]),
                ("average word length (C)", &[NONE, 7.0]),
                ("full stop ratio (C)", &[NONE, 8.0]),
                ("text density delta (P/C)", &[NONE, 9.0]),
                ("words (N)", &[NONE, 10.0]),
            ],
        }])
        .with_remarks(REMARKS);

/// The experiment with four classes.
pub static FIGURE_1B: Experiment =
    Experiment::new("001", "figure-1b", "Information gain of each feature, four classes", four)
        .with_corpora(Corpora::These(&[NEWS]))
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[
                ("words quotient (P/C)", &[0.746, 1.0]),
                ("text density quotient (P/C)", &[0.626, 2.0]),
                ("relative position (C)", &[NONE, 3.0]),
                ("average word length (C)", &[NONE, 4.0]),
                ("words (C)", &[NONE, 5.0]),
                ("start uppercase ratio (C)", &[NONE, 6.0]),
                ("text density (C)", &[NONE, 7.0]),
                ("full stop ratio (C)", &[NONE, 8.0]),
                ("link density (C)", &[NONE, 9.0]),
            ],
        }])
        .with_remarks(REMARKS);

const COLUMNS: &[Column] = &[Column::share("bits"), Column::new("rank", Unit::Count)];
const REMARKS: &[Remark] = &[Remark {
    row: "*",
    column: "bits",
    why: "The paper does not say how it divides where the block before has no words, nor how its numbers \
          are cut; 439 of the 621 pages are there.",
}];

fn two(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    run(context, Classes::Two)
}

fn four(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    run(context, Classes::Four)
}

fn run(context: &mut Context<'_>, classes: Classes) -> Result<Finding, ExperimentError> {
    let pages = pages(context, NEWS)?;
    let gains = information_gains(&data(pages.iter().flatten(), classes));
    let mut grid = Grid::new("", COLUMNS);
    for (rank, gain) in gains.iter().enumerate() {
        grid.add(&gain.feature, [gain.bits, (rank + 1) as f64]);
    }
    Ok(Finding::default()
        .with_grid(grid)
        .with_plot(plot(&gains))
        .with_note("Bits by the cuts of Fayyad and Irani, each block as heavy as it has words."))
}

fn plot(gains: &[Gain]) -> Plot {
    let names = gains.iter().map(|gain| gain.feature.as_str());
    let bars = gains.iter().enumerate().map(|(place, gain)| [gain.bits, place as f64]);
    Plot::new("Information gain", Axis::new("bits"), Axis::of_names("feature", names)).with_series(
        "here",
        Mark::Bars,
        bars,
    )
}
