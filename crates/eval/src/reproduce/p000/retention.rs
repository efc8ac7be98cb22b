//! Section 6: what is forgotten of a site, and what that costs in accuracy.

use super::play::{Variant, everything, play};
use super::score::{means, score};
use super::streams::{LONG, is_annotated_of_long, long};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Unit,
};
use dehusk_site::{Heuristic, Retention};

const COLUMNS: &[Column] = &[
    Column::share("strict"),
    Column::share("relaxed-500"),
    Column::share("strict, redesigned at half time"),
    Column::share("relaxed-500, redesigned at half time"),
    Column::new("MB of trees in the end", Unit::Number),
];

pub static RETENTION: Experiment = Experiment::new(
    "000",
    "wish-eviction",
    "Strategies of forgetting documents against accuracy, which the paper leaves for later",
    run,
)
.with_corpora(Corpora::None)
.with_stand_in(
    "the paper's stream",
    "a made-up stream of 8 sites with 158 documents a day each, over fifteen days",
);

/// Most documents, greatest age in days, newest that stay.
const STRATEGIES: [(usize, i64, usize); 8] = [
    (10_000, 14, 100),
    (10_000, 7, 100),
    (10_000, 3, 100),
    (10_000, 1, 100),
    (1_000, 14, 100),
    (300, 14, 100),
    (100, 14, 100),
    (30, 14, 30),
];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut kept = vec![("everything".to_string(), everything())];
    for (most, days, newest) in STRATEGIES {
        let retention = Retention::default();
        let retention = retention.with_most(most).with_seconds(days * 86_400).with_newest(newest);
        kept.push((retention.to_string(), retention));
    }
    let variants: Vec<Variant> = kept
        .iter()
        .flat_map(|(name, retention)| {
            [Heuristic::strict(), Heuristic::relaxed(500)].map(|heuristic| {
                let variant = Variant { retention: *retention, ..Variant::of(heuristic) };
                variant.named(name.clone())
            })
        })
        .collect();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut megabytes = Vec::new();
    for redesign in [None, Some(LONG / 2)] {
        let source = long(redesign);
        let played = play(context, &source, &variants, is_annotated_of_long)?;
        if redesign.is_none() {
            megabytes = played.bytes.iter().map(|(trees, _)| *trees as f64 / 1e6).collect();
        }
        let scored = score(context, &source, played)?;
        columns.push(means(&scored, variants.len()));
    }
    let mut grid = Grid::new("", COLUMNS);
    for (place, (name, _)) in kept.iter().enumerate() {
        let [strict, relaxed] = [2 * place, 2 * place + 1];
        grid.add(
            name.clone(),
            [
                columns[0][strict],
                columns[0][relaxed],
                columns[1][strict],
                columns[1][relaxed],
                megabytes[strict],
            ],
        );
    }
    let points = |column: &Vec<f64>, offset: usize| {
        let of_kept = (0..kept.len()).map(|place| [column[2 * place + offset], place as f64]);
        of_kept.collect::<Vec<_>>()
    };
    let names: Vec<String> = kept.iter().map(|(name, _)| name.clone()).collect();
    let plot = Plot::new("F1 by what is kept", Axis::new("mean F1"), Axis::of_names("kept", names))
        .with_series("strict", Mark::Bars, points(&columns[0], 0))
        .with_series("relaxed-500", Mark::Bars, points(&columns[0], 1))
        .with_caption("Most documents, greatest age, newest that stay whatever their age.");
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(
        "Written as dehusk eval run --retention takes it: most documents, greatest age, newest that always stay; the \
         second row is what the paper's own pipeline keeps.",
    ))
}
