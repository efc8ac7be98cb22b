//! What tables do not show: how measures agree, how scores are spread, where extractors differ.

mod distribution;
mod duel;
mod information;
mod ranks;
mod regret;
mod reliability;
mod text_model;

pub use distribution::{Histogram, histogram};
pub use duel::{Duel, duel};
pub use information::{Gain, information_gains};
pub use ranks::{RankCorrelation, rank_correlations};
pub use regret::{Regret, regrets};
pub(crate) use reliability::{Reliability, reliability};
pub use text_model::{Fit, TextModel, fit_text_model};
