//! Content by density and links.

use super::{Around, Draft, Filter, TextBlock, classify};
use dehusk_extract::Reason;

/// The decision tree over text density and link density of a block and its neighbours: Algorithm 1 of
/// "Boilerplate Detection using Shallow Text Features" (WSDM 2010).
pub(in super::super::super) struct DensityRules;

impl Filter for DensityRules {
    fn apply(&self, draft: &mut Draft<'_>) {
        classify(draft, rules);
    }
}

fn rules(around: &Around<'_>) -> (bool, Reason) {
    let density = |b: Option<&TextBlock>| b.map_or(0.0, TextBlock::text_density);
    let (before, after) = (density(around.previous), density(around.next));
    let here = around.block.text_density();
    if around.is_after_links() {
        return match after <= 11.0 {
            true => (false, "after a block of links, and no dense text follows".into()),
            false => (true, "dense text follows".into()),
        };
    }
    if here > 9.0 {
        return match after == 0.0 {
            true => (false, "dense, but nothing follows".into()),
            false => (true, Reason::measured("text density", here as f32, "over", 9.0)),
        };
    }
    match (after <= 10.0, before <= 4.0) {
        (false, _) => (true, "dense text follows".into()),
        (_, false) => (true, "thin text after denser text".into()),
        _ => (false, "thin text among thin text".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{content, links, words};
    use super::*;

    fn classes(html: &[String]) -> Vec<bool> {
        content(&html.concat(), &[&DensityRules])
    }

    #[test]
    fn dense_text_is_content_unless_it_is_the_last() {
        assert_eq!(classes(&[words(10), words(10)]), [true, false]);
    }

    #[test]
    fn thin_text_lives_on_its_neighbours() {
        assert_eq!(classes(&[words(3), words(11), words(1)]), [true, true, true]);
        assert_eq!(classes(&[words(4), words(3), words(3)]), [false, false, false]);
        assert_eq!(classes(&[words(5), words(3), words(3)]), [false, true, false]);
    }

    #[test]
    fn after_links_dense_text_must_follow() {
        assert_eq!(classes(&[links(2), words(3), words(12), words(1)]), [false, true, true, true]);
        assert_eq!(classes(&[links(2), words(12), words(11)]), [false, false, false]);
    }
}
