//! Where articles go.
//!
//! A sink gets articles in their order and says when it has them; its position is kept in the store. A
//! delivery that failed, or of which a crash left open whether it arrived, is made again, so each sink does it
//! in a way that nothing is there twice: files are cut back to what was noted, rows are replaced by their
//! key, hooks get the key with the article.

mod jsonl;
mod markdown;
mod parquet;
mod place;
mod sqlite;
mod stdout;
mod webhook;

pub use jsonl::JsonLines;
pub use markdown::MarkdownFolder;
pub use parquet::ParquetFolder;
pub use place::{PlaceError, parse_place};
pub use sqlite::SqliteFile;
pub use stdout::StandardOutput;
pub use webhook::Webhook;

use crate::store::Position;

/// An article on its way.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// Its number.
    pub seq: i64,
    /// Its URL key.
    pub key: String,
    /// Its title.
    pub title: Option<String>,
    /// The record: one line of JSON without its end.
    pub record: Vec<u8>,
}

/// Why a sink did not take articles.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// An error with the place it happened at.
fn at(place: impl std::fmt::Display) -> impl FnOnce(std::io::Error) -> SinkError {
    move |error| SinkError(format!("{place}: {error}"))
}

/// Takes articles.
pub trait Sink: Send {
    /// What its position is kept under.
    fn name(&self) -> String;

    /// Goes back to a position: at the start, and after a failure.
    fn open(&mut self, position: &Position) -> Result<(), SinkError>;

    /// The number of the last article it has, after it was opened at a position: less than was noted if what
    /// it had is gone and it can be filled again.
    fn has(&self, position: &Position) -> i64 {
        position.seq
    }

    /// Takes articles. Gives what it needs to go on after them, or none if it only holds them for now.
    fn deliver(&mut self, batch: &[Delivery]) -> Result<Option<String>, SinkError>;

    /// Brings what it holds to its place.
    fn flush(&mut self) -> Result<Option<String>, SinkError> {
        Ok(None)
    }
}
