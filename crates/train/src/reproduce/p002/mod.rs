//! The thesis's second layers, which are trained.

mod table_5_2;

use dehusk_eval::reproduce::Experiment;

/// The paper's tables that need training.
pub static EXPERIMENTS: &[&Experiment] = &[&table_5_2::TABLE_5_2];
