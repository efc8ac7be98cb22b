//! Boosted trees, trained with the hessboost library and turned into the shape that `auto` reads.

use dehusk_auto::training::{Forest, LEAVES, Question, Tree};
use hessboost::config::{GrowPolicy, LeafEstimation};
use hessboost::data::ViewCuts;
use hessboost::model::BoostedModel;
use hessboost::objective::{Multiclass, RegLoss};
use hessboost::prelude::*;
use hessboost::tree::RegTree;
use std::num::NonZeroUsize;

/// How to train a forest.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Rounds of boosting.
    pub rounds: usize,
    /// How much each round counts.
    pub rate: f64,
    /// The share of columns a tree may ask for.
    pub columns: f64,
    /// The share of rows a tree is grown on.
    pub rows: f64,
    /// Leaves of a tree; at most [`LEAVES`].
    pub leaves: usize,
    /// The least weight of the rows of a leaf, in second derivatives.
    pub least: f64,
    /// The seed of all samples.
    pub seed: u64,
}

/// What a forest is trained for.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Yes or no.
    Probability,
    /// A number; half of the rows are above it.
    Median,
    /// A number, in the mean of the rows.
    Mean,
    /// One of so many classes; a forest each.
    Class(NonZeroUsize),
}

impl Goal {
    /// How many forests it takes.
    pub fn forests(self) -> usize {
        match self {
            Goal::Probability | Goal::Median | Goal::Mean => 1,
            Goal::Class(count) => count.get(),
        }
    }
}

/// Rows to train on.
#[derive(Debug)]
pub struct Rows {
    data: DMatrix,
}

impl Rows {
    /// Rows of `width` values each, with what is to be learned of them and how much each counts.
    pub fn new(values: Vec<f32>, width: usize, targets: &[f32], weights: &[f32]) -> Result<Rows> {
        let data = DMatrix::from_dense_vec(values, targets.len(), width)?;
        Ok(Rows { data: data.with_labels(targets)?.with_weights(weights)? })
    }

    /// Some of the rows.
    pub fn select(&self, rows: &[usize]) -> Result<Rows> {
        Ok(Rows { data: self.data.select_rows_with_cuts(rows, ViewCuts::Source)? })
    }

    /// Trains forests: one, or one for each class.
    pub fn train(&self, goal: Goal, settings: &Settings) -> Result<Vec<Forest>> {
        let objective = match goal {
            Goal::Probability => Objective::BinaryLogistic(RegLoss::default()),
            Goal::Median => Objective::AbsoluteError,
            Goal::Mean => Objective::SquaredError(RegLoss::default()),
            Goal::Class(count) => Objective::Softprob(Multiclass::new(count.get())?),
        };
        // A median is not where a step along the slope leads.
        let leaves = match goal {
            Goal::Median => LeafEstimation::Exact,
            _ => LeafEstimation::Newton,
        };
        let params = TrainingParams::builder()
            .objective(objective)
            .leaf_estimation(leaves)
            .tree_method(TreeMethod::Hist)
            .grow_policy(GrowPolicy::LossGuide)
            .unlimited_depth()
            .max_leaves(settings.leaves.clamp(2, LEAVES))
            .max_bin(64)
            .eta(settings.rate)
            .subsample(settings.rows)
            .colsample_bytree(settings.columns)
            .min_child_weight(settings.least)
            .seed(settings.seed)
            .build()?;
        forests(&train(&params, &self.data, settings.rounds)?)
    }
}

fn forests(model: &BoostedModel) -> Result<Vec<Forest>> {
    let outputs = model.n_outputs();
    let mut forests = vec![Forest::default(); outputs];
    for (tree, output) in model.trees().iter().zip(model.tree_outputs()) {
        forests[output.start].trees.push(questions(tree));
    }
    // What the sums begin with stands in the model in the objective's own unit; a row tells the difference.
    let row = vec![0.0; model.n_features()];
    let mut sums = vec![0.0; outputs];
    model.predict_margin_row_into(&row, Iterations::Best, &mut sums)?;
    for (forest, sum) in forests.iter_mut().zip(sums) {
        forest.base = sum - forest.sum(&row);
    }
    Ok(forests)
}

/// A tree in the shape of [`Tree`]: its leaves numbered from the no side to the yes side, and for each question
/// the leaves that a yes rules out.
fn questions(tree: &RegTree) -> Tree {
    let mut out = (Vec::new(), [0.0; LEAVES]);
    number(tree, 0, 0, &mut out);
    Tree::new(out.0, out.1)
}

type Parts = (Vec<Question>, [f32; LEAVES]);

/// Takes over what is below a node, whose first leaf has this number; gives the number after its last. Trees
/// are no deeper than they have leaves.
fn number(tree: &RegTree, node: usize, leaf: usize, out: &mut Parts) -> usize {
    let node = tree.node(node);
    if node.is_leaf() {
        out.1[leaf] = node.leaf_value;
        return leaf + 1;
    }
    let middle = number(tree, node.left as usize, leaf, out);
    let no_side = (u32::MAX >> (LEAVES - (middle - leaf))) << leaf;
    out.0.push(Question {
        feature: node.split_feature as u16,
        threshold: node.split_cond,
        after_yes: !no_side,
    });
    number(tree, node.right as usize, middle, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> (Vec<f32>, Vec<f32>) {
        let values: Vec<f32> =
            (0..3000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 8) as f32 / 16e6).collect();
        let targets =
            values.chunks(3).map(|r| f32::from(u8::from(r[0] + r[1] * r[2] > 0.8))).collect();
        (values, targets)
    }

    const SETTINGS: Settings = Settings {
        rounds: 20,
        rate: 0.3,
        columns: 1.0,
        rows: 0.8,
        leaves: 16,
        least: 1.0,
        seed: 5,
    };

    #[test]
    fn a_forest_learns_and_says_what_the_library_says() {
        let (values, targets) = rows();
        let weights = vec![1.0; targets.len()];
        let rows = Rows::new(values.clone(), 3, &targets, &weights).unwrap();
        let forest = &rows.train(Goal::Probability, &SETTINGS).unwrap()[0];
        let right = values
            .chunks(3)
            .zip(&targets)
            .filter(|(row, t)| (forest.sum(row) > 0.0) == (**t > 0.5));
        assert!(right.count() > 950);
        assert_eq!(*forest, rows.train(Goal::Probability, &SETTINGS).unwrap()[0], "by seed");
    }

    #[test]
    fn classes_have_a_forest_each() {
        let (values, targets) = rows();
        let rows = Rows::new(values.clone(), 3, &targets, &vec![1.0; targets.len()]).unwrap();
        let goal = Goal::Class(NonZeroUsize::new(2).unwrap());
        let forests = rows.train(goal, &SETTINGS).unwrap();
        let second = |row: &[f32]| forests[1].sum(row) > forests[0].sum(row);
        let right = values.chunks(3).zip(&targets).filter(|(row, t)| second(row) == (**t > 0.5));
        assert!(forests.len() == 2 && right.count() > 950);
    }
}
