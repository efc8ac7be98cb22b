//! Section 6: what URL Trees cost, in megabytes a thousand documents.

use super::play::{Variant, play};
use super::source::Source;
use super::streams::{long, wide};
use crate::reproduce::{
    Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Printed, Unit,
};
use dehusk_site::Heuristic;

const COLUMNS: &[Column] = &[
    Column::new("MB a 1,000 documents", Unit::Number),
    Column::new("of these the trees", Unit::Number),
    Column::count("documents"),
];

pub static MEMORY: Experiment =
    Experiment::new("000", "memory", "Section 6: memory of URL Trees", run)
        .with_corpora(Corpora::Among(&["daniel"]))
        .with_stand_in(
            "the paper's stream",
            "daniel and two made-up streams, nothing of which is ever removed",
        )
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[
                ("daniel", &PAPER),
                ("made-up stream of 33 sites", &PAPER),
                ("made-up stream of 8 sites", &PAPER),
            ],
        }]);

const PAPER: [f64; 3] = [6.5, f64::NAN, f64::NAN];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut grid = Grid::new("", COLUMNS);
    let corpora = context.corpora().iter();
    let mut sources: Vec<(&str, Source)> =
        corpora.map(|corpus| (corpus.name(), Source::of_corpus(corpus))).collect();
    sources.push(("made-up stream of 33 sites", wide()));
    sources.push(("made-up stream of 8 sites", long(None)));
    for (name, source) in sources {
        let played = play(context, &source, &[Variant::of(Heuristic::strict())], |_| false)?;
        let (trees, root) = played.bytes[0];
        let each = |bytes: usize| bytes as f64 / 1e3 / played.inserted as f64;
        grid.add(name, [each(trees + root), each(trees), played.inserted as f64]);
    }
    Ok(Finding::default().with_grid(grid).with_note(
        "The paper's tree counts every block at every node; ours keeps one state a block and site, counters only where \
         a heuristic asks, and beside the trees the root above all sites.",
    ))
}
