//! A decision tree over patterns of votes: C4.5's questions (Quinlan 1993), and what does not hold on other cases is cut
//! off (reduced-error pruning).

use super::{Cells, part, share, stored, sum};
use dehusk_suite::classic_learned::em13::{MEMBERS, PATTERNS};

/// What a tree says of some patterns, and its errors among the cases it is pruned by.
struct Branch {
    says: Vec<(usize, f32)>,
    errors: f32,
}

/// The tree's share of content for every pattern: grown on some cases, pruned by others.
pub(crate) fn tree(grown: &Cells, pruned: &Cells) -> Vec<u8> {
    let mut answers = vec![0; PATTERNS];
    let whole = branch(grown, pruned, (0..PATTERNS).collect());
    whole.says.into_iter().for_each(|(pattern, share)| answers[pattern] = stored(share));
    answers
}

fn branch(grown: &Cells, pruned: &Cells, patterns: Vec<usize>) -> Branch {
    let share = share(sum(grown, patterns.iter()));
    let of_others = sum(pruned, patterns.iter());
    let errors = if share > 0.5 { of_others[0] } else { of_others[1] };
    let ratios = (0..MEMBERS.len()).map(|vote| (gain_ratio(grown, &patterns, vote), vote));
    let best = ratios.filter(|(ratio, _)| *ratio > 1e-6).max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, vote)) = best {
        let (yes, no) = part(&patterns, vote);
        let (yes, no) = (branch(grown, pruned, yes), branch(grown, pruned, no));
        if yes.errors + no.errors < errors {
            return Branch {
                errors: yes.errors + no.errors,
                says: yes.says.into_iter().chain(no.says).collect(),
            };
        }
    }
    Branch { says: patterns.into_iter().map(|pattern| (pattern, share)).collect(), errors }
}

/// The information a question gains about the class, by the information in its answer.
fn gain_ratio(cells: &Cells, patterns: &[usize], vote: usize) -> f32 {
    let (yes, no) = part(patterns, vote);
    let (yes, no) = (sum(cells, yes.iter()), sum(cells, no.iter()));
    let size = |[a, b]: [f32; 2]| a + b;
    let split = [size(yes), size(no)];
    let all = size(split);
    if split.contains(&0.0) {
        return 0.0;
    }
    let within = (size(yes) * entropy(yes) + size(no) * entropy(no)) / all;
    (entropy([yes[0] + no[0], yes[1] + no[1]]) - within) / entropy(split)
}

/// In bits.
fn entropy([a, b]: [f32; 2]) -> f32 {
    let bits = |part: f32| {
        let share = part / (a + b);
        if share > 0.0 { -share * share.log2() } else { 0.0 }
    };
    bits(a) + bits(b)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cells, right};
    use super::*;

    #[test]
    fn a_tree_learns_what_a_line_can_not_part() {
        let tree = tree(&cells(), &cells());
        assert_eq!(right(|pattern| tree[pattern] > 127), 64);
    }

    #[test]
    fn what_does_not_hold_elsewhere_is_cut_off() {
        // A chance among what it grows on: the fourth member's vote says the opposite among the others.
        let mut grown = super::super::empty();
        let mut others = grown.clone();
        for pattern in 0..16 {
            let chance = usize::from(pattern >> 3 & 1 == 1);
            grown[pattern] = [4.0, 5.0];
            grown[pattern][chance] += 4.0;
            others[pattern] = [4.0, 5.0];
            others[pattern][1 - chance] += 4.0;
        }
        let tree = tree(&grown, &others);
        assert!(tree[..16].iter().all(|&share| share == tree[0]), "{:?}", &tree[..16]);
    }

    #[test]
    fn a_gain_by_hand() {
        let mut cells = super::super::empty();
        (cells[0], cells[1]) = ([3.0, 1.0], [0.0, 4.0]);
        // 8 cases, 3 to 5; no vote: 3 to 1, a vote: 0 to 4.
        let whole = -(0.375_f32 * 0.375_f32.log2() + 0.625 * 0.625_f32.log2());
        let expected = whole - 0.5 * 0.811_278;
        assert!((gain_ratio(&cells, &[0, 1], 0) - expected).abs() < 1e-4);
        assert_eq!(gain_ratio(&cells, &[0, 1], 1), 0.0);
    }
}
