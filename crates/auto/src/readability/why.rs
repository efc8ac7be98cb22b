//! Why something was kept or dropped, in plain words.
//!
//! A reason is a small value while the algorithm runs, which may be thrown away with its attempt, and
//! becomes words at the end.

use super::tree::{Id, Tree};
use super::words::Words;
use dehusk_extract::Reasons;
use dehusk_extract::{Decision, Document, Reason};
use dehusk_page::{NodeId, Page, name};

/// Why a part of the page was kept or dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Why {
    Hidden,
    Dialogue,
    Byline,
    RepeatsTitle,
    UnlikelyName,
    UnlikelyRole,
    Empty,
    TopCandidate { score: f64 },
    WholeBody,
    SiblingScore { score: f64, threshold: f64 },
    SiblingText { length: u32 },
    SiblingSentence,
    SiblingLeftOut { score: f64, threshold: f64 },
    NeverContent,
    ShareButtons,
    BadName,
    NoticeOnly,
    PicturesWithoutText { pictures: u32, paragraphs: u32 },
    ItemsOutsideLists { items: u32 },
    Inputs { inputs: u32 },
    ShortWithLinks { length: u32 },
    LinkDensity { density: f64, limit: f64 },
    Embeds { embeds: u32 },
    NoTextInPlace,
    EmptyParagraph,
}

impl Why {
    pub fn keeps(self) -> bool {
        use Why::*;
        matches!(
            self,
            TopCandidate { .. }
                | WholeBody
                | SiblingScore { .. }
                | SiblingText { .. }
                | SiblingSentence
        )
    }

    fn score(self) -> f64 {
        match self {
            Why::TopCandidate { score }
            | Why::SiblingScore { score, .. }
            | Why::SiblingLeftOut { score, .. } => score,
            _ => 0.0,
        }
    }

    fn reason(self, page: &Page, node: NodeId) -> Reason {
        let plain = |words: &'static str| Reason::from(words);
        match self {
            Why::Hidden => plain("removed: hidden"),
            Why::Dialogue => plain("removed: a dialogue over the page"),
            Why::Byline => plain("removed: names the author"),
            Why::RepeatsTitle => plain("removed: heading repeats the title"),
            Why::UnlikelyName => named(page, node, Words::UNLIKELY, "looks unlikely"),
            Why::UnlikelyRole => {
                let role = page.attr(node, name::ROLE).unwrap_or_default();
                Reason::from(format!("removed: role '{role}' is not content"))
            }
            Why::Empty => plain("removed: empty"),
            Why::TopCandidate { score } => Reason::from(format!("top candidate, score {score:.1}")),
            Why::WholeBody => plain("no candidate: the whole body"),
            Why::SiblingScore { score, threshold } => Reason::measured(
                "sibling with score",
                score as f32,
                "over threshold",
                threshold as f32,
            ),
            Why::SiblingText { length } => {
                Reason::measured("sibling with few links and letters", length as f32, "over", 80.0)
            }
            Why::SiblingSentence => plain("sibling with a sentence and no links"),
            Why::SiblingLeftOut { score, threshold } => Reason::measured(
                "sibling with score",
                score as f32,
                "below threshold",
                threshold as f32,
            ),
            Why::NeverContent => {
                Reason::from(format!("removed: '{}' is not content", page.tag(node)))
            }
            Why::ShareButtons => plain("removed: buttons to share"),
            Why::BadName => named(page, node, Words::NEGATIVE, "speaks against it"),
            Why::NoticeOnly => plain("removed: only a word for advertising or loading"),
            Why::PicturesWithoutText { pictures, paragraphs } => {
                Reason::from(format!("removed: {pictures} pictures for {paragraphs} paragraphs"))
            }
            Why::ItemsOutsideLists { items } => {
                Reason::from(format!("removed: {items} list items outside of a list"))
            }
            Why::Inputs { inputs } => Reason::from(format!("removed: {inputs} input fields")),
            Why::ShortWithLinks { length } => {
                Reason::measured("removed: has links and letters", length as f32, "below", 25.0)
            }
            Why::LinkDensity { density, limit } => {
                Reason::measured(link_words(page, node), density as f32, "over", limit as f32)
            }
            Why::Embeds { embeds } => {
                Reason::from(format!("removed: {embeds} embedded objects with little text"))
            }
            Why::NoTextInPlace => plain("removed: neither text nor pictures"),
            Why::EmptyParagraph => plain("removed: empty paragraph"),
        }
    }
}

fn link_words(page: &Page, node: NodeId) -> &'static str {
    match page.name(node) {
        name::UL => "removed: link density in a list",
        name::TABLE => "removed: link density in a table",
        _ => "removed: link density",
    }
}

/// The word of the class or id that decided.
fn named(page: &Page, node: NodeId, group: Words, verdict: &str) -> Reason {
    let word = |attribute| page.attr(node, attribute).and_then(|v| Words::first(v, group));
    let (kind, word) = match word(name::CLASS) {
        Some(word) => ("class", word),
        None => ("id", word(name::ID).unwrap_or_default()),
    };
    Reason::from(format!("removed: {kind} '{word}' {verdict}"))
}

/// The decisions of one attempt.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    entries: Vec<(NodeId, Why)>,
}

impl Log {
    /// Notes a decision about a node; what the algorithm made itself has no place in the page.
    pub fn note(&mut self, tree: &Tree, id: Id, why: Why) {
        self.entries.extend(tree.origin(id).map(|origin| (origin, why)));
    }
}

impl Reasons for Log {
    fn decisions(&self, document: &Document) -> Vec<Decision> {
        let page = document.page();
        let root = Decision::subtree(
            page,
            page.root(),
            false,
            0.0,
            "neither in the top candidate nor joined to it",
        );
        let noted = self.entries.iter().map(|&(node, why)| {
            Decision::subtree(page, node, why.keeps(), why.score() as f32, why.reason(page, node))
        });
        std::iter::once(root).chain(noted).collect()
    }
}
