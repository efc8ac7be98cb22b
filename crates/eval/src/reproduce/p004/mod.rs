//! R4: content extraction by the ratios of DOM nodes, beside its rivals.

mod measured;
mod parameters;
mod results;
mod rivals;
mod sites;

use super::Experiment;

/// The paper's tables and figures.
pub static EXPERIMENTS: &[&Experiment] = &[
    &parameters::TABLE_1,
    &parameters::TABLE_2,
    &results::TABLE_3,
    &sites::TABLE_4,
    &results::FIGURE_2,
    &rivals::TABLE_5,
    &rivals::TABLE_5_SITES,
    &rivals::TABLE_6,
];
