//! Figures 6.1 and 6.2: whether measures order the extractors alike, and how scores are spread.

use super::super::{
    Axis, Column, Context, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Unit,
};
use super::data;
use crate::analysis::{histogram, rank_correlations_of};
use crate::results::PageResult;
use crate::table::measure;

pub static FIGURE_6_1: Experiment =
    Experiment::new("002", "figure-6-1", "Ranks of the extractors by two measures", ranks)
        .with_corpora(data::CORPORA)
        .with_stand_in(
            "the 181 pages of article-extraction-benchmark",
            "the 197 news pages of andy",
        );

pub static FIGURE_6_2: Experiment =
    Experiment::new("002", "figure-6-2", "Scores of each extractor over the pages", spread)
        .with_corpora(data::CORPORA)
        .with_stand_in(data::LACKS, data::WITH);

/// The measures that the thesis compares, by its names.
const MEASURES: [(&str, &str); 5] = [
    ("RougeLSum", "lsum"),
    ("4-Gram", "sh4_page"),
    ("Bag of Words", "wordset"),
    ("Jaccard Index", "jaccard"),
    ("Levenshtein", "edit_chars"),
];
/// Bins of the thesis's histograms.
const BINS: usize = 5;

fn ranks(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::scored(context, context.corpora())?;
    let measures = MEASURES.map(|(_, name)| name);
    let named = |name: &str| MEASURES.iter().find(|m| m.1 == name).map_or("", |m| m.0);
    let mut finding = Finding::default();
    let columns = data::SOURCES.map(|(source, _)| Column::new(source, Unit::Number));
    let mut grid = Grid::new("Spearman's rank correlation", columns);
    let by_source: Vec<_> = data::SOURCES
        .iter()
        .map(|(source, _)| {
            let own: Vec<PageResult> =
                pages.iter().filter(|p| p.corpus == *source).cloned().collect();
            rank_correlations_of(&own, &measures)
        })
        .collect();
    for pair in by_source.first().into_iter().flatten() {
        let same = |source: &Vec<_>| {
            let is_same =
                |other: &&crate::analysis::RankCorrelation| (other.a, other.b) == (pair.a, pair.b);
            source.iter().find(is_same).map(|found| found.spearman)
        };
        let name = format!("{} and {}", named(pair.a), named(pair.b));
        grid.add(name, by_source.iter().map(same));
    }
    for pair in by_source.get(2).into_iter().flatten() {
        let title = format!("{} and {}, AEB", named(pair.a), named(pair.b));
        let axis = |name: &str| Axis::new(format!("rank by {}", named(name)));
        let points = pair.ranks.iter().map(|(_, a, b)| [*a, *b]);
        let names = pair.ranks.iter().map(|(name, ..)| name.clone());
        let plot = Plot::new(title, axis(pair.a), axis(pair.b)).with_small();
        finding = finding.with_plot(plot.with_series("", Mark::Dots, points).with_labels(names));
    }
    Ok(finding.with_grid(grid).with_note(
        "The thesis finds the first four to agree and the edit distance to differ. It defines that distance by tokens; what \
         it prints seems to be divided by characters (see table-6-1).",
    ))
}

fn spread(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = data::scored(context, context.corpora())?;
    let Some(measure) = measure::find("lsum") else { return Ok(Finding::default()) };
    let columns = ["0 to .2", ".2 to .4", ".4 to .6", ".6 to .8", ".8 to 1"].map(Column::count);
    let mut grid = Grid::new("Pages by the F1 of RougeLSum", columns);
    let mut finding = Finding::default();
    for (name, _) in data::EXTRACTORS {
        let bins: Vec<f64> =
            histogram(&pages, name, measure, BINS).bins.iter().map(|&n| n as f64).collect();
        let points = bins.iter().enumerate().map(|(bin, &n)| [(bin as f64 + 0.5) / BINS as f64, n]);
        let axes = (Axis::new("F1").with_range(0.0, 1.0), Axis::new("pages"));
        let plot = Plot::new(name, axes.0, axes.1.with_range(0.0, pages.len() as f64)).with_small();
        finding = finding.with_plot(plot.with_series("", Mark::Bars, points));
        grid.add(name, bins);
    }
    Ok(finding.with_grid(grid))
}
