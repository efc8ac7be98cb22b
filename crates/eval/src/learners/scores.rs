//! How good predictions are, by weight.

use super::heaviest;
use serde::{Deserialize, Serialize};

/// What was predicted of rows: for each the class, the weight, and how likely each class was.
#[derive(Clone, Debug, Default)]
pub struct Predictions(pub Vec<(usize, f64, Vec<f64>)>);

/// Figures of a classifier, each the mean over the classes by their weights, as Weka prints them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Precision.
    pub precision: f64,
    /// Recall.
    pub recall: f64,
    /// F1.
    pub f1: f64,
    /// False positive rate.
    pub false_positives: f64,
    /// Area under the ROC curve of each class against the rest.
    pub auc: f64,
}

impl Predictions {
    /// The figures.
    pub fn scores(&self) -> Scores {
        let classes = self.0.iter().map(|row| row.2.len()).max().unwrap_or(0);
        let predicted: Vec<usize> = self.0.iter().map(|row| heaviest(&row.2)).collect();
        let mut mean = Scores::default();
        let all: f64 = self.0.iter().map(|row| row.1).sum();
        for class in 0..classes {
            let (mut hit, mut extra, mut missed, mut dropped) = (0.0, 0.0, 0.0, 0.0);
            for ((truth, weight, _), predicted) in self.0.iter().zip(&predicted) {
                *match (*truth == class, *predicted == class) {
                    (true, true) => &mut hit,
                    (false, true) => &mut extra,
                    (true, false) => &mut missed,
                    (false, false) => &mut dropped,
                } += weight;
            }
            let ratio = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
            let share = ratio(hit + missed, all);
            mean.precision += share * ratio(hit, hit + extra);
            mean.recall += share * ratio(hit, hit + missed);
            mean.f1 += share * ratio(2.0 * hit, 2.0 * hit + extra + missed);
            mean.false_positives += share * ratio(extra, extra + dropped);
            mean.auc += share * self.auc(class);
        }
        mean
    }

    /// The area under the ROC curve of a class: the chance that a word of it has a higher score than another; half
    /// where there are no others.
    fn auc(&self, class: usize) -> f64 {
        let score = |row: &(usize, f64, Vec<f64>)| row.2.get(class).copied().unwrap_or(0.0);
        let mut rows: Vec<(f64, bool, f64)> =
            self.0.iter().map(|row| (score(row), row.0 == class, row.1)).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut area, mut below, mut own) = (0.0, 0.0, 0.0);
        for tied in rows.chunk_by(|a, b| a.0 == b.0) {
            let sum = |of: bool| tied.iter().filter(|r| r.1 == of).map(|r| r.2).sum::<f64>();
            let (here, rest) = (sum(true), sum(false));
            area += here * (below + rest / 2.0);
            below += rest;
            own += here;
        }
        if below > 0.0 && own > 0.0 { area / (below * own) } else { 0.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_means_by_weight() {
        let row = |class, weight, second: f64| (class, weight, vec![1.0 - second, second]);
        // Of the first class 6 right and 2 wrong, of the second 3 right and 1 wrong.
        let rows = vec![row(0, 6.0, 0.1), row(0, 2.0, 0.8), row(1, 3.0, 0.9), row(1, 1.0, 0.2)];
        let scores = Predictions(rows).scores();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} is not {b}");
        close(scores.recall, 0.75);
        close(scores.precision, (8.0 * 6.0 / 7.0 + 4.0 * 3.0 / 5.0) / 12.0);
        close(scores.f1, (8.0 * 12.0 / 15.0 + 4.0 * 6.0 / 9.0) / 12.0);
        close(scores.false_positives, 0.25);
        // Pairs in order: 6 before all 4, 2 before 3 of 4.
        close(scores.auc, (6.0 * 4.0 + 2.0 * 3.0) / 32.0);
    }

    #[test]
    fn the_heaviest_class_alone_has_the_papers_baseline() {
        // 59.2 % of the words in one class: the four-class ZeroR of table 2.
        let all = |class, weight| (class, weight, vec![0.0, 1.0]);
        let scores = Predictions(vec![all(1, 59.2), all(0, 40.8)]).scores();
        let percent = |value: f64| (value * 1000.0).round() / 10.0;
        assert_eq!(percent(scores.precision), 35.0);
        assert_eq!(percent(scores.recall), 59.2);
        assert_eq!(percent(scores.f1), 44.0);
        assert_eq!(percent(scores.false_positives), 59.2);
    }
}
