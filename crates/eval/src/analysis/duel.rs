//! Two extractors page by page.

use crate::results::PageResult;
use crate::table::measure::Measure;
use serde::Serialize;

/// Wins, losses, and the pages that made the difference.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// Pages where the first is better.
    pub wins: usize,
    /// Pages where the second is better.
    pub losses: usize,
    /// Pages where both are the same.
    pub ties: usize,
    /// Corpus, page, and the first's value less the second's: largest differences first.
    pub pages: Vec<(String, String, f64)>,
}

/// Values closer than this are the same.
const TIE: f64 = 1e-3;

/// Compares two extractors on the pages that both have.
pub fn duel(results: &[PageResult], first: &str, second: &str, measure: &Measure) -> Duel {
    let sign = if measure.smaller_is_better { -1.0 } else { 1.0 };
    let mut duel = Duel { wins: 0, losses: 0, ties: 0, pages: Vec::new() };
    for result in results {
        let value = |name| measure.value(result.extractors.get(name)?);
        let (Some(a), Some(b)) = (value(first), value(second)) else { continue };
        let difference = sign * (a - b);
        match difference {
            d if d > TIE => duel.wins += 1,
            d if d < -TIE => duel.losses += 1,
            _ => duel.ties += 1,
        }
        duel.pages.push((result.corpus.clone(), result.id.clone(), difference));
    }
    duel.pages.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
    duel
}
