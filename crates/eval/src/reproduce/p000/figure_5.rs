//! Figure 5: the cumulative average of the four heuristics and of the extractors that know no sites.

use super::others::{self, known};
use super::play::{Variant, play};
use super::score::score;
use super::source::Source;
use super::streams::{is_annotated, wide};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot,
    Printed, Remark,
};
use crate::stream::moving_average;
use dehusk_site::Heuristic;

/// The algorithms of Table 2, by our names.
const OTHERS: &[&str] = &[
    "boilerpipe-default",
    "boilerpipe-article",
    "boilerpipe-sentences",
    "boilerpipe-largest",
    "numwords",
    "justext",
    "ncleaner-lexical",
    "ncleaner-non-lexical",
    "nreadability",
    "readability-lxml",
    "readability",
];

const COLUMNS: &[Column] = &[Column::share("F1")];

pub static FIGURE_5: Experiment =
    Experiment::new("000", "figure-5", "URL Tree beside open source extractors along a stream", run)
        .with_corpora(Corpora::Among(&["daniel"]))
        .with_stand_in(
            "the stream of 292,053 documents, with 46,436 annotated ones to test on",
            "daniel, 1,081 real pages of the same weeks but of 386 hosts, and a made-up stream of 33 domains with 400 \
             documents each",
        )
        .with_printed(&[
            Printed { grid: "daniel", columns: COLUMNS, rows: PAPER },
            Printed { grid: "made-up stream", columns: COLUMNS, rows: PAPER },
        ])
        .with_remarks(&[Remark { row: "*", column: "*", why: FEW }]);

const FEW: &str = "On daniel a site has three pages in the mean, so nearly all are judged with hardly any history; \
                   made-up sites repeat their furniture more exactly than real ones.";

/// What the text of the paper says; the figure's brackets are in no text.
const PAPER: &[(&str, &[f64])] = &[
    ("url-tree-strict", &[0.85]),
    ("url-tree-support-100", &[0.86]),
    ("url-tree-domain", &[0.86]),
    ("url-tree-relaxed-500", &[0.89]),
    ("nreadability", &[0.84]),
    ("readability-lxml", &[0.84]),
];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut finding = Finding::default();
    for corpus in context.corpora() {
        finding = add(context, finding, &Source::of_corpus(corpus), corpus.name(), |_| true)?;
    }
    let finding = add(context, finding, &wide(), "made-up stream", is_annotated)?;
    Ok(finding.with_note(
        "The paper gives the five flavours of Boilerpipe together, .76 to .81; its NWRE is numwords here. A page whose \
         site has few documents yet is judged at a root above all sites, as in the paper.",
    ))
}

fn add(
    context: &mut Context<'_>,
    finding: Finding,
    source: &Source,
    name: &str,
    asked: impl Fn(usize) -> bool,
) -> Result<Finding, ExperimentError> {
    let variants = Heuristic::all().map(Variant::of);
    let played = play(context, source, &variants, asked)?;
    let scored = score(context, source, played)?;
    let pages: Vec<usize> = scored.iter().map(|page| page.index).collect();
    let extractors = known(OTHERS);
    let others = others::score(context, source, &pages, &extractors)?;
    let mut curves: Vec<(String, Vec<f64>)> = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        let values: Vec<f64> = scored.iter().filter_map(|page| page.f1[place]).collect();
        curves.push((variant.name.clone(), moving_average(&values)));
    }
    for (place, extractor) in extractors.iter().enumerate() {
        let values: Vec<f64> = others.iter().flatten().map(|f1| f1[place]).collect();
        curves.push((extractor.name().to_string(), moving_average(&values)));
    }
    let mut grid = Grid::new(name, COLUMNS);
    let mut plot = Plot::new(
        format!("Cumulative F1: {name}"),
        Axis::new("annotated document"),
        Axis::new("cumulative F1"),
    );
    for (name, curve) in curves {
        grid.add(name.clone(), [curve.last().copied().unwrap_or(f64::NAN)]);
        let points = curve.iter().enumerate().map(|(at, &f1)| [(at + 1) as f64, f1]);
        plot = plot.with_series(name, Mark::Line, points);
    }
    let plot = plot.with_caption("The mean of all annotated pages up to each one.");
    Ok(finding.with_grid(grid).with_plot(plot))
}
