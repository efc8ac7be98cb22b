//! The article put together: the top candidate and those of its siblings that look like parts of it.

use super::candidate::Top;
use super::measure::folded;
use super::score::Scores;
use super::stats::{Source, Stats};
use super::tree::{Id, Tree};
use super::why::{Log, Why};
use dehusk_page::{Namespace, name};

/// What joining needs to know beside the tree.
pub(super) struct Joining<'a> {
    pub source: Source<'a>,
    pub stats: &'a Stats,
    pub scores: &'a Scores,
    pub top: Top,
}

/// Moves the parts of the article into an element of their own.
pub(super) fn join(tree: &mut Tree, joining: &Joining, log: &mut Log) -> Id {
    let article = tree.create(name::DIV, None);
    let Some(parent) = tree.parent(joining.top.element) else { return article };
    let siblings: Vec<Id> = tree.element_children(parent).collect();
    for sibling in siblings {
        let why = joining.verdict(tree, sibling);
        if let Some(why) = why {
            log.note(tree, sibling, why);
        }
        if why.is_some_and(Why::keeps) {
            let tag = tree.tag(sibling);
            let usual = [name::DIV, name::ARTICLE, name::SECTION, name::P, name::OL, name::UL];
            if !usual.contains(&tag) {
                tree.set_tag(sibling, name::DIV);
            }
            tree.append(article, sibling);
        }
    }
    article
}

impl Joining<'_> {
    /// What is said about a sibling; nothing about those without a score that are not paragraphs.
    fn verdict(&self, tree: &Tree, sibling: Id) -> Option<Why> {
        if sibling == self.top.element {
            let score = self.top.score;
            return Some(if self.top.whole_body {
                Why::WholeBody
            } else {
                Why::TopCandidate { score }
            });
        }
        let threshold = (self.top.score * 0.2).max(10.0);
        let score = self.scores.get(tree, sibling);
        if let Some(score) = score
            && score + self.bonus(tree, sibling) >= threshold
        {
            return Some(Why::SiblingScore { score, threshold });
        }
        let by_text =
            (tree.tag(sibling) == name::P).then(|| self.paragraph(tree, sibling)).flatten();
        by_text.or(score.map(|score| Why::SiblingLeftOut { score, threshold }))
    }

    /// Points for a sibling of the same class as the candidate.
    fn bonus(&self, tree: &Tree, sibling: Id) -> f64 {
        let class = self.class(tree, self.top.element);
        let same = !class.is_empty() && class == self.class(tree, sibling);
        if same { self.top.score * 0.2 } else { 0.0 }
    }

    fn class(&self, tree: &Tree, id: Id) -> &str {
        let page = self.source.page;
        let plain = tree.origin(id).filter(|&o| page.namespace(o) != Namespace::Svg);
        plain.and_then(|origin| page.attr(origin, name::CLASS)).unwrap_or_default()
    }

    fn paragraph(&self, tree: &Tree, id: Id) -> Option<Why> {
        let below = self.stats.of(tree, id);
        let (length, density) = (below.text.inner, below.link_density());
        if length > 80 && density < 0.25 {
            return Some(Why::SiblingText { length });
        }
        let sentence = || {
            // Siblings do not overlap, so reading each of them once is reading the page once.
            let text = tree.text_below(self.source.page, id, usize::MAX).unwrap_or_default();
            let text = folded(&text);
            text.ends_with('.') || text.contains(". ")
        };
        let short = (1..80).contains(&length) && density == 0.0;
        (short && sentence()).then_some(Why::SiblingSentence)
    }
}
