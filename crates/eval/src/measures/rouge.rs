//! ROUGE-LSum: longest common subsequences line by line, united.
//!
//! For each line of the gold, the tokens that lie on a longest common subsequence with any line of the
//! extracted text are united; a token counts as often as both texts have it. Done plainly this is a table
//! for each pair of lines. Only the tokens that the two lines share can be on such a path, so an index of
//! where each token stands in the extracted text keeps the tables tiny. The rows and columns of
//! the others would be copies of the ones before, so that leaving them out makes no path shorter.

use super::Prf;
use super::bags::counts;
use std::collections::HashMap;

/// Precision and recall by the united subsequences of all lines.
pub fn rouge_lsum(gold: &[Vec<u32>], extracted: &[Vec<u32>]) -> Prf {
    let mut left_gold = counts(gold.iter().flatten().copied());
    let mut left_text = counts(extracted.iter().flatten().copied());
    let index = Index::new(extracted);
    let mut hits = 0;
    for line in gold {
        for position in index.united(line) {
            let token = line[position];
            if let (Some(a @ 1..), Some(b @ 1..)) =
                (left_gold.get_mut(&token), left_text.get_mut(&token))
            {
                *a -= 1;
                *b -= 1;
                hits += 1;
            }
        }
    }
    let tokens = |lines: &[Vec<u32>]| lines.iter().map(Vec::len).sum();
    Prf::from_counts(hits, tokens(extracted), tokens(gold))
}

/// Where each token stands in the extracted text, as (line, place).
struct Index {
    places: HashMap<u32, Vec<(u32, u32)>>,
}

impl Index {
    fn new(lines: &[Vec<u32>]) -> Index {
        let mut places: HashMap<u32, Vec<(u32, u32)>> = HashMap::new();
        for (l, line) in lines.iter().enumerate() {
            for (p, &token) in line.iter().enumerate() {
                places.entry(token).or_default().push((l as u32, p as u32));
            }
        }
        Index { places }
    }

    /// The positions of a gold line that are on a longest common subsequence with any extracted line.
    fn united(&self, line: &[u32]) -> Vec<usize> {
        let mut distinct = line.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let mut shared: Vec<(u32, u32, u32)> = distinct
            .iter()
            .filter_map(|token| self.places.get(token).map(|places| (token, places)))
            .flat_map(|(&token, places)| places.iter().map(move |&(l, p)| (l, p, token)))
            .collect();
        shared.sort_unstable();
        let mut own: Vec<(u32, u32)> = line.iter().copied().zip(0..).collect();
        own.sort_unstable();
        let mut on_path = vec![false; line.len()];
        for other in shared.chunk_by(|a, b| a.0 == b.0) {
            let other: Vec<u32> = other.iter().map(|&(_, _, token)| token).collect();
            mark_subsequence(line, &places_in(&own, &other), &other, &mut on_path);
        }
        (0..line.len()).filter(|&i| on_path[i]).collect()
    }
}

/// Where tokens stand in a line, in the line's order; `own` holds the line's tokens, sorted, with places.
fn places_in(own: &[(u32, u32)], tokens: &[u32]) -> Vec<usize> {
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    tokens.dedup();
    let mut places: Vec<usize> = tokens
        .iter()
        .flat_map(|&token| {
            let from = own.partition_point(|o| o.0 < token);
            own[from..].iter().take_while(move |o| o.0 == token).map(|o| o.1 as usize)
        })
        .collect();
    places.sort_unstable();
    places
}

/// Marks the positions of `line`, out of `places`, that lie on the longest common subsequence with
/// `other`. The table is walked back from its end, going up the gold line first where both ways are as
/// long.
fn mark_subsequence(line: &[u32], places: &[usize], other: &[u32], on_path: &mut [bool]) {
    // With one shared token the walk back meets its last place in the gold line: no table needed.
    if other.len() == 1 {
        if let Some(&last) = places.last() {
            on_path[last] = true;
        }
        return;
    }
    let width = other.len() + 1;
    let mut table = vec![0u32; (places.len() + 1) * width];
    for (i, &place) in places.iter().enumerate() {
        for (j, &token) in other.iter().enumerate() {
            table[(i + 1) * width + j + 1] = if line[place] == token {
                table[i * width + j] + 1
            } else {
                table[i * width + j + 1].max(table[(i + 1) * width + j])
            };
        }
    }
    let (mut i, mut j) = (places.len(), other.len());
    while i > 0 && j > 0 {
        if line[places[i - 1]] == other[j - 1] {
            (i, j) = (i - 1, j - 1);
            on_path[places[i]] = true;
        } else if table[i * width + j - 1] > table[(i - 1) * width + j] {
            j -= 1;
        } else {
            i -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_another_order_still_count() {
        let gold = vec![vec![1, 2, 3], vec![4, 5, 6]];
        let text = vec![vec![4, 5, 6], vec![1, 2, 3]];
        assert_eq!(rouge_lsum(&gold, &text).f1, 1.0);
    }

    #[test]
    fn a_token_counts_only_as_often_as_both_texts_have_it() {
        let gold = vec![vec![1, 2], vec![1, 3]];
        let text = vec![vec![1, 9, 9, 9]];
        let score = rouge_lsum(&gold, &text);
        assert_eq!((score.precision, score.recall), (1.0 / 4.0, 1.0 / 4.0));
    }

    #[test]
    fn subsequences_of_several_lines_are_united() {
        // The gold line 1 2 3 4 5 meets 1 2 in one line and 3 5 in another.
        let score = rouge_lsum(&[vec![1, 2, 3, 4, 5]], &[vec![1, 2, 6, 7, 8], vec![1, 3, 8, 9, 5]]);
        assert_eq!(score.recall, 4.0 / 5.0);
    }

    /// The united paths, found with the whole gold line in every table.
    fn plain(gold: &[Vec<u32>], text: &[Vec<u32>]) -> Vec<Vec<usize>> {
        let united = |line: &Vec<u32>| {
            let mut on_path = vec![false; line.len()];
            let everywhere: Vec<usize> = (0..line.len()).collect();
            for other in text.iter().filter(|other| other.iter().any(|t| line.contains(t))) {
                // A first column that nothing matches keeps the table where one token is shared.
                let shared = other.iter().copied().filter(|token| line.contains(token));
                let other: Vec<u32> = std::iter::once(u32::MAX).chain(shared).collect();
                mark_subsequence(line, &everywhere, &other, &mut on_path);
            }
            (0..line.len()).filter(|&i| on_path[i]).collect()
        };
        gold.iter().map(united).collect()
    }

    #[test]
    fn leaving_out_what_lines_do_not_share_changes_no_path() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let mut lines = || -> Vec<Vec<u32>> {
                let words = |random: &mut fastrand::Rng| {
                    (0..random.usize(..12)).map(|_| random.u32(..9)).collect()
                };
                (0..3).map(|_| words(&mut random)).collect()
            };
            let (gold, text) = (lines(), lines());
            let index = Index::new(&text);
            let quick: Vec<Vec<usize>> = gold.iter().map(|line| index.united(line)).collect();
            assert_eq!(quick, plain(&gold, &text), "{gold:?} {text:?}");
        }
    }
}
