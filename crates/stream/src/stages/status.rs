//! What a run is asked to do, how it stands, what it did, and why it could not go on.

use super::deliver::SinkReport;
use crate::sink::SinkError;
use crate::store::StoreError;
use std::sync::Arc;

/// Tells the user something that somebody should know.
pub(super) type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// How long to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Until it is stopped.
    Forever,
    /// Every feed once, and what they bring.
    Once,
}

/// Why the stream cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such extractor.
    #[error(transparent)]
    Extractor(#[from] dehusk::Error),
    /// The system gives no more threads.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
    /// A place for articles cannot be used.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// One place for articles was given twice.
    #[error("{0} is given twice as a place for articles: leave one out")]
    SinkTwice(String),
    /// Nobody reads the articles any more, and there is no other sink. It ends a run without an error.
    #[error("nobody reads the articles any more")]
    NobodyReads,
    /// A feed on the internet is wanted, and nobody has said who visits it.
    #[error(
        "those who run sites on the internet have to be told how to reach you: start it again with --contact and your e-mail or web address"
    )]
    NoContact,
    /// Something was asked of a stream that has ended.
    #[error("the stream has ended")]
    Ended,
}

/// How much is on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Feeds that wait at their site or are being visited.
    pub feeds: usize,
    /// Pages that wait at their site, are being fetched, or whose article is not kept yet.
    pub pages: usize,
    /// Pages that wait for their next try.
    pub resting: usize,
    /// Sites with something to do.
    pub sites: usize,
}

/// How things stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Status {
    /// What is on its way.
    pub load: Load,
    /// Feeds that wait for their time.
    pub feeds: usize,
    /// Articles the slowest sink has not got yet.
    pub lag: usize,
    /// Bytes of site memories that are held.
    pub memories: usize,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Articles that were kept.
    pub articles: u64,
    /// Pages that are tried again the next time.
    pub resting: usize,
    /// Whether the run was stopped before it was done.
    pub stopped: bool,
    /// How each sink stands; one that did not end in time has not got everything.
    pub sinks: Vec<SinkReport>,
}
