//! Table 5.2: how well a second layer judges leaves by thirteen extractors' votes.

use crate::sample::Sample;
use crate::suite::{Split, validate_em13_leaves, voters};
use dehusk_eval::reproduce::{
    Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Printed, Unit,
};

/// The model whose parting of pages is used.
const MODEL: &str = "em-13-leaves";
const SEED: u64 = 1;

pub static TABLE_5_2: Experiment = Experiment::new(
    "002",
    "table-5-2",
    "Classifiers over the votes for leaves",
    run,
)
.with_corpora(Corpora::These(&["l3s-gn1", "readability", "andy", "dragnet", "cleaneval"]))
.with_stand_in(
    "the 700 pages of CETD and the 181 of article-extraction-benchmark",
    "439 news pages of 2008 (l3s-gn1) and 197 of 2023 (andy) beside the other three sources",
)
.with_printed(PRINTED);

const COLUMNS: &[Column] = &[
    Column::share("training F1"),
    Column::new("deviation", Unit::Number),
    Column::share("training AUC"),
    Column::share("validation F1"),
    Column::share("validation AUC"),
];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut samples: Vec<Sample> = Vec::new();
    for corpus in context.corpora() {
        let stage = format!("{}: labels", corpus.name());
        samples.extend(
            context.each_page(&stage, corpus, Sample::read).into_iter().flatten().flatten(),
        );
    }
    let split = Split::of(MODEL, &samples, SEED).map_err(|e| ExperimentError::Other(e.into()))?;
    let members = voters(MODEL).map_err(|e| ExperimentError::Other(e.into()))?;
    context.start("votes and ten folds", 1);
    let (layers, [other, content]) = validate_em13_leaves(&split, &members);
    context.step();
    let mut grid = Grid::new("", COLUMNS);
    for (layer, found) in layers {
        let [mean, deviation] = found.folds;
        grid.add(layer.name(), [mean, deviation, found.auc, found.other_f1, found.other_auc]);
    }
    let note = format!(
        "{} pages to learn from, with {content} leaves that are content and {other} that are not, and {} pages of \
         other hosts. The thesis has 231,801 and 233,810 leaves. Its wishes, an SVM and a decision tree, are the last \
         two rows.",
        split.learn.len(),
        split.test.len(),
    );
    Ok(Finding::default().with_grid(grid).with_note(note))
}

static PRINTED: &[Printed] = &[Printed {
    grid: "",
    columns: COLUMNS,
    rows: &[
        ("logistic", &[0.859, 0.0013, 0.926, 0.820, 0.924]),
        ("forest", &[0.872, 0.00152, 0.933, 0.8355, 0.925]),
    ],
}];
