//! The algorithms, one file or folder each.

pub(crate) mod boilerpipe;
pub(crate) mod bs4;
pub(crate) mod bte;
pub(crate) mod cetd;
pub(crate) mod cetr;
pub(crate) mod ensemble;
pub(crate) mod justext;
pub(crate) mod lqf;
pub(crate) mod r4;
pub(crate) mod readability;
mod shared;
pub(crate) mod text;
