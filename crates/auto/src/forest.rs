//! Boosted trees, answered for a group of rows at once.
//!
//! A tree is not walked row by row: every question that a row answers with yes rules out the leaves on its no side, and
//! the first leaf that is left is the row's. So all rows of a group are asked the same questions in the same order,
//! without a branch, and a question is a comparison and two operations on vectors. (Lucchese et al.: "QuickScorer",
//! SIGIR 2015.) Trees of which every level asks one question need fewer steps a tree, but more than three times as many
//! trees for the same quality.
//!
//! Most of a tree's questions are about what none of some neighbouring rows can be asked: what is known of the page as a
//! whole, or what they have in common, has answered a question further up for all of them. So a tree is walked once for
//! those rows together, by the least and the most that each feature has there, and only what they differ in is asked.

use super::plan::{Plan, Sheet, Spans};
use super::table::{LANES, Lane, Table};
use std::cmp::Reverse;
use std::ops::Range;

/// Leaves that a tree has at most: one bit of a word each.
pub const LEAVES: usize = 32;

/// One question of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The feature asked for.
    pub feature: u16,
    /// What it is compared with; the answer is yes from there on.
    pub threshold: f32,
    /// The leaves that a yes leaves over: all but those on the no side, a bit each.
    pub after_yes: u32,
}

/// One tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The one asked first, then all on its no side, then all on its yes side.
    questions: Vec<Question>,
    /// The same in columns.
    sheet: Sheet,
    leaves: [f32; LEAVES],
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
    /// use dehusk_auto::training::{Forest, Question, Table, Tree};
    /// let mut leaves = [0.0; 32];
    /// leaves[1] = 2.0;
    /// let question = Question { feature: 0, threshold: 0.5, after_yes: !1 };
    /// let tree = Tree::new(vec![question], leaves);
    /// let forest = Forest { base: 1.0, trees: vec![tree] };
    /// let mut table = Table::new(2, 1);
    /// table.set_column(0, [0.4, 0.5]);
    /// assert_eq!(forest.sums(&table), [1.0, 3.0]);
    /// ```
    pub fn sums(&self, table: &Table) -> Vec<f32> {
        let mut out = Vec::with_capacity(table.rows().next_multiple_of(LANES));
        // What the processor has beyond the least of its family makes vectors twice as long.
        let vectors = pulp::Arch::new();
        let (mut spans, mut plan) = (Spans::default(), Plan::default());
        for stretch in table.stretches() {
            vectors.dispatch(|| spans.measure(&stretch, table.constants()));
            vectors.dispatch(|| plan.make(&self.trees, &spans));
            for group in stretch.groups() {
                let mut sums = [self.base; LANES];
                vectors.dispatch(Add { trees: &self.trees, plan: &plan, group, sums: &mut sums });
                out.extend_from_slice(&sums);
            }
        }
        out.truncate(table.rows());
        out
    }

    /// [`Forest::sums`] of one row.
    pub fn sum(&self, row: &[f32]) -> f32 {
        self.trees.iter().fold(self.base, |sum, tree| sum + tree.leaf(row))
    }

    /// How much each feature of a row speaks for it: half of what the sum would lose if the questions about
    /// it were answered otherwise, one at a time. Features that no tree asks for are left out.
    pub fn influences(&self, row: &[f32]) -> Vec<(usize, f32)> {
        let mut sums = vec![None; row.len()];
        for tree in &self.trees {
            tree.each_change(row, |feature, change| {
                if let Some(sum) = sums.get_mut(feature) {
                    *sum = Some(sum.unwrap_or(0.0) + change / 2.0);
                }
            });
        }
        sums.into_iter().enumerate().filter_map(|(feature, sum)| Some((feature, sum?))).collect()
    }

    /// Whether every question is about a feature that there is.
    pub fn fits(&self, width: usize) -> bool {
        let fits = |question: &Question| usize::from(question.feature) < width;
        self.trees.iter().all(|tree| tree.questions.iter().all(fits))
    }
}

/// Adds what the trees say of a group of rows. All of it has to be one function for the compiler to use the
/// processor's own vectors.
struct Add<'a> {
    trees: &'a [Tree],
    plan: &'a Plan,
    group: &'a [Lane],
    sums: &'a mut Lane,
}

