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
//! 4. Groups of links are taken out of them ([`links`], Algorithm 5). What was chosen is never such a group itself, and
//!    where all of its text is in such groups they stay: as the algorithm is printed it may take away all there is, and
//!    a page that is a list of links would have no content, which the paper's Table 3 shows for none.
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
    post_process: bool,
}

impl Default for R4Options {
    fn default() -> R4Options {
        R4Options { c: 3, tr: 1.5, hr: 7, post_process: true }
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

    /// Leaves out Algorithm 5: groups of links stay.
    pub fn without_post_process(mut self) -> R4Options {
        self.post_process = false;
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

    /// How many elements of a page it rates: what its run time goes by.
    pub fn rated(document: &Document) -> usize {
        let page = document.page();
        page.body().map_or(0, |body| ratios::rate(page, body, document.text_words()).len())
    }
}

impl Extractor for R4 {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let keep = |(root, why)| Decision::subtree(page, root, true, 1.0, why);
        let mut decisions: Vec<Decision> = self.roots(document).into_iter().map(keep).collect();
        let (mut kept, groups) = self.kept(document, &decisions, self.0.post_process);
        if groups.is_empty() || kept.iter().any(|node| document.text_chars()[node.index()] > 0) {
            decisions.extend(groups);
        } else {
            kept = self.kept(document, &decisions, false).0;
        }
        Selection::from_nodes(document, kept, decisions)
    }

    fn name(&self) -> &str {
        "r4"
    }
}

impl R4 {
    /// What is left of the main content without the groups of links in it, if they go, and these.
    fn kept(
        &self,
        document: &Document,
        roots: &[Decision],
        groups_go: bool,
    ) -> (NodeSet, Vec<Decision>) {
        let (page, counts) = (document.page(), document.sums());
        let mut kept = NodeSet::new(page.len());
        let mut groups = Vec::new();
        for root in roots.iter().map(|root| root.nodes.start) {
            subtrees::keep(document, root, &mut kept, |node| {
                let goes =
                    groups_go && node != root && links::is_group(page, counts, node, &self.0);
                if goes {
                    groups.push(Decision::subtree(page, node, false, 0.0, "a group of links"));
                }
                goes
            });
        }
        (kept, groups)
    }

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
        let without = R4::new(R4Options::default().without_post_process());
        assert!(kept(&without, &page(crumbs)).ends_with("One Two"));
    }

    #[test]
    fn what_was_chosen_is_no_group_of_links_itself() {
        let link =
            |n: usize| format!("<li><a href={n}>Story number {n} of this long list</a></li>");
        let list: String = (0..20).map(link).collect();
        for html in [
            format!("<div><div><ul>{list}</ul></div></div>"),
            format!("<ul>{list}</ul>"),
            format!(
                "<div><p>A list of {} stories</p><div><ul>{list}</ul></div></div>",
                words("new", 9)
            ),
        ] {
            assert!(kept(&R4::default(), &html).contains("tor"), "{html}");
        }
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
