//! The thesis: extractors benchmarked, and ensembles of them.

mod agreement;
mod clusters;
mod complexity;
mod data;
mod errors;
mod source;
mod topics;

use super::Experiment;

/// The paper's tables and figures.
pub static EXPERIMENTS: &[&Experiment] = &[
    &topics::TABLE_3_2,
    &complexity::TABLE_3_3,
    &complexity::TABLE_3_4,
    &clusters::TABLE_3_6,
    &errors::FIGURE_3_6,
    &clusters::FIGURE_3_8,
    &source::TABLE_6_1,
    &source::TABLE_6_2,
    &complexity::TABLE_6_3,
    &complexity::TABLE_6_4,
    &clusters::TABLE_6_5,
    &clusters::TABLE_6_6,
    &agreement::FIGURE_6_1,
    &agreement::FIGURE_6_2,
    &topics::TOPIC_SCORES,
];
