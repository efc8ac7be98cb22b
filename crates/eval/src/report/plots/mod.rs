//! The pictures of a report, drawn once as SVG: none of them needs a script.

mod bars;
mod clusters;
pub(crate) mod heat;
mod lines;
mod reliability;
pub(crate) mod svg;

use crate::results::PageResult;
use crate::table::measure::Measure;

/// A picture with its heading and the sentence under it.
pub struct Plot {
    /// The anchor in the file.
    pub id: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What it shows.
    pub caption: String,
    /// HTML and SVG, escaped.
    pub body: String,
}

/// Every picture that the results have enough for. Extractors come best first, which gives the colours.
pub fn all(results: &[PageResult], extractors: &[String], measure: &Measure) -> Vec<Plot> {
    let plots = [
        Some(bars::distributions(results, extractors, measure)),
        reliability::picture(results, extractors),
        heat::correlations(results),
        lines::streams(results, extractors, measure),
        clusters::picture(results),
        bars::complexity(results),
        heat::predicted_groups(results),
    ];
    plots.into_iter().flatten().collect()
}

/// Colours there are; extractors past them are drawn in grey.
pub const COLOURS: usize = 8;

/// The class that colours the extractor at a place of the ranking.
pub(crate) fn colour(place: usize) -> String {
    if place < COLOURS { format!("c{place}") } else { "grey".into() }
}
