//! `c45-two-class` and `c45-four-class`: decision trees over shallow features.
//!
//! The classifiers that C. Kohlschütter, P. Fankhauser, W. Nejdl learn in "Boilerplate Detection using Shallow Text
//! Features" (WSDM 2010): C4.5 over all features of a block and its two neighbours, with leaves of 1,000 words at
//! least. Blocks are the paper's own ([`shallow`]), and readers' comments count as content. `four-class` has the same
//! classes with boosted trees over the document's blocks.

use super::file::ModelFile;
use super::shallow::{self, Atoms, LOCAL};
use super::tree::DecisionTree;
use dehusk_extract::{
    BuildError, Decision, Document, Entry, Extractor, NodeSet, Reasons, Selection, Texts,
};
use dehusk_page::NodeId;
use std::sync::{Arc, LazyLock};

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[
    Entry::new(
        "c45-two-class",
        "content by a decision tree over shallow features",
        "the two-class problem of Kohlschütter et al., WSDM 2010; trained by `dehusk train c45`",
        "any; the pages it learned from are news in English",
        |_| Ok(Arc::new(C45::shipped(Classes::Two)?)),
    ),
    Entry::new(
        "c45-four-class",
        "headline, full text and supplemental text, by a decision tree over shallow features",
        "the four-class problem of Kohlschütter et al., WSDM 2010; trained by `dehusk train c45`",
        "any; the pages it learned from are news in English",
        |_| Ok(Arc::new(C45::shipped(Classes::Four)?)),
    ),
];

/// Which of the paper's two problems is meant; their trees stand in the file in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classes {
    /// Boilerplate or content.
    Two,
    /// Boilerplate, headline, full text with comments, supplemental text.
    Four,
}

impl Classes {
    /// Both problems.
    pub const ALL: [Classes; 2] = [Classes::Two, Classes::Four];

    /// The names of the classes; the first is boilerplate.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Classes::Two => &["boilerplate", "content"],
            Classes::Four => &["boilerplate", "headline", "full text", "supplemental"],
        }
    }

    /// The class of a block by its label: 0 not content, 1 headline, 2 full text, 3 supplemental, 4 related content,
    /// 5 comments. Related content is boilerplate, and comments are text.
    pub fn of_label(self, label: u8) -> usize {
        let four = match label {
            1 => 1,
            2 | 5 => 2,
            3 => 3,
            _ => 0,
        };
        match self {
            Classes::Two => four.min(1),
            Classes::Four => four,
        }
    }
}

/// The trees of a file.
pub fn trees(file: &ModelFile) -> Option<[DecisionTree; 2]> {
    Some([DecisionTree::read(file, 0, LOCAL)?, DecisionTree::read(file, 1, LOCAL)?])
}

static SHIPPED: LazyLock<Option<[DecisionTree; 2]>> =
    LazyLock::new(|| trees(&super::shipped("c45")?));

/// A page's blocks with their features, for both trees.
#[derive(Debug)]
struct Measured {
    rows: Vec<[f32; LOCAL]>,
    texts: Texts,
}

impl dehusk_extract::Derived for Measured {
    fn derive(document: &Document) -> Measured {
        let atoms = document.derived::<Atoms>();
        let texts = Texts::of(document.text_letters(), atoms.all_nodes());
        Measured { rows: shallow::rows(atoms), texts }
    }
}

/// The extractor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct C45 {
    tree: &'static DecisionTree,
    classes: Classes,
}

impl C45 {
    /// With the shipped model.
    pub fn shipped(classes: Classes) -> Result<C45, BuildError> {
        let [two, four] = super::usable("c45", &SHIPPED)?;
        let tree = if classes == Classes::Two { two } else { four };
        Ok(C45 { tree, classes })
    }
}

impl Extractor for C45 {
    fn extract(&self, document: &Document) -> Selection {
        let atoms = document.derived::<Atoms>();
        let measured = document.derived::<Measured>();
        let mut kept = NodeSet::new(document.page().len());
        for (atom, row) in atoms.list().iter().zip(&measured.rows) {
            if self.tree.class(row).0 > 0 {
                kept.extend(atoms.nodes(atom).iter().copied());
            }
        }
        Selection::from_texts_lazy(document, &measured.texts, kept, Arc::new(*self))
    }
}

impl Reasons for C45 {
    fn decisions(&self, document: &Document) -> Vec<Decision> {
        let atoms = document.derived::<Atoms>();
        let rows = &document.derived::<Measured>().rows;
        let decision = |(atom, row): (&shallow::Atom, &[f32; LOCAL])| {
            let weights = self.tree.weights(row);
            let (class, _) = self.tree.class(row);
            let all: f32 = weights.iter().sum();
            let nodes = atoms.nodes(atom);
            let start = nodes.first().copied().unwrap_or(NodeId::ROOT);
            let end = nodes.last().map_or(start, |last| NodeId::from_index(last.index() + 1));
            Decision {
                nodes: start..end,
                keep: class > 0,
                score: 1.0 - weights.first().copied().unwrap_or(0.0) / all.max(f32::MIN_POSITIVE),
                reason: self.classes.names().get(class).copied().unwrap_or_default().into(),
            }
        };
        atoms.list().iter().zip(rows).map(decision).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dehusk_page::Page;

    const HTML: &str = "<div><a href=a>Home</a> | <a href=b>News</a></div><h1>Late again</h1>\
        <p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more. \
        Its captain said that the fog had been worse than on any other morning of this month.</p>\
        <p>Those who had waited since six in the morning went on board without a word, and at half past nine \
        the ship left for the islands again, with the mail of three days and two cows on its deck.</p>\
        <div><a href=c>About us</a></div>";

    #[test]
    fn long_text_is_content_and_links_are_not() {
        let document = Document::new(Page::parse(HTML));
        for classes in Classes::ALL {
            let selection = C45::shipped(classes).unwrap().extract(&document);
            let verdicts = selection.verdicts(&document);
            let keeps: Vec<bool> = verdicts.iter().map(|v| v.keep).collect();
            assert!(keeps[2] && keeps[3] && !keeps[0] && !keeps[4], "{keeps:?}");
            assert_eq!(verdicts[3].reason, *classes.names().get(classes.of_label(2)).unwrap());
        }
    }

    #[test]
    fn comments_are_text_and_related_content_is_not() {
        assert_eq!(
            (0..6).map(|l| Classes::Four.of_label(l)).collect::<Vec<_>>(),
            [0, 1, 2, 3, 0, 2]
        );
        assert_eq!(
            (0..6).map(|l| Classes::Two.of_label(l)).collect::<Vec<_>>(),
            [0, 1, 1, 1, 0, 1]
        );
    }
}
