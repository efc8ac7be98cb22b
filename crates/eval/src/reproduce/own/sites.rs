//! The extractors that learn a site or compare its pages, on the corpora that have sites.

use super::scores::grid;
use crate::reproduce::{Context, Corpora, Experiment, ExperimentError, Finding};
use crate::table::measure;

pub static SITES: Experiment =
    Experiment::new("own", "sites", "Extractors that learn a site or compare its pages", run)
        .with_corpora(Corpora::Among(&["daniel", "portal"]));

/// Those of the literature, ours, and what they are measured against.
const EXTRACTORS: &[&str] = &[
    "auto",
    "auto-memory",
    "url-tree-strict",
    "url-tree-support-10",
    "url-tree-domain",
    "url-tree-relaxed-500",
    "sst",
    "rtdm-td",
    "iwptd",
    "rbm-td",
    "temex",
    "conex",
    "readability",
    "boilerpipe-article",
];

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let results = context.results(context.corpora(), EXTRACTORS)?;
    let grids = ["lcs", "lcs_p", "lcs_r"].into_iter().filter_map(measure::find);
    let grids = grids.filter_map(|measure| grid(&results, measure, "corpus")).collect();
    let finding = Finding { grids, ..Finding::default() };
    Ok(finding.with_note("Those that learn a site see its pages in time order and judge each before they learn from it; those that compare pages see all pages of the site at once, later ones too."))
}
