//! The page's title as the reference guesses it. A heading that repeats it is not part of the article, so
//! the guess decides about content.

use super::measure::{folded, is_space, units};
use dehusk_page::{Name, Namespace, NodeId, Page, name};
use std::collections::HashSet;

/// A heading of more nodes is no title, and reading it would cost more than it tells.
pub(super) const MOST_NODES_OF_A_HEADING: usize = 500;

/// The words of a text to compare others with. Words are runs of ASCII letters, digits and underscores;
/// other letters part them.
#[derive(Debug, Default)]
pub(super) struct Vocabulary(HashSet<Box<str>>);

impl Vocabulary {
    pub fn of(text: &str) -> Vocabulary {
        Vocabulary(words(&text.to_lowercase()).map(Box::from).collect())
    }

    /// How much of a text's words is known: 1 for all of it, 0 for nothing. Long words weigh more.
    pub fn share_known(&self, text: &str) -> f64 {
        let text = text.to_lowercase();
        let (mut all, mut new) = (0_usize, 0_usize);
        for word in words(&text) {
            // A space between two words counts too.
            all += word.len() + 1;
            if !self.0.contains(word) {
                new += word.len() + 1;
            }
        }
        if all == 0 || self.0.is_empty() {
            return 0.0;
        }
        1.0 - new.saturating_sub(1) as f64 / (all - 1) as f64
    }
}

/// How alike two texts are: how much of the second one's words the first one has.
pub(super) fn similarity(first: &str, second: &str) -> f64 {
    Vocabulary::of(first).share_known(second)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    parts.filter(|w| !w.is_empty())
}

/// The title from the `title` element, without the site's name where it can be told from it.
pub(super) fn guess(page: &Page) -> String {
    let original = title_element(page);
    let separators = separators(&original);
    let mut hierarchical = false;
    let current = if let Some(&last) = separators.last() {
        hierarchical = [" \\ ", " / ", " > ", " » "].iter().any(|mark| original.contains(mark));
        without_site(&original, last)
    } else if original.contains(": ") {
        after_colon(page, &original)
    } else {
        let length = units(&original);
        let heading = if (15..=150).contains(&length) { None } else { only_h1(page) };
        heading.unwrap_or_else(|| original.clone())
    };
    let current = folded(&current);
    let words = word_count(&current);
    let bare: String = original.chars().filter(|&c| !is_separator(c)).collect();
    if words <= 4 && (!hierarchical || words + 1 != word_count(&bare)) {
        return original;
    }
    current
}

/// The text of the first `title` element, white space folded.
fn title_element(page: &Page) -> String {
    let is_title =
        |&n: &NodeId| page.name(n) == name::TITLE && page.namespace(n) == Namespace::Html;
    let title = page.descendants(page.root()).find(is_title);
    let text = title.map(|t| page.text_content(t)).unwrap_or_default();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    words.join(" ").trim_matches(is_space).to_string()
}

fn is_separator(c: char) -> bool {
    matches!(c, '|' | '-' | '\\' | '/' | '>' | '»')
}

/// Where separators with a space on both sides begin.
fn separators(title: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(space) = title.get(at..).and_then(|rest| rest.find(' ')) {
        let start = at + space;
        let mut chars = title.get(start + 1..).unwrap_or_default().chars();
        at = start + 1;
        if let (Some(mark), Some(' ')) = (chars.next(), chars.next())
            && is_separator(mark)
        {
            found.push(start);
            at = start + 2 + mark.len_utf8();
        }
    }
    found
}

/// Everything before the last separator, or, if that is short, everything after the first mark of one.
fn without_site(title: &str, last: usize) -> String {
    let before = title.get(..last).unwrap_or(title);
    if word_count(before) >= 3 {
        return before.to_string();
    }
    title.split_once(is_separator).map_or(title, |(_, rest)| rest).to_string()
}

