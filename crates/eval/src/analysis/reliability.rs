//! Whether an extractor knows how good it is: its confidence against the true F1.
//!
//! A confidence is of use if the pages it calls 0.9 have about that F1. Pages are sorted into bins by what
//! was said, and each bin says what was true; where both agree, the bins lie on the diagonal.

use crate::results::{Outcome, PageResult};
use crate::table::measure;
use serde::Serialize;

/// An extractor's confidence on all pages where it gave one and the gold is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// The extractor.
    pub extractor: String,
    /// Pages compared.
    pub pages: usize,
    /// How far the confidence is from the F1, mean over pages.
    pub error: f64,
    /// Pearson's correlation of the two; 0 where one of them does not vary.
    pub correlation: f64,
    /// The bins that have pages, from unsure to sure.
    pub bins: Vec<Bin>,
}

/// Pages of like confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// How many.
    pub pages: usize,
    /// Their mean confidence.
    pub said: f64,
    /// Their mean F1.
    pub is: f64,
}

/// Compares what an extractor said of its texts with what is true; none where it said nothing.
pub fn reliability(results: &[PageResult], extractor: &str, bins: usize) -> Option<Reliability> {
    let outcomes: Vec<&Outcome> =
        results.iter().filter_map(|r| r.extractors.get(extractor)).collect();
    let over = |name: &str| measure::find(name)?.over(outcomes.iter().copied());
    let (error, correlation) = (over("conf_error")?, over("conf_corr")?);
    let mut sums = vec![Bin::default(); bins.max(1)];
    for (said, is) in outcomes.iter().filter_map(|o| measure::confidence(o)) {
        let last = sums.len() - 1;
        let bin = &mut sums[((said * bins as f64) as usize).min(last)];
        *bin = Bin { pages: bin.pages + 1, said: bin.said + said, is: bin.is + is };
    }
    let mean = |b: Bin| {
        let pages = b.pages as f64;
        Bin { pages: b.pages, said: b.said / pages, is: b.is / pages }
    };
    let pages = sums.iter().map(|b| b.pages).sum();
    let bins = sums.into_iter().filter(|b| b.pages > 0).map(mean).collect();
    Some(Reliability { extractor: extractor.into(), pages, error, correlation, bins })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;

    fn page(confidence: Option<f32>, text: &str) -> PageResult {
        let text = Some(PageScores::of("a b c d", text));
        let outcome = Outcome { text, confidence, ..Outcome::default() };
        PageResult { extractors: [("x".to_string(), outcome)].into(), ..PageResult::default() }
    }

    #[test]
    fn bins_hold_what_was_said_and_what_is() {
        let pages = [
            page(Some(1.0), "a b c d"),
            page(Some(0.5), "a b c d"),
            page(Some(0.5), "z"),
            page(None, "a"),
        ];
        let found = reliability(&pages, "x", 4).expect("a confidence");
        assert_eq!(found.pages, 3);
        assert!((found.error - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(
            found.bins,
            [Bin { pages: 2, said: 0.5, is: 0.5 }, Bin { pages: 1, said: 1.0, is: 1.0 }]
        );
        assert_eq!(reliability(&pages[3..], "x", 4), None);
        assert_eq!(reliability(&pages, "y", 4), None);
    }
}
