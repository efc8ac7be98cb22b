//! Lists of links to other pages.
//!
//! Structure alone tells: an element with many children that each begin with a linked title, little running
//! text besides, and most words in links.

use super::tally::{Tally, is_frame, is_linked_title};
use dehusk_extract::Document;
use dehusk_extract::{Diagnosis, Trouble};
use std::collections::HashMap;

/// Linked titles under one element that make a list.
const MIN_ENTRIES: u32 = 8;
/// Linked titles of the whole page, where they do not share a parent.
const MIN_TITLES: u32 = 25;
/// Long text that an index may have kept: teasers are short, an article is not.
const MAX_LONG: u32 = 120;
/// How high above its text a list's entry is looked for.
const MAX_LEVELS: usize = 6;

pub(super) fn find(document: &Document, tally: &Tally) -> Option<Diagnosis> {
    if tally.linked_titles < MIN_ENTRIES {
        return None;
    }
    let mostly_links = 2 * tally.kept_link_words > tally.kept_words || tally.kept_words == 0;
    let running = if mostly_links { tally.kept_long_words } else { tally.long_words };
    if running > MAX_LONG {
        return None;
    }
    let entries = largest_list(document);
    let is_index = entries >= MIN_ENTRIES || tally.linked_titles >= MIN_TITLES;
    let titles = tally.linked_titles.max(entries);
    (is_index && (mostly_links || 4 * titles > tally.inner_words / 5)).then(|| {
        let words = format!("{} of {} words in links", tally.link_words, tally.words);
        Diagnosis::new(Trouble::IndexPage, format!("{titles} linked titles, {words}"))
    })
}

/// The largest number of children with a linked title that one element has.
fn largest_list(document: &Document) -> u32 {
    let containers = document.containers();
    let mut children: HashMap<usize, u32> = HashMap::new();
    let mut last_child: HashMap<usize, usize> = HashMap::new();
    for (index, block) in document.blocks().iter().enumerate() {
        if is_frame(block) || !is_linked_title(block) {
            continue;
        }
        let chain: Vec<usize> =
            containers.chain(containers.of_block(index)).take(MAX_LEVELS).collect();
        for pair in chain.windows(2) {
            let &[child, parent] = pair else { continue };
            // Blocks come in order: a child that was counted last is the only one that can come again.
            if last_child.insert(parent, child) != Some(child) {
                *children.entry(parent).or_default() += 1;
            }
        }
    }
    children.into_values().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{diagnosis, diagnosis_by, prose, trouble};
    use super::*;

    fn entries(count: usize, teaser: &str) -> String {
        let entry = |n| {
            format!("<li><h3><a href=/{n}>The story with number {n}</a></h3><p>{teaser}</p></li>")
        };
        (0..count).map(entry).collect()
    }

    #[test]
    fn a_list_of_linked_titles() {
        let html = format!("<h1>News</h1><ul>{}</ul>", entries(12, "Two days ago"));
        let found = diagnosis(&html).unwrap();
        assert_eq!(found.trouble, Trouble::IndexPage);
        assert_eq!(found.evidence, "12 linked titles, 60 of 97 words in links");
    }

    #[test]
    fn an_article_with_a_list_beside_it_is_none() {
        let html =
            format!("<article><p>{}</p></article><ul>{}</ul>", prose(200), entries(12, "Now"));
        assert_eq!(diagnosis_by(&crate::readability::Readability::default(), &html), None);
        assert_eq!(trouble(&html), None);
        let few = format!("<h1>Parts</h1><p>{}</p><ul>{}</ul>", prose(60), entries(4, "Now"));
        assert_eq!(trouble(&few), None);
    }

    #[test]
    fn navigation_is_not_a_list() {
        let links: String =
            (0..30).map(|n| format!("<li><a href=/{n}>Go to part {n}</a>")).collect();
        let html = format!("<nav><ul>{links}</ul></nav><p>{}</p>", prose(60));
        assert_eq!(trouble(&html), None);
    }
}
