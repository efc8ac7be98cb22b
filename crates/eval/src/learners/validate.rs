//! Cross-validation: rows are judged by what was learned without them.

use super::{Classifier, Data, Learner, Predictions, Scores};
use rayon::prelude::*;

/// The number of a fold.
pub type Fold = u8;

/// What a cross-validation found.
#[derive(Clone, Debug)]
pub struct Validated {
    /// Figures over the predictions of all folds together.
    pub scores: Scores,
    /// Leaves of what is learned from all rows, where it has leaves.
    pub leaves: Option<usize>,
    /// What is learned from all rows, in words, where it is short.
    pub rule: Option<String>,
}

/// The fold of each of some rows: drawn, with about as many rows of each class in every fold.
pub fn stratified(data: &Data, rows: &[u32], folds: usize, seed: u64) -> Vec<Fold> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut order);
    order.sort_by_key(|&at| data.class(rows[at]));
    let mut of = vec![0; rows.len()];
    order.iter().enumerate().for_each(|(n, &at)| of[at] = (n % folds.max(1)) as Fold);
    of
}

/// The fold of each of some rows by the number of its group: rows of a group stay together.
pub fn by_group(rows: &[u32], groups: &[usize], folds: usize) -> Vec<Fold> {
    let group = |row: &u32| groups.get(*row as usize).copied().unwrap_or(0);
    rows.iter().map(|row| (group(row) % folds.max(1)) as Fold).collect()
}

/// Learns without each fold, predicts it, and judges all predictions together.
pub fn cross_validate(
    learner: &dyn Learner,
    data: &Data,
    rows: &[u32],
    folds: &[Fold],
    seed: u64,
) -> Validated {
    let count = folds.iter().max().map_or(0, |&last| usize::from(last) + 1);
    // One more is learned from all rows, for what there is to say of it.
    let parts: Vec<(Predictions, Option<Box<dyn Classifier>>)> = (0..=count)
        .into_par_iter()
        .map(|fold| {
            let chosen = |is_test: bool| -> Vec<u32> {
                let of =
                    rows.iter().zip(folds).filter(|(_, f)| (usize::from(**f) == fold) == is_test);
                of.map(|(row, _)| *row).collect()
            };
            let learned = learner.learn(data, &chosen(false), seed);
            let predict =
                |row: u32| (data.class(row), data.weight(row), learned.distribution(data.row(row)));
            let predictions = chosen(true).into_iter().map(predict).collect();
            (Predictions(predictions), (fold == count).then_some(learned))
        })
        .collect();
    let mut all = Predictions::default();
    let mut whole = None;
    for (predictions, learned) in parts {
        all.0.extend(predictions.0);
        whole = whole.or(learned);
    }
    Validated {
        scores: all.scores(),
        leaves: whole.as_ref().and_then(|learned| learned.leaves()),
        rule: whole.as_ref().and_then(|learned| learned.describe(data)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::noisy;
    use super::super::{C45, LinearSvm, OneR, Pruning, ZeroR};
    use super::*;

    #[test]
    fn folds_have_as_much_of_every_class() {
        let data = noisy(300);
        let rows = data.rows();
        let folds = stratified(&data, &rows, 10, 1);
        for fold in 0..10 {
            let of = |class: usize| {
                let rows = rows.iter().zip(&folds);
                rows.filter(|(r, f)| **f == fold && data.class(**r) == class).count()
            };
            assert_eq!((of(0), of(1)), (20, 10));
        }
        assert_eq!(by_group(&[0, 1, 2, 3], &[7, 7, 12, 3], 5), [2, 2, 2, 3]);
    }

    #[test]
    fn what_tells_the_class_is_learned_by_all_but_zero_r() {
        let data = noisy(300);
        let rows = data.rows();
        let folds = stratified(&data, &rows, 10, 1);
        let recall =
            |learner: &dyn Learner| cross_validate(learner, &data, &rows, &folds, 1).scores.recall;
        assert!(recall(&ZeroR) < 0.72);
        for learner in [
            &OneR { least: 20.0 } as &dyn Learner,
            &C45 { least: 20.0, pruning: Pruning::Confidence(0.25) },
            &C45 { least: 20.0, pruning: Pruning::ReducedError },
            &LinearSvm::default(),
        ] {
            let recall = recall(learner);
            assert!((0.85..0.95).contains(&recall), "{recall}");
        }
    }
}
