//! What tables do not show: how measures agree, how scores are spread, where extractors differ.

mod density_model;
mod distribution;
mod duel;
mod information;
mod ranks;
mod regret;
mod reliability;
mod text_counter;
mod text_model;

pub use density_model::{DensityModel, fit_density_model};
pub use distribution::{Histogram, histogram};
pub use duel::{Duel, duel};
pub use information::{Gain, information_gains};
pub use ranks::{RankCorrelation, rank_correlations, rank_correlations_of};
pub use regret::{Regret, regrets};
pub(crate) use reliability::{Reliability, reliability};
pub use text_counter::TextCounter;
pub use text_model::{Fit, TextModel, fit_text_model};
