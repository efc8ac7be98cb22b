//! `dsc`: Document Slope Curves.
//!
//! D. Pinto and others: "QuASM: A System for Question Answering Using Semi-Structured Data" (JCDL 2002) take
//! up the row of words and tags of Body Text Extraction. Plotted as the number of tags up to each token it is
//! a curve, flat where there is text. The row is cut into windows, and windows whose slope is low, less than
//! half of the page's, are content: other than `bte` it finds texts that lie apart. A text node is content if
//! most of its words are in such windows.

use super::shared::texts::{self, Marked};
use super::shared::tokens::Stream;
use crate::languages;
use dehusk_extract::{Document, Entry, Extractor, Reason, Selection};
use dehusk_page::NodeId;
use std::ops::Range;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "dsc",
    "stretches with few tags a word",
    "Document Slope Curves; Pinto et al., JCDL 2002",
    languages::ANY,
    |_| Ok(Arc::new(Dsc)),
)];

/// Tokens of a window.
const W: usize = 50;
/// The share of the page's slope that a flat window stays below.
const LOW: f32 = 0.5;

/// Document Slope Curves.
pub(crate) struct Dsc;

impl Extractor for Dsc {
    fn extract(&self, document: &Document) -> Selection {
        let curve = Curve::of(document);
        let marked = curve.texts.iter().map(|(node, words)| {
            let flat = curve.flat_share(words);
            Marked { node: *node, keep: flat > 0.5, score: flat }
        });
        texts::select(document, marked.collect(), |text| match text.keep {
            true => Reason::from("where the page has few tags"),
            false => Reason::from("where the page has many tags"),
        })
    }
}

/// The curve by its windows.
#[derive(Debug, Default)]
struct Curve {
    /// Tags in each window.
    windows: Vec<usize>,
    /// The tokens that are the words of each text node.
    texts: Vec<(NodeId, Range<usize>)>,
    tokens: usize,
    tags: usize,
}

impl Curve {
    fn of(document: &Document) -> Curve {
        let words = document.text_words();
        let mut curve = Curve::default();
        let stream = document.derived::<Stream>();
        curve.texts.reserve(stream.texts.len());
        for text in &stream.texts {
            curve.tags(text.tags_before as usize);
            let end = curve.tokens + words[text.node.index()] as usize;
            curve.texts.push((text.node, curve.tokens..end));
            curve.tokens = end;
        }
        curve.tags(stream.tags_behind as usize);
        curve
    }

    fn tags(&mut self, count: usize) {
        let end = self.tokens + count;
        while self.tokens < end {
            let window = self.tokens / W;
            let next = end.min((window + 1) * W);
            self.windows.resize(window + 1, 0);
            self.windows[window] += next - self.tokens;
            self.tokens = next;
        }
        self.tags += count;
    }

    /// Tags a token.
    fn slope(&self, window: usize) -> f32 {
        let tags = self.windows.get(window).copied().unwrap_or(0);
        let tokens = W.min(self.tokens - window * W);
        tags as f32 / tokens.max(1) as f32
    }

    /// The share of words that are in flat windows.
    fn flat_share(&self, words: &Range<usize>) -> f32 {
        let limit = LOW * self.tags as f32 / self.tokens.max(1) as f32;
        let mut flat = 0;
        let mut start = words.start;
        while start < words.end {
            let window = start / W;
            let end = ((window + 1) * W).min(words.end);
            if self.slope(window) < limit {
                flat += end - start;
            }
            start = end;
        }
        flat as f32 / words.len().max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;
    use dehusk_page::Page;

    #[test]
    fn texts_that_lie_apart_are_found() {
        let menu = "<li><a href=x>Home</a></li>".repeat(40);
        let html = format!(
            "<ul>{menu}</ul><p>{}</p><ul>{menu}</ul><p>{}</p>",
            words("alpha", 150),
            words("beta", 150)
        );
        let text = kept(&Dsc, &html);
        assert!(text.contains("alpha75") && text.contains("beta75"), "{text}");
        assert!(text.matches("Home").count() < 10, "{text}");
    }

    #[test]
    fn slopes_are_tags_a_token() {
        // Two tags and 98 words in two windows; the page has two tags in 100 tokens.
        let page = Page::parse(format!("<p>{}</p>", words("a", 98)));
        let curve = Curve::of(&Document::new(page));
        assert_eq!((curve.slope(0), curve.slope(1)), (0.02, 0.02));
        assert_eq!(curve.flat_share(&(1..99)), 0.0);
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Dsc, ""), "");
    }
}
