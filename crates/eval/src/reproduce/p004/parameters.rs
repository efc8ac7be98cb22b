//! Tables 1 and 2: the size of the c-SET, and the two thresholds of the post-process.

use super::measured::{self, COLUMNS, CORPORA, Judge, LACKS, Scores, WITH, is_training, timed};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot, Printed,
};
use dehusk::extractor::{Extractor, NodeSet, R4, R4Options};

pub static TABLE_1: Experiment = Experiment::new("004", "table-1", "The size of the c-SET", size)
    .with_corpora(Corpora::Among(CORPORA))
    .with_stand_in(LACKS, WITH)
    .with_printed(&[Printed { grid: "", columns: COLUMNS, rows: SIZES }]);

pub static TABLE_2: Experiment =
    Experiment::new("004", "table-2", "The thresholds tr and hr of the post-process", thresholds)
        .with_corpora(Corpora::Among(CORPORA))
        .with_stand_in(LACKS, WITH)
        .with_printed(&[Printed { grid: "", columns: SIX, rows: THRESHOLDS }]);

/// The paper's table has no run time.
const SIX: &[Column] = COLUMNS.split_at(6).0;

const SIZES: &[(&str, &[f64])] = &[
    ("1", &[85.14, 73.24, 69.93, 88.40, 82.21, 79.75, 0.54]),
    ("2", &[85.77, 83.43, 77.82, 88.42, 87.86, 83.03, 0.55]),
    ("3", &[83.16, 91.94, 82.95, 87.95, 94.69, 87.65, 0.55]),
    ("4", &[80.33, 93.73, 81.80, 84.85, 95.70, 85.77, 0.55]),
    ("5", &[78.65, 90.93, 78.37, 82.13, 92.43, 82.10, 0.56]),
    ("6", &[72.23, 82.61, 66.75, 74.74, 86.47, 74.07, 0.56]),
    ("7", &[66.68, 81.17, 59.31, 69.62, 84.54, 68.40, 0.56]),
    ("8", &[72.16, 81.17, 64.03, 75.40, 84.54, 72.92, 0.57]),
];

const FROM_1_5: &[f64] = &[82.99, 93.38, 83.96, 87.12, 95.69, 88.02];
const THRESHOLDS: &[(&str, &[f64])] = &[
    ("tr 1.25", &[81.52, 93.36, 83.13, 85.84, 95.69, 87.31]),
    ("tr 1.5", FROM_1_5),
    ("tr 1.75", FROM_1_5),
    ("tr 2", FROM_1_5),
    ("tr 2.25", FROM_1_5),
    ("tr 2.5", FROM_1_5),
    ("tr 2.75", FROM_1_5),
    ("tr 3", FROM_1_5),
    ("No post-process", &[83.16, 91.94, 82.95, 87.95, 94.69, 87.65]),
];

/// Values of `hr` that are tried for each `tr`.
const MOST_LINKS: u32 = 8;

fn size(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    // The paper's row of 3 is that of its Table 2 without the post-process.
    let plain = R4Options::default().without_post_process();
    let options: Vec<R4Options> = (1..=SIZES.len()).map(|c| plain.with_c(c)).collect();
    let means = sweep(context, options)?;
    let mut grid = Grid::new("", COLUMNS);
    for (place, mean) in means.iter().enumerate() {
        grid.add((place + 1).to_string(), *mean);
    }
    let curve = |column: usize| {
        means.iter().enumerate().map(move |(at, mean)| [at as f64 + 1.0, mean[column]])
    };
    let printed = |column: usize| {
        SIZES.iter().enumerate().map(move |(at, row)| [at as f64 + 1.0, row.1[column]])
    };
    let plot = Plot::new("F1 by the size of the c-SET", Axis::new("c"), Axis::new("F1, %"))
        .with_series("nodes, here", Mark::Line, curve(2))
        .with_series("words, here", Mark::Line, curve(5))
        .with_series("nodes, paper", Mark::Dashed, printed(2))
        .with_series("words, paper", Mark::Dashed, printed(5));
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(NOTE))
}

