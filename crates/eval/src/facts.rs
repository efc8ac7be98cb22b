//! What is measured on a page before any extractor: its size, its tags, and how good its gold is.

use crate::results::PageFacts;
use crate::tokens::tokens;
use dehusk::extractor::{Document, Page};
use dehusk_page::{NodeId, name};
use dehusk_suite::classic_learned::cluster_choice::tag_shares;
use std::collections::HashMap;
use std::hash::Hash;

/// The tags of Table 3.5 of the thesis, whose shares group pages.
pub const TAGS: [&str; 13] =
    ["h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "a", "div", "br", "strong", "em"];

/// Measures a page.
pub fn of(document: &Document, bytes: usize, gold: &str) -> PageFacts {
    let text = count(tokens(&whole_text(document.page())));
    let gold_tokens = tokens(gold);
    let gold_repeats = repeats(&gold_tokens);
    let gold = count(gold_tokens);
    let total = |counts: &HashMap<String, usize>| counts.values().sum();
    PageFacts {
        bytes,
        tokens: total(&text),
        gold_tokens: total(&gold),
        gold_error: gold_error(&gold, &text),
        gold_repeats,
        tag_ratios: tag_shares(document.page()).to_vec(),
    }
}

/// All text of a page, its title and what is hidden too: what a gold may have been taken from. Only scripts, styles and
/// templates are no text.
fn whole_text(page: &Page) -> String {
    let mut out = String::new();
    let mut nodes = page.descendants(page.root());
    while let Some(node) = nodes.next() {
        if page.is_text(node) {
            out.push_str(page.text(node));
        } else if matches!(page.name(node), name::SCRIPT | name::STYLE | name::TEMPLATE) {
            nodes.skip_subtree(page, node);
        } else if !is_inline(page, node) {
            out.push('\n');
        }
    }
    out
}

/// Elements that may stand in the middle of a word.
fn is_inline(page: &Page, node: NodeId) -> bool {
    matches!(
        page.name(node),
        name::A
            | name::B
            | name::EM
            | name::FONT
            | name::I
            | name::SPAN
            | name::STRONG
            | name::SUB
            | name::SUP
            | name::U
    )
}

/// Tokens in a run that is looked for a second time.
const RUN: usize = 10;

/// How many runs of ten tokens a gold has more than once: text that was copied twice (section 3.4).
fn repeats(tokens: &[String]) -> usize {
    count(tokens.windows(RUN)).values().filter(|&&times| times > 1).count()
}

fn count<T: Hash + Eq>(tokens: impl IntoIterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    tokens.into_iter().for_each(|token| *counts.entry(token).or_insert(0) += 1);
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
    fn the_page_is_all_of_its_text() {
        // The title, what is hidden and what forms say are text of the page; scripts are not.
        let html =
            "<title>a b</title><p hidden>c</p><p>d<b>e</b></p><script>f</script><option>g</option>";
        assert_eq!(facts(html, "de").tokens, 5);
        assert_eq!(facts(html, "c g").gold_error, 0.0);
        assert_eq!(facts(html, "c g").complexity(), Some(40.0));
    }

    #[test]
    fn runs_that_come_again_are_counted() {
        let line: String = (0..12).map(|n| format!("w{n} ")).collect();
        assert_eq!(facts("<p>a", &line).gold_repeats, 0);
        assert_eq!(facts("<p>a", &format!("{line} x {line}")).gold_repeats, 3);
    }

    #[test]
    fn ratios_are_those_of_the_named_tags() {
        for (place, tag) in TAGS.iter().enumerate() {
            let ratios = facts(&format!("<p>a</p><{tag}><{tag}><{tag}>"), "").tag_ratios;
            assert!(ratios[place] > 0.2, "{tag}: {ratios:?}");
        }
    }
}
