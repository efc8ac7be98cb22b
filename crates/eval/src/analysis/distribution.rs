//! How an extractor's scores are spread over pages (the thesis's figure 6.2).

use crate::results::PageResult;
use crate::table::measure::Measure;
use serde::Serialize;

/// Pages a bin of the measure, from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct Histogram {
    /// The extractor.
    pub extractor: String,
    /// Pages in each bin; the last one holds 1 too.
    pub bins: Vec<usize>,
}

/// The spread of a measure for one extractor.
pub fn histogram(
    results: &[PageResult],
    extractor: &str,
    measure: &Measure,
    bins: usize,
) -> Histogram {
    let mut counts = vec![0; bins.max(1)];
    let values = results.iter().filter_map(|r| measure.value(r.extractors.get(extractor)?));
    for value in values {
        let bin = (value.clamp(0.0, 1.0) * counts.len() as f64) as usize;
        let last = counts.len() - 1;
        counts[bin.min(last)] += 1;
    }
    Histogram { extractor: extractor.into(), bins: counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;
    use crate::results::Outcome;
    use crate::table::measure;

    #[test]
    fn one_is_in_the_last_bin() {
        let page = |text: &str| PageResult {
            extractors: [(
                "x".to_string(),
                Outcome { text: Some(PageScores::of("a b c d", text)), ..Outcome::default() },
            )]
            .into(),
            ..PageResult::default()
        };
        let pages = [page("a b c d"), page("z"), page("a b c")];
        let lcs = measure::find("lcs").expect("a measure");
        assert_eq!(histogram(&pages, "x", lcs, 5).bins, [1, 0, 0, 0, 2]);
    }
}
