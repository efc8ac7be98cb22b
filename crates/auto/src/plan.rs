//! What is left to ask of trees where rows are alike.

use super::forest::{LEAVES, Question, Tree};
use super::table::{LANES, Stretch};

/// The least and the most of each feature in some rows.
#[derive(Debug, Default)]
pub(super) struct Spans(Vec<(f32, f32)>);

impl Spans {
    /// Of a stretch of rows, and of what all rows of its table have.
    #[inline(always)]
    pub fn measure(&mut self, stretch: &Stretch<'_>, constants: &[f32]) {
        self.0.clear();
        for (group, rows) in stretch.groups_with_rows() {
            self.0.resize(group.len(), (f32::INFINITY, f32::NEG_INFINITY));
            for (span, lane) in self.0.iter_mut().zip(group) {
                let (least, most) = if rows == LANES { ends(lane) } else { ends(&lane[..rows]) };
                *span = (smaller(span.0, least), larger(span.1, most));
            }
        }
        self.0.extend(constants.iter().map(|&value| (value, value)));
    }

    /// The least and the most of a feature; of one that there is not nothing is known.
    #[inline(always)]
    fn of(&self, feature: u16) -> (f32, f32) {
        self.0.get(usize::from(feature)).copied().unwrap_or((f32::NEG_INFINITY, f32::INFINITY))
    }
}

/// The questions of a tree in columns, so that all of them are settled at once. What is behind the last of them is
/// asked for nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    features: [u16; LEAVES],
    thresholds: [f32; LEAVES],
    after_yes: [u32; LEAVES],
    /// The questions on the no side of each and on its yes side, a bit each.
    no_side: [u32; LEAVES],
    yes_side: [u32; LEAVES],
}

impl Sheet {
    /// Of questions of which it is not known yet where they stand.
    pub fn of(questions: &[Question]) -> Sheet {
        let mut sheet = Sheet {
            features: [0; LEAVES],
            thresholds: [f32::INFINITY; LEAVES],
            after_yes: [u32::MAX; LEAVES],
            no_side: [0; LEAVES],
            yes_side: [0; LEAVES],
        };
        for (at, question) in questions.iter().enumerate().take(LEAVES) {
            sheet.features[at] = question.feature;
            sheet.thresholds[at] = question.threshold;
            sheet.after_yes[at] = question.after_yes;
        }
        sheet
    }

    /// Says which questions are on the no side of one and on its yes side, a bit each.
    pub fn set_sides(&mut self, question: usize, [no, yes]: [u32; 2]) {
        (self.no_side[question], self.yes_side[question]) = (no, yes);
    }

    /// The questions that some rows may be asked and answer differently, a bit each, and the leaves that the other
    /// answers leave over. What is behind an answer that no row gives needs no asking: of the leaves on both sides of a
    /// question the first that is left counts, so that those behind a yes may stay where all say no. No branch depends
    /// on an answer, since a processor can not guess it.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    fn settle(&self, spans: &Spans) -> (u32, u32) {
        let (mut least, mut most) = ([0.0; LEAVES], [0.0; LEAVES]);
        for at in 0..LEAVES {
            (least[at], most[at]) = spans.of(self.features[at]);
        }
        let (mut left, mut open, mut settled) = (u32::MAX, u32::MAX, 0);
        for at in 0..LEAVES {
            let all_yes = all_bits(least[at] >= self.thresholds[at]);
            let all_no = all_bits(most[at] < self.thresholds[at]);
            left &= self.after_yes[at] | !all_yes;
            open &= !(self.no_side[at] & all_yes | self.yes_side[at] & all_no);
            settled |= (all_yes | all_no) & (1 << at);
        }
        (open & !settled, left)
    }
}

/// All bits, or none.
#[inline(always)]
fn all_bits(are: bool) -> u32 {
    u32::from(!are).wrapping_sub(1)
}

/// Numbers that are compared side by side.
const SIDE_BY_SIDE: usize = 8;

