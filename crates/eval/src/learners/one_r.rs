//! 1R: the one column that by itself errs least, cut into parts.
//!
//! R. C. Holte: "Very simple classification rules perform well on most commonly used datasets" (Machine Learning 11,
//! 1993).

use super::{Classifier, Data, Learner, certain, heaviest};

/// Learns a rule over one column.
#[derive(Clone, Copy, Debug)]
pub struct OneR {
    /// What the heaviest class of a part weighs at least.
    pub least: f64,
}

impl Learner for OneR {
    fn learn(&self, data: &Data, rows: &[u32], _seed: u64) -> Box<dyn Classifier> {
        let rules = (0..data.width()).map(|column| self.rule(data, rows, column));
        let best = rules.max_by(|a, b| a.right.total_cmp(&b.right));
        Box::new(best.unwrap_or_else(|| Rule::of(data.class_count(), 0)))
    }
}

/// A rule: the class of each part of a column's numbers, in their order.
struct Rule {
    column: usize,
    /// The largest number of each part but the last, half the way to the next one.
    cuts: Vec<f32>,
    classes: Vec<usize>,
    class_count: usize,
    /// What weighs right in the rows that it was learned from.
    right: f64,
}

impl Rule {
    fn of(class_count: usize, column: usize) -> Rule {
        Rule { column, cuts: Vec::new(), classes: vec![0], class_count, right: 0.0 }
    }
}

impl OneR {
    fn rule(&self, data: &Data, rows: &[u32], column: usize) -> Rule {
        let sorted = data.sorted(rows, column);
        let mut parts: Vec<(usize, Vec<f64>, usize)> = Vec::new();
        let mut start = 0;
        while start < sorted.len() {
            let (end, weights) = self.part(data, &sorted, column, start);
            let class = heaviest(&weights);
            match parts.last_mut() {
                // Neighbours that say the same are one.
                Some((last, sums, until)) if *last == class => {
                    sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight);
                    *until = end;
                }
                _ => parts.push((class, weights, end)),
            }
            start = end;
        }
        if parts.is_empty() {
            return Rule::of(data.class_count(), column);
        }
        let cut = |&(_, _, end): &(usize, Vec<f64>, usize)| {
            let (below, above) = (sorted.get(end.wrapping_sub(1))?, sorted.get(end)?);
            Some((data.value(*below, column) + data.value(*above, column)) / 2.0)
        };
        Rule {
            column,
            cuts: parts.iter().filter_map(cut).collect(),
            right: parts.iter().map(|(class, weights, _)| weights[*class]).sum(),
            classes: parts.iter().map(|part| part.0).collect(),
            class_count: data.class_count(),
        }
    }

    /// Where a part ends that begins at a place, and what the classes weigh in it: it is large enough, the next row
    /// has another class or number, and equal numbers stay together.
    fn part(&self, data: &Data, sorted: &[u32], column: usize, start: usize) -> (usize, Vec<f64>) {
        let mut weights = vec![0.0; data.class_count()];
        let mut end = start;
        while end < sorted.len() {
            let row = sorted[end];
            let class = heaviest(&weights);
            let is_full = weights[class] >= self.least;
            let is_same =
                end > start && data.value(sorted[end - 1], column) == data.value(row, column);
            if is_full && !is_same && data.class(row) != class {
                break;
            }
            weights[data.class(row)] += data.weight(row);
            end += 1;
        }
        (end, weights)
    }
}

impl Classifier for Rule {
    fn distribution(&self, row: &[f32]) -> Vec<f64> {
        let value = row.get(self.column).copied().unwrap_or(0.0);
        let part = self.cuts.partition_point(|&cut| cut < value);
        certain(self.classes.get(part).copied().unwrap_or(0), self.class_count)
    }

    fn leaves(&self) -> Option<usize> {
        Some(self.classes.len())
    }

    fn describe(&self, data: &Data) -> Option<String> {
        let name = data.names().get(self.column)?;
        let cuts: Vec<String> = self.cuts.iter().take(4).map(|cut| format!("{cut:.2}")).collect();
        let more = if self.cuts.len() > cuts.len() { ", …" } else { "" };
        Some(format!("{name} at {}{more}", cuts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::noisy;
    use super::*;

    #[test]
    fn the_column_that_tells_is_found_and_cut_between_the_classes() {
        let data = noisy(200);
        let rule = OneR { least: 20.0 }.learn(&data, &data.rows(), 1);
        assert_eq!(rule.leaves(), Some(2));
        assert_eq!(rule.describe(&data).unwrap(), "x at 7.00");
        assert_eq!(rule.distribution(&[2.0, 50.0]), [1.0, 0.0]);
        assert_eq!(rule.distribution(&[11.0, 50.0]), [0.0, 1.0]);
    }

    #[test]
    fn equal_numbers_stay_together() {
        let mut data = Data::new(vec!["x".into()], 2);
        (0..10).for_each(|n| data.push(&[1.0], n % 2, 1.0));
        assert_eq!(OneR { least: 1.0 }.learn(&data, &data.rows(), 1).leaves(), Some(1));
    }
}
