//! Why a model could not be trained.

use crate::suite::NAMES;
use dehusk::extractor::BuildError;
use hessboost::error::HessboostError;

/// Why a model could not be trained.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// None of the pages can be learned from.
    #[error(
        "there is no page to learn from: give more corpora, or more pages of them with --limit"
    )]
    NoPages,
    /// The model learns from labelled blocks, and there are none.
    #[error("no corpus has blocks with labels: four-class and c45 need one such as l3s-gn1")]
    NoLabels,
    /// There is no model of that name.
    #[error("there is no model {0}; there are {names}", names = NAMES.join(", "))]
    UnknownModel(String),
    /// The extractors that the model asks can not be made.
    #[error(transparent)]
    Voters(#[from] BuildError),
    /// The library of boosted trees refuses the pages or the settings.
    #[error("the trees can not be grown from these pages: {0}; give other corpora")]
    Trees(#[from] HessboostError),
}
