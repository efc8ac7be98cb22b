//! How well patterns of votes are judged.

use super::Cells;

/// F1 of content over all cases.
pub(crate) fn f1(cells: &Cells, keep: impl Fn(usize) -> bool) -> f64 {
    let (mut hit, mut extra, mut missed) = (0.0, 0.0, 0.0);
    for (pattern, &[no, yes]) in cells.iter().enumerate() {
        match keep(pattern) {
            true => (hit, extra) = (hit + f64::from(yes), extra + f64::from(no)),
            false => missed += f64::from(yes),
        }
    }
    let wanted_and_kept = 2.0 * hit + extra + missed;
    if wanted_and_kept > 0.0 { 2.0 * hit / wanted_and_kept } else { 0.0 }
}

/// The area under the ROC curve: how often a case that is content has a higher score than one that is not; of the same
/// scores half count.
pub(crate) fn auc(cells: &Cells, score: impl Fn(usize) -> f32) -> f64 {
    let mut scored: Vec<(f32, [f32; 2])> =
        cells.iter().enumerate().map(|(pattern, &cell)| (score(pattern), cell)).collect();
    scored.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut ahead, mut all) = (0.0, 0.0, 0.0);
    for tied in scored.chunk_by(|a, b| a.0 == b.0) {
        let of = |class: usize| tied.iter().map(|(_, cell)| f64::from(cell[class])).sum::<f64>();
        let (no, yes) = (of(0), of(1));
        ahead += yes * (below + no / 2.0);
        (below, all) = (below + no, all + yes);
    }
    if below * all > 0.0 { ahead / (below * all) } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        let mut cells = super::super::empty();
        (cells[0], cells[1], cells[2]) = ([2.0, 1.0], [1.0, 2.0], [0.0, 1.0]);
        // Kept: 1 wrong and 3 right of 4.
        assert!((f1(&cells, |pattern| pattern > 0) - 0.75).abs() < 1e-12);
        // 12 pairs: the last is ahead of 3, each of the two in the middle of 2 and a half, the first of 1.
        assert!((auc(&cells, |pattern| pattern as f32) - 9.0 / 12.0).abs() < 1e-12);
    }
}
