//! Forests that are asked about one row at a time.
//!
//! A row answers a question with yes from its threshold on. So of all questions about a feature, in the order of their
//! thresholds, those it answers with yes come first, and the others need no look. (Lucchese et al.: "QuickScorer",
//! SIGIR 2015; the forests of `auto` (`dehusk_auto`) are asked about many rows at once instead.)

use dehusk_auto::training::{Forest, LEAVES};

/// All questions of some forests, by feature and threshold.
#[derive(Clone, Debug, Default)]
pub struct OneRow {
    /// The questions about each feature.
    features: Vec<Vec<Question>>,
    /// Where the leaves of each tree of each forest begin.
    trees: Vec<u32>,
    /// The leaves of all trees, one behind the other.
    leaves: Vec<f32>,
    /// What the sum of each forest begins with, and where its trees end.
    forests: Vec<(f32, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Question {
    threshold: f32,
    /// The leaves of the tree that a yes leaves over.
    after_yes: u32,
    tree: u32,
}

impl OneRow {
    /// Sorts the questions of some forests.
    ///
    /// ```
    /// use dehusk_auto::training::{Forest, LEAVES, Question, Tree};
    /// use dehusk_suite::classic_learned::one_row::OneRow;
    /// let mut leaves = [0.0; LEAVES];
    /// leaves[1] = 2.0;
    /// let question = Question { feature: 0, threshold: 0.5, after_yes: !1 };
    /// let forest = Forest { base: 1.0, trees: vec![Tree::new(vec![question], leaves)] };
    /// assert_eq!(OneRow::of(&[forest.clone()]).sums(&[0.5]), [forest.sum(&[0.5])]);
    /// ```
    pub fn of(forests: &[Forest]) -> OneRow {
        let mut one = OneRow::default();
        for forest in forests {
            for tree in &forest.trees {
                for question in tree.questions() {
                    let feature = usize::from(question.feature);
                    let width = one.features.len().max(feature + 1);
                    one.features.resize(width, Vec::new());
                    one.features[feature].push(Question {
                        threshold: question.threshold,
                        after_yes: question.after_yes,
                        tree: one.trees.len() as u32,
                    });
                }
                one.trees.push(one.leaves.len() as u32);
                // A tree of so many questions has one leaf more.
                one.leaves.extend(tree.leaves().iter().take(tree.questions().len() + 1));
            }
            one.forests.push((forest.base, one.trees.len()));
        }
        let by_threshold = |a: &Question, b: &Question| a.threshold.total_cmp(&b.threshold);
        one.features.iter_mut().for_each(|questions| questions.sort_by(by_threshold));
        one
    }

    /// The sum of each forest's trees for a row.
    pub fn sums(&self, row: &[f32]) -> Vec<f32> {
        let mut left = vec![u32::MAX; self.trees.len()];
        for (questions, &value) in self.features.iter().zip(row) {
            for question in questions.iter().take_while(|question| value >= question.threshold) {
                left[question.tree as usize] &= question.after_yes;
            }
        }
        let leaf = |(&start, left): (&u32, &u32)| {
            let first = start as usize + left.trailing_zeros() as usize % LEAVES;
            self.leaves.get(first).copied().unwrap_or(0.0)
        };
        let mut leaves = self.trees.iter().zip(&left).map(leaf);
        let mut start = 0;
        let sum = |&(base, end): &(f32, usize)| {
            let trees = end - std::mem::replace(&mut start, end);
            leaves.by_ref().take(trees).fold(base, |sum, leaf| sum + leaf)
        };
        self.forests.iter().map(sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_auto::training::{Question, Tree};

    #[test]
    fn the_sums_are_those_of_the_forests() {
        let tree = |shift: f32| {
            let question = |feature, threshold: f32, after_yes| Question {
                feature,
                threshold: threshold + shift,
                after_yes,
            };
            let questions = vec![
                question(2, 0.3, !0b0100),
                question(0, 0.5, !0b0011),
                question(1, 0.7, !0b0001),
            ];
            Tree::new(questions, std::array::from_fn(|n| n as f32 + shift))
        };
        let forests = [
            Forest { base: 0.5, trees: vec![tree(0.0), tree(0.2), tree(-0.1)] },
            Forest { base: -1.0, trees: vec![tree(0.1)] },
            Forest { base: 2.0, trees: Vec::new() },
        ];
        let one = OneRow::of(&forests);
        let assert_same = |row: &[f32]| {
            let sums: Vec<f32> = forests.iter().map(|forest| forest.sum(row)).collect();
            assert_eq!(one.sums(row), sums);
        };
        (0..100).for_each(|n| assert_same(&[n % 7, n % 11, n % 5].map(|v| v as f32 / 10.0)));
        assert_same(&[]);
    }
}
