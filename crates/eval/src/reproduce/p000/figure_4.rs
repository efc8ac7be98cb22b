//! Figure 4: the strict heuristic, for each domain by itself.

use super::play::{Variant, play};
use super::score::{Scored, score};
use super::source::Source;
use super::streams::{is_annotated, wide};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot,
    Printed, Remark,
};
use crate::stream::moving_average;
use dehusk_site::Heuristic;
use std::collections::BTreeMap;

/// Pages that a real domain needs for a curve of its own.
const LEAST: usize = 10;

const COLUMNS: &[Column] = &[
    Column::count("domains"),
    Column::percent("above .7, % of domains"),
    Column::percent("above .84, % of domains"),
    Column::percent("above .9, % of domains"),
];

pub static FIGURE_4: Experiment =
    Experiment::new("000", "figure-4", "URL Tree, strict, for each domain", run)
        .with_corpora(Corpora::Among(&["daniel"]))
        .with_stand_in(
            "the 292,053 documents of 33 domains and their 56,436 annotations",
            "daniel, real pages of the same weeks but at most 69 a domain, and a made-up stream of 33 domains",
        )
        .with_printed(&[
            Printed { grid: "daniel", columns: COLUMNS, rows: &[("strict", &PAPER)] },
            Printed { grid: "made-up stream", columns: COLUMNS, rows: &[("strict", &PAPER)] },
        ])
        .with_remarks(&[Remark { row: "*", column: "*", why: FEW }]);

const FEW: &str = "On daniel a site has three pages in the mean, so nearly all are judged with hardly any history; \
                   made-up sites repeat their furniture more exactly than real ones.";

/// In words: higher than 0.7 for all, than 0.84 for three quarters, than 0.9 for more than a third.
const PAPER: [f64; 4] = [33.0, 100.0, 75.0, 33.3];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let mut finding = Finding::default();
    for corpus in context.corpora() {
        let source = Source::of_corpus(corpus);
        finding = add(context, finding, &source, corpus.name(), |_| true)?;
    }
    let finding = add(context, finding, &wide(), "made-up stream", is_annotated)?;
    Ok(finding.with_note(format!(
        "A domain counts with {LEAST} pages or more. The paper prints no values but these three bounds; 'more than a \
         third' is set down as a third."
    )))
}

fn add(
    context: &mut Context<'_>,
    finding: Finding,
    source: &Source,
    name: &str,
    asked: impl Fn(usize) -> bool,
) -> Result<Finding, ExperimentError> {
    let played = play(context, source, &[Variant::of(Heuristic::strict())], asked)?;
    let scored = score(context, source, played)?;
    let curves = by_domain(&scored);
    let last: Vec<f64> = curves.values().filter_map(|curve| curve.last().copied()).collect();
    let above = |bound: f64| {
        100.0 * last.iter().filter(|&&f1| f1 > bound).count() as f64 / last.len() as f64
    };
    let mut grid = Grid::new(name, COLUMNS);
    grid.add("strict", [last.len() as f64, above(0.7), above(0.84), above(0.9)]);
    let y = Axis::new("cumulative F1").with_range(0.0, 1.0);
    let mut plot = Plot::new(format!("Each domain: {name}"), Axis::new("document").with_log(), y);
    for (domain, curve) in &curves {
        let points = curve.iter().enumerate().map(|(at, &f1)| [(at + 1) as f64, f1]);
        plot = plot.with_series(domain.clone(), Mark::Line, points);
    }
    let plot = plot.with_caption("A line a domain: the mean of all its pages up to each one.");
    Ok(finding.with_grid(grid).with_plot(plot))
}

/// The cumulative average of each domain with enough pages.
fn by_domain(scored: &[Scored]) -> BTreeMap<String, Vec<f64>> {
    let mut values: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for page in scored {
        let f1 = page.f1.first().copied().flatten();
        values.entry(page.domain.clone()).or_default().extend(f1);
    }
    values.retain(|_, values| values.len() >= LEAST);
    values.into_iter().map(|(domain, values)| (domain, moving_average(&values))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_needs_pages_for_a_curve() {
        let page = |domain: &str, f1| Scored { index: 0, domain: domain.into(), f1: vec![f1] };
        let mut pages: Vec<Scored> = (0..LEAST).map(|n| page("a", Some((n % 2) as f64))).collect();
        pages.push(page("b", Some(1.0)));
        pages.push(page("a", None));
        let curves = by_domain(&pages);
        assert_eq!(curves.len(), 1);
        assert_eq!((curves["a"].len(), curves["a"][LEAST - 1]), (LEAST, 0.5));
    }
}
