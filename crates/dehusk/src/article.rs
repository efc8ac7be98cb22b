//! The parts of an [`Article`](crate::Article) and of its metadata, and how it is written.

pub use dehusk_article::{
    Block, BlockKind, Cell, Compression, ContentSource, Counts, Direction, Event, Exact, Feed,
    Fingerprint, Link, MediaKind, Note, Post, Product, Recipe, Rendering, Row, Similar, Sourced,
    Table, UnknownFormat, json,
};
