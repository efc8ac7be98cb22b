//! The default extractor: what it can be told, and its model.

pub use dehusk_auto::{Auto, Comments, Favor, Lists, Model, ModelError, Preferences};
