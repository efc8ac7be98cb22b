//! Measuring extractors: corpora, measures, groups, reports.
//!
//! A claim about quality is a number that this crate printed. It reads corpora of pages with gold texts,
//! runs any extractor of the registry over them, joins what other programs extracted, and scores them all
//! with the same tokens and the same measures.

pub mod analysis;
pub mod conventions;
pub mod corpus;
pub mod duplicates;
mod facts;
pub mod gate;
pub mod groups;
pub mod import;
pub mod labelled;
pub mod learners;
pub mod markdown;
pub mod measures;
pub mod memory;
pub mod metadata;
mod pool;
pub mod predictions;
pub mod report;
pub mod reproduce;
pub mod results;
pub mod retrieval;
pub mod roles;
pub mod run;
pub mod speed;
pub mod stream;
pub mod synth;
pub mod table;
pub mod tokens;
pub mod topics;
