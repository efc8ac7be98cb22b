//! Pages that are alike: by what their record says, by how much of them is content, by their tags.

mod complexity;
mod kmeans;
mod predict;
mod tsne;

pub use complexity::{Complexity, complexity_groups};
pub use kmeans::kmeans;
pub use predict::{GroupPrediction, predict_complexity};
pub use tsne::tsne;

use crate::results::PageResult;

/// Ways to group pages that need nothing but the page's own result.
pub static GROUPINGS: &[(&str, fn(&PageResult) -> Option<String>)] = &[
    ("corpus", |r| Some(r.corpus.clone())),
    ("type", |r| r.kind.clone()),
    ("lang", |r| r.lang.clone()),
    ("host", |r| r.host.clone()),
    ("year", year),
];

/// The year of a date that begins with one.
fn year(result: &PageResult) -> Option<String> {
    let digits: String = result.date.as_ref()?.chars().take(4).collect();
    (digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// The pages whose gold has at most this share of errors (equation 3.2); pages without gold stay.
pub fn within_gold_error(results: Vec<PageResult>, most: f64) -> Vec<PageResult> {
    results.into_iter().filter(|r| r.page.gold_error <= most).collect()
}
