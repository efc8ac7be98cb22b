//! Boilerplate detection using shallow text features.

mod data;
mod densities;
mod figure_1;
mod figure_2;
mod figure_7;
mod table_1;
mod table_2;

use super::Experiment;

/// The paper's tables and figures.
pub static EXPERIMENTS: &[&Experiment] = &[
    &table_1::TABLE_1,
    &figure_1::FIGURE_1A,
    &figure_1::FIGURE_1B,
    &table_2::TABLE_2,
    &figure_2::FIGURE_2A,
    &figure_2::FIGURE_2B,
    &densities::FIGURE_3,
    &densities::FIGURE_4,
    &densities::FIGURE_5,
    &densities::EQUATIONS,
    &figure_7::FIGURE_7,
];
