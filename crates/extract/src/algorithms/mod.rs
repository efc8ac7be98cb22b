//! The algorithms, one file each.

pub(crate) mod readability;
pub(crate) mod text;
