//! Content by link density alone.

use super::{Draft, Filter, classify_alone};
use dehusk_extract::Reason;

/// Keeps blocks of at most so large a share of words in links: a row of Table 2 of "Boilerplate Detection using
/// Shallow Text Features" (WSDM 2010).
pub(in super::super) struct MaxLinkDensity {
    pub max_link_density: f64,
}

impl Filter for MaxLinkDensity {
    fn apply(&self, draft: &mut Draft<'_>) {
        classify_alone(draft, |block| {
            let (density, max) = (block.link_density(), self.max_link_density);
            let reason =
                |relation| Reason::measured("link density", density as f32, relation, max as f32);
            if density <= max { (true, reason("at most")) } else { (false, reason("over")) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{content, links, words};
    use super::*;

    #[test]
    fn a_third_in_links_is_too_much_and_less_is_content_however_short() {
        let mixed = |plain: usize, linked: usize| {
            format!("<p>{}<a href=x>{}</a></p>", "w ".repeat(plain), "l ".repeat(linked))
        };
        let html = [words(1), links(20), mixed(2, 1), mixed(68, 32)].concat();
        let rule = MaxLinkDensity { max_link_density: 0.33 };
        assert_eq!(content(&html, &[&rule]), [true, false, false, true]);
    }
}
