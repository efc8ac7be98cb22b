//! A measure over a group of pages: its value, its median, and how sure it is.

use super::measure::{Measure, PARTS, Parts};
use crate::results::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A measure over a group of pages.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Pages that have what the measure needs.
    pub pages: usize,
    /// The value.
    pub value: f64,
    /// The median of the pages' own values.
    pub median: f64,
    /// Lower end of the 95 % bootstrap interval of the value.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Resamplings for a confidence interval.
const RESAMPLINGS: usize = 500;

/// Makes summaries. Which pages a resampling draws depends on their number alone, so that extractors
/// compared on the same pages are resampled alike, and what was drawn for one is kept for the next.
#[derive(Debug, Default)]
pub struct Bootstrap {
    drawn: HashMap<usize, Draws>,
}

impl Bootstrap {
    /// Summarises the outcomes of one extractor; none where no page has what the measure needs.
    pub fn summarise<'a>(
        &mut self,
        measure: &Measure,
        outcomes: impl IntoIterator<Item = &'a Outcome>,
    ) -> Option<Summary> {
        let outcomes: Vec<&Outcome> = outcomes.into_iter().collect();
        let value = measure.over(outcomes.iter().copied())?;
        let parts: Vec<Parts> = outcomes.iter().filter_map(|o| measure.parts(o)).collect();
        let mut values: Vec<f64> = parts.iter().map(|&p| measure.finish(p, 1)).collect();
        let draws = self.drawn.entry(parts.len()).or_insert_with(|| Draws::new(parts.len()));
        let (low, high) = draws.interval(measure, &parts);
        Some(Summary { pages: parts.len(), value, median: median(&mut values), low, high })
    }
}

/// How often each page is in each resampling, one resampling after the other.
#[derive(Debug)]
struct Draws {
    pages: usize,
    counts: Vec<u8>,
}

impl Draws {
    fn new(pages: usize) -> Draws {
        // A fixed seed: the same results have the same interval.
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = vec![0u8; pages * RESAMPLINGS];
        for resampling in counts.chunks_exact_mut(pages.max(1)) {
            for _ in 0..pages {
                let count = &mut resampling[random.usize(..pages)];
                // A page is drawn once on average; 255 times does not happen.
                *count = count.saturating_add(1);
            }
        }
        Draws { pages, counts }
    }

    /// The middle 95 % of the values of samples drawn from the pages with replacement.
    fn interval(&self, measure: &Measure, parts: &[Parts]) -> (f64, f64) {
        let columns: [Vec<f64>; PARTS] =
            std::array::from_fn(|i| parts.iter().map(|p| p[i]).collect());
        // Most measures use one part: what is zero everywhere needs no sum.
        let used = columns.each_ref().map(|column| column.iter().any(|&v| v != 0.0));
        let value = |counts: &[u8]| {
            let sum = |i: usize| if used[i] { dot(counts, &columns[i]) } else { 0.0 };
            measure.finish(std::array::from_fn(sum), parts.len())
        };
        let mut values: Vec<f64> = self.counts.chunks_exact(self.pages.max(1)).map(value).collect();
        values.sort_by(f64::total_cmp);
        let tail = RESAMPLINGS / 40;
        (values[tail], values[RESAMPLINGS - 1 - tail])
    }
}

/// The sum of values, each as often as counted. Several sums at once are what a processor does best.
fn dot(counts: &[u8], values: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (counts, values) = (counts.chunks_exact(LANES), values.chunks_exact(LANES));
    let rest = counts.remainder().iter().zip(values.remainder());
    let rest: f64 = rest.map(|(&c, v)| f64::from(c) * v).sum();
    for (counts, values) in counts.zip(values) {
        for lane in 0..LANES {
            sums[lane] += f64::from(counts[lane]) * values[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// The middle value, or the mean of the two middle ones.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[half],
        _ => (values[half - 1] + values[half]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;
    use crate::table::measure;

    #[test]
    fn the_interval_holds_the_value_and_narrows_with_pages() {
        let page = |i: usize| Outcome {
            text: Some(PageScores::of("a b c d", ["a b c d", "a b", "x"][i % 3])),
            ..Outcome::default()
        };
        let lcs = measure::find("lcs").expect("a measure");
        let width = |n: usize| {
            let outcomes: Vec<Outcome> = (0..n).map(page).collect();
            let s = Bootstrap::default().summarise(lcs, &outcomes).expect("pages");
            assert!(s.low <= s.value && s.value <= s.high);
            s.high - s.low
        };
        assert!(width(300) < width(30));
    }

    #[test]
    fn a_resampling_draws_as_many_pages_as_there_are() {
        let draws = Draws::new(77);
        assert_eq!(draws.counts.len(), 77 * RESAMPLINGS);
        for resampling in draws.counts.chunks(77) {
            assert_eq!(resampling.iter().map(|&c| usize::from(c)).sum::<usize>(), 77);
        }
        let values: Vec<f64> = (0..77).map(f64::from).collect();
        let plain: f64 =
            draws.counts[..77].iter().zip(&values).map(|(&c, v)| f64::from(c) * v).sum();
        assert_eq!(dot(&draws.counts[..77], &values), plain);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
