//! Boilerplate detection using shallow text features: what is trained for it.

use dehusk_eval::reproduce::Experiment;

/// The paper's tables and figures.
pub static EXPERIMENTS: &[&Experiment] = &[];
