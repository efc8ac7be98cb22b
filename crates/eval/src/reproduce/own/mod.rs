//! One page of our own in the form of the papers': every extractor on every corpus.

mod auto;
mod cost;
mod scores;
mod sites;
mod spread;

use super::{Context, Experiment, ExperimentError};
use crate::results::PageResult;
use dehusk::extractor::{Entry, NamedExtractor, Needs, named, registry};

/// Our tables and figures.
pub static EXPERIMENTS: &[&Experiment] = &[
    &scores::CORPORA,
    &scores::TYPES,
    &scores::LANGUAGES,
    &scores::COMPLEXITY,
    &scores::YEARS,
    &sites::SITES,
    &auto::AUTO,
    &spread::SPREAD,
    &cost::COST,
];

/// Every extractor that needs one page only, and why others could not be made.
fn extractors() -> (Vec<NamedExtractor>, Vec<String>) {
    let registry = registry();
    let of_page = registry.entries().iter().filter(|entry| entry.needs() == Needs::Page);
    let (mut made, mut broken) = (Vec::new(), Vec::new());
    for name in of_page.map(Entry::name) {
        match named(name) {
            Ok(extractor) => made.push(extractor),
            Err(error) => broken.push(format!("Left out: {name}: {error}.")),
        }
    }
    (made, broken)
}

/// All pages by all of them.
fn all_results(context: &mut Context<'_>) -> Result<Vec<PageResult>, ExperimentError> {
    context.results_of(context.corpora(), extractors().0)
}
