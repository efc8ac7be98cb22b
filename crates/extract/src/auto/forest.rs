//! Boosted trees, all of the same shape: every level asks one question of the whole row.
//!
//! A row's leaf is then the pattern of six answers, found without a branch, for a group of rows at once.
//! Ordinary trees of the same size would wait for memory and mispredict at each of their levels.

use super::table::{LANES, Lane, Table};

/// Questions a tree asks.
pub const DEPTH: usize = 6;
/// Leaves of a tree.
pub const LEAVES: usize = 1 << DEPTH;

/// One tree. The first question decides the highest bit of the leaf's number.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The features asked for.
    pub features: [u16; DEPTH],
    /// What they are compared with; the answer is yes from there on.
    pub thresholds: [f32; DEPTH],
    /// What each pattern of answers adds.
    pub leaves: [f32; LEAVES],
}

/// A sum of trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// What the sum begins with.
    pub base: f32,
    /// The trees.
    pub trees: Vec<Tree>,
}

impl Forest {
    /// The sum of all trees for each row of a table.
    ///
    /// ```
    /// use dehusk_extract::auto::{Forest, Table, Tree};
    /// let mut leaves = [0.0; 64];
    /// leaves[63] = 2.0;
    /// let tree = Tree { features: [0; 6], thresholds: [0.5; 6], leaves };
    /// let forest = Forest { base: 1.0, trees: vec![tree] };
    /// let mut table = Table::new(2, 1);
    /// table.set_column(0, [0.4, 0.5]);
    /// assert_eq!(forest.sums(&table), [1.0, 3.0]);
    /// ```
    pub fn sums(&self, table: &Table) -> Vec<f32> {
        self.sums_where(table, |_| true)
    }

    /// The same, where only some rows matter: a group without such a row is not looked at, and its sums say
    /// nothing.
    pub fn sums_where(&self, table: &Table, matters: impl Fn(usize) -> bool) -> Vec<f32> {
        let mut out = Vec::with_capacity(table.rows().next_multiple_of(LANES));
        for (number, group) in table.groups().enumerate() {
            let mut sums = [self.base; LANES];
            let rows = number * LANES..(number + 1) * LANES;
            if rows.into_iter().any(&matters) {
                self.trees.iter().for_each(|tree| tree.add(group, &mut sums));
            }
            out.extend_from_slice(&sums);
        }
        out.truncate(table.rows());
        out
    }

    /// [`Forest::sums`] of one row.
    pub fn sum(&self, row: &[f32]) -> f32 {
        self.trees.iter().fold(self.base, |sum, tree| sum + tree.leaf(row))
    }

    /// How much each feature of a row speaks for it: half of what the sum would lose if the questions about
    /// it were answered otherwise. Features that no tree asks for are left out.
    pub fn influences(&self, row: &[f32]) -> Vec<(usize, f32)> {
        let mut sums = vec![None; row.len()];
        for tree in &self.trees {
            let leaf = tree.pattern(row);
            for (level, &feature) in tree.features.iter().enumerate() {
                let other = leaf ^ 1 << (DEPTH - 1 - level);
                if let Some(sum) = sums.get_mut(usize::from(feature)) {
                    let change = (tree.leaves[leaf] - tree.leaves[other % LEAVES]) / 2.0;
                    *sum = Some(sum.unwrap_or(0.0) + change);
                }
            }
        }
        sums.into_iter().enumerate().filter_map(|(feature, sum)| Some((feature, sum?))).collect()
    }

    /// Whether every question is about a feature that there is.
    pub(crate) fn fits(&self, width: usize) -> bool {
        self.trees.iter().all(|t| t.features.iter().all(|&f| usize::from(f) < width))
    }
}

impl Tree {
    fn add(&self, group: &[Lane], sums: &mut Lane) {
        let mut leaf = [0u32; LANES];
        for (&feature, &threshold) in self.features.iter().zip(&self.thresholds) {
            let lane = &group[usize::from(feature)];
            for (leaf, &value) in leaf.iter_mut().zip(lane) {
                *leaf = *leaf << 1 | u32::from(value >= threshold);
            }
        }
        for (sum, leaf) in sums.iter_mut().zip(leaf) {
            *sum += self.leaves[leaf as usize % LEAVES];
        }
    }

    fn leaf(&self, row: &[f32]) -> f32 {
        self.leaves[self.pattern(row)]
    }

    /// The answers to all questions: the number of a leaf.
    fn pattern(&self, row: &[f32]) -> usize {
        let answers = self.features.iter().zip(&self.thresholds);
        let yes = |(&f, &t): (&u16, &f32)| row.get(usize::from(f)).is_some_and(|&v| v >= t);
        answers.fold(0, |leaf, question| leaf << 1 | usize::from(yes(question))) % LEAVES
    }
}

/// A sum of trees as a probability.
pub fn probability(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_alone_and_in_a_table_have_the_same_sum() {
        let tree = |shift: f32| Tree {
            features: [0, 1, 2, 0, 1, 2],
            thresholds: [0.1, 0.2, 0.3, 0.6, 0.7, 0.8].map(|t| t + shift),
            leaves: std::array::from_fn(|n| n as f32 + shift),
        };
        let forest = Forest { base: 0.5, trees: vec![tree(0.0), tree(0.05)] };
        let mut table = Table::new(100, 3);
        let row = |n: usize| [n % 7, n % 11, n % 5].map(|v| v as f32 / 10.0);
        (0..100).for_each(|n| table.set_row(n, &row(n)));
        let sums = forest.sums(&table);
        assert_eq!(sums.len(), 100);
        assert!((0..100).all(|n| sums[n] == forest.sum(&row(n))));
        assert!(forest.fits(3) && !forest.fits(2));
    }

    #[test]
    fn a_feature_speaks_by_what_its_other_answer_would_change() {
        let leaves = std::array::from_fn(|n| if n >= LEAVES / 2 { 3.0 } else { 1.0 });
        let features = [4, 2, 2, 2, 2, 2];
        let tree = Tree { features, thresholds: [0.5; DEPTH], leaves };
        let forest = Forest { base: 0.0, trees: vec![tree] };
        assert_eq!(forest.influences(&[0.0, 0.0, 0.0, 0.0, 0.7]), [(2, 0.0), (4, 1.0)]);
        assert_eq!(forest.influences(&[0.0, 0.0, 0.0, 0.0, 0.2]), [(2, 0.0), (4, -1.0)]);
    }
}
