//! Crawls in, corpora out.
//!
//! An archive, a table or a folder of pages is read ([`read`]), every page becomes a row of [`Columns`]
//! ([`Extraction`]), and rows become files ([`output`]). [`run`] does all of it, on every processor, in bounded memory,
//! and goes on where it was when it is killed. Each of these can be used by itself.
//!
//! # A whole run
//! ```
//! use dehusk_batch::{Cancel, Columns, Condition, Job, OutputFormat, Place, read, run};
//! # let folder = tempfile::tempdir()?;
//! # let page = "<p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it.";
//! # let table = serde_json::json!({ "html": page, "url": "https://ferry.example/" });
//! # let file = folder.path().join("pages.jsonl").display().to_string();
//! # std::fs::write(&file, table.to_string())?;
//! # let out = folder.path().join("corpus").display().to_string();
//! let job = Job::new(read::expand(&[file])?, Place::parse(&out)?)
//!     .with_format(OutputFormat::Parquet)
//!     .with_columns(Columns::parse("url,title,text")?)
//!     .with_condition(Condition::parse("words > 5")?)
//!     .with_resume(true);
//! // A copy of it ends the run from another thread; what was written stays, and the next run goes on from there.
//! let cancel = Cancel::default();
//! let summary = run(&job, &cancel, |status| eprintln!("{}: {} bytes", status.stage, status.bytes))?;
//! assert!(summary.is_complete());
//! assert_eq!((summary.tally.rows, summary.tally.all_failed()), (1, 0));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Records of an archive
//! ```
//! use dehusk_batch::read::Source;
//! use dehusk_batch::read::warc::{RecordKind, Records};
//! # let file = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://ferry.example/\r\nContent-Length: 27\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>Late.\r\n\r\n";
//! // Records::open(path) reads a file; a source is anything that can be read. Packing is told by the first bytes.
//! for record in Records::new(Source::from_reader(&file[..]), "crawl.warc")?.only(RecordKind::has_page) {
//!     // A damaged place is an error among the records, and those behind it follow.
//!     let record = record?;
//!     assert_eq!(record.url.as_deref(), Some("https://ferry.example/"));
//!     assert_eq!(record.http().and_then(|http| http.status), Some(200));
//!     assert_eq!(&*record.body(64 << 20), b"<p>Late.");
//! }
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # Columns as an Arrow schema, pages as batches
//! [`Columns::schema`] is the schema; [`Extraction::table`] makes a batch of results of a batch of pages, and
//! [`Extraction::rows`] of pages that come from anywhere. Both can be called from many threads at once.
//! ```
//! use dehusk_batch::Columns;
//! let schema = Columns::parse("url,text,words")?.schema();
//! assert_eq!(schema.field(2).data_type(), &arrow::datatypes::DataType::Int64);
//! assert_eq!(schema.metadata["dehusk.schema"], "1");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

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
pub use run::{
    Cancel, Failure, InputRows, Job, Memory, RowsError, RunError, Status, Summary, Tally, run,
    stream,
};
