//! What an extractor answers.

use crate::{Document, NodeSet};
use dehusk_page::NodeId;
use std::borrow::Cow;

/// The decision about one block.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whether the block is content.
    pub keep: bool,
    /// How strongly, in the extractor's own measure: larger is more content.
    pub score: f32,
    /// Why, in a few words.
    pub reason: Cow<'static, str>,
}

/// Which leaves of a page are content: text nodes and media elements. An element belongs to the content
/// as far as it holds kept leaves.
#[derive(Clone, Debug)]
pub struct Selection {
    kept: NodeSet,
    verdicts: Vec<Verdict>,
}

impl Selection {
    /// A selection by block: one verdict for each of the document's blocks.
    pub fn from_blocks(document: &Document, verdicts: Vec<Verdict>) -> Selection {
        let mut kept = NodeSet::new(document.page().len());
        for (index, verdict) in verdicts.iter().enumerate() {
            if verdict.keep {
                document.blocks().nodes(index).iter().for_each(|&n| kept.insert(n));
            }
        }
        Selection { kept, verdicts }
    }

    /// The kept leaves.
    pub fn nodes(&self) -> &NodeSet {
        &self.kept
    }

    /// Whether a leaf is kept.
    pub fn keeps(&self, leaf: NodeId) -> bool {
        self.kept.contains(leaf)
    }

    /// One verdict a block of the document.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}
