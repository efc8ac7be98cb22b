//! Where articles go.
//!
//! A sink gets articles in their order and says when it has them; how far it is stands in the store. A
//! delivery that failed, or of which a crash left open whether it arrived, is made again, so each sink does it
//! in a way that nothing is there twice.
//!
//! A sink owns only what it can prove that its store wrote. Everything else is a person's: it is never cut,
//! replaced or removed. The proof is made when a sink is opened:
//!
//! | kind | what proves it | what keeps two stores apart |
//! | --- | --- | --- |
//! | JSON lines | the bytes before the noted end have the noted hash; what lies behind it is what comes next | a lock on the file |
//! | Markdown, Parquet | the store's identity in the folder's `.dehusk-sink` | a lock on that file |
//! | SQLite | the store's identity in the table `dehusk_stores` | SQLite's transactions |
//!
//! A place that has something in it and fails the proof is refused, unless the user says `--append`: then
//! articles are added to it, and what was there stays as it is.

mod claim;
mod columns;
#[cfg(test)]
mod crash_tests;
mod error;
mod jsonl;
mod markdown;
mod parquet;
mod place;
mod sqlite;
mod stdout;
#[cfg(test)]
pub(crate) mod testing;
mod webhook;

pub use error::SinkError;
pub use jsonl::JsonLines;
pub use markdown::MarkdownFolder;
pub use parquet::ParquetFolder;
pub use place::{PlaceError, PlaceOptions, parse_place};
pub use sqlite::SqliteFile;
pub use stdout::StandardOutput;
pub use webhook::Webhook;

use crate::record::Record;
use crate::store::{Position, SetAside};

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

/// What a sink goes on from when it is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'o> {
    /// The identity of the store, by which a sink knows what is its own.
    pub store: &'o str,
    /// How far the sink is; none if this store has never delivered to it.
    pub position: Option<&'o Position>,
    /// The articles that come next, as many as are delivered at once.
    pub next: &'o [Delivery],
}

/// What a sink did with articles that were delivered to it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// How many are done with, from the first on. The others come again.
    pub number: usize,
    /// What the sink needs to go on after them; none if it only holds them for now.
    pub state: Option<String>,
    /// Those among them that it will not take however often they come.
    pub set_aside: Vec<SetAside>,
}

impl Taken {
    /// All of a batch, and nothing needs to be known to go on.
    pub fn all(batch: &[Delivery]) -> Taken {
        Taken { number: batch.len(), state: Some(String::new()), set_aside: Vec::new() }
    }
}

/// Takes articles.
pub trait Sink: Send {
    /// What its position is kept under and what people are told: where it is, with no secret in it.
    fn name(&self) -> String;

    /// Makes sure that the place is its own and goes back to a position: at the start, and after a failure.
    /// Gives what it needs to go on there, which is noted before anything is delivered.
    fn open(&mut self, from: &Opening<'_>) -> Result<String, SinkError>;

    /// The number of the last article it has, after it was opened at a position: less than was noted if what
    /// it had is gone and it can be filled again.
    fn has(&self, position: &Position) -> i64 {
        position.seq
    }

    /// Takes articles, at least the first one of them or none with an error.
    fn deliver(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError>;

    /// Takes articles again that it would not take before, whatever their numbers; its position stays as it is.
    fn deliver_again(&mut self, batch: &[Delivery]) -> Result<Taken, SinkError> {
        self.deliver(batch)
    }

    /// There is nothing more to deliver for now, or ever in this run. Gives what it needs to go on if it has
    /// brought what it held to its place, which it has to do in the last call.
    fn settle(&mut self, _last: bool) -> Result<Option<String>, SinkError> {
        Ok(None)
    }
}

/// The records of a batch, and those that cannot be read, which no sink can take.
fn read_records(batch: &[Delivery]) -> (Vec<(&Delivery, Record)>, Vec<SetAside>) {
    let (mut records, mut unreadable) = (Vec::with_capacity(batch.len()), Vec::new());
    for delivery in batch {
        match Record::read(&delivery.record) {
            Some(record) => records.push((delivery, record)),
            None => unreadable
                .push(SetAside { seq: delivery.seq, reason: "its record cannot be read".into() }),
        }
    }
    (records, unreadable)
}
