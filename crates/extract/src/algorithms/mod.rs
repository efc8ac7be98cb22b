//! The algorithms, one file each.

pub(crate) mod text;
