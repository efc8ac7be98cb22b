//! Pages that are alike: by what their record says, by how much of them is content, by their tags.

mod complexity;
mod embedded;
mod kmeans;
mod predict;
mod tsne;

pub(crate) use complexity::percentile;
pub use complexity::{Complexity, complexity_groups};
pub(crate) use embedded::{Embedded, silhouette};
pub use kmeans::kmeans;
pub use predict::{GroupPrediction, predict_complexity};
pub(crate) use tsne::tsne;

use crate::results::PageResult;

/// A name, and the group it puts a page into.
pub type Grouping = (&'static str, fn(&PageResult) -> Option<String>);

/// Ways to group pages that need nothing but the page's own result.
pub static GROUPINGS: &[Grouping] = &[
    ("corpus", |r| Some(r.corpus.clone())),
    ("type", |r| r.kind.clone()),
    ("lang", |r| r.lang.clone()),
    ("host", |r| r.host.clone()),
    ("year", year),
];

/// Ways to group pages that need all pages at once.
pub static JOINT_GROUPINGS: [&str; 2] = ["complexity", "cluster"];

/// Clusters of pages by their tags, as many as the thesis has.
const CLUSTERS: usize = 3;

/// The group of each page by a grouping of either kind; nothing for one that does not exist.
pub fn group_names(results: &[PageResult], by: &str) -> Vec<Option<String>> {
    match by {
        "complexity" => {
            let groups = complexity_groups(results).0.into_iter();
            groups.map(|group| Some(group?.name().to_string())).collect()
        }
        "cluster" => {
            clusters(results).iter().map(|label| Some(format!("cluster {label}"))).collect()
        }
        _ => {
            let of = GROUPINGS.iter().find(|(name, _)| *name == by).map(|(_, of)| of);
            results.iter().map(|result| of.and_then(|of| of(result))).collect()
        }
    }
}

/// The cluster of each page, by K-means over the shares of its tags.
pub fn clusters(results: &[PageResult]) -> Vec<usize> {
    let points: Vec<Vec<f64>> = results.iter().map(|r| r.page.tag_ratios.clone()).collect();
    kmeans(&points, CLUSTERS, 1)
}

/// The year of a date that begins with one.
fn year(result: &PageResult) -> Option<String> {
    let digits: String = result.date.as_ref()?.chars().take(4).collect();
    (digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// The pages whose gold has at most this share of errors (equation 3.2); pages without gold stay.
pub fn within_gold_error(results: Vec<PageResult>, most: f64) -> Vec<PageResult> {
    results.into_iter().filter(|r| r.page.gold_error <= most).collect()
}
