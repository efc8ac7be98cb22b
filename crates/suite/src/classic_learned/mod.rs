//! Extractors of the literature that are learned: what they read from a page, and their models.
//!
//! Each is small, is trained by `dehusk train NAME`, and ships with a model that says what it was trained on.
//! They judge the document's blocks; [`rows`] is what several of them measure of a block, [`mod@file`] is how their
//! models are stored.

#[cfg(feature = "c45")]
pub mod c45;
#[cfg(feature = "choose")]
pub mod choose;
#[cfg(feature = "choose")]
pub mod cluster_choice;
#[cfg(feature = "em-13")]
pub mod em13;
#[cfg(feature = "em-13")]
pub mod em13_leaves;
pub mod file;
pub mod forest;
#[cfg(feature = "four-class")]
pub mod four_class;
mod full_rows;
pub mod matrix;
#[cfg(feature = "mss")]
pub mod mss;
#[cfg(feature = "ncleaner")]
pub mod ncleaner;
pub mod network;
pub mod odds;
pub mod one_row;
pub mod rows;
#[cfg(any(feature = "em-13", feature = "ncleaner"))]
mod scores;
pub mod shallow;
pub mod tree;
#[cfg(feature = "victor")]
pub mod victor;
#[cfg(feature = "web2text")]
pub mod web2text;

use dehusk_extract::BuildError;
use std::sync::LazyLock;

/// The names of the models.
pub const NAMES: &[&str] = &[
    "ncleaner",
    "mss",
    "victor",
    "four-class",
    "c45",
    "em-13",
    "em-13-leaves",
    "web2text",
    "web2text-full",
    "choose",
    "cluster-choice",
];

/// The model of that name that is shipped. Each is behind a feature of its own name.
pub fn shipped(name: &str) -> Option<file::ModelFile> {
    let bytes: &[u8] = match name {
        #[cfg(feature = "ncleaner")]
        "ncleaner" => include_bytes!("../../models/ncleaner.model"),
        #[cfg(feature = "mss")]
        "mss" => include_bytes!("../../models/mss.model"),
        #[cfg(feature = "victor")]
        "victor" => include_bytes!("../../models/victor.model"),
        #[cfg(feature = "four-class")]
        "four-class" => include_bytes!("../../models/four-class.model"),
        #[cfg(feature = "c45")]
        "c45" => include_bytes!("../../models/c45.model"),
        #[cfg(feature = "em-13")]
        "em-13" => include_bytes!("../../models/em-13.model"),
        #[cfg(feature = "em-13")]
        "em-13-leaves" => include_bytes!("../../models/em-13-leaves.model"),
        #[cfg(feature = "web2text")]
        "web2text" => include_bytes!("../../models/web2text.model"),
        #[cfg(feature = "web2text")]
        "web2text-full" => include_bytes!("../../models/web2text-full.model"),
        #[cfg(feature = "choose")]
        "choose" => include_bytes!("../../models/choose.model"),
        #[cfg(feature = "choose")]
        "cluster-choice" => include_bytes!("../../models/cluster-choice.model"),
        _ => return None,
    };
    file::ModelFile::read(bytes)
}

/// A model that was read once from a shipped file, or why it can not be used.
fn usable<T>(
    name: &'static str,
    model: &'static LazyLock<Option<T>>,
) -> Result<&'static T, BuildError> {
    model.as_ref().ok_or(BuildError::Model { name: name.into() })
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_shipped() {
        assert!(NAMES.iter().all(|name| shipped(name).is_some()));
    }
}
