//! `r4`: elements as points in ℝ⁴.
//!
//! J. Alarte, J. Silva: "Page-Level Main Content Extraction from Heterogeneous Webpages" (2020). The steps are
//! those of the paper:
//!
//! 1. Every element that may be the content is rated by four ratios ([`ratios`], Definition 3.1). A page that
//!    is wider than it is deep is content as a whole (criterion 3 of section 3.1).
//! 2. The ratios are standardised (Definition 3.2), and the `c` elements farthest from the centroid
//!    are the candidates ([`candidates`], Algorithms 1 and 2).
//! 3. Candidates that hold the same text as a candidate around them are left out (Algorithm 3); the one with
//!    the best ratio between words and tags and its siblings among the candidates are chosen (Algorithm 4).
//! 4. Groups of links are taken out of them ([`links`], Algorithm 5).
//!
//! Media are kept with the text. No step compares all pairs: after the standardisation the centroid is known,
//! and the candidates nest, so that each is compared with the one around it only.

mod candidates;
mod links;
mod ratios;

use super::shared::subtrees;
use crate::languages;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Selection};
use dehusk_page::NodeId;
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "r4",
    "the element that stands out by words, links, children and position, media kept",
    "Algorithms 1 to 5 of Alarte and Silva, 2020",
    languages::ANY,
    |_| Ok(Arc::new(R4::default())),
)];

/// The parameters of the paper, with the values it found best.
#[derive(Clone, Copy, Debug)]
pub struct R4Options {
    c: usize,
    tr: f32,
    hr: u32,
}

impl Default for R4Options {
    fn default() -> R4Options {
        R4Options { c: 3, tr: 1.5, hr: 7 }
    }
}

impl R4Options {
    /// Number of candidates: the size of the c-SET.
    pub fn with_c(mut self, c: usize) -> R4Options {
        self.c = c;
        self
    }

    /// Text by text outside links above which an element is a group of links, if it has enough of them.
    pub fn with_tr(mut self, tr: f32) -> R4Options {
        self.tr = tr;
        self
    }

    /// Links that an element may have before it can be a group of links.
    pub fn with_hr(mut self, hr: u32) -> R4Options {
        self.hr = hr;
        self
    }
}

/// The extractor `r4`.
///
/// ```
/// use dehusk_extract::{Document, Extractor};
/// use dehusk_suite::{R4, R4Options};
/// let page = "<div><ul><li>a</ul></div><div><p>Text that is longer.<p>Much longer.</div>";
/// let document = Document::new(dehusk_page::Page::parse(page));
/// assert!(!R4::new(R4Options::default().with_c(1)).extract(&document).is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct R4(R4Options);

impl R4 {
    /// The extractor with its parameters.
    pub fn new(options: R4Options) -> R4 {
        R4(options)
    }
}

impl Extractor for R4 {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let mut kept = NodeSet::new(page.len());
        let mut decisions = Vec::new();
        let counts = document.sums();
        for (root, reason) in self.roots(document) {
            decisions.push(Decision::subtree(page, root, true, 1.0, reason));
        }
        let mut dropped = Vec::new();
        for root in decisions.iter().map(|d| d.nodes.start) {
            subtrees::keep(document, root, &mut kept, |node| {
                let group = links::is_group(page, counts, node, &self.0);
                if group {
                    dropped.push(Decision::subtree(page, node, false, 0.0, "a group of links"));
                }
                group
            });
        }
        decisions.extend(dropped);
        Selection::from_nodes(document, kept, decisions)
    }

    fn name(&self) -> &str {
        "r4"
    }
}

impl R4 {
    /// The main content before groups of links are taken out.
    fn roots(&self, document: &Document) -> Vec<(NodeId, &'static str)> {
        let page = document.page();
        let Some(body) = page.body() else { return Vec::new() };
        if ratios::is_wide(page, body) {
            return vec![(body, "the page is wider than deep")];
        }
        let rated = ratios::rate(page, body, document.text_words());
        let chosen = candidates::choose(document, rated, self.0.c);
        chosen.into_iter().map(|n| (n, "stands out and has the best text")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    fn page(inside: &str) -> String {
        let menu = "<li><a href=x>Home page</a></li>".repeat(8);
        let article: String =
            ["alpha", "beta", "gamma"].map(|w| format!("<p>{}</p>", words(w, 20))).concat();
        format!(
            "<div><div><ul>{menu}</ul></div><div><div>{article}{inside}</div></div>\
             <div><p>Some words.</p></div></div>"
        )
    }

    #[test]
    fn the_article_stands_out_and_keeps_its_pictures() {
        let text = kept(&R4::default(), &page("<img src=a.jpg alt=boat>"));
        assert!(text.starts_with("alpha0 ") && text.ends_with("gamma19 [boat]"), "{text}");
    }

    #[test]
    fn groups_of_links_are_taken_out() {
        let crumbs = "<ul><li><a href=a>One</a></li><li><a href=b>Two</a></li></ul>";
        assert!(kept(&R4::default(), &page(crumbs)).ends_with("gamma19"));
        let many = format!("<div>more: {}</div>", "<a href=x>a b c</a> ".repeat(8));
        assert!(kept(&R4::default(), &page(&many)).ends_with("gamma19"));
        let lenient = R4::new(R4Options::default().with_hr(8));
        assert!(kept(&lenient, &page(&many)).ends_with("a b c"));
    }

    #[test]
    fn a_wide_page_is_content_as_a_whole() {
        let html = "<p>one</p><p>two</p><p>three</p>";
        assert_eq!(kept(&R4::default(), html), "one two three");
    }

    #[test]
    fn pages_without_content() {
        assert_eq!(kept(&R4::default(), ""), "");
        assert_eq!(kept(&R4::default(), "<div><div><div></div></div></div>"), "");
        assert_eq!(kept(&R4::new(R4Options::default().with_c(0)), &page("")), "");
    }
}
