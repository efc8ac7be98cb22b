//! Random forests over patterns of votes.

use super::{Cells, part, share, stored, sum};
use crate::split_mix::SplitMix64;
use dehusk_suite::classic_learned::em13::{MEMBERS, PATTERNS};

/// How trees are grown.
#[derive(Clone, Copy)]
pub(crate) struct Growth {
    /// Trees.
    pub trees: usize,
    /// Questions one below the other at most.
    pub depth: usize,
    /// Votes that a question is chosen from.
    pub tried: usize,
}

/// The mean of trees, each grown on cells that were drawn for it, for every pattern.
pub(crate) fn forest(
    growth: Growth,
    seed: u64,
    draw: impl Fn(&mut SplitMix64) -> Cells,
) -> Vec<u8> {
    let mut sums = vec![0.0; PATTERNS];
    for tree in 0..growth.trees {
        let mut numbers = SplitMix64(seed ^ (tree as u64) << 32);
        let drawn = draw(&mut numbers);
        grow(&drawn, growth, (0..PATTERNS).collect(), 0, &mut numbers, &mut sums);
    }
    sums.iter().map(|sum| stored(sum / growth.trees as f32)).collect()
}

/// Parts patterns by the vote that tells most of some that are tried, down to a depth.
fn grow(
    cells: &Cells,
    growth: Growth,
    patterns: Vec<usize>,
    depth: usize,
    numbers: &mut SplitMix64,
    sums: &mut [f32],
) {
    let total = sum(cells, patterns.iter());
    let best = (0..growth.tried)
        .map(|_| numbers.below(MEMBERS.len()))
        .max_by(|&a, &b| gain(cells, &patterns, a).total_cmp(&gain(cells, &patterns, b)));
    let is_pure = total[0].min(total[1]) < 1.0;
    let Some(vote) =
        best.filter(|&vote| depth < growth.depth && !is_pure && gain(cells, &patterns, vote) > 0.0)
    else {
        let share = share(total);
        patterns.into_iter().for_each(|pattern| sums[pattern] += share);
        return;
    };
    let (yes, no) = part(&patterns, vote);
    grow(cells, growth, yes, depth + 1, numbers, sums);
    grow(cells, growth, no, depth + 1, numbers, sums);
}

/// How much Gini's impurity falls by a question.
fn gain(cells: &Cells, patterns: &[usize], vote: usize) -> f32 {
    let impurity = |[no, yes]: [f32; 2]| {
        let all = no + yes;
        if all > 0.0 { 2.0 * no * yes / all } else { 0.0 }
    };
    let side = |yes: usize| sum(cells, patterns.iter().filter(|p| *p >> vote & 1 == yes));
    let (yes, no) = (side(1), side(0));
    impurity([yes[0] + no[0], yes[1] + no[1]]) - impurity(yes) - impurity(no)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cells, right};
    use super::*;

    #[test]
    fn a_forest_learns_what_a_line_can_not_part() {
        let growth = Growth { trees: 30, depth: 13, tried: 4 };
        let forest = forest(growth, 1, |_| cells());
        assert_eq!(right(|pattern| forest[pattern] > 127), 64);
    }
}
