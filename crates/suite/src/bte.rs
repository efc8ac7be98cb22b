//! `bte`: Body Text Extraction.
//!
//! The page is a row of words and tags, and its content the stretch from `i` to `j` that has the most words
//! inside and the most tags outside: A. Finn, N. Kushmerick, B. Smyth, "Fact or Fiction: Content
//! Classification for Digital Libraries" (DELOS 2001). Trying all pairs takes quadratic time; but since
//! tags outside are all tags less those inside, the pair is the one with the largest sum where a word
//! counts 1 and a tag −1, and that is found in one pass.

use super::shared::texts::{self, Marked};
use super::shared::tokens::{Stream, StreamText};
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Reason, Selection};
use std::ops::Range;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "bte",
    "the stretch with most words inside and most tags outside",
    "Body Text Extraction; Finn et al., DELOS 2001",
    languages::ANY,
    |_| Ok(Arc::new(Bte)),
)];

/// Body Text Extraction.
pub(crate) struct Bte;

impl Extractor for Bte {
    fn extract(&self, document: &Document) -> Selection {
        let best = best_stretch(document);
        let score = best.sum as f32;
        let mark = |(index, text): (usize, &StreamText)| {
            let keep = best.texts.contains(&index);
            Marked { node: text.node, keep, score: if keep { score } else { 0.0 } }
        };
        let marked = document.derived::<Stream>().texts.iter().enumerate().map(mark).collect();
        texts::select(document, marked, |text| match text.keep {
            true => Reason::from("in the stretch with most words and fewest tags"),
            false => Reason::from("outside the stretch with most words and fewest tags"),
        })
    }
}

/// A stretch of text nodes, and its words less its tags.
#[derive(Clone, Debug, Default, PartialEq)]
struct Stretch {
    texts: Range<usize>,
    sum: usize,
}

/// The best stretch of text nodes; the first and shortest of those that are equally good.
fn best_stretch(document: &Document) -> Stretch {
    let words = document.text_words();
    let mut best = Stretch::default();
    let mut current = Stretch::default();
    for (index, text) in document.derived::<Stream>().texts.iter().enumerate() {
        current.sum = current.sum.saturating_sub(text.tags_before as usize);
        if current.sum == 0 {
            current.texts.start = index;
        }
        current.sum += words[text.node.index()] as usize;
        current.texts.end = index + 1;
        if current.sum > best.sum {
            best = current.clone();
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::super::shared::tokens::{self, Token};
    use super::*;
    use dehusk_blocks::count_words;
    use dehusk_page::Page;

    /// Eq. 2.1 as it stands, over all pairs.
    fn by_definition(page: &Page) -> usize {
        let mut bits = Vec::new();
        tokens::walk(page, |token| match token {
            Token::Text(node) => bits.extend(vec![0; count_words(page.text(node))]),
            _ => bits.push(1),
        });
        let tags = |bits: &[usize]| bits.iter().sum::<usize>();
        let pairs = (0..bits.len()).flat_map(|i| (i..bits.len()).map(move |j| (i, j)));
        let value = |(i, j): (usize, usize)| {
            tags(&bits[..i]) + (j + 1 - i - tags(&bits[i..=j])) + tags(&bits[j + 1..])
        };
        pairs.map(value).max().unwrap_or(0)
    }

    #[test]
    fn the_paragraphs_between_the_menus_are_kept() {
        let menu = "<li><a href=x>Home</a></li>".repeat(5);
        let html = format!(
            "<ul>{menu}</ul><p>{}</p><p>{}</p><ul>{menu}</ul>",
            words("a", 9),
            words("b", 9)
        );
        let expected = format!("{}{}", words("a", 9), words("b", 9));
        assert_eq!(kept(&Bte, &html), expected.trim());
    }

    #[test]
    fn a_short_text_between_is_kept_and_one_behind_tags_is_not() {
        // Two tags lie between one and two; the last word is behind four.
        assert_eq!(kept(&Bte, "<p>a a a</p><p>b b b</p><p><i>c"), "a a a b b b");
    }

    #[test]
    fn one_pass_finds_what_all_pairs_do() {
        let pages = [
            "<p>a<p>b b b<p>c",
            "<b>a</b><i>b c</i><p>d e f g<br>h</p><a>i</a>",
            "a b<ul><li>c<li>d<li>e</ul>f g h i j k",
            "<p></p>",
        ];
        for html in pages {
            let document = Document::new(Page::parse(html));
            let page = document.page();
            let mut tags = 0;
            tokens::walk(page, |t| tags += usize::from(!matches!(t, Token::Text(_))));
            let best = best_stretch(&document);
            // Where there is no word the pairs have to take a tag inside.
            let expected = by_definition(page).max(tags);
            assert_eq!(best.sum + tags, expected, "{html}");
        }
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Bte, ""), "");
        assert_eq!(kept(&Bte, "<p> <br>"), "");
    }
}
