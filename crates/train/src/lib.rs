//! Learning: from corpora of pages with gold texts to the model files that extractors read.

pub mod ablation;
pub mod align;
pub mod auto;
mod boost;
mod error;
pub mod figures;
mod label;
mod lexicon;
mod parts;
pub mod reproduce;
pub mod roles;
mod sample;
mod split_mix;
pub mod suite;
pub mod units;

pub use error::TrainError;
pub use parts::Parts;
pub use sample::{Sample, read_samples, read_samples_of};
