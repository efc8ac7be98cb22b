//! Content by text density, with or without a limit to links.

use super::{Draft, Filter, TextBlock, classify_alone};
use dehusk_extract::Reason;

/// Keeps blocks of at least some text density and at most some link density; both as
/// "Boilerplate Detection using Shallow Text Features" (WSDM 2010) defines them.
pub(in super::super) struct MinTextDensity {
    pub min_density: f64,
    pub max_link_density: Option<f64>,
}

impl MinTextDensity {
    /// The rule that the classifier 1R finds over all features.
    pub const ONE_R: MinTextDensity = MinTextDensity { min_density: 10.5, max_link_density: None };
    /// The rule that suits CleanEval (section 4.3.2).
    pub const CLEANEVAL: MinTextDensity =
        MinTextDensity { min_density: 7.0, max_link_density: Some(0.35) };

    fn rule(&self, block: &TextBlock) -> (bool, Reason) {
        let (links, density) = (block.link_density(), block.text_density());
        let measured = |what, value: f64, relation, limit: f64| {
            Reason::measured(what, value as f32, relation, limit as f32)
        };
        match self.max_link_density {
            Some(max) if links > max => (false, measured("link density", links, "over", max)),
            _ if density < self.min_density => {
                (false, measured("text density", density, "below", self.min_density))
            }
            _ => (true, measured("text density", density, "at least", self.min_density)),
        }
    }
}

impl Filter for MinTextDensity {
    fn apply(&self, draft: &mut Draft<'_>) {
        classify_alone(draft, |block| self.rule(block));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{content, links, words};
    use super::*;

    #[test]
    fn a_single_line_is_as_dense_as_it_has_words() {
        let html = [words(10), words(11), links(11)].concat();
        assert_eq!(content(&html, &[&MinTextDensity::ONE_R]), [false, true, true]);
    }

    #[test]
    fn longer_text_is_measured_by_the_line() {
        // "word " has five columns: sixteen of them fill a line of 80.
        assert_eq!(content(&words(33), &[&MinTextDensity::ONE_R]), [true]);
        let long_words = format!("<p>{}</p>", "wordwordwordword ".repeat(30));
        assert_eq!(content(&long_words, &[&MinTextDensity::ONE_R]), [false]);
    }

    #[test]
    fn links_are_limited_on_cleaneval() {
        let half = format!("<p>{} <a href=x>{}</a></p>", "w ".repeat(4), "l ".repeat(4));
        let third = format!("<p>{} <a href=x>{}</a></p>", "w ".repeat(6), "l ".repeat(3));
        let html = [words(6), words(7), half, third].concat();
        assert_eq!(content(&html, &[&MinTextDensity::CLEANEVAL]), [false, true, false, true]);
    }
}
