//! Why an input can not be read.

use std::io;

/// Why there is nothing to read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// There is no such file.
    #[error("{0}: there is no file of this name")]
    Missing(String),
    /// Nothing is named so.
    #[error("{0}: this pattern matches nothing: check the path")]
    NoMatch(String),
    /// It is no pattern.
    #[error("{0}: this is no pattern ({1})")]
    BadPattern(String, String),
    /// It holds nothing that is known.
    #[error("{0}: this folder has no .warc, .arc, .wet, .parquet, .jsonl or .html file")]
    EmptyFolder(String),
    /// It can not be read.
    #[error("{name}: it can not be read")]
    Unreadable {
        /// Its name.
        name: String,
        /// Why not.
        source: io::Error,
    },
    /// Standard input is there once.
    #[error("standard input (-) can be read only once: give it once")]
    StdinTwice,
    /// It is no address of a kind that is known.
    #[error("{0}: {1}")]
    BadAddress(String, String),
    /// This build has no network.
    #[error("{0}: this build reads files only: build it with the feature remote")]
    NoNetwork(String),
    /// A column is missing.
    #[error("{file}: there is no column {column:?}; it has {}: name one with {option}", found.join(", "))]
    NoColumn {
        /// The table.
        file: String,
        /// The column that was asked for.
        column: String,
        /// The columns it has.
        found: Vec<String>,
        /// How to name another one.
        option: &'static str,
    },
}
