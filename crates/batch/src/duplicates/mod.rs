//! Documents that say the same: by their addresses, by their texts, or nearly.
//!
//! Each row carries its prints: hashes of its address, of its key and of its text, and the bands of its MinHash. When all
//! rows are there, the prints are sorted, and rows that share one are joined. The first row of those that belong together
//! stands for them. Everything is sorted on disk, so memory does not grow with the rows, and what comes out depends on
//! nothing but the rows and their order.

mod components;
mod grouping;
mod groups;
mod index;
mod minhash;
mod prints;

pub use minhash::MinHash;

pub(crate) use grouping::Grouping;
pub(crate) use groups::{Group, Groups, GroupsOfUnit, number_of};
pub(crate) use index::{Index, IndexEntries};
pub(crate) use prints::prints;

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How documents are found to be the same, each step with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sameness {
    /// By their URL keys.
    Key,
    /// By their texts.
    Text,
    /// By nearly the same text.
    Near,
}

impl Sameness {
    /// All of them.
    pub const ALL: [Sameness; 3] = [Sameness::Key, Sameness::Text, Sameness::Near];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Sameness::Key => "key",
            Sameness::Text => "text",
            Sameness::Near => "near",
        }
    }
}

/// What is done about documents that say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduplication {
    pub(crate) by: Sameness,
    pub(crate) keep: bool,
    pub(crate) index: Option<PathBuf>,
}

impl Deduplication {
    /// Of documents that are the same by this or a stricter measure, the first is written.
    pub fn new(by: Sameness) -> Deduplication {
        Deduplication { by, keep: false, index: None }
    }

    /// Whether all are written, and the columns `duplicate`, `group` and `copies` tell.
    pub fn with_keep(mut self, keep: bool) -> Deduplication {
        self.keep = keep;
        self
    }

    /// A folder with the prints of earlier runs, whose documents come first. Those of this run are added to it.
    pub fn with_index(mut self, folder: impl Into<Option<PathBuf>>) -> Deduplication {
        self.index = folder.into();
        self
    }
}

/// How many documents were there before, by each step, as in figure 2 of the URL Tree paper: every step of the address
/// with those before it, then the texts among what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SameCounts {
    /// All documents.
    pub documents: u64,
    /// By the address as it answered.
    pub address: u64,
    /// By the address with the title's hash, in one encoding, its parameters sorted.
    pub normal: u64,
    /// By the key.
    pub key: u64,
    /// By the same text under another key.
    pub text: u64,
    /// By nearly the same text under another key.
    pub near: u64,
}
