//! Finds the title in the page.

use super::super::words::count;
use super::{Draft, Filter};

/// Marks the blocks that are the document's title, or a part of it: sites add their name to the `title`
/// element, parted by a bar, a colon, a bracket, a dash or a comma.
pub(in super::super) struct DocumentTitleMatch {
    /// Sets of signs at which a title is cut; the longest part of each cut counts.
    separators: &'static [&'static [char]],
    /// Signs at which a title is cut where spaces stand around them; every part of four words counts.
    spaced_separators: &'static [&'static str],
    /// Signs that are not compared.
    ignored: &'static [char],
    /// Whether only the first block that matches is the title.
    first_only: bool,
}

/// Parts of a title that are tried: no honest title has more, and each is compared with many blocks.
const MAX_PARTS: usize = 16;

impl DocumentTitleMatch {
    /// As up to boilerpipe 1.2.
    pub const PLAIN: DocumentTitleMatch = DocumentTitleMatch {
        separators: &[
            &['|', ':'],
            &['|', ':', '(', ')'],
            &['|', ':', '(', ')', '-'],
            &['|', ',', ':', '(', ')', '-'],
        ],
        spaced_separators: &[],
        ignored: &[],
        first_only: false,
    };

    /// As from boilerpipe 1.3 on.
    pub const WIDE: DocumentTitleMatch = DocumentTitleMatch {
        separators: &[
            &['|', '»', '-'],
            &['|', '»', ':'],
            &['|', '»', ':', '(', ')'],
            &['|', '»', ':', '(', ')', '-'],
            &['|', '»', ',', ':', '(', ')', '-'],
        ],
        spaced_separators: &[" | ", " - "],
        ignored: &['\'', '?', '!', '.', '-', ':'],
        first_only: true,
    };

    fn potential_titles(&self, title: &str) -> Vec<String> {
        let cuts = self.cuts(title);
        let longest = cuts.iter().filter_map(|signs| longest_part(title, signs));
        let parts = self.spaced_separators.iter().flat_map(|s| title.split(s).map(str::trim));
        let parts = parts.filter(|p| word_count(p) >= 4 && !p.contains(".com")).take(MAX_PARTS);
        let ends = [title.rsplit_once(" - ").map(|(start, _)| start)];
        let ends = ends.into_iter().flatten().filter(|_| self.spaced_separators.contains(&" - "));
        let all = [title].into_iter().chain(longest).chain(parts).chain(ends);
        let mut titles: Vec<String> = all.map(str::to_string).collect();
        titles.sort();
        titles.dedup();
        titles
    }

    /// The sets of signs that cut a title, each without the signs it does not have: most sets are the same then.
    fn cuts(&self, title: &str) -> Vec<Vec<char>> {
        let found =
            |signs: &&[char]| signs.iter().copied().filter(|&c| title.contains(c)).collect();
        let mut cuts: Vec<Vec<char>> = self.separators.iter().map(found).collect();
        cuts.sort();
        cuts.dedup();
        cuts
    }

    /// A text without what may differ between a title and a block: capitals, the kind of white space, what is ignored.
    fn fold<'t>(&'t self, text: &'t str) -> impl Iterator<Item = char> + 't {
        let words = text.split_whitespace().map(|word| word.trim_matches(self.ignored));
        let words = words.filter(|word| !word.is_empty()).flat_map(|word| [" ", word]).skip(1);
        let letters = words.flat_map(str::chars).filter(|c| !self.ignored.contains(c));
        letters.flat_map(char::to_lowercase)
    }

    /// Whether a text is the same as a title that is folded already.
    fn is_same(&self, title: &[char], text: &str) -> bool {
        let mut letters = text.chars().filter(|c| !c.is_whitespace() && !self.ignored.contains(c));
        let first = letters.next().and_then(|c| c.to_lowercase().next());
        first == title.first().copied() && self.fold(text).eq(title.iter().copied())
    }
}

impl Filter for DocumentTitleMatch {
    fn apply(&self, draft: &mut Draft<'_>) {
        let Some(title) = draft.title else { return };
        let titles = self.potential_titles(title);
        let counts: Vec<u32> = titles.iter().map(|t| count(t).words).collect();
        let mut titles: Vec<Vec<char>> = titles.iter().map(|t| self.fold(t).collect()).collect();
        titles.sort();
        titles.dedup();
        let mut buffer = String::new();
        for block in 0..draft.blocks.len() {
            // The same text has the same number of words: few blocks need a closer look.
            if !counts.contains(&draft.blocks[block].counts.words) {
                continue;
            }
            let Some(atom) = Draft::single_atom(&draft.blocks[block]) else { continue };
            let text = draft.text(atom, &mut buffer);
            if titles.iter().any(|title| self.is_same(title, text)) {
                draft.blocks[block].title = true;
                if self.first_only {
                    return;
                }
            }
        }
    }
}

/// The part with more words or more letters than the ones before it; an address is no title.
fn longest_part<'t>(title: &'t str, separators: &[char]) -> Option<&'t str> {
    let (mut longest, mut most_words, mut most_letters) = ("", 0, 0);
    let mut parts = title.split(separators).peekable();
    parts.peek().filter(|first| first.len() < title.len())?;
    for part in parts.map(|p| p.trim_matches(' ')).filter(|p| !p.contains(".com")) {
        let (words, letters) = (word_count(part), part.chars().count());
        if words > most_words || letters > most_letters {
            (longest, most_words, most_letters) = (part, words, letters);
        }
    }
    Some(longest.trim()).filter(|part| !part.is_empty())
}

fn word_count(text: &str) -> usize {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::super::testing::run;
    use super::*;

    fn titles(html: &str) -> Vec<bool> {
        let page = dehusk_page::Page::parse(html);
        run(&page, &[&DocumentTitleMatch::PLAIN]).blocks.iter().map(|b| b.title).collect()
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
        assert_eq!(longest_part("a-very-long-address.com | News", &['|']), Some("News"));
    }

    #[test]
    fn a_title_in_one_part_has_no_longest_part() {
        assert_eq!(longest_part("One part", &['|', '-']), None);
        assert_eq!(DocumentTitleMatch::WIDE.potential_titles("One part"), ["One part"]);
    }

    #[test]
    fn without_a_title_there_is_no_match() {
        assert_eq!(titles("<title> </title><h1>Head</h1>"), [false]);
    }

    #[test]
    fn later_rules_forgive_punctuation_and_stop_at_the_first() {
        let html = "<title>What now, Jo's cat? » Daily</title><h1>What now, Jos cat!</h1><p>What now, Jo's cat?";
        let page = dehusk_page::Page::parse(html);
        let found =
            |filter| run(&page, &[&filter]).blocks.iter().map(|b| b.title).collect::<Vec<_>>();
        assert_eq!(found(DocumentTitleMatch::WIDE), [true, false]);
        assert_eq!(found(DocumentTitleMatch::PLAIN), [false, false]);
    }

    #[test]
    fn later_rules_take_every_long_part() {
        let titles = DocumentTitleMatch::WIDE
            .potential_titles("The cat is back - Opinion - The Daily Post of Town");
        for part in ["The cat is back", "The Daily Post of Town", "The cat is back - Opinion"] {
            assert!(titles.iter().any(|t| t == part), "{part}");
        }
        assert!(!titles.iter().any(|t| t == "Opinion"));
    }
}