impl pulp::WithSimd for Add<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (tree, (questions, left)) in self.trees.iter().zip(self.plan.trees()) {
            add(questions, left, &tree.leaves, self.group, self.sums);
        }
    }
}

/// Adds what a tree says of a group of rows. Counts instead of iterating: adapters are functions of their own,
/// which the compiler may leave apart.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn add(questions: &[Question], left: u32, leaves: &[f32; LEAVES], group: &[Lane], sums: &mut Lane) {
    if questions.is_empty() {
        let leaf = leaves[first(left)];
        return sums.iter_mut().for_each(|sum| *sum += leaf);
    }
    let mut left = [left; LANES];
    for question in questions {
        let lane = &group[usize::from(question.feature)];
        for at in 0..LANES {
            let yes = lane[at] >= question.threshold;
            left[at] &= question.after_yes | u32::from(yes).wrapping_sub(1);
        }
    }
    for at in 0..LANES {
        sums[at] += leaves[first(left[at])];
    }
}

impl Tree {
    /// A tree of these questions. The leaves are what each adds, from the one where all is answered with no to the
    /// one where all is answered with yes.
    pub fn new(mut questions: Vec<Question>, leaves: [f32; LEAVES]) -> Tree {
        // Those on the no side of a question rule out some of the leaves that it does.
        let place = |question: &Question| {
            let ruled_out = !question.after_yes;
            (ruled_out.trailing_zeros(), Reverse(ruled_out.count_ones()))
        };
        questions.sort_by_key(place);
        questions.truncate(LEAVES - 1);
        let mut tree = Tree { sheet: Sheet::of(&questions), questions, leaves };
        let mut open = vec![tree.whole()];
        while let Some(part) = open.pop() {
            if let Some(question) = tree.first_of(&part) {
                let sides = part.sides(question);
                tree.sheet.set_sides(part.question, [sides[0].questions(), sides[1].questions()]);
                open.extend(sides);
            }
        }
        tree
    }

    /// The questions in columns.
    #[inline]
    pub(super) fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The questions: the one asked first, then all on its no side, then all on its yes side.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// What each leaf adds; those behind the last are not reached.
    pub fn leaves(&self) -> &[f32; LEAVES] {
        &self.leaves
    }

    /// The value of a row's leaf.
    fn leaf(&self, row: &[f32]) -> f32 {
        let mut part = self.whole();
        while let Some(question) = self.first_of(&part) {
            let [no, yes] = part.sides(question);
            part = if question.is_yes(row) { yes } else { no };
        }
        self.leaves[part.leaves.start % LEAVES]
    }

    /// All of the tree.
    fn whole(&self) -> Part {
        Part { question: 0, leaves: 0..self.questions.len() + 1 }
    }

    /// The question that a part of the tree begins with; none where it is a leaf.
    fn first_of(&self, part: &Part) -> Option<&Question> {
        if part.leaves.len() < 2 { None } else { self.questions.get(part.question) }
    }

    /// For each question its feature, and what the row's leaf would lose if it alone were answered otherwise.
    ///
    /// What all others leave over is what those before it leave and those behind it: so one pass from each end does
    /// for all questions.
    fn each_change(&self, row: &[f32], mut see: impl FnMut(usize, f32)) {
        let mut behind = [u32::MAX; LEAVES];
        let mut left = u32::MAX;
        for (number, question) in self.questions.iter().enumerate().rev() {
            behind[number % LEAVES] = left;
            left &= question.answer(row);
        }
        let leaf = self.leaves[first(left)];
        let mut before = u32::MAX;
        for (number, question) in self.questions.iter().enumerate() {
            let answer = question.answer(row);
            // A no leaves everything over, so that the other answer is a yes.
            let otherwise = if answer == u32::MAX { question.after_yes } else { u32::MAX };
            let other = self.leaves[first(before & behind[number % LEAVES] & otherwise)];
            see(usize::from(question.feature), leaf - other);
            before &= answer;
        }
    }
}

/// A part of a tree: the place of its first question, and its leaves.
#[derive(Clone, Debug)]
struct Part {
    question: usize,
    leaves: Range<usize>,
}

