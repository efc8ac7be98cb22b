//! The parts of a model, for who trains one: the rows it judges by, its forests, and its steps one by one.

pub use crate::choose::{Choice, choose};
pub use crate::forest::{Forest, LEAVES, Question, Tree, probability};
pub use crate::judge::{FirstPass, Judgement, Weighed, kinds, probabilities};
pub use crate::lexicon::{Lexicon, Scores, WordList, as_parent, text_words};
pub use crate::model::VERSION;
pub use crate::roles::{LEARNED, RoleModel, Seen, width as role_width};
pub use crate::table::{BUNDLE, LANES, Table};
pub use crate::units::{Unit, UnitKind, Units};
