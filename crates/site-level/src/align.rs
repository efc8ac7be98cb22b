//! The best way to put two lists side by side without crossing, by dynamic programming.

/// Cells of a table at most: lists that are longer are only compared as far as they begin and end alike.
const MOST_CELLS: usize = 1 << 18;

/// Pairs of places with the largest sum of `gain`; pairs without gain are never made. `same` tells pairs
/// that belong together whatever else, by which equal beginnings and ends are found.
pub fn align(
    one: usize,
    other: usize,
    same: impl Fn(usize, usize) -> bool,
    mut gain: impl FnMut(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    let shorter = one.min(other);
    let start = (0..shorter).take_while(|&i| same(i, i)).count();
    let from_end = |i: &usize| same(one - 1 - i, other - 1 - i);
    let end = (0..shorter - start).take_while(from_end).count();
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|i| (i, i)).collect();
    let (rows, columns) = (one - start - end, other - start - end);
    if rows.saturating_mul(columns) <= MOST_CELLS {
        let middle = middle(rows, columns, |i, j| gain(start + i, start + j));
        pairs.extend(middle.into_iter().map(|(i, j)| (start + i, start + j)));
    }
    pairs.extend((0..end).rev().map(|i| (one - 1 - i, other - 1 - i)));
    pairs
}

fn middle(
    rows: usize,
    columns: usize,
    mut gain: impl FnMut(usize, usize) -> u32,
) -> Vec<(usize, usize)> {
    let width = columns + 1;
    let mut gains = vec![0u32; rows * columns];
    // The best sum for what comes from row i and column j on.
    let mut best = vec![0u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let gained = gain(i, j);
            gains[i * columns + j] = gained;
            let paired =
                if gained > 0 { gained.saturating_add(best[(i + 1) * width + j + 1]) } else { 0 };
            best[i * width + j] =
                paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        let gained = gains[i * columns + j];
        let here = best[i * width + j];
        if gained > 0 && here == gained.saturating_add(best[(i + 1) * width + j + 1]) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if here == best[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(one: &str, other: &str) -> Vec<(usize, usize)> {
        let (a, b) = (one.as_bytes(), other.as_bytes());
        let equal = |i: usize, j: usize| a[i] == b[j];
        align(a.len(), b.len(), equal, |i, j| equal(i, j).into())
    }

    #[test]
    fn common_subsequences_are_found() {
        assert_eq!(of("abcd", "xbd"), [(1, 1), (3, 2)]);
        assert_eq!(of("abc", "abc"), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(of("aXb", "ab"), [(0, 0), (2, 1)]);
        assert_eq!((of("", "ab"), of("a", "b")), (vec![], vec![]));
    }

    #[test]
    fn a_larger_gain_beats_more_pairs() {
        let gain = |i: usize, j: usize| [[1, 5], [0, 1]][i][j];
        assert_eq!(align(2, 2, |_, _| false, gain), [(0, 1)]);
    }
}
