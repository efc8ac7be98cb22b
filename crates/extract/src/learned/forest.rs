//! Boosted trees in the file of a model.
//!
//! A tree is a list of questions and its leaves: a yes rules out the leaves on the no side, and the first that is
//! left is the row's. The trees of [`auto`](mod@crate::auto) are of that kind, with fewer leaves.

use super::file::ModelFile;
use crate::auto;

/// Leaves that a tree has at most: one bit of a word each.
const MOST_LEAVES: usize = 64;
/// Numbers that a question is stored as: the feature, the threshold, and the mask in four parts.
const QUESTION: usize = 6;

/// A question: the feature, what it is compared with, and the leaves that a yes leaves over.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Question {
    feature: usize,
    threshold: f32,
    after_yes: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Tree {
    questions: Vec<Question>,
    leaves: Vec<f32>,
}

/// A sum of trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    base: f32,
    trees: Vec<Tree>,
}

impl Forest {
    /// The sum for a row.
    pub fn sum(&self, row: &[f32]) -> f32 {
        self.trees.iter().fold(self.base, |sum, tree| sum + tree.value(row))
    }

    /// Adds its part to a file.
    pub fn write(&self, file: &mut ModelFile) {
        let mut values = vec![self.base];
        for tree in &self.trees {
            values.extend([tree.questions.len() as f32, tree.leaves.len() as f32]);
            for question in &tree.questions {
                values.extend([question.feature as f32, question.threshold]);
                values.extend(
                    [0, 16, 32, 48].map(|shift| (question.after_yes >> shift & 0xffff) as f32),
                );
            }
            values.extend(&tree.leaves);
        }
        file.push_floats(&values);
    }

    /// A forest from a part of a file; none if it is cut or asks for numbers that a row does not have.
    pub fn read(file: &ModelFile, part: usize, width: usize) -> Option<Forest> {
        let values = file.floats(part)?;
        let (&base, mut rest) = values.split_first()?;
        let mut trees = Vec::new();
        while let Some((sizes, more)) = rest.split_at_checked(2) {
            let [questions, leaves] = [sizes[0] as usize, sizes[1] as usize];
            if questions > MOST_LEAVES || !(1..=MOST_LEAVES).contains(&leaves) {
                return None;
            }
            let (asked, more) = more.split_at_checked(questions * QUESTION)?;
            let (values, more) = more.split_at_checked(leaves)?;
            let questions =
                asked.chunks_exact(QUESTION).map(|q| question(q, width)).collect::<Option<_>>()?;
            trees.push(Tree { questions, leaves: values.to_vec() });
            rest = more;
        }
        rest.is_empty().then_some(Forest { base, trees })
    }
}

fn question(stored: &[f32], width: usize) -> Option<Question> {
    let feature = stored[0] as usize;
    let mask = stored[2..].iter().rev().fold(0, |mask, &part| mask << 16 | (part as u64 & 0xffff));
    (feature < width).then_some(Question { feature, threshold: stored[1], after_yes: mask })
}

impl Tree {
    fn value(&self, row: &[f32]) -> f32 {
        let ask = |left: u64, q: &Question| match row.get(q.feature) {
            Some(value) if *value >= q.threshold => left & q.after_yes,
            _ => left,
        };
        let left = self.questions.iter().fold(u64::MAX, ask);
        self.leaves.get(left.trailing_zeros() as usize).copied().unwrap_or(0.0)
    }
}

impl From<&auto::Forest> for Forest {
    fn from(forest: &auto::Forest) -> Forest {
        let question = |q: &auto::Question| Question {
            feature: q.feature.into(),
            threshold: q.threshold,
            after_yes: q.after_yes.into(),
        };
        let tree = |tree: &auto::Tree| Tree {
            questions: tree.questions().iter().map(question).collect(),
            leaves: tree.leaves().to_vec(),
        };
        Forest { base: forest.base, trees: forest.trees.iter().map(tree).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forests_are_stored_and_checked() {
        // Two levels: the first question parts leaves 0, 1 from 2, 3, the second the odd from the even.
        let questions = vec![
            Question { feature: 0, threshold: 0.5, after_yes: !0b0011 },
            Question { feature: 3, threshold: 0.5, after_yes: !0b0101 },
        ];
        let tree = Tree { questions, leaves: vec![1.0, 2.0, 3.0, 4.0] };
        let forest = Forest { base: 0.25, trees: vec![tree] };
        let sums = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
            .map(|[a, b]| forest.sum(&[a, 0.0, 0.0, b]));
        assert_eq!(sums, [1.25, 2.25, 3.25, 4.25]);
        let mut file = ModelFile::default();
        forest.write(&mut file);
        assert_eq!(Forest::read(&file, 0, 4), Some(forest));
        assert_eq!(Forest::read(&file, 0, 3), None);
    }
}
