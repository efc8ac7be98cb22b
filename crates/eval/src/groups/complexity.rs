//! The three groups of equation 3.4: how much of a page is content, by quartiles of all pages.

use crate::results::PageResult;
use serde::Serialize;

/// How hard a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Complexity {
    /// Much of the page is content: at or above the upper quartile.
    Easy,
    /// Between the quartiles.
    Mid,
    /// Little of it is: at or below the lower quartile.
    Complex,
}

impl Complexity {
    /// The group of a page, by its share of content and the two borders.
    pub fn of(ratio: f64, (low, high): (f64, f64)) -> Complexity {
        match ratio {
            r if r >= high => Complexity::Easy,
            r if r <= low => Complexity::Complex,
            _ => Complexity::Mid,
        }
    }

    /// The thesis's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Complexity::Easy => "easy",
            Complexity::Mid => "mid-complex",
            Complexity::Complex => "complex",
        }
    }
}

/// The group of each page that has a gold, and the two quartiles that part them.
pub fn complexity_groups(results: &[PageResult]) -> (Vec<Option<Complexity>>, (f64, f64)) {
    let ratios: Vec<Option<f64>> = results.iter().map(|r| r.page.complexity()).collect();
    let mut sorted: Vec<f64> = ratios.iter().flatten().copied().collect();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (percentile(&sorted, 0.25), percentile(&sorted, 0.75));
    let group = |ratio: f64| Complexity::of(ratio, (low, high));
    (ratios.into_iter().map(|ratio| ratio.map(group)).collect(), (low, high))
}

/// A percentile of sorted values, between two of them where it falls there.
pub(crate) fn percentile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::PageFacts;

    #[test]
    fn quartiles_part_the_pages() {
        let page = |gold_tokens| PageResult {
            page: PageFacts { tokens: 100, gold_tokens, ..PageFacts::default() },
            ..PageResult::default()
        };
        let pages: Vec<PageResult> = [10, 30, 50, 70, 90, 0].map(page).into();
        let (groups, quartiles) = complexity_groups(&pages);
        use Complexity::*;
        assert_eq!(quartiles, (30.0, 70.0));
        assert_eq!(groups, [Some(Complex), Some(Complex), Some(Mid), Some(Easy), Some(Easy), None]);
    }
}
