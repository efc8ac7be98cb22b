//! Crawls in, corpora out.
//!
//! An archive, a table or a folder of pages is read ([`read`]), every page becomes a row of [`Columns`]
//! ([`Extraction`]), and rows become files ([`output`]). [`run`] does all of it, on every processor, in bounded memory,
//! and goes on where it was when it is killed.

mod choice;
pub mod columns;
mod duplicates;
mod extraction;
pub mod output;
mod page;
pub mod quality;
pub mod read;
#[cfg(feature = "remote")]
mod remote;
mod run;
#[doc(hidden)]
pub mod sorter;

pub use choice::{Condition, ConditionError, PRESETS, Preset};
pub use columns::{Columns, UnknownColumn};
pub use duplicates::{Deduplication, MinHash, SameCounts, Sameness};
pub use extraction::{Extraction, Outcome, Rows};
pub use output::{OutputFormat, Place, UnknownOutputFormat, WriteError};
pub use page::{Html, PageRef};
pub use run::{Cancel, Failure, Job, Memory, RunError, Status, Summary, Tally, run, stream};
