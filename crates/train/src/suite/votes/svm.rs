//! A linear support vector machine over patterns of votes, by descent along one dual coordinate after the other (Hsieh
//! et al., ICML 2008).
//!
//! What is alike has the same multiplier, so there is one a pattern and class, which may be as large as there are cases.

use super::{Cells, no_weights, with_bias};
use dehusk_suite::classic_learned::em13::MEMBERS;
use dehusk_suite::classic_learned::em13_leaves::sum;

/// What the errors of all cases together may weigh beside the width of the margin.
const COST: f32 = 1e4;
const ROUNDS: usize = 1000;
/// Largest step of a round from which on nothing changes any more.
const SETTLED: f32 = 1e-4;

/// One class of a pattern.
struct Case {
    pattern: usize,
    /// 1 for content, -1 for what is not.
    side: f32,
    most: f32,
    multiplier: f32,
}

/// The weight of each vote, and the bias.
pub(crate) fn svm(cells: &Cells) -> Vec<f32> {
    let total: f32 = cells.iter().flatten().sum();
    let case = |pattern: usize, class: usize| Case {
        pattern,
        side: class as f32 * 2.0 - 1.0,
        most: COST * cells[pattern][class] / total.max(1.0),
        multiplier: 0.0,
    };
    let all = (0..cells.len()).flat_map(|p| [case(p, 0), case(p, 1)]);
    let mut cases: Vec<Case> = all.filter(|case| case.most > 0.0).collect();
    let mut weights = no_weights();
    for _ in 0..ROUNDS {
        let moved = cases.iter_mut().map(|case| case.step(&mut weights)).fold(0.0, f32::max);
        if moved < SETTLED {
            break;
        }
    }
    weights
}

impl Case {
    /// Moves its multiplier to where the margin is widest along it. Answers how far the weights went.
    fn step(&mut self, weights: &mut [f32]) -> f32 {
        let own = with_bias(self.pattern);
        let slope = self.side * sum(weights, self.pattern) - 1.0;
        let next = (self.multiplier - slope / own.count_ones() as f32).clamp(0.0, self.most);
        let step = self.side * (next - self.multiplier);
        self.multiplier = next;
        let voted = weights.iter_mut().take(MEMBERS.len() + 1).enumerate();
        voted.filter(|(n, _)| own >> n & 1 == 1).for_each(|(_, weight)| *weight += step);
        step.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cells, right};
    use super::*;

    #[test]
    fn a_machine_learns_the_votes_that_tell() {
        let weights = svm(&cells());
        assert_eq!(right(|pattern| sum(&weights, pattern) > 0.0), 64, "{weights:?}");
    }
}
