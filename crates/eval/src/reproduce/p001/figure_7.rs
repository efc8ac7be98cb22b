//! Figure 7: what leaving text out does to a search.

use super::super::{
    Axis, Column, Context, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Printed,
};
use crate::retrieval::{Indexed, Policy, Reader, Swept, made_up, policies, sweep};
use std::time::Duration;

/// The experiment, on a made-up collection.
pub static FIGURE_7: Experiment =
    Experiment::new("001", "figure-7", "Search results by the text that is indexed", run)
        .with_stand_in(
            "the collection BLOGS06 of TREC is licensed and can not be had",
            "a made-up collection of 3,000 articles with known answers; `dehusk eval retrieval` runs it on BLOGS06",
        )
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[
                (BASELINE, &[0.18, 0.0985]),
                ("minimum text density 14", &[0.32, 0.1823]),
                (BTE, &[0.33, 0.1627]),
                ("minimum number of words 11", &[0.44, 0.2476]),
                ("minimum number of words 100", &[0.44, 0.2476]),
            ],
        }]);

const BASELINE: &str = "baseline (all words)";
const BTE: &str = "BTE";
const COLUMNS: &[Column] = &[Column::share("P@10"), Column::share("NDCG@10")];
/// Sites and documents of each.
const SITES: usize = 12;
const DOCUMENTS: u64 = 250;
const SEED: u64 = 7;

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let made = made_up::collection(SEED, SITES, DOCUMENTS);
    let reader = Reader::new()?;
    let read = move |(id, html): &(String, String)| reader.read(id, html.as_bytes());
    let pages = context.each("reading pages", made.pages, Duration::from_secs(60), read);
    let pages: Vec<Indexed> = pages.into_iter().flatten().flatten().collect();
    let swept = context.with_progress(|progress| {
        sweep(&pages, &made.topics, &made.judgements, &policies(), progress)
    });
    Ok(finding(&swept))
}

/// The curves of a sweep, and the rows that the paper names.
fn finding(swept: &[Swept]) -> Finding {
    let mut grid = Grid::new("", COLUMNS);
    for Swept { policy, scores } in swept {
        let name = match policy {
            Policy::Everything => BASELINE.to_string(),
            Policy::Bte => BTE.to_string(),
            Policy::Words(least) => format!("minimum number of words {least}"),
            Policy::Density(least) => format!("minimum text density {least}"),
        };
        grid.add(name, [scores.precision_at_10, scores.ndcg_at_10]);
    }
    let plots = [
        ("Precision at 10", (|s: &Swept| s.scores.precision_at_10) as fn(&Swept) -> f64),
        ("NDCG at 10", |s| s.scores.ndcg_at_10),
    ];
    let mut finding = Finding::default().with_grid(grid);
    for (title, value) in plots {
        let axis = Axis::new("threshold").with_range(0.0, 20.0);
        let points = |of: fn(Policy) -> Option<u16>| -> Vec<[f64; 2]> {
            let point = |s: &Swept| Some([f64::from(of(s.policy)?), value(s)]);
            swept.iter().filter_map(point).filter(|point| point[0] <= 20.0).collect()
        };
        let level = |policy: Policy| -> Vec<[f64; 2]> {
            let found = swept.iter().find(|s| s.policy == policy);
            found.map(|s| vec![[0.0, value(s)], [20.0, value(s)]]).unwrap_or_default()
        };
        let plot = Plot::new(title, axis, Axis::new(title))
            .with_series("minimum number of words", Mark::Line, points(words))
            .with_series("minimum text density", Mark::Line, points(density))
            .with_series(BTE, Mark::Dashed, level(Policy::Bte))
            .with_series(BASELINE, Mark::Dashed, level(Policy::Everything));
        finding = finding.with_plot(plot);
    }
    finding
}

fn words(policy: Policy) -> Option<u16> {
    if let Policy::Words(least) = policy { Some(least) } else { None }
}

fn density(policy: Policy) -> Option<u16> {
    if let Policy::Density(least) = policy { Some(least) } else { None }
}
