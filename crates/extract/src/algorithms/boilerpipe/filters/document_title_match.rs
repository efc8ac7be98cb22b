//! Finds the title in the page.

use super::super::words::count;
use super::{Draft, Filter};

/// Marks the blocks that are the document's title, or the longest part of it: sites add their name to the
/// `title` element, parted by a bar, a colon, a bracket, a dash or a comma.
pub(in super::super) struct DocumentTitleMatch;

/// The signs at which a title is cut, from the surest set to the least sure.
const SEPARATORS: [&[char]; 4] = [
    &['|', ':'],
    &['|', ':', '(', ')'],
    &['|', ':', '(', ')', '-'],
    &['|', ',', ':', '(', ')', '-'],
];

impl Filter for DocumentTitleMatch {
    fn apply(&self, draft: &mut Draft<'_>) {
        let Some(title) = draft.title.as_deref() else { return };
        let titles = potential_titles(title);
        let counts: Vec<u32> = titles.iter().map(|t| count(t).words).collect();
        let mut text = String::new();
        for block in 0..draft.blocks.len() {
            // The same text has the same number of words: few blocks need a closer look.
            if !counts.contains(&draft.blocks[block].counts.words) {
                continue;
            }
            let Some(atom) = Draft::single_atom(&draft.blocks[block]) else { continue };
            let text = draft.text(atom, &mut text);
            draft.blocks[block].title = titles.iter().any(|t| same_letters(t, text));
        }
    }
}

fn potential_titles(title: &str) -> Vec<String> {
    let mut titles = vec![title.to_string()];
    for separators in SEPARATORS {
        titles.extend(longest_part(title, separators).map(str::to_string));
    }
    titles.sort();
    titles.dedup();
    titles
}

/// The part with more words or more letters than the ones before it; an address is no title.
fn longest_part<'t>(title: &'t str, separators: &[char]) -> Option<&'t str> {
    let mut longest = ("", 0);
    let mut parts = title.split(separators).peekable();
    parts.peek().filter(|first| first.len() < title.len())?;
    for part in parts.map(|p| p.trim_matches(' ')).filter(|p| !p.contains(".com")) {
        let words = word_count(part);
        if words > longest.1 || part.chars().count() > longest.0.chars().count() {
            longest = (part, words);
        }
    }
    Some(longest.0.trim()).filter(|part| !part.is_empty())
}

fn word_count(text: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).count()
}

/// Whether two texts are the same but for capitals and the kind of white space.
fn same_letters(a: &str, b: &str) -> bool {
    let first = |text: &str| text.chars().next().map(|c| c.to_lowercase().next());
    first(a) == first(b) && fold(a).eq(fold(b))
}

fn fold(text: &str) -> impl Iterator<Item = char> + '_ {
    let words = text.split_whitespace().flat_map(|word| [" ", word]);
    words.skip(1).flat_map(str::chars).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;

    fn titles(html: &str) -> Vec<bool> {
        let page = dehusk_page::Page::parse(html);
        run(&page, &[&DocumentTitleMatch]).blocks.iter().map(|b| b.title).collect()
    }

    #[test]
    fn the_name_of_the_site_is_cut_off() {
        let heading = "<h1>Cats learn to read</h1><p>Cats learn</p>";
        for site in ["| The Daily", ": The Daily", "(The Daily)", "- Daily", "", ", Daily"] {
            let html = format!("<title>Cats learn to read {site}</title>{heading}");
            assert_eq!(titles(&html), [true, false], "{site}");
        }
    }

    #[test]
    fn capitals_and_line_breaks_do_not_matter() {
        assert_eq!(titles("<title>Big\n  News</title><h1>BIG NEWS</h1>"), [true]);
    }

    #[test]
    fn an_address_is_no_title() {
        assert_eq!(longest_part("a-very-long-address.com | News", SEPARATORS[0]), Some("News"));
    }

    #[test]
    fn a_title_in_one_part_has_no_longest_part() {
        assert_eq!(longest_part("One part", SEPARATORS[3]), None);
        assert_eq!(potential_titles("One part"), ["One part"]);
    }

    #[test]
    fn without_a_title_there_is_no_match() {
        assert_eq!(titles("<title> </title><h1>Head</h1>"), [false]);
    }
}
