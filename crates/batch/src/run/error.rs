//! Why a run ended before its time.

use crate::output::WriteError;
use crate::read::InputError;
use arrow::error::ArrowError;
use dehusk_site::store::StoreError;
use std::io;

/// Why a run ended before its time. What was committed stays.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is nothing to read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// There is no input.
    #[error("no input: give archives, tables, folders or - for standard input")]
    NoInput,
    /// Rows can not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Rows can not be made.
    #[error("rows can not be made")]
    Rows(#[source] ArrowError),
    /// The place holds other things.
    #[error("{0} holds files that are not of a run: give an empty or a new place")]
    Occupied(String),
    /// The place is no folder.
    #[error("{0} is a file: give a folder, which may be new")]
    NotAFolder(String),
    /// The place holds a run.
    #[error("{0} holds a run: add --resume to go on with it, or give another place")]
    RunThere(String),
    /// The place holds another run.
    #[error(
        "{place} holds another run, which differs in {differs}: give another place, or the same arguments"
    )]
    OtherRun {
        /// The place.
        place: String,
        /// In what.
        differs: String,
    },
    /// Somebody else is at work.
    #[error("{0} is in use by another run: wait for it")]
    InUse(String),
    /// What was read before is no longer there.
    #[error("{0} is not what it was when the run began: give the same input, or another place")]
    Changed(String),
    /// What a run notes of itself can not be understood.
    #[error("{name} can not be understood: {why}; give another place")]
    Notes {
        /// The file.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// Documents can not be compared.
    #[error("documents can not be compared: {0}")]
    Compare(#[source] io::Error),
    /// Memories of sites can not be kept.
    #[error(transparent)]
    Memory(#[from] StoreError),
    /// Lines can not be compared with one another before all are there.
    #[error("duplicates and sites are known when all pages are: give a place with --out")]
    NoStream,
    /// The system gives no thread.
    #[error("no thread can be started")]
    Thread(#[source] io::Error),
    /// A fault of ours.
    #[error("dehusk crashed: please report it")]
    Crashed,
}
