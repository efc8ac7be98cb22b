//! The classifiers that papers of this field compare with, as far as their experiments need them.
//!
//! Kohlschütter, Fankhauser and Nejdl ("Boilerplate Detection using Shallow Text Features", WSDM 2010) learn with Weka:
//! ZeroR, 1R, C4.8 (its C4.5) and SMO (a linear SVM), in ten folds. A row weighs as much as its block has words, in learning and in
//! every figure. No crate that is kept up has C4.5 with pruning, gain ratio and weights, nor a linear SVM with weights; so they
//! are here, a file each, from the papers that describe them.

mod c45;
mod data;
mod discretise;
mod linear_svm;
mod one_r;
mod prune;
mod scores;
mod validate;
mod zero_r;

pub use c45::{C45, Pruning};
pub use data::Data;
pub use discretise::{entropy, information_gain};
pub use linear_svm::LinearSvm;
pub use one_r::OneR;
pub use scores::{Predictions, Scores};
pub use validate::{Fold, Validated, by_group, cross_validate, stratified};
pub use zero_r::ZeroR;

/// A way to learn a classifier from rows.
pub trait Learner: Sync {
    /// Learns from some rows of the data; `seed` is for what is drawn.
    fn learn(&self, data: &Data, rows: &[u32], seed: u64) -> Box<dyn Classifier>;
}

/// What was learned.
pub trait Classifier: Send {
    /// How likely each class is for a row, in the order of the classes.
    fn distribution(&self, row: &[f32]) -> Vec<f64>;

    /// Leaves of a tree, or parts of a rule.
    fn leaves(&self) -> Option<usize> {
        None
    }

    /// The rule in words, where it is short.
    fn describe(&self, _data: &Data) -> Option<String> {
        None
    }
}

/// The distribution of a classifier that is certain.
fn certain(class: usize, classes: usize) -> Vec<f64> {
    (0..classes).map(|c| if c == class { 1.0 } else { 0.0 }).collect()
}

/// The first of the heaviest classes.
fn heaviest(weights: &[f64]) -> usize {
    (0..weights.len()).rev().max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap_or(0)
}
