//! C4.5: decision trees by gain ratio.
//!
//! J. R. Quinlan: "C4.5: Programs for Machine Learning" (1993). At each node the column is asked that has the best gain
//! ratio among those whose gain is at least the mean one; a threshold is the largest number that occurs below it.
//! Subtrees that are not worth their leaves are replaced ([`prune`](super::prune)); they are not raised.

use super::prune::{by_confidence, by_error};
use super::{Classifier, Data, Learner, entropy};
use dehusk_suite::classic_learned::tree::{DecisionTree, Node};
use std::collections::BTreeMap;

/// What is cut off a grown tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pruning {
    /// What C4.5 expects to err no less, at this confidence.
    Confidence(f64),
    /// What does not err less on a third of the rows that were kept aside.
    ReducedError,
}

/// Learns a tree.
#[derive(Clone, Copy, Debug)]
pub struct C45 {
    /// What a leaf weighs at least.
    pub least: f64,
    /// What is cut off.
    pub pruning: Pruning,
}

/// A part in how many is kept aside to prune by.
const ASIDE: usize = 3;
/// How far below the mean gain a column may be; Quinlan's program has it.
const NEARLY: f64 = 1e-3;

impl C45 {
    /// The tree of some rows.
    pub fn tree(&self, data: &Data, rows: &[u32], seed: u64) -> Option<DecisionTree> {
        let grown = match self.pruning {
            Pruning::Confidence(confidence) => by_confidence(self.grow(data, rows), confidence),
            Pruning::ReducedError => {
                let folds = super::stratified(data, rows, ASIDE, seed);
                let of = |aside: bool| -> Vec<u32> {
                    let chosen = rows.iter().zip(&folds).filter(|(_, fold)| (**fold == 0) == aside);
                    chosen.map(|(row, _)| *row).collect()
                };
                by_error(self.grow(data, &of(false)), data, &of(true))
            }
        };
        DecisionTree::new(flat(&grown))
    }

    fn grow(&self, data: &Data, rows: &[u32]) -> Grown {
        let columns = (0..data.width()).map(|column| data.sorted(rows, column)).collect();
        let mut side = vec![false; data.len()];
        self.node(data, rows.to_vec(), columns, &mut side)
    }

    /// `columns` are the rows in the order of each column.
    fn node(
        &self,
        data: &Data,
        rows: Vec<u32>,
        columns: Vec<Vec<u32>>,
        side: &mut [bool],
    ) -> Grown {
        let weights = data.class_weights(&rows);
        let leaf = Grown { weights, split: None };
        let Some(best) = self.best(data, &columns, &leaf.weights) else { return leaf };
        let threshold = best.threshold;
        rows.iter().for_each(|&row| {
            side[row as usize] = data.value(row, best.column) > threshold;
        });
        let part = |rows: &[u32], above: bool| -> Vec<u32> {
            rows.iter().copied().filter(|&row| side[row as usize] == above).collect()
        };
        let parts = [false, true].map(|above| {
            (part(&rows, above), columns.iter().map(|c| part(c, above)).collect::<Vec<_>>())
        });
        drop((rows, columns));
        let next = parts.map(|(rows, columns)| self.node(data, rows, columns, side));
        Grown { split: Some((best.column, threshold, Box::new(next))), ..leaf }
    }

    fn best(&self, data: &Data, columns: &[Vec<u32>], weights: &[f64]) -> Option<Cut> {
        let all: f64 = weights.iter().sum();
        let is_pure = weights.contains(&all);
        if all < 2.0 * self.least || is_pure {
            return None;
        }
        let cuts = columns.iter().enumerate();
        let cuts: Vec<Cut> =
            cuts.filter_map(|(column, rows)| self.cut(data, rows, column, weights)).collect();
        let mean = cuts.iter().map(|cut| cut.gain).sum::<f64>() / cuts.len().max(1) as f64;
        let good = cuts.into_iter().filter(|cut| cut.gain >= mean - NEARLY);
        // The first of those that are equally good.
        good.reduce(|best, cut| if cut.ratio > best.ratio { cut } else { best })
    }

    /// The best cut of a column whose sides are heavy enough.
    fn cut(&self, data: &Data, rows: &[u32], column: usize, whole: &[f64]) -> Option<Cut> {
        let all: f64 = whole.iter().sum();
        let before = entropy(whole);
        let (mut left, mut right) = (vec![0.0; whole.len()], whole.to_vec());
        let mut below = 0.0;
        let mut tried = 0.0;
        let mut best: Option<(f64, f64, f32)> = None;
        for pair in rows.windows(2) {
            let (row, weight) = (pair[0], data.weight(pair[0]));
            left[data.class(row)] += weight;
            right[data.class(row)] -= weight;
            below += weight;
            let value = data.value(row, column);
            if value == data.value(pair[1], column) || below < self.least {
                continue;
            }
            if all - below < self.least {
                break;
            }
            tried += 1.0;
            let gain = before - (entropy(&left) * below + entropy(&right) * (all - below)) / all;
            if best.is_none_or(|(most, _, _)| gain > most) {
                best = Some((gain, below, value));
            }
        }
        let (gain, below, threshold) = best?;
        // Choosing among many thresholds takes bits too (Quinlan, 1996).
        let gain = gain - f64::log2(tried) / all;
        let ratio = gain / entropy(&[below, all - below]);
        (gain > 0.0).then_some(Cut { column, threshold, gain, ratio })
    }
}

