//! The parts of an [`Article`](crate::Article) and of its metadata.

pub use dehusk_article::{
    Block, BlockKind, Cell, Compression, ContentSource, Counts, Feed, Link, MediaKind, Row,
    Sourced, Table, UnknownFormat, json,
};
