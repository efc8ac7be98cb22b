//! Section 6: blocks by the hash of their letters as in the paper, without names and dates, or by similarity.

use super::play::{Form, Variant, play};
use super::score::{means, score};
use super::source::Source;
use super::streams::{is_annotated, wide};
use crate::reproduce::{
    Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Unit,
};
use dehusk_site::Heuristic;

const COLUMNS: &[Column] = &[
    Column::share("strict"),
    Column::share("domain"),
    Column::share("relaxed-500"),
    Column::new("MB a 1,000 documents", Unit::Number),
];

pub static HASHING: Experiment = Experiment::new(
    "000",
    "wish-hashing",
    "What makes two blocks one: letters, masks or similarity, which the paper leaves for later",
    run,
)
.with_corpora(Corpora::Among(&["daniel"]))
.with_stand_in("the paper's stream", "daniel and a made-up stream of 33 domains");

const FORMS: [(&str, Form); 3] = [
    ("hash of letters (as MD5)", Form::Letters),
    ("without names and dates", Form::Masked),
    ("SimHash, 3 bits of 64", Form::Similar),
];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let heuristics = [Heuristic::strict(), Heuristic::domain(), Heuristic::relaxed(500)];
    let variants: Vec<Variant> = FORMS
        .iter()
        .flat_map(|&(_, form)| heuristics.map(|h| Variant { form, ..Variant::of(h) }))
        .collect();
    let mut finding = Finding::default();
    for corpus in context.corpora() {
        let source = Source::of_corpus(corpus);
        finding = finding.with_grid(grid(context, &source, corpus.name(), &variants, |_| true)?);
    }
    let made = grid(context, &wide(), "made-up stream", &variants, is_annotated)?;
    Ok(finding.with_grid(made).with_note(
        "The hash of letters is of another function than MD5 and has 48 bits: of the blocks here it tells apart what \
         MD5 does.",
    ))
}

fn grid(
    context: &mut Context<'_>,
    source: &Source,
    name: &str,
    variants: &[Variant],
    asked: impl Fn(usize) -> bool,
) -> Result<Grid, ExperimentError> {
    let played = play(context, source, variants, asked)?;
    let (bytes, inserted) = (played.bytes.clone(), played.inserted);
    let scored = score(context, source, played)?;
    let means = means(&scored, variants.len());
    let mut grid = Grid::new(name, COLUMNS);
    let each = means.len() / FORMS.len();
    for (place, (form, _)) in FORMS.iter().enumerate() {
        let mut cells = means[place * each..(place + 1) * each].to_vec();
        let (trees, root) = bytes[place * each];
        cells.push((trees + root) as f64 / 1e3 / inserted as f64);
        grid.add(*form, cells);
    }
    Ok(grid)
}