/// The least and the most of some numbers.
#[inline(always)]
fn ends(values: &[f32]) -> (f32, f32) {
    let (mut least, mut most) = ([f32::INFINITY; SIDE_BY_SIDE], [f32::NEG_INFINITY; SIDE_BY_SIDE]);
    let (whole, rest) = values.as_chunks::<SIDE_BY_SIDE>();
    for eight in whole {
        for at in 0..SIDE_BY_SIDE {
            least[at] = smaller(least[at], eight[at]);
            most[at] = larger(most[at], eight[at]);
        }
    }
    for (at, &value) in rest.iter().enumerate() {
        least[at] = smaller(least[at], value);
        most[at] = larger(most[at], value);
    }
    (least.into_iter().fold(least[0], smaller), most.into_iter().fold(most[0], larger))
}

/// As the processor has it, without regard to what is no number: features are.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// Questions of a tree for which there is room at once.
const QUESTIONS_A_TREE: usize = 8;

/// The questions that some rows answer differently, tree by tree.
#[derive(Debug, Default)]
pub(super) struct Plan {
    questions: Vec<Question>,
    /// For each tree where its questions end, and the leaves that are left before they are asked.
    trees: Vec<(u32, u32)>,
}

impl Plan {
    /// Goes through some trees with rows of these spans.
    #[inline(always)]
    pub fn make(&mut self, trees: &[Tree], spans: &Spans) {
        self.questions.clear();
        self.trees.clear();
        self.questions.reserve(QUESTIONS_A_TREE * trees.len());
        self.trees.reserve(trees.len());
        for tree in trees {
            let (mut asked, left) = tree.sheet().settle(spans);
            while let Some(question) = tree.questions().get(asked.trailing_zeros() as usize) {
                self.questions.push(*question);
                asked &= asked - 1;
            }
            self.trees.push((self.questions.len() as u32, left));
        }
    }

    /// The questions of each tree, and the leaves that are left before they are asked.
    #[inline(always)]
    pub fn trees(&self) -> impl Iterator<Item = (&[Question], u32)> {
        let mut start = 0;
        self.trees.iter().map(move |&(end, left)| {
            let from = std::mem::replace(&mut start, end as usize);
            (self.questions.get(from..start).unwrap_or_default(), left)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forest::LEAVES;
    use crate::table::Table;

    fn spans(table: &Table) -> Spans {
        let mut spans = Spans::default();
        table.stretches().take(1).for_each(|stretch| spans.measure(&stretch, table.constants()));
        spans
    }

    #[test]
    fn spans_are_of_the_rows_that_there_are() {
        let mut table = Table::new(43, 2);
        table.set_column(0, (0..43).map(|n| n as f32 + 5.0));
        table.set_column(1, (0..43).map(|n| -(n as f32)));
        table.set_constants(vec![0.5]);
        assert_eq!(spans(&table).0, [(5.0, 47.0), (-42.0, 0.0), (0.5, 0.5)]);
    }

    #[test]
    fn only_what_rows_differ_in_is_asked() {
        // Feature 0 first; on no feature 1, on yes feature 2.
        let question = |feature, after_yes| Question { feature, threshold: 0.5, after_yes };
        let questions = vec![question(2, !0b0100), question(0, !0b0011), question(1, !0b0001)];
        let tree = [Tree::new(questions, std::array::from_fn::<f32, LEAVES, _>(|n| n as f32))];
        let asked = |rows: [[f32; 3]; 2]| {
            let mut table = Table::new(2, 3);
            rows.iter().enumerate().for_each(|(at, row)| table.set_row(at, row));
            let mut plan = Plan::default();
            plan.make(&tree, &spans(&table));
            let of = |(questions, left): (&[Question], u32)| {
                (questions.iter().map(|q| q.feature).collect::<Vec<_>>(), left.trailing_zeros())
            };
            plan.trees().map(of).next().unwrap()
        };
        assert_eq!(asked([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]), (vec![0, 1, 2], 0));
        assert_eq!(asked([[1.0, 0.0, 0.0], [1.0, 1.0, 1.0]]), (vec![2], 2));
        assert_eq!(asked([[0.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), (vec![], 1));
        assert_eq!(asked([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]), (vec![0], 1));
    }
}
