//! The extractors of this crate, as a registry lists them.

use crate::Auto;
use crate::readability::Readability;
use dehusk_extract::Entry;
use std::sync::Arc;

/// The default extractor, then Readability.
pub static ENTRIES: &[Entry] = &[
    Entry::new(
        "auto",
        "any kind of page, learned from pages that people marked; says how sure it is",
        "boosted trees over the features of blocks, trained by `dehusk train auto`",
        "any; most pages it learned from are in English, Chinese, Greek, Polish, Russian, German",
        |_| Ok(Arc::new(Auto::default())),
    ),
    Entry::new(
        "readability",
        "the article as the reader views of browsers find it",
        "Mozilla's Readability.js 0.6",
        "any",
        |_| Ok(Arc::new(Readability::default())),
    ),
];