impl Part {
    /// What is behind a no and behind a yes to the first question. A leaf at least is on each side, whatever a file that
    /// is no tree says.
    #[inline]
    fn sides(&self, first: &Question) -> [Part; 2] {
        let ruled_out = first.after_yes.count_zeros() as usize;
        let no = ruled_out.clamp(1, self.leaves.len().max(2) - 1);
        let middle = self.leaves.start + no;
        [
            Part { question: self.question + 1, leaves: self.leaves.start..middle },
            Part { question: self.question + no, leaves: middle..self.leaves.end },
        ]
    }

    /// Its questions, a bit each: there is one less than there are leaves.
    fn questions(&self) -> u32 {
        let count = self.leaves.len().saturating_sub(1).min(LEAVES - 1);
        ((1 << count) - 1) << (self.question % LEAVES)
    }
}

impl Question {
    /// The leaves that the answer for a row leaves over.
    fn answer(&self, row: &[f32]) -> u32 {
        if self.is_yes(row) { self.after_yes } else { u32::MAX }
    }

    #[inline]
    fn is_yes(&self, row: &[f32]) -> bool {
        row.get(usize::from(self.feature)).is_some_and(|&value| value >= self.threshold)
    }
}

/// The first leaf that is left.
#[inline(always)]
fn first(left: u32) -> usize {
    left.trailing_zeros() as usize % LEAVES
}

/// A sum of trees as a probability.
pub fn probability(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks feature 0, on no feature 1, on yes feature 2: four leaves.
    fn tree(shift: f32) -> Tree {
        let question = |feature, threshold: f32, after_yes| Question {
            feature,
            threshold: threshold + shift,
            after_yes,
        };
        let questions =
            vec![question(2, 0.3, !0b0100), question(0, 0.5, !0b0011), question(1, 0.7, !0b0001)];
        Tree::new(questions, std::array::from_fn(|n| n as f32 + shift))
    }

    /// The same tree as people read it.
    fn walked(row: [f32; 3], shift: f32) -> f32 {
        let leaf = match row[0] >= 0.5 + shift {
            false => u8::from(row[1] >= 0.7 + shift),
            true => 2 + u8::from(row[2] >= 0.3 + shift),
        };
        f32::from(leaf) + shift
    }

    #[test]
    fn a_row_alone_in_a_table_and_walked_have_the_same_sum() {
        let forest = Forest { base: 0.5, trees: vec![tree(0.0), tree(0.05)] };
        let mut table = Table::new(100, 3);
        let row = |n: usize| [n % 7, n % 11, n % 5].map(|v| v as f32 / 10.0);
        (0..100).for_each(|n| table.set_row(n, &row(n)));
        let sums = forest.sums(&table);
        assert_eq!(sums.len(), 100);
        assert!((0..100).all(|n| sums[n] == forest.sum(&row(n))));
        assert!((0..100).all(|n| sums[n] == 0.5 + walked(row(n), 0.0) + walked(row(n), 0.05)));
        assert!(forest.fits(3) && !forest.fits(2));
    }

    #[test]
    fn what_all_rows_have_is_asked_as_if_each_had_it() {
        let forest = Forest { base: 0.5, trees: vec![tree(0.0), tree(0.05)] };
        for constant in [0.0, 0.3, 0.35, 1.0] {
            let mut table = Table::new(40, 2);
            let row = |n: usize| [(n % 7) as f32 / 10.0, (n % 11) as f32 / 10.0, constant];
            (0..40).for_each(|n| table.set_row(n, &row(n)));
            table.set_constants(vec![constant]);
            let sums = forest.sums(&table);
            assert!((0..40).all(|n| table.row(n) == row(n) && sums[n] == forest.sum(&row(n))));
        }
    }

    #[test]
    fn a_feature_speaks_by_what_its_other_answer_would_change() {
        let forest = Forest { base: 0.0, trees: vec![tree(0.0)] };
        // Leaf 3; without the yes of feature 0 leaf 0, of feature 2 leaf 2; feature 1 is not asked.
        assert_eq!(forest.influences(&[0.6, 0.0, 0.4]), [(0, 1.5), (1, 0.0), (2, 0.5)]);
    }
}