fn thresholds(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let trs: Vec<f32> = (5..=12).map(|quarters| quarters as f32 / 4.0).collect();
    let pairs: Vec<(f32, u32)> =
        trs.iter().flat_map(|&tr| (1..=MOST_LINKS).map(move |hr| (tr, hr))).collect();
    let of_pair = |&(tr, hr): &(f32, u32)| R4Options::default().with_tr(tr).with_hr(hr);
    let without = R4Options::default().without_post_process();
    let options = pairs.iter().map(of_pair).chain([without]).collect();
    let means = sweep(context, options)?;
    let mut grid = Grid::new("", SIX);
    let mut best_links = Vec::new();
    for &tr in &trs {
        let of_tr = pairs.iter().zip(&means).filter(|((t, _), _)| *t == tr);
        let best = of_tr.clone().map(|(_, mean)| mean[2]).fold(0.0, f64::max);
        let all: Vec<_> = of_tr.filter(|(_, mean)| mean[2] >= best - 1e-9).collect();
        let links: Vec<String> = all.iter().map(|((_, hr), _)| hr.to_string()).collect();
        if let Some((_, mean)) = all.last() {
            grid.add(format!("tr {tr}"), mean[..6].iter().copied());
        }
        best_links.push(format!("{tr}: {}", links.join(" ")));
    }
    if let Some(mean) = means.last() {
        grid.add("No post-process", mean[..6].iter().copied());
    }
    let links = format!(
        "The best hr for nodes, of 1 to {MOST_LINKS}, by tr: {} (paper: 7 and 8 for each).",
        best_links.join("; ")
    );
    Ok(Finding::default().with_grid(grid).with_note(links).with_note(NOTE))
}

const NOTE: &str = "Measured on the fifth of the hosts that parameters are found on (the paper: 15 benchmarks of TECO). Nodes are texts and media, where the paper counts the elements around them too. Run times are the processor's, without parsing.";

/// The mean scores of R4 with each of some parameters on the pages for parameters.
fn sweep(
    context: &mut Context<'_>,
    options: Vec<R4Options>,
) -> Result<Vec<Scores>, ExperimentError> {
    let corpus = measured::corpus(context)?;
    let count = options.len();
    let of_page = move |corpus: &crate::corpus::Corpus, record: &crate::corpus::Record| {
        is_training(record).then(|| Judge::new(corpus, record)).flatten().map(|judge| {
            // Most parameters give the same answer as others.
            let mut known: Vec<(NodeSet, Scores)> = Vec::new();
            options.iter().map(|&options| one(&judge, options, &mut known)).collect::<Vec<Scores>>()
        })
    };
    let pages = context.each_page(&format!("{}: r4", corpus.name()), corpus, of_page);
    let pages: Vec<Vec<Scores>> = pages.into_iter().flatten().flatten().collect();
    if pages.is_empty() {
        return Err(ExperimentError::Nothing("no page has labelled blocks".into()));
    }
    let of_option = |at: usize| pages.iter().map(|page| page[at]).collect::<Vec<Scores>>();
    Ok((0..count).map(|at| measured::mean(&of_option(at))).collect())
}

fn one(judge: &Judge<'_>, options: R4Options, known: &mut Vec<(NodeSet, Scores)>) -> Scores {
    let fresh = judge.fresh();
    let (selection, seconds) = timed(|| R4::new(options).extract(&fresh));
    if let Some((_, scores)) = known.iter().find(|(nodes, _)| nodes == selection.nodes()) {
        return [&scores[..6], &[seconds]].concat().try_into().unwrap_or(*scores);
    }
    let nodes = selection.nodes().clone();
    let scores = judge.scores(selection, seconds);
    known.push((nodes, scores));
    scores
}
