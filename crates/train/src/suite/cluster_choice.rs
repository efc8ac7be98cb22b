//! Clusters pages by their tags, and finds who does best in each.

use super::choose::grades;
use super::{Figures, Split};
use crate::sample::Sample;
use dehusk_eval::groups::kmeans;
use dehusk_suite::Members;
use dehusk_suite::classic_learned::choose::CANDIDATES;
use dehusk_suite::classic_learned::cluster_choice::{Cluster, TAGS, nearest, tag_shares, write};
use dehusk_suite::classic_learned::file::ModelFile;

/// Clusters, as many as the thesis has.
const CLUSTERS: usize = 3;

type Shares = [f64; TAGS.len()];

pub(super) fn train(split: &Split<'_>, candidates: &Members) -> ModelFile {
    let pages = graded(&split.learn, candidates);
    let points: Vec<Vec<f64>> = pages.iter().map(|(shares, _)| shares.to_vec()).collect();
    let labels = kmeans(&points, CLUSTERS, split.seed);
    let of = |label: usize| {
        let own = pages.iter().zip(&labels).filter(move |(_, l)| **l == label);
        own.map(|(page, _)| page).collect::<Vec<_>>()
    };
    let clusters: Vec<Cluster> =
        (0..CLUSTERS).map(of).filter(|own| !own.is_empty()).map(|own| cluster(&own)).collect();
    let mut file = ModelFile::default();
    write(&clusters, &mut file);
    file
}

/// The mean of some pages, and who does best on them.
fn cluster(pages: &[&(Shares, Vec<f32>)]) -> Cluster {
    let sum = |candidate: usize| pages.iter().map(|(_, grades)| grades[candidate]).sum::<f32>();
    let best = (0..CANDIDATES.len()).max_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or(0);
    let mean = |tag: usize| {
        (pages.iter().map(|(shares, _)| shares[tag]).sum::<f64>() / pages.len() as f64) as f32
    };
    Cluster { centre: std::array::from_fn(mean), best }
}

/// The mean F1 of the one that is chosen, and of the best that is always the same.
pub(super) fn figures(clusters: &[Cluster], candidates: &Members, test: &[&Sample]) -> Figures {
    let pages = graded(test, candidates);
    let mean = |grade: &dyn Fn(&Graded) -> f32| {
        pages.iter().map(|page| f64::from(grade(page))).sum::<f64>() / pages.len().max(1) as f64
    };
    let chosen =
        |page: &Graded| nearest(clusters, &page.0).map_or(0.0, |cluster| page.1[cluster.best]);
    let always = (0..CANDIDATES.len()).map(|n| (mean(&|page| page.1[n]), CANDIDATES[n]));
    let (best, name) = always.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, "nobody"));
    let names: Vec<&str> = clusters.iter().map(|cluster| CANDIDATES[cluster.best]).collect();
    vec![
        (format!("chosen of {}", names.join(", ")), mean(&chosen)),
        (format!("always {name}"), best),
    ]
}

/// What a page looks like, and the F1 of each candidate on it.
type Graded = (Shares, Vec<f32>);

fn graded(samples: &[&Sample], candidates: &Members) -> Vec<Graded> {
    let with_text: Vec<&Sample> = samples.iter().copied().filter(|s| s.has_text()).collect();
    let shares = with_text.iter().map(|sample| tag_shares(sample.document.page()));
    shares.zip(grades(&with_text, candidates)).collect()
}
