//! What is said about a part of the page, and why.

use crate::Role;
use dehusk_page::{NodeId, Page};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The decision about one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether the block is content.
    pub keep: bool,
    /// How strongly, in the extractor's own measure: larger is more content.
    pub score: f32,
    /// Why, in a few words.
    pub reason: Cow<'static, str>,
    /// What a kept block is, where the extractor tells.
    pub role: Option<Role>,
}

impl Verdict {
    /// A verdict that keeps a block.
    pub fn keep(score: f32, reason: impl Into<Cow<'static, str>>) -> Verdict {
        Verdict { keep: true, score, reason: reason.into(), role: None }
    }

    /// A verdict that drops a block.
    pub fn drop(score: f32, reason: impl Into<Cow<'static, str>>) -> Verdict {
        Verdict { keep: false, score, reason: reason.into(), role: None }
    }
}

/// A reason that costs nothing until somebody reads it: most pages are never explained.
///
/// ```
/// use dehusk_extract::Reason;
/// assert_eq!(Reason::from("in a footer").to_string(), "in a footer");
/// let reason = Reason::measured("link density", 0.6249, "over", 0.333333);
/// assert_eq!(reason.to_string(), "link density 0.62 over 0.33");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// In words.
    Words(Cow<'static, str>),
    /// A measure beside its limit.
    Measured {
        /// What was measured.
        what: &'static str,
        /// What it came to.
        value: f32,
        /// How it stands to the limit: `over`, `below`.
        relation: &'static str,
        /// The limit.
        limit: f32,
    },
}

impl Reason {
    /// A measure beside its limit.
    pub fn measured(what: &'static str, value: f32, relation: &'static str, limit: f32) -> Reason {
        Reason::Measured { what, value, relation, limit }
    }
}

impl From<&'static str> for Reason {
    fn from(words: &'static str) -> Reason {
        Reason::Words(words.into())
    }
}

impl From<String> for Reason {
    fn from(words: String) -> Reason {
        Reason::Words(words.into())
    }
}

impl From<Cow<'static, str>> for Reason {
    fn from(words: Cow<'static, str>) -> Reason {
        Reason::Words(words)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Words(words) => f.write_str(words),
            Reason::Measured { what, value, relation, limit } => {
                write!(f, "{what} {} {relation} {}", Short(*value), Short(*limit))
            }
        }
    }
}

/// A number with two digits after the point, or none where it is whole.
struct Short(f32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.0.fract() == 0.0 { 0 } else { 2 };
        write!(f, "{:.digits$}", self.0)
    }
}

/// What an algorithm decided about a stretch of the page: a subtree, or the texts of one block of its own.
/// Decisions may nest; the innermost one speaks for a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The nodes it is about, as a range of ids.
    pub nodes: Range<NodeId>,
    /// Whether they are content.
    pub keep: bool,
    /// How strongly, in the extractor's own measure.
    pub score: f32,
    /// Why.
    pub reason: Reason,
}

impl Decision {
    /// A decision about a node and all below it.
    pub fn subtree(
        page: &Page,
        node: NodeId,
        keep: bool,
        score: f32,
        reason: impl Into<Reason>,
    ) -> Decision {
        Decision { nodes: node..page.end(node), keep, score, reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_without_a_point() {
        let reason = Reason::measured("words", 7.0, "below", 12.5);
        assert_eq!(reason.to_string(), "words 7 below 12.50");
    }

    #[test]
    fn a_subtree_decision_covers_the_subtree_and_nothing_else() {
        let page = Page::parse("<p>a<b>b</b></p><p>c");
        let p = page.first_child(page.body().unwrap()).unwrap();
        let decision = Decision::subtree(&page, p, true, 1.0, "first");
        assert!(
            page.descendants(page.root())
                .all(|n| decision.nodes.contains(&n) == page.contains(p, n))
        );
    }
}
