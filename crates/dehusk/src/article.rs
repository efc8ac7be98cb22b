//! The parts of an [`Article`](crate::Article) and of its metadata.

pub use dehusk_article::{ContentSource, Counts, Feed, MediaKind, Sourced};
