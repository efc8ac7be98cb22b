//! Content by words and links.

use super::{Around, Draft, Filter, TextBlock, classify};
use dehusk_extract::Reason;

/// The decision tree over number of words and link density of a block and its neighbours: Algorithm 2 of
/// "Boilerplate Detection using Shallow Text Features" (WSDM 2010).
pub(in super::super::super) struct NumWordsRules;

impl Filter for NumWordsRules {
    fn apply(&self, draft: &mut Draft<'_>) {
        classify(draft, rules);
    }
}

fn rules(around: &Around<'_>) -> (bool, Reason) {
    let count = |b: Option<&TextBlock>| b.map_or(0, |b| b.counts.words);
    let words = around.block.counts.words;
    let (before, after) = (count(around.previous), count(around.next));
    if around.is_after_links() {
        return match (words, after) {
            (41.., _) => (true, Reason::measured("words", words as f32, "over", 40.0)),
            (_, 18..) => (true, "a long block follows".into()),
            _ => (false, "few words after a block of links".into()),
        };
    }
    match (words, after, before) {
        (17.., _, _) => (true, Reason::measured("words", words as f32, "over", 16.0)),
        (_, 16.., _) => (true, "a long block follows".into()),
        (_, _, 5..) => (true, "few words after a block of text".into()),
        _ => (false, "few words among blocks of few words".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{content, links, words};
    use super::*;

    fn classes(html: &[String]) -> Vec<bool> {
        content(&html.concat(), &[&NumWordsRules])
    }

    #[test]
    fn links_are_boilerplate_however_many() {
        assert_eq!(classes(&[links(50)]), [false]);
    }

    #[test]
    fn a_third_of_links_is_allowed() {
        let block = |text: &str| {
            vec![format!("<p>{} <a>link</a></p>", text.repeat(8).replace("w", "word "))]
        };
        assert_eq!(classes(&block("ww")), [true]);
        assert_eq!(
            classes(&[format!("<p>{}<a>l l l l l l l l l</a></p>", "w ".repeat(17))]),
            [false]
        );
    }

    #[test]
    fn long_blocks_are_content() {
        assert_eq!(classes(&[words(17)]), [true]);
        assert_eq!(classes(&[words(16)]), [false]);
    }

    #[test]
    fn short_blocks_live_on_their_neighbours() {
        assert_eq!(classes(&[words(3), words(16)]), [true, false]);
        assert_eq!(classes(&[words(3), words(15)]), [false, false]);
        assert_eq!(classes(&[words(5), words(3)]), [false, true]);
        assert_eq!(classes(&[words(4), words(3)]), [false, false]);
    }

    #[test]
    fn after_links_more_words_are_asked_for() {
        assert_eq!(classes(&[links(3), words(40)]), [false, false]);
        assert_eq!(classes(&[links(3), words(41)]), [false, true]);
        assert_eq!(classes(&[links(3), words(3), words(18)]), [false, true, true]);
        assert_eq!(classes(&[links(3), words(3), words(17)]), [false, false, true]);
    }
}
