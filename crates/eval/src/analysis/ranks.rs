//! Rank correlation between measures (the thesis's figure 6.1): would another measure order the
//! extractors in another way?

use crate::results::PageResult;
use crate::table::Table;
use crate::table::measure::{MEASURES, Measure};
use serde::Serialize;

/// Two measures, and how alike they order the extractors.
#[derive(Clone, Debug, Serialize)]
pub struct RankCorrelation {
    /// One measure.
    pub a: &'static str,
    /// The other.
    pub b: &'static str,
    /// Spearman's coefficient of the extractors' ranks, from -1 to 1; ranks count from the best.
    pub spearman: f64,
    /// Each extractor's ranks in both.
    pub ranks: Vec<(String, f64, f64)>,
}

/// The measures the thesis compares.
const COMPARED: [&str; 5] = ["lsum", "sh4_page", "wordset", "jaccard", "edit"];

/// Correlations between each two of the compared measures, over the given pages.
pub fn rank_correlations(results: &[PageResult]) -> Vec<RankCorrelation> {
    rank_correlations_of(results, &COMPARED)
}

/// Correlations between each two measures of these names.
pub fn rank_correlations_of(results: &[PageResult], names: &[&str]) -> Vec<RankCorrelation> {
    let measures: Vec<&'static Measure> =
        MEASURES.iter().filter(|m| names.contains(&m.name)).collect();
    let values: Vec<Vec<(String, f64)>> = measures.iter().map(|m| values(results, m)).collect();
    let mut out = Vec::new();
    for i in 0..measures.len() {
        for j in i + 1..measures.len() {
            out.extend(correlate(measures[i], &values[i], measures[j], &values[j]));
        }
    }
    out
}

/// Each extractor's value over all pages, larger is better.
fn values(results: &[PageResult], measure: &Measure) -> Vec<(String, f64)> {
    let table = Table::new(results, measure, &|_| Some("all".into()));
    let sign = if measure.smaller_is_better { -1.0 } else { 1.0 };
    table.rows.into_iter().filter_map(|r| Some((r.extractor, sign * r.all?.value))).collect()
}

fn correlate(
    a: &'static Measure,
    in_a: &[(String, f64)],
    b: &'static Measure,
    in_b: &[(String, f64)],
) -> Option<RankCorrelation> {
    let both: Vec<(&String, f64, f64)> = in_a
        .iter()
        .filter_map(|(name, x)| in_b.iter().find(|(n, _)| n == name).map(|(_, y)| (name, *x, *y)))
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = both.iter().map(|&(_, x, y)| (x, y)).unzip();
    let spearman = spearman(&x, &y)?;
    let ranks = both.iter().zip(ranks(&x).into_iter().zip(ranks(&y)));
    let ranks = ranks.map(|((name, ..), (x, y))| (name.to_string(), x, y)).collect();
    Some(RankCorrelation { a: a.name, b: b.name, spearman, ranks })
}

/// Spearman's rank correlation; none for fewer than two values or where one side does not vary.
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    pearson(&ranks(x), &ranks(y))
}

/// Pearson's correlation; none where one side does not vary.
fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len().max(1) as f64;
    let (mx, my) = (mean(x), mean(y));
    let product: f64 = x.iter().zip(y).map(|(a, b)| (a - mx) * (b - my)).sum();
    let spread = |v: &[f64], m: f64| v.iter().map(|a| (a - m).powi(2)).sum::<f64>();
    let scale = (spread(x, mx) * spread(y, my)).sqrt();
    (scale > 0.0).then(|| product / scale)
}

/// Ranks from 1 for the largest; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = start as f64 + (tied.len() + 1) as f64 / 2.0;
        tied.iter().for_each(|&i| ranks[i] = rank);
        start += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        assert_eq!(ranks(&[0.5, 0.9, 0.5, 0.1]), [2.5, 1.0, 2.5, 4.0]);
    }

    #[test]
    fn the_same_order_is_one_and_the_reverse_minus_one() {
        assert_eq!(spearman(&[0.1, 0.2, 0.3], &[1.0, 20.0, 300.0]), Some(1.0));
        assert_eq!(spearman(&[0.1, 0.2, 0.3], &[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(spearman(&[0.1, 0.2], &[1.0, 1.0]), None);
    }
}
