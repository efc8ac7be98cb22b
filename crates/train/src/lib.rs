//! Learning: from corpora of pages with gold texts to the model files that extractors read.

pub mod ablation;
pub mod align;
pub mod auto;
mod boost;
pub mod figures;
pub mod label;
mod parts;
mod sample;
pub mod suite;

pub use parts::Parts;
pub use sample::{Sample, read_samples, read_samples_of};