struct Cut {
    column: usize,
    threshold: f32,
    gain: f64,
    ratio: f64,
}

/// A node while the tree grows.
#[derive(Debug)]
pub(super) struct Grown {
    /// What each class weighs there.
    pub weights: Vec<f64>,
    /// The column, the threshold and what follows.
    pub split: Option<(usize, f32, Box<[Grown; 2]>)>,
}

/// A tree as a list, the root first.
fn flat(root: &Grown) -> Vec<Node> {
    let mut nodes = BTreeMap::new();
    let mut open = vec![(0, root)];
    let mut count = 1;
    while let Some((at, grown)) = open.pop() {
        let node = match &grown.split {
            None => Node::Leaf(grown.weights.iter().map(|&weight| weight as f32).collect()),
            Some((feature, threshold, next)) => {
                let places = [count, count + 1];
                count += 2;
                open.extend([(places[1], &next[1]), (places[0], &next[0])]);
                Node::Split { feature: *feature, threshold: *threshold, next: places }
            }
        };
        nodes.insert(at, node);
    }
    nodes.into_values().collect()
}

impl Learner for C45 {
    fn learn(&self, data: &Data, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        match self.tree(data, rows, seed) {
            Some(tree) => Box::new(tree),
            None => super::ZeroR.learn(data, rows, seed),
        }
    }
}

impl Classifier for DecisionTree {
    fn distribution(&self, row: &[f32]) -> Vec<f64> {
        let weights = self.weights(row);
        let all = f64::from(weights.iter().sum::<f32>()).max(f64::MIN_POSITIVE);
        weights.iter().map(|&weight| f64::from(weight) / all).collect()
    }

    fn leaves(&self) -> Option<usize> {
        Some(self.leaves())
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::noisy;
    use super::*;

    const GROWN: C45 = C45 { least: 2.0, pruning: Pruning::Confidence(1.0) };

    #[test]
    fn the_column_that_tells_is_asked_first() {
        let data = noisy(300);
        let tree = C45 { least: 50.0, pruning: Pruning::Confidence(0.25) };
        let tree = tree.tree(&data, &data.rows(), 1).unwrap();
        assert_eq!(
            (tree.leaves(), tree.class(&[4.0, 0.0]).0, tree.class(&[10.0, 0.0]).0),
            (2, 0, 1)
        );
        assert_eq!(
            tree.display(data.names(), &["no", "yes"]).to_string(),
            "x <= 4?\n|  no\n|  yes\n"
        );
    }

    #[test]
    fn what_tells_is_asked_whichever_way_the_tree_is_pruned() {
        let data = noisy(300);
        for pruning in [Pruning::Confidence(0.25), Pruning::ReducedError] {
            let tree = C45 { pruning, ..GROWN }.tree(&data, &data.rows(), 1).unwrap();
            assert_eq!((tree.class(&[4.0, 0.0]).0, tree.class(&[10.0, 0.0]).0), (0, 1));
        }
    }

    #[test]
    fn leaves_weigh_what_they_have_to() {
        let data = noisy(300);
        let rows = data.rows();
        let tree = C45 { least: 40.0, ..GROWN }.tree(&data, &rows, 1).unwrap();
        assert!(rows.iter().all(|&row| tree.weights(data.row(row)).iter().sum::<f32>() >= 40.0));
    }

    #[test]
    fn two_questions_are_asked_where_one_does_not_tell() {
        let mut data = Data::new(vec!["x".into(), "y".into()], 2);
        for n in 0..400_usize {
            let (x, y) = ((n % 4) as f32, (n / 4 % 5) as f32);
            data.push(&[x, y], usize::from(x > 1.0 && y > 2.0), 1.0);
        }
        let tree = C45 { least: 5.0, pruning: Pruning::Confidence(0.25) };
        let tree = tree.tree(&data, &data.rows(), 1).unwrap();
        assert_eq!((tree.leaves(), tree.features()), (3, 2));
        assert_eq!([[0.0, 4.0], [3.0, 2.0], [2.0, 3.0]].map(|row| tree.class(&row).0), [0, 0, 1]);
    }
}
