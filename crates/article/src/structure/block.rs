//! The text blocks of a page, and what was decided of each.

use crate::Role;
use crate::content::Kinds;
use crate::json::in_short;
use dehusk_extract::{Document, NodeSet, Selection};
use dehusk_page::NodeId;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

/// A stretch of a page's text between two block-level boundaries, and what was decided of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Block<'a> {
    /// Its place among the page's blocks, from 0.
    pub index: usize,
    /// What it is by the elements around it.
    #[serde(flatten)]
    pub kind: BlockKind,
    /// What part of the content the extractor takes it for. Few extractors tell, and only of kept blocks.
    #[serde(with = "role_name")]
    pub role: Option<Role>,
    /// Whether it is content.
    pub kept: bool,
    /// How strongly it is content, in the extractor's own measure: larger is more content.
    #[serde(serialize_with = "score_in_short")]
    pub score: f32,
    /// Why it was kept or not, in a few words.
    pub reason: Cow<'a, str>,
    /// Its text, with white space folded.
    pub text: Cow<'a, str>,
    /// The nearest block-level element around it; in JSON its number in document order.
    #[serde(with = "node_number")]
    pub node: NodeId,
}

/// What a block is by the elements around it, the innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum BlockKind {
    /// Running text, and everything that is nothing else.
    Paragraph,
    /// A heading.
    Heading {
        /// From 1 to 6.
        level: u8,
    },
    /// A list's item, or a part of one.
    ListItem,
    /// The term of a definition.
    Term,
    /// What is said of a term.
    Description,
    /// A cell of a table of data, or a part of one.
    TableCell {
        /// Whether it is a header.
        header: bool,
    },
    /// The caption of a figure or a table.
    Caption,
    /// Preformatted text.
    Code,
    /// A quotation, or a part of one.
    Quote,
}

/// The blocks of a document with the verdicts of a selection.
pub(super) fn blocks<'a>(
    document: &'a Document,
    selection: &Selection,
) -> impl ExactSizeIterator<Item = Block<'a>> + use<'a> {
    let blocks = document.blocks();
    let mut leaves = NodeSet::new(document.page().len());
    (0..blocks.len()).for_each(|index| leaves.extend(blocks.nodes(index).iter().copied()));
    let mut kinds = Kinds::new(document.page(), leaves);
    selection.verdicts(document).into_iter().enumerate().map(move |(index, verdict)| Block {
        index,
        kind: kinds.of(blocks.block(index).container),
        role: verdict.role,
        kept: verdict.keep,
        score: verdict.score,
        reason: verdict.reason,
        text: Cow::Borrowed(blocks.text(index)),
        node: blocks.block(index).container,
    })
}

fn score_in_short<S: Serializer>(score: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    in_short(&Some(*score), serializer)
}

/// A role by its name, which does not change.
mod role_name {
    use crate::Role;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};
    use std::borrow::Cow;

    pub fn serialize<S: Serializer>(role: &Option<Role>, serializer: S) -> Result<S::Ok, S::Error> {
        role.map(Role::name).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Role>, D::Error> {
        let Some(name) = Option::<Cow<'_, str>>::deserialize(from)? else { return Ok(None) };
        Role::from_name(&name)
            .map(Some)
            .ok_or_else(|| D::Error::custom(format!("there is no role {name:?}")))
    }
}

/// A node by its number.
mod node_number {
    use dehusk_page::NodeId;
    use serde::de::{Deserialize, Deserializer};
    use serde::ser::{Serialize, Serializer};

    pub fn serialize<S: Serializer>(node: &NodeId, serializer: S) -> Result<S::Ok, S::Error> {
        node.index().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<NodeId, D::Error> {
        // Pages have fewer nodes than this type has numbers.
        u32::deserialize(from).map(|number| NodeId::from_index(number as usize))
    }
}
