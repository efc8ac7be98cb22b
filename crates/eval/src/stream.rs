//! Pages in time order: how an extractor does as a site goes on (seed 000, figures 4 and 5).

use crate::results::PageResult;
use crate::table::measure::Measure;
use serde::Serialize;
use std::collections::BTreeMap;

/// The cumulative moving average of a measure along a stream (equation 4 of seed 000).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The extractor.
    pub extractor: String,
    /// The host, or none for all of them as one stream.
    pub host: Option<String>,
    /// The average after each page.
    pub averages: Vec<f64>,
}

/// Curves for all pages together and for each host with at least `least` pages.
pub fn curves(results: &[PageResult], measure: &Measure, least: usize) -> Vec<Curve> {
    let mut stream: Vec<&PageResult> = results.iter().filter(|r| r.host.is_some()).collect();
    stream.sort_by_key(|r| (&r.date, &r.corpus, &r.id));
    let mut by_host: BTreeMap<Option<&String>, Vec<&PageResult>> = BTreeMap::new();
    for &result in &stream {
        by_host.entry(result.host.as_ref()).or_default().push(result);
    }
    by_host.retain(|_, pages| pages.len() >= least);
    by_host.insert(None, stream);
    let streams = by_host.into_iter();
    streams.flat_map(|(host, pages)| of_stream(host, &pages, measure)).collect()
}

fn of_stream(host: Option<&String>, pages: &[&PageResult], measure: &Measure) -> Vec<Curve> {
    let mut values: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
    for page in pages {
        for (extractor, outcome) in &page.extractors {
            values.entry(extractor).or_default().extend(measure.value(outcome));
        }
    }
    let curve = |(extractor, values): (&String, Vec<f64>)| Curve {
        extractor: extractor.clone(),
        host: host.cloned(),
        averages: moving_average(&values),
    };
    values.into_iter().filter(|(_, values)| !values.is_empty()).map(curve).collect()
}

/// The mean of all values up to each one.
pub fn moving_average(values: &[f64]) -> Vec<f64> {
    let sums = values.iter().scan(0.0, |sum, value| {
        *sum += value;
        Some(*sum)
    });
    sums.enumerate().map(|(i, sum)| sum / (i + 1) as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::PageScores;
    use crate::results::Outcome;
    use crate::table::measure;

    #[test]
    fn equation_four_averages_up_to_each_page() {
        assert_eq!(moving_average(&[1.0, 0.0, 0.5]), [1.0, 0.5, 0.5]);
    }

    #[test]
    fn pages_come_in_time_order() {
        let page = |host: &str, date: &str, text: &str| PageResult {
            host: Some(host.into()),
            date: Some(date.into()),
            extractors: [(
                "x".to_string(),
                Outcome { text: Some(PageScores::of("a b", text)), ..Outcome::default() },
            )]
            .into(),
            ..PageResult::default()
        };
        let pages = [
            page("h", "2012-01-02", "a b"),
            page("h", "2012-01-01", "z"),
            page("i", "2012-01-03", "a b"),
        ];
        let curves = curves(&pages, measure::find("lcs").expect("a measure"), 2);
        assert_eq!(curves.len(), 2);
        assert_eq!(curves[0].averages, [0.0, 0.5, 2.0 / 3.0]);
        assert_eq!(curves[1].averages, [0.0, 0.5]);
    }
}
