//! The algorithms, one file or folder each.

pub(crate) mod boilerpipe;
pub(crate) mod readability;
pub(crate) mod text;
