//! Pages in time order: how an extractor does as a site goes on (figures 4 and 5 of the
//! URL Tree paper, Sluban and Grčar, CIKM 2013).

use crate::results::PageResult;
use crate::table::measure::Measure;
use dehusk_site::registered_domain;
use serde::Serialize;
use std::collections::BTreeMap;

/// The cumulative moving average of a measure along a stream (equation 4 of the URL Tree paper).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The extractor.
    pub extractor: String,
    /// The registered domain, or none for all of them as one stream.
    pub domain: Option<String>,
    /// The average after each page.
    pub averages: Vec<f64>,
}

/// Curves for all pages together and for each domain with at least `least` pages.
pub fn curves(results: &[PageResult], measure: &Measure, least: usize) -> Vec<Curve> {
    let mut stream: Vec<&PageResult> = results.iter().filter(|r| r.host.is_some()).collect();
    stream.sort_by_key(|r| (&r.date, &r.corpus, &r.id));
    let mut by_domain: BTreeMap<Option<&str>, Vec<&PageResult>> = BTreeMap::new();
    for &result in &stream {
        by_domain.entry(result.host.as_deref().map(registered_domain)).or_default().push(result);
    }
    by_domain.retain(|_, pages| pages.len() >= least);
    by_domain.insert(None, stream);
    let streams = by_domain.into_iter();
    streams.flat_map(|(domain, pages)| of_stream(domain, &pages, measure)).collect()
}

fn of_stream(domain: Option<&str>, pages: &[&PageResult], measure: &Measure) -> Vec<Curve> {
    let mut values: BTreeMap<&String, Vec<f64>> = BTreeMap::new();
    for page in pages {
        for (extractor, outcome) in &page.extractors {
            values.entry(extractor).or_default().extend(measure.value(outcome));
        }
    }
    let curve = |(extractor, values): (&String, Vec<f64>)| Curve {
        extractor: extractor.clone(),
        domain: domain.map(str::to_string),
        averages: moving_average(&values),
    };
    values.into_iter().filter(|(_, values)| !values.is_empty()).map(curve).collect()
}

/// For each extractor, the mean over sites of what the curves of the single domains have after so many
/// documents: how an extractor does as it comes to know a site. Shorter curves do not count further on, so
/// that extractors compare at one place, and places only among sites that have them all.
pub fn mean_of_domains(curves: &[Curve]) -> Vec<DomainMean> {
    let mut sums: BTreeMap<&String, Vec<(f64, usize)>> = BTreeMap::new();
    for curve in curves.iter().filter(|curve| curve.domain.is_some()) {
        let sums = sums.entry(&curve.extractor).or_default();
        sums.resize(sums.len().max(curve.averages.len()), (0.0, 0));
        for ((sum, domains), average) in sums.iter_mut().zip(&curve.averages) {
            *sum += average;
            *domains += 1;
        }
    }
    let mean = |(extractor, sums): (&String, Vec<(f64, usize)>)| DomainMean {
        extractor: extractor.clone(),
        means: sums.into_iter().map(|(sum, domains)| (sum / domains as f64, domains)).collect(),
    };
    sums.into_iter().map(mean).collect()
}

/// The mean over domains of the averages after so many documents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DomainMean {
    /// The extractor.
    pub extractor: String,
    /// The mean after each document, and the domains that have so many.
    pub means: Vec<(f64, usize)>,
}

/// A fall by more than this is a page that was done harm to.
const HARM: f64 = 0.1;

/// Pages that have about as many earlier pages of their site, and how an extractor does on them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// The extractor.
    pub extractor: String,
    /// The fewest earlier pages.
    pub least: usize,
    /// How many pages.
    pub pages: usize,
    /// The mean of the measure.
    pub mean: f64,
    /// The mean of the extractor that it is compared with, on the same pages.
    pub base: f64,
    /// The share of pages that are worse than that one's by more than 0.1.
    pub worse: f64,
    /// The share of pages that are better by more than 0.1.
    pub better: f64,
}

