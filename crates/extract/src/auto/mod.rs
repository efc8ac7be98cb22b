//! `auto`, the default extractor: learned from pages that people marked, and it knows how sure it is.
//!
//! A first model judges every block by itself. What it says of a block's neighbours, containers and
//! look-alikes, together with the page as a whole and its kind, is what a second model judges by. From its
//! probabilities the set of blocks with the largest expected F1 is kept, and a last model turns what is
//! known of the answer into a confidence.

mod answer;
mod choose;
mod class;
mod coherence;
mod comments;
mod context;
mod explain;
mod extractor;
mod forest;
pub mod input;
mod judge;
mod model;
mod named;
mod overview;
mod page_type;
mod site;
mod table;
mod vote;

pub use choose::{Choice, choose};
pub use class::Class;
pub use extractor::{Auto, Comments, Favor, Lists, Options};
pub use forest::{Forest, LEAVES, Question, Tree};
pub use judge::{FirstPass, Judgement, Weighed, is_doubtful, kinds, probabilities};
pub use model::{Model, ModelError, VERSION};
pub use page_type::PageType;
pub use table::{BUNDLE, LANES, Table};
