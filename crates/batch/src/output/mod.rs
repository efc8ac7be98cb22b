//! Rows to files.
//!
//! A shard is written beside the place it is for and appears there whole, or not at all: what a reader finds can be
//! read, whenever the run was killed.

mod json_lines;
mod markdown;
mod parquet;
pub(crate) mod parts;
mod place;
mod warc;

pub use place::Place;
pub(crate) use place::replace;

use crate::Columns;
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::error::ArrowError;
use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

/// How a corpus is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// Parquet, packed by zstd.
    #[default]
    Parquet,
    /// A line of JSON a row.
    JsonLines,
    /// That, packed by gzip.
    JsonLinesGzip,
    /// That, packed by zstd.
    JsonLinesZstd,
    /// WARC conversion records with the text, as WET files have them.
    Warc,
    /// That, every record packed by gzip.
    WarcGzip,
    /// A folder of Markdown files.
    Markdown,
}

/// A format that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format {0:?}: choose from {names}", names = OutputFormat::ALL.map(OutputFormat::name).join(", "))]
pub struct UnknownOutputFormat(String);

impl OutputFormat {
    /// All of them.
    pub const ALL: [OutputFormat; 7] = [
        OutputFormat::Parquet,
        OutputFormat::JsonLines,
        OutputFormat::JsonLinesGzip,
        OutputFormat::JsonLinesZstd,
        OutputFormat::Warc,
        OutputFormat::WarcGzip,
        OutputFormat::Markdown,
    ];

    /// Its name, which is the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            OutputFormat::Parquet => "parquet",
            OutputFormat::JsonLines => "jsonl",
            OutputFormat::JsonLinesGzip => "jsonl.gz",
            OutputFormat::JsonLinesZstd => "jsonl.zst",
            OutputFormat::Warc => "warc",
            OutputFormat::WarcGzip => "warc.gz",
            OutputFormat::Markdown => "markdown",
        }
    }

    /// What the files of a shard end with; none where a shard is a folder.
    pub fn ending(self) -> Option<&'static str> {
        (self != OutputFormat::Markdown).then(|| self.name())
    }

    /// Columns that it can not be written without.
    pub fn needs(self) -> &'static [&'static str] {
        match self {
            OutputFormat::Warc | OutputFormat::WarcGzip => &["id", "url", "date", "lang", "text"],
            OutputFormat::Markdown => &["id", "markdown"],
            _ => &[],
        }
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OutputFormat {
    type Err = UnknownOutputFormat;

    fn from_str(name: &str) -> Result<OutputFormat, UnknownOutputFormat> {
        let found = OutputFormat::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownOutputFormat(name.into()))
    }
}

/// Why rows were not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk, or what is behind it.
    #[error("{name} can not be written")]
    Io {
        /// What.
        name: String,
        /// Why not.
        source: io::Error,
    },
    /// Parquet.
    #[error("{name} can not be written")]
    Parquet {
        /// What.
        name: String,
        /// Why not.
        source: ::parquet::errors::ParquetError,
    },
    /// Arrow.
    #[error("rows can not be written")]
    Arrow(#[from] ArrowError),
}

impl WriteError {
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
        let name = path.display().to_string();
        |source| WriteError::Io { name, source }
    }
}

/// A shard that is being written.
pub(crate) trait Shard: Send {
    /// Adds rows.
    fn write(&mut self, batch: &RecordBatch) -> Result<(), WriteError>;

    /// Ends it: all of it is on disk when this returns.
    fn finish(self: Box<Self>) -> Result<(), WriteError>;
}

/// Begins a shard at a path: a file, or a folder for what is many files.
pub(crate) fn begin(
    format: OutputFormat,
    path: &Path,
    columns: &Columns,
    row_group_bytes: usize,
) -> Result<Box<dyn Shard>, WriteError> {
    use json_lines::Packing;
    Ok(match format {
        OutputFormat::Parquet => {
            Box::new(parquet::ParquetShard::create(path, columns, row_group_bytes)?)
        }
        OutputFormat::JsonLines => {
            Box::new(json_lines::JsonLinesShard::create(path, columns, Packing::None)?)
        }
        OutputFormat::JsonLinesGzip => {
            Box::new(json_lines::JsonLinesShard::create(path, columns, Packing::Gzip)?)
        }
        OutputFormat::JsonLinesZstd => {
            Box::new(json_lines::JsonLinesShard::create(path, columns, Packing::Zstd)?)
        }
        OutputFormat::Warc => Box::new(warc::WarcShard::create(path, false)?),
        OutputFormat::WarcGzip => Box::new(warc::WarcShard::create(path, true)?),
        OutputFormat::Markdown => Box::new(markdown::MarkdownShard::create(path)?),
    })
}

pub(crate) use json_lines::{JsonLinesWriter, Packing};

/// The bytes that rows take, about as many as they have when they are not packed.
pub(crate) fn row_bytes(batch: &RecordBatch) -> usize {
    batch.columns().iter().map(|column| column.to_data().get_slice_memory_size().unwrap_or(0)).sum()
}

/// The cell of a column of texts.
fn cell<'b>(batch: &'b RecordBatch, name: &str, row: usize) -> Option<&'b str> {
    let column = batch.column_by_name(name)?.as_string_opt::<i32>()?;
    column.is_valid(row).then(|| column.value(row))
}
