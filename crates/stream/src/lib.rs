//! Feeds in, articles out, for months.
//!
//! The stages stand in [`stages`], in the order an item passes them:
//!
//! ```text
//! schedule → feed → item new? → fetch → URL key → seen? → document → site memory → article → store → sinks
//! ```
//!
//! Queues between them are bounded, so that a slow sink slows the feeds down and nothing piles up; one that
//! fails is waited for by nobody. Work is
//! taken off the queue in the transaction that keeps its article, and a sink's position moves when it has
//! the article: at least once, and by URL key only once. After a crash everything goes on from the last
//! commit. This crate and the server are the only ones that are asynchronous.

mod clock;
pub mod counts;
pub mod feed;
pub mod fetch;
pub mod files;
mod record;
pub mod schedule;
pub mod sink;
pub mod stages;
pub mod store;
#[cfg(test)]
mod testing;
mod work_time;

pub use clock::Clock;
pub use record::{Record, RecordOf};
pub use stages::{
    Delivered, Engine, Failing, Failure, Failures, Handle, HubQuestion, Mode, Settings, SinkReport,
    Status, StreamError, Summary,
};
