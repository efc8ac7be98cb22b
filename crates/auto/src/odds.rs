//! What rules do to what the models say: evidence moves log-odds, it does not decide.

use dehusk_extract::PageType;

/// Probabilities closer to certainty than this are taken as this.
const CERTAIN: f32 = 1e-4;

/// The log-odds of a probability.
pub(super) fn log_odds(probability: f32) -> f32 {
    let p = probability.clamp(CERTAIN, 1.0 - CERTAIN);
    (p / (1.0 - p)).ln()
}

/// A probability with so much taken from its log-odds.
pub(super) fn less_likely(probability: f32, log_odds: f32) -> f32 {
    probability / (probability + (1.0 - probability) * log_odds.exp())
}

/// Whether a page is of one of some kinds with at least this probability.
pub(super) fn is_likely_one_of(kinds: &[f32], some: &[PageType], least: f32) -> bool {
    some.iter().any(|&kind| kinds.get(kind as usize).is_some_and(|&p| p >= least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_stays_and_doubt_moves() {
        assert_eq!((less_likely(1.0, 3.0), less_likely(0.0, 3.0)), (1.0, 0.0));
        assert!((less_likely(0.5, 3.0) - 0.0474).abs() < 1e-4);
        assert_eq!(less_likely(0.3, 0.0), 0.3);
    }

    #[test]
    fn kinds_that_nothing_is_known_of_are_not_likely() {
        let kinds = [0.0, 0.8];
        let is_second = |least| is_likely_one_of(&kinds, &PageType::ALL[1..], least);
        assert!(is_second(0.7) && !is_second(0.9));
        assert!(!is_likely_one_of(&kinds, &PageType::ALL[2..], 0.0));
    }
}
