//! What tables do not show: how measures agree, how scores are spread, where extractors differ.

mod distribution;
mod duel;
mod ranks;
mod regret;

pub use distribution::{Histogram, histogram};
pub use duel::{Duel, duel};
pub use ranks::{RankCorrelation, rank_correlations, spearman};
pub use regret::{Regret, regrets};
