//! A measure over a group of pages: its value, its median, and how sure it is.

use super::measure::{Measure, Parts};
use crate::results::Outcome;
use serde::{Deserialize, Serialize};

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

/// Summarises the outcomes of one extractor; none where no page has what the measure needs.
pub fn summarise<'a>(
    measure: &Measure,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
) -> Option<Summary> {
    let parts: Vec<Parts> = outcomes.into_iter().filter_map(|o| measure.parts(o)).collect();
    if parts.is_empty() {
        return None;
    }
    let mut values: Vec<f64> = parts.iter().map(|&p| measure.finish(p, 1)).collect();
    let value = measure.finish(sum(parts.iter().copied()), parts.len());
    let (low, high) = interval(measure, &parts);
    Some(Summary { pages: parts.len(), value, median: median(&mut values), low, high })
}

fn sum(parts: impl Iterator<Item = Parts>) -> Parts {
    parts.fold([0.0; 4], |mut sum, parts| {
        sum.iter_mut().zip(parts).for_each(|(s, p)| *s += p);
        sum
    })
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

/// The middle 95 % of the values of samples drawn from the pages with replacement.
fn interval(measure: &Measure, parts: &[Parts]) -> (f64, f64) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let draw = |random: &mut Random| {
        let sample = (0..parts.len()).map(|_| parts[random.below(parts.len())]);
        measure.finish(sum(sample), parts.len())
    };
    let mut values: Vec<f64> = (0..RESAMPLINGS).map(|_| draw(&mut random)).collect();
    values.sort_by(f64::total_cmp);
    let tail = RESAMPLINGS / 40;
    (values[tail], values[RESAMPLINGS - 1 - tail])
}

/// A small generator with a fixed seed: the same results have the same interval.
pub(crate) struct Random(pub u64);

impl Random {
    /// The next number (splitmix64).
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
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
            let s = summarise(lcs, &outcomes).expect("pages");
            assert!(s.low <= s.value && s.value <= s.high);
            s.high - s.low
        };
        assert!(width(300) < width(30));
    }

    #[test]
    fn medians() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
