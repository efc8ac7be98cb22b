//! Table 3 and Figure 2: R4 with its parameters on pages that they were not found on.

use super::measured::{self, COLUMNS, CORPORA, Judge, LACKS, Scores, WITH, is_training, timed};
use crate::corpus::{Corpus, Record};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot,
    Printed, Unit,
};
use dehusk::extractor::{Extractor, R4};

pub static TABLE_3: Experiment =
    Experiment::new("004", "table-3", "Precision, recall, F1 and run time of R4", table)
        .with_corpora(Corpora::Among(CORPORA))
        .with_stand_in(LACKS, WITH)
        .with_printed(&[Printed {
            grid: "",
            columns: COLUMNS,
            rows: &[("Average", &[84.87, 91.47, 84.54, 88.93, 95.23, 90.32, 0.75])],
        }]);

pub static FIGURE_2: Experiment =
    Experiment::new("004", "figure-2", "Rated nodes and run time", figure)
        .with_corpora(Corpora::Among(CORPORA))
        .with_stand_in(LACKS, WITH)
        .with_printed(&[Printed { grid: "", columns: SHARES, rows: &[("R4", &[82.0, 74.0])] }]);

/// Shares in percent that go by the machine: none is near or far.
const SHARES: &[Column] =
    &[Column::new("% below 1 s", Unit::Count), Column::new("% below 0.5 s", Unit::Count)];

/// A page: its rated nodes, what is to be found and the scores.
struct Measured {
    id: String,
    rated: usize,
    scores: Scores,
}

fn measure(context: &mut Context<'_>) -> Result<Vec<Measured>, ExperimentError> {
    let corpus = measured::corpus(context)?;
    let of_page = |corpus: &Corpus, record: &Record| {
        let judge = (!is_training(record)).then(|| Judge::new(corpus, record)).flatten()?;
        let fresh = judge.fresh();
        let (selection, seconds) = timed(|| R4::default().extract(&fresh));
        let rated = R4::rated(judge.document());
        let scores = judge.scores(selection, seconds);
        Some(Measured { id: record.id.clone(), rated, scores })
    };
    let pages = context.each_page(&format!("{}: r4", corpus.name()), corpus, of_page);
    let pages: Vec<Measured> = pages.into_iter().flatten().flatten().collect();
    match pages.is_empty() {
        true => Err(ExperimentError::Nothing("no page has labelled blocks".into())),
        false => Ok(pages),
    }
}

fn table(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = measure(context)?;
    let scores: Vec<Scores> = pages.iter().map(|page| page.scores).collect();
    let mut grid = Grid::new("", COLUMNS);
    // The paper lists its fifty pages: as many here, taken evenly.
    for at in 0..pages.len().min(50) {
        let page = &pages[at * pages.len() / pages.len().min(50)];
        grid.add(&page.id, page.scores);
    }
    grid.add("Average", measured::mean(&scores));
    let empty = scores.iter().filter(|page| page[3] == 0.0 && page[4] == 0.0).count();
    let note = format!(
        "{} pages of hosts that no parameter was found on, fifty of them listed, the average over all; {empty} of them give no word of the content.",
        pages.len()
    );
    Ok(Finding::default().with_grid(grid).with_note(note))
}

fn figure(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let pages = measure(context)?;
    let seconds = |page: &Measured| page.scores[6];
    let share = |limit: f64| {
        let below = pages.iter().filter(|page| seconds(page) < limit).count();
        100.0 * below as f64 / pages.len() as f64
    };
    let mut grid = Grid::new("", SHARES);
    grid.add("R4", [share(1.0), share(0.5)]);
    let points = pages.iter().map(|page| [page.rated as f64, 1000.0 * seconds(page)]);
    let plot = Plot::new("Rated nodes and run time", Axis::new("rated nodes"), Axis::new("milliseconds"))
        .with_series("pages", Mark::Dots, points)
        .with_caption("The paper's algorithm compares all pairs of rated nodes; here each is compared with the centroid, and time grows with their number.");
    let longest = pages.iter().map(seconds).fold(0.0, f64::max);
    let mean = pages.iter().map(seconds).sum::<f64>() / pages.len() as f64;
    let note = format!(
        "{:.1} milliseconds a page in the mean, {:.1} at most: processor time without parsing, where the paper has a browser's clock in 2020; the program is another one.",
        1000.0 * mean,
        1000.0 * longest
    );
    Ok(Finding::default().with_grid(grid).with_plot(plot).with_note(note))
}
