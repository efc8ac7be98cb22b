//! Learning: from corpora of pages with gold texts to the model files that extractors read.

pub mod align;
pub mod auto;
mod boost;
pub mod label;
pub mod sample;
