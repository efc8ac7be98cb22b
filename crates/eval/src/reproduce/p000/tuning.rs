//! Section 5.5: N of the two heuristics that have one, chosen on the head of the stream and tested on the rest.

use super::play::{Variant, play};
use super::score::{means, score};
use super::streams::{LONG, LONG_SITES, is_annotated_of_long, long};
use crate::reproduce::{
    Axis, Column, Context, Corpora, Experiment, ExperimentError, Finding, Grid, Mark, Plot,
    Printed, Remark, Unit,
};
use dehusk_site::Heuristic;

/// The values that the paper tries.
const STEP: u32 = 100;
const MOST: u32 = 1000;
/// Documents of each site in the head. In the paper it has some 1,070 of each domain.
const HEAD: u64 = 1100;

const TRIED: &[Column] = &[Column::share("strict-support-N"), Column::share("relaxed-at-domain-N")];
const CHOSEN: &[Column] = &[Column::new("N", Unit::Number)];
const TESTED: &[Column] = &[Column::share("F1")];

pub static TUNING: Experiment = Experiment::new(
    "000",
    "tuning",
    "Section 5.5: N from 100 to 1,000 tuned on the head of the stream, tested on the rest",
    run,
)
.with_corpora(Corpora::None)
.with_stand_in(
    "the stream of 292,053 documents, of which the first 35,321 were for tuning",
    "a made-up stream of 8 sites with 2,400 documents each, of which the first 1,100 of each are for tuning",
)
.with_printed(&[
    Printed {
        grid: "chosen on the head",
        columns: CHOSEN,
        rows: &[("strict-support-N", &[100.0]), ("relaxed-at-domain-N", &[500.0])],
    },
    Printed {
        grid: "tested on the rest",
        columns: TESTED,
        rows: &[
            ("strict", &[0.85]),
            ("strict-support-N", &[0.86]),
            ("strict-at-domain", &[0.86]),
            ("relaxed-at-domain-N", &[0.89]),
        ],
    },
])
.with_remarks(&[Remark {
    row: "*",
    column: "*",
    why: "Made-up sites print each advertisement and teaser a few times, so what stands twice is mostly furniture: the \
          later it is let through, the better.",
}]);

fn run(context: &mut Context<'_>) -> Result<Finding, ExperimentError> {
    let tried: Vec<u32> = (STEP..=MOST).step_by(STEP as usize).collect();
    let support = tried.iter().map(|&n| Heuristic::support(n));
    let relaxed = tried.iter().map(|&n| Heuristic::relaxed(n));
    let all: Vec<Variant> = [Heuristic::strict(), Heuristic::domain()]
        .into_iter()
        .chain(support)
        .chain(relaxed)
        .map(Variant::of)
        .collect();
    let source = long(None);
    let played = play(context, &source, &all, is_annotated_of_long)?;
    let scored = score(context, &source, played)?;
    let head_ends = (HEAD * LONG_SITES) as usize;
    let (head, rest): (Vec<_>, Vec<_>) = scored.iter().partition(|page| page.index < head_ends);
    let tuned = means(head.iter().copied(), all.len());
    let tested = means(rest.iter().copied(), all.len());
    let (of_support, of_relaxed) = (2, 2 + tried.len());
    let best = |from: usize| from + best_of(&tuned[from..from + tried.len()]);
    let [support, relaxed] = [best(of_support), best(of_relaxed)];

    let mut sweep = Grid::new("head, by N", TRIED);
    for (place, n) in tried.iter().enumerate() {
        sweep.add(n.to_string(), [tuned[of_support + place], tuned[of_relaxed + place]]);
    }
    let mut chosen = Grid::new("chosen on the head", CHOSEN);
    chosen.add("strict-support-N", [f64::from(tried[support - of_support])]);
    chosen.add("relaxed-at-domain-N", [f64::from(tried[relaxed - of_relaxed])]);
    let mut test = Grid::new("tested on the rest", TESTED);
    test.add("strict", [tested[0]]);
    test.add("strict-support-N", [tested[support]]);
    test.add("strict-at-domain", [tested[1]]);
    test.add("relaxed-at-domain-N", [tested[relaxed]]);
    let points = |from: usize| {
        let tuned = tuned.clone();
        let tried = tried.clone();
        (0..tried.len()).map(move |place| [f64::from(tried[place]), tuned[from + place]])
    };
    let plot = Plot::new("F1 on the head, by N", Axis::new("N"), Axis::new("mean F1"))
        .with_series("strict-support-N", Mark::Line, points(of_support))
        .with_series("relaxed-at-domain-N", Mark::Line, points(of_relaxed))
        .with_caption("Where a line is flat, N makes no difference on this stream.");
    Ok(Finding::default()
        .with_grid(sweep)
        .with_grid(chosen)
        .with_grid(test)
        .with_plot(plot)
        .with_note(format!(
            "{} documents of the head and {} of the rest were scored, of {} that were inserted. Of equal values the \
             smallest N is chosen.",
            head.len(),
            rest.len(),
            LONG * LONG_SITES
        )))
}

/// The place of the largest value, the first of those that are equal.
fn best_of(values: &[f64]) -> usize {
    let better =
        |best: usize, place: usize| if values[place] > values[best] { place } else { best };
    (1..values.len()).fold(0, better)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_values_the_first_is_best() {
        assert_eq!(best_of(&[0.5, 0.75, 0.75, 0.25]), 1);
        assert_eq!(best_of(&[0.5]), 0);
    }
}
