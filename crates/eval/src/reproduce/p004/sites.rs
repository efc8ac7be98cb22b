//! Table 4: R4 beside algorithms that compare the pages of a site.

use super::measured::{self, COLUMNS, CORPORA, Judge, LACKS, Scores, timed};
use crate::corpus::{Corpus, Record};
use crate::reproduce::{
    Axis, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Printed,
};
use dehusk::extractor::{Document, Extractor, R4, SiteExtractor, entry};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub static TABLE_4: Experiment =
    Experiment::new("004", "table-4", "R4 beside site-level algorithms", run)
        .with_corpora(Corpora::Among(CORPORA))
        .with_stand_in(
            LACKS,
            "the hosts of l3s-gn1 with several labelled pages, which need not link to each other",
        )
        .with_printed(&[Printed { grid: "", columns: COLUMNS, rows: PRINTED }]);

const PRINTED: &[(&str, &[f64])] = &[
    ("sst", &[65.10, 47.42, 51.66, 72.64, 59.92, 61.26, 18.75]),
    ("rtdm-td", &[99.39, 51.53, 63.10, 99.98, 67.35, 77.57, 7.27]),
    ("iwptd", &[70.29, 61.86, 61.94, 79.28, 64.33, 68.78, 3.64]),
    ("rbm-td", &[100.00, 52.45, 65.10, 100.00, 67.84, 77.84, 5.87]),
    ("temex", &[90.62, 81.28, 83.05, 94.39, 88.82, 90.18, 4.87]),
    ("conex", &[83.91, 88.07, 80.93, 86.13, 90.57, 83.06, 8.47]),
    ("r4", &[84.87, 91.47, 84.54, 88.93, 95.23, 90.32, 0.47]),
];

/// Pages of a site that are compared at most.
const MOST_PAGES: usize = 25;
/// How long a site may take.
const LIMIT: Duration = Duration::from_secs(120);

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let corpus = measured::corpus(context)?;
    let shared = Arc::new(corpus.clone());
    let sites = sites(corpus);
    let count: usize = sites.iter().map(Vec::len).sum();
    if sites.is_empty() {
        return Err(ExperimentError::Nothing("no host has several pages".into()));
    }
    let hosts = sites.len();
    let answers = context.each("sites", sites, LIMIT, move |records| of_site(&shared, records));
    let mut by_name: BTreeMap<&str, Vec<Scores>> = BTreeMap::new();
    for (name, scores) in answers.into_iter().flatten().flatten() {
        by_name.entry(name).or_default().push(scores);
    }
    let mut grid = Grid::new("", COLUMNS);
    let mut bars = Vec::new();
    for (name, _) in PRINTED {
        let mean = by_name.get(name).map(|scores| measured::mean(scores));
        if let Some(mean) = mean {
            grid.add(*name, mean);
            bars.push((*name, 1000.0 * mean[6]));
        }
    }
    let names: Vec<&str> = bars.iter().map(|bar| bar.0).collect();
    let plot =
        Plot::new("Run time", Axis::new("milliseconds a page"), Axis::of_names("algorithm", names))
            .with_series(
                "here",
                Mark::Bars,
                bars.iter().enumerate().map(|(at, bar)| [bar.1, at as f64]),
            );
    let times: Vec<String> = bars.iter().map(|(name, ms)| format!("{name} {ms:.2}")).collect();
    let note = format!(
        "Milliseconds a page: {}. {count} pages of {hosts} hosts. An algorithm of a site is given its pages at once, and its run time is shared out among them; the paper's have to fetch and compare for each page.",
        times.join(", ")
    );
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(note))
}

/// The pages of each host that has several, the first of them.
fn sites(corpus: &Corpus) -> Vec<Vec<Record>> {
    let mut by_host: BTreeMap<&str, Vec<Record>> = BTreeMap::new();
    for record in corpus.records() {
        if let Some(host) = &record.host {
            by_host.entry(host).or_default().push(record.clone());
        }
    }
    let several = by_host.into_values().filter(|records| records.len() > 1);
    several.map(|records| records.into_iter().take(MOST_PAGES).collect()).collect()
}

/// Every algorithm's scores on the labelled pages of a site.
fn of_site(corpus: &Corpus, records: &[Record]) -> Vec<(&'static str, Scores)> {
    let pages: Vec<(&Record, Document)> =
        records.iter().filter_map(|r| Some((r, Context::document(corpus, r)?))).collect();
    let judges: Vec<Option<Judge<'_>>> =
        pages.iter().map(|(record, _)| Judge::new(corpus, record)).collect();
    let mut all = Vec::new();
    for (name, _) in PRINTED {
        let Ok(entry) = entry(name) else { continue };
        let Some(level) = entry.of_pages() else { continue };
        let scores = of_level(level, &pages, &judges);
        all.extend(scores.into_iter().map(|scores| (*name, scores)));
    }
    for judge in judges.iter().flatten() {
        let fresh = judge.fresh();
        let (selection, seconds) = timed(|| R4::default().extract(&fresh));
        all.push(("r4", judge.scores(selection, seconds)));
    }
    all
}

fn of_level(
    level: &dyn SiteExtractor,
    pages: &[(&Record, Document)],
    judges: &[Option<Judge<'_>>],
) -> Vec<Scores> {
    let fresh: Vec<Document> =
        pages.iter().map(|(_, document)| Document::new(document.page().clone())).collect();
    let (selections, seconds) = timed(|| level.extract(&fresh.iter().collect::<Vec<_>>()));
    let seconds = seconds / pages.len().max(1) as f64;
    let judged = judges.iter().zip(selections);
    judged.filter_map(|(judge, s)| Some(judge.as_ref()?.scores(s, seconds))).collect()
}