/// Earlier pages that begin a stage: a site is new, then becomes known, then is known.
pub const STAGES: [usize; 3] = [0, 5, 30];

/// How extractors do as sites become known, each beside `base`. A site is a registered domain of a corpus.
pub fn stages(results: &[PageResult], measure: &Measure, base: &str) -> Vec<Stage> {
    let mut values: BTreeMap<(&String, usize), Vec<(f64, f64)>> = BTreeMap::new();
    for (page, number) in numbered(results) {
        let Some(stage) = STAGES.iter().rposition(|&least| number >= least) else { continue };
        let beside = page.extractors.get(base).and_then(|outcome| measure.value(outcome));
        for (extractor, outcome) in &page.extractors {
            if let Some(value) = measure.value(outcome) {
                let pair = (value, beside.unwrap_or(value));
                values.entry((extractor, stage)).or_default().push(pair);
            }
        }
    }
    let stage = |((extractor, stage), values): ((&String, usize), Vec<(f64, f64)>)| {
        let pages = values.len();
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
            values.iter().map(of).sum::<f64>() / pages.max(1) as f64
        };
        Stage {
            extractor: extractor.clone(),
            least: STAGES[stage],
            pages,
            mean: mean(&|v| v.0),
            base: mean(&|v| v.1),
            worse: mean(&|v| f64::from(u8::from(v.0 < v.1 - HARM))),
            better: mean(&|v| f64::from(u8::from(v.0 > v.1 + HARM))),
        }
    };
    values.into_iter().map(stage).collect()
}

/// Every page with a host, and how many pages of its site are before it.
fn numbered(results: &[PageResult]) -> Vec<(&PageResult, usize)> {
    let mut stream: Vec<&PageResult> = results.iter().filter(|r| r.host.is_some()).collect();
    stream.sort_by_key(|r| (&r.corpus, &r.date, &r.id));
    let mut seen: BTreeMap<(&String, &str), usize> = BTreeMap::new();
    let mut out = Vec::with_capacity(stream.len());
    for page in stream {
        let Some(host) = &page.host else { continue };
        let earlier = seen.entry((&page.corpus, registered_domain(host))).or_default();
        out.push((page, *earlier));
        *earlier += 1;
    }
    out
}

/// The mean of all values up to each one.
pub(crate) fn moving_average(values: &[f64]) -> Vec<f64> {
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
    fn domains_count_as_far_as_they_go() {
        let curve = |domain: Option<&str>, averages: &[f64]| Curve {
            extractor: "x".into(),
            domain: domain.map(str::to_string),
            averages: averages.to_vec(),
        };
        let curves = [
            curve(None, &[0.0, 0.0, 0.0]),
            curve(Some("a"), &[0.5, 0.75]),
            curve(Some("b"), &[1.0]),
        ];
        let means = mean_of_domains(&curves);
        assert_eq!(means.len(), 1);
        assert_eq!(means[0].means, [(0.75, 2), (0.75, 1)]);
    }

    #[test]
    fn stages_go_by_the_pages_of_a_site_before() {
        let outcome = |text: &str| {
            let text = Some(PageScores::of("a b", text));
            Outcome { text, ..Outcome::default() }
        };
        let page = |day: usize| PageResult {
            host: Some(format!("h{}.site.example", day % 2)),
            date: Some(format!("2012-01-{day:02}")),
            extractors: [
                ("x".to_string(), outcome(if day == 6 { "z" } else { "a b" })),
                ("y".to_string(), outcome("a b")),
            ]
            .into(),
            ..PageResult::default()
        };
        let pages: Vec<PageResult> = (1..=7).rev().map(page).collect();
        let stages = stages(&pages, measure::find("lcs").expect("a measure"), "y");
        let x: Vec<&Stage> = stages.iter().filter(|stage| stage.extractor == "x").collect();
        assert_eq!((x[0].least, x[0].pages, x[0].worse), (0, 5, 0.0));
        assert_eq!((x[1].least, x[1].pages, x[1].worse, x[1].mean), (5, 2, 0.5, 0.5));
        assert_eq!(x.len(), 2);
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
