//! URL Tree: content extraction from streams of web documents.
//!
//! The stream of the paper (31 sites over eight weeks of 2011) can not be had. In its place stand the real pages of
//! `daniel`, which are of the same weeks but few a site, and made-up streams of as many pages a site as are wanted,
//! whose content is known exactly.

mod figure_2;
mod figure_4;
mod figure_5;
mod hashing;
mod kinds;
mod memory;
mod names;
mod others;
mod play;
mod retention;
mod root;
mod score;
mod similar;
mod source;
mod streams;
mod table_1;
mod tuning;

use super::Experiment;

/// The paper's tables and figures, then what it leaves for later.
pub static EXPERIMENTS: &[&Experiment] = &[
    &table_1::TABLE_1,
    &figure_2::FIGURE_2,
    &figure_4::FIGURE_4,
    &tuning::TUNING,
    &figure_5::FIGURE_5,
    &memory::MEMORY,
    &root::ROOT,
    &retention::RETENTION,
    &kinds::KINDS,
    &hashing::HASHING,
];