/// What follows a colon, unless a heading has the whole title or too much stands before it.
fn after_colon(page: &Page, title: &str) -> String {
    if is_heading(page, title) {
        return title.to_string();
    }
    let after = |at: Option<usize>| at.and_then(|at| title.get(at + 1..)).unwrap_or(title);
    let last = after(title.rfind(':'));
    if word_count(last) < 3 {
        return after(title.find(':')).to_string();
    }
    let before = title.find(':').and_then(|at| title.get(..at)).unwrap_or_default();
    if word_count(before) > 5 { title.to_string() } else { last.to_string() }
}

/// Whether a heading has exactly this text. Headings of very many nodes are not read: they could nest.
fn is_heading(page: &Page, title: &str) -> bool {
    let small = |&h: &NodeId| page.end(h).index() - h.index() <= MOST_NODES_OF_A_HEADING;
    let mut headings = elements(page, &[name::H1, name::H2]).filter(small);
    headings.any(|h| page.text_content(h).trim_matches(is_space) == title)
}

fn only_h1(page: &Page) -> Option<String> {
    let mut headings = elements(page, &[name::H1]);
    let only = headings.next()?;
    headings.next().is_none().then(|| folded(&page.text_content(only)))
}

/// Elements by name, without those for readers who run no scripts.
fn elements(page: &Page, names: &'static [Name]) -> impl Iterator<Item = NodeId> {
    let mut walk = page.descendants(page.root());
    std::iter::from_fn(move || {
        loop {
            let id = walk.next()?;
            match page.name(id) {
                name::NOSCRIPT | name::TEMPLATE => walk.skip_subtree(page, id),
                found if names.contains(&found) => return Some(id),
                _ => {}
            }
        }
    })
}

/// Pieces between white space; as in the reference an empty text has one.
fn word_count(text: &str) -> usize {
    let mut count = 1;
    let mut in_space = false;
    for c in text.chars() {
        count += usize::from(is_space(c) && !in_space);
        in_space = is_space(c);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(html: &str) -> String {
        guess(&Page::parse(html))
    }

    #[test]
    fn the_site_after_the_last_separator_is_cut() {
        assert_eq!(
            guessed("<title>How a river moves its bed | The Daily</title>"),
            "How a river moves its bed"
        );
        assert_eq!(
            guessed("<title>News » Today » How a river moves its bed - The Daily</title>"),
            "News » Today » How a river moves its bed"
        );
    }

    #[test]
    fn a_short_start_is_cut_instead() {
        assert_eq!(
            guessed("<title>Daily | How a river moves its bed</title>"),
            "How a river moves its bed"
        );
    }

    #[test]
    fn a_title_of_few_words_stays_whole() {
        assert_eq!(guessed("<title>Rivers and Lakes - Daily</title>"), "Rivers and Lakes - Daily");
        // One word less than the whole, and a mark of hierarchy: the short one is right.
        assert_eq!(guessed("<title>Rivers and Lakes / Daily</title>"), "Rivers and Lakes");
    }

    #[test]
    fn colons_part_the_title_unless_a_heading_has_it_whole() {
        let title = "<title>Daily: how a river moves its bed</title>";
        assert_eq!(guessed(title), "how a river moves its bed");
        let whole = format!("{title}<h2> Daily: how a river moves its bed </h2>");
        assert_eq!(guessed(&whole), "Daily: how a river moves its bed");
    }

    #[test]
    fn the_only_heading_helps_a_short_title() {
        assert_eq!(
            guessed("<title>Home</title><h1>How a river  moves its bed</h1>"),
            "How a river moves its bed"
        );
        assert_eq!(guessed("<title>Home</title><h1>How a river moves</h1><h1>b</h1>"), "Home");
    }

    #[test]
    fn similarity_is_the_share_of_known_letters() {
        assert_eq!(similarity("One, two three", "three TWO one"), 1.0);
        assert_eq!(similarity("one", "two"), 0.0);
        assert_eq!(similarity("", "two"), 0.0);
        // "four" of "one four"
        assert_eq!(similarity("one", "one four"), 0.5);
        assert_eq!(similarity("Überblick", "überblick"), 1.0);
    }
}
