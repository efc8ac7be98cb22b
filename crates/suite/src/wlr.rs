//! `wlr`: the words/leafs ratio.
//!
//! D. Insa, J. Silva, S. Tamarit: "Using the words/leafs ratio in the DOM tree for content extraction" (Journal
//! of Logic and Algebraic Programming 82, 2013). An element of content has many words for each of its leaves,
//! `WLR = words / leafs`, while menus have a word or two for each. The relevance of an element is the root of its
//! ratio times its words: a paragraph has a high ratio and few words, the body many words and a low ratio, and
//! the element around the paragraphs has both. The most relevant element is the content; below it, children of
//! the ratio of a menu are left out.

use super::shared::subtrees;
use crate::languages;
use dehusk_extract::derived::Sums;
use dehusk_extract::{Decision, Document, Entry, Extractor, NodeSet, Reason, Selection};
use dehusk_page::{NodeId, Page};
use std::sync::Arc;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "wlr",
    "the element with most words and most words a leaf, media kept",
    "words/leafs ratio; Insa et al., JLAP 2013",
    languages::ANY,
    |_| Ok(Arc::new(Wlr)),
)];

/// The share of the chosen element's ratio below which an element of several leaves in it is left out.
const LOW: f32 = 0.2;
/// Leaves from which an element's ratio says something.
const SEVERAL: u32 = 4;

/// The words/leafs ratio.
pub(crate) struct Wlr;

impl Extractor for Wlr {
    fn extract(&self, document: &Document) -> Selection {
        let page = document.page();
        let counts = Counts { sums: document.sums(), words: document.word_sums() };
        let mut kept = NodeSet::new(page.len());
        let Some((node, ratio)) = most_relevant(page, &counts) else {
            return Selection::from_nodes(document, kept, Vec::new());
        };
        let reason = "the element with most words and most words a leaf";
        let mut decisions = vec![Decision::subtree(page, node, true, ratio, reason)];
        subtrees::keep(document, node, &mut kept, |inner| {
            let own = counts.wlr(inner);
            let low = counts.sums[inner.index()].texts >= SEVERAL && own < LOW * ratio;
            if low {
                let reason = Reason::measured("words a leaf", own, "below", LOW * ratio);
                decisions.push(Decision::subtree(page, inner, false, own, reason));
            }
            low
        });
        Selection::from_nodes(document, kept, decisions)
    }
}

/// What elements hold, by the index of a node.
struct Counts<'d> {
    sums: &'d [Sums],
    words: &'d [u32],
}

impl Counts<'_> {
    /// `WLR`.
    fn wlr(&self, node: NodeId) -> f32 {
        self.words[node.index()] as f32 / self.sums[node.index()].texts.max(1) as f32
    }
}

/// The most relevant element and its ratio; the outermost of those that are equally relevant.
fn most_relevant(page: &Page, counts: &Counts<'_>) -> Option<(NodeId, f32)> {
    let mut best = None;
    let mut relevance = 0.0;
    for node in page.subtree(page.body()?).filter(|&n| page.is_element(n)) {
        let ratio = counts.wlr(node);
        let own = ratio.sqrt() * counts.words[node.index()] as f32;
        if own > relevance {
            (best, relevance) = (Some((node, ratio)), own);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::shared::testing::{kept, words};
    use super::*;

    #[test]
    fn the_element_around_the_paragraphs_is_chosen() {
        let menu = "<li><a href=x>Home</a></li>".repeat(5);
        let (one, two) = (words("alpha", 30), words("beta", 30));
        let html = format!(
            "<ul>{menu}</ul><ul>{menu}</ul><div><p>{one}</p><img src=a alt=boat><ol>{menu}</ol><p>{two}</p></div>"
        );
        assert_eq!(kept(&Wlr, &html), format!("{one}[boat] {}", two.trim()));
    }

    #[test]
    fn relevance_is_words_times_the_root_of_words_a_leaf() {
        // div: 10 words in 2 leaves; the longer p: 6 words in one leaf; the body has 4 leaves more.
        let html = "<div><p>a b c d e f<p>g h i j</div><b>k</b><b>l</b><b>m</b><b>n</b>";
        let document = Document::new(Page::parse(html));
        let page = document.page();
        let counts = Counts { sums: document.sums(), words: document.word_sums() };
        let (node, ratio) = most_relevant(page, &counts).unwrap();
        assert_eq!((page.tag(node), ratio), ("div", 5.0));
    }

    #[test]
    fn an_empty_page_has_no_content() {
        assert_eq!(kept(&Wlr, ""), "");
    }
}
