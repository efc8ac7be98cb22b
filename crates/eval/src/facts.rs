//! What is measured on a page before any extractor: its size, its tags, and how good its gold is.

use crate::results::PageFacts;
use crate::tokens::tokens;
use dehusk::extractor::{Document, Page};
use std::collections::HashMap;

/// The tags of Table 3.5 of the thesis, whose shares group pages.
pub const TAGS: [&str; 13] =
    ["h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "a", "div", "br", "strong", "em"];

/// Measures a page.
pub fn of(document: &Document, bytes: usize, gold: &str) -> PageFacts {
    let blocks = document.blocks();
    let text = count((0..blocks.len()).flat_map(|i| tokens(blocks.text(i))));
    let gold = count(tokens(gold).into_iter());
    let total = |counts: &HashMap<String, usize>| counts.values().sum();
    PageFacts {
        bytes,
        tokens: total(&text),
        gold_tokens: total(&gold),
        gold_error: gold_error(&gold, &text),
        tag_ratios: tag_ratios(document.page()),
    }
}

fn count(tokens: impl Iterator<Item = String>) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    tokens.for_each(|token| *counts.entry(token).or_insert(0) += 1);
    counts
}

/// Equations 3.1 and 3.2: a gold token that is more frequent than in the page is an error of the people
/// who made the gold. The sum is divided by the gold's distinct tokens, so that a gold of another page has
/// an error of 1, as in the thesis.
fn gold_error(gold: &HashMap<String, usize>, page: &HashMap<String, usize>) -> f64 {
    let wrong =
        gold.iter().filter(|(token, n)| page.get(*token).copied().unwrap_or(0) < **n).count();
    if gold.is_empty() { 0.0 } else { wrong as f64 / gold.len() as f64 }
}

/// Equation 3.5: how often each tag occurs among all tags.
fn tag_ratios(page: &Page) -> Vec<f64> {
    let mut counts = [0usize; TAGS.len()];
    let mut all = 0usize;
    for node in page.descendants(page.root()).filter(|&n| page.is_element(n)) {
        all += 1;
        if let Some(i) = TAGS.iter().position(|&tag| tag == page.tag(node)) {
            counts[i] += 1;
        }
    }
    counts.iter().map(|&n| n as f64 / all.max(1) as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(html: &str, gold: &str) -> PageFacts {
        of(&Document::new(Page::parse(html)), html.len(), gold)
    }

    #[test]
    fn gold_that_is_not_in_the_page_is_an_error() {
        assert_eq!(facts("<p>one two two", "one two").gold_error, 0.0);
        assert_eq!(facts("<p>one two", "one two two").gold_error, 0.5);
        assert_eq!(facts("<p>error 500", "something else").gold_error, 1.0);
    }

    #[test]
    fn complexity_is_the_share_of_content() {
        let page = facts("<p>a b c d<p>menu", "a b c d");
        assert_eq!(page.complexity(), Some(80.0));
        assert_eq!(facts("<p>a", "").complexity(), None);
    }

    #[test]
    fn ratios_are_shares_of_all_tags() {
        // html, head, body, p, em: five elements.
        let ratios = facts("<p>a <em>b</em>", "").tag_ratios;
        assert_eq!(ratios[6], 0.2);
        assert_eq!(ratios[12], 0.2);
        assert_eq!(ratios[0], 0.0);
    }
}
