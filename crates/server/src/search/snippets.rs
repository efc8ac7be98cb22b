//! The part of a text in which the words of a query stand. The index holds no text, so it is looked for in the article.

use super::words;
use crate::html;

/// Characters before the first word that was found, and of the whole part.
const BEFORE: usize = 60;
const LENGTH: usize = 220;

/// A part of a text, in pieces; those that were looked for are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet(Vec<(String, bool)>);

impl Snippet {
    /// Without marks.
    pub fn text(&self) -> String {
        self.0.iter().map(|(piece, _)| piece.as_str()).collect()
    }

    /// As markup.
    pub fn html(&self) -> String {
        let piece = |(text, marked): &(String, bool)| match marked {
            true => format!("<mark>{}</mark>", html::escape(text)),
            false => html::escape(text),
        };
        self.0.iter().map(piece).collect()
    }
}

/// The part of a text in which the words of a query stand first, or its beginning.
pub fn snippet(text: &str, query: &str) -> Snippet {
    let letters: Vec<char> =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let folded: Vec<char> = letters.iter().map(|c| fold(*c)).collect();
    let words: Vec<Vec<char>> =
        words::all(query).iter().map(|word| word.chars().map(fold).collect()).collect();
    let found = |at: usize| {
        let begins = words::begins(&folded, at);
        let fits = |word: &&Vec<char>| begins && folded[at..].starts_with(word);
        words.iter().filter(fits).map(Vec::len).max()
    };
    let first = (0..folded.len()).find(|at| found(*at).is_some()).unwrap_or(0);
    let start = whole_word(&letters, first.saturating_sub(BEFORE), first);
    let end = (start + LENGTH).min(letters.len());
    let mut pieces = Vec::new();
    let mut plain = String::from(if start > 0 { "…" } else { "" });
    let mut at = start;
    while at < end {
        match found(at) {
            Some(length) => {
                pieces.push((std::mem::take(&mut plain), false));
                pieces.push((letters[at..at + length].iter().collect(), true));
                at += length;
            }
            None => {
                plain.push(letters[at]);
                at += 1;
            }
        }
    }
    if end < letters.len() {
        plain.push('…');
    }
    pieces.push((plain, false));
    pieces.retain(|(piece, _)| !piece.is_empty());
    Snippet(pieces)
}

/// One letter for one letter, so that places stay what they are.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// The beginning of a word from here on, but not beyond a place.
fn whole_word(letters: &[char], from: usize, most: usize) -> usize {
    if from == 0 {
        return 0;
    }
    let space = letters[from..most].iter().position(|c| *c == ' ');
    space.map_or(from, |space| from + space + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_shown_where_they_stand() {
        let text = format!(
            "{} The ferry to <the> islands was late. {}",
            "Before it all. ".repeat(20),
            "After. ".repeat(50)
        );
        let found = snippet(&text, "FERRY isl");
        assert!(found.text().starts_with('…') && found.text().ends_with('…'));
        let html = found.html();
        assert!(html.contains("<mark>ferry</mark> to &lt;the&gt; <mark>isl</mark>ands"), "{html}");
        assert!(found.text().chars().count() <= LENGTH + 2 + 10);
        assert_eq!(snippet("Some text.", "nothing").html(), "Some text.");
        assert_eq!(snippet("", "x").text(), "");
        assert!(snippet("今天夜间有小雪。", "小雪").html().contains("<mark>小雪</mark>"));
        assert!(!snippet("The snow plough", "now").html().contains("mark"), "within a word");
    }
}
