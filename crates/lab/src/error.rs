//! Why a command of the laboratory gave nothing.

use dehusk_eval::corpus::CorpusError;
use dehusk_eval::gate::GateError;
use dehusk_eval::import::ImportError;
use dehusk_eval::markdown::PagesError;
use dehusk_eval::reproduce::RunnerError;
use dehusk_eval::results::ResultsError;
use dehusk_eval::retrieval::trec::TrecError;
use dehusk_eval::run::{ModelsError, RunError};
use dehusk_train::TrainError;
use std::io;
use std::path::PathBuf;

/// Why a command of the laboratory gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Standard output takes no more.
    #[error("cannot write to standard output")]
    Output(#[from] io::Error),
    /// A corpus can not be opened.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The results of a run can not be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A run stopped.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Experiments can not be run.
    #[error(transparent)]
    Reproduce(#[from] RunnerError),
    /// There is no such experiment.
    #[error("there is no experiment {name:?}; there are {known}")]
    UnknownExperiment {
        /// What was asked for.
        name: String,
        /// All there are.
        known: String,
    },
    /// A collection of TREC can not be read.
    #[error(transparent)]
    Trec(#[from] TrecError),
    /// Floors can not be checked or pinned.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// A corpus can not be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Pages with a gold document can not be read.
    #[error(transparent)]
    MarkdownPages(#[from] PagesError),
    /// A model can not be read.
    #[error(transparent)]
    Models(#[from] ModelsError),
    /// A model can not be trained.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// Figures can not be written as JSON.
    #[error("the figures can not be written as JSON: {0}; choose another --format")]
    Json(#[from] serde_json::Error),
    /// A file can not be read or written.
    #[error("{path}: {source}; is there room, and the right to use it?")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder of corpora has none.
    #[error("{0}: there is no corpus to read: give the folder that holds one folder a corpus")]
    NoCorpus(PathBuf),
    /// A run has no results.
    #[error("{0}: there are no results: make some with `dehusk eval run --out DIR`")]
    NoResults(PathBuf),
    /// No page of the corpora can be read.
    #[error("{0}: the corpora have no page that can be read: give others with --corpora")]
    NoPages(PathBuf),
    /// No corpus labels blocks.
    #[error("{0}: none of the corpora has labelled blocks: give one such as l3s-gn1")]
    NoLabels(PathBuf),
    /// There is no such measure.
    #[error("there is no measure {name:?}; there are {known}")]
    UnknownMeasure {
        /// What was asked for.
        name: String,
        /// All there are.
        known: String,
    },
    /// There is no such extractor.
    #[error(transparent)]
    Extractor(#[from] dehusk::Error),
    /// There is no such layout of a corpus.
    #[error("there is no kind {name:?}; there are {known}")]
    UnknownKind {
        /// What was asked for.
        name: String,
        /// All there are.
        known: String,
    },
}
