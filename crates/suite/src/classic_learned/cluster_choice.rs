//! `cluster-choice`: the extractor that did best on pages alike.
//!
//! S. Gupta (thesis, Weimar 2022, section 6.1.3): pages are clustered by the share that each of thirteen tags has of all
//! tags, and a new page gets "the extractor with the highest performance" in the cluster it belongs to. The thesis
//! clusters in a space that t-SNE makes, which has no place for a page that comes later, so here K-means parts the shares
//! themselves. [`super::choose`] looks at what the extractors answer, too.

use super::choose::{CANDIDATES, candidates};
use super::file::ModelFile;
use crate::Members;
use crate::languages;
use dehusk_extract::{BuildError, Document, Entry, Extractor, Registry, Selection};
use dehusk_page::{Kind, Name, Page, name};
use std::sync::Arc;
use std::sync::LazyLock;

/// How a registry lists it.
pub(crate) static ENTRIES: &[Entry] = &[Entry::new(
    "cluster-choice",
    "the extractor that did best on pages with like tags",
    "section 6.1.3 of Gupta, thesis, Weimar 2022; trained by `dehusk train cluster-choice`",
    languages::MEMBERS,
    |registry| Ok(Arc::new(ClusterChoice::shipped(registry)?)),
)];

/// The tags of the thesis's Table 3.5.
pub const TAGS: [Name; 13] = [
    name::H1,
    name::H2,
    name::H3,
    name::H4,
    name::H5,
    name::H6,
    name::P,
    name::UL,
    name::A,
    name::DIV,
    name::BR,
    name::STRONG,
    name::EM,
];

/// The share each of [`TAGS`] has of all tags of a page (equation 3.5).
///
/// ```
/// use dehusk_suite::classic_learned::cluster_choice::tag_shares;
/// // html, head, body, p, em: five elements.
/// let shares = tag_shares(&dehusk_page::Page::parse("<p>a <em>b</em>"));
/// assert_eq!((shares[6], shares[12], shares[0]), (0.2, 0.2, 0.0));
/// ```
pub fn tag_shares(page: &Page) -> [f64; TAGS.len()] {
    let mut counts = [0_u32; TAGS.len()];
    let mut all = 0_u32;
    for node in page.descendants(page.root()).filter(|&node| page.kind(node) == Kind::Element) {
        all += 1;
        if let Some(place) = TAGS.iter().position(|&tag| tag == page.name(node)) {
            counts[place] += 1;
        }
    }
    counts.map(|count| f64::from(count) / f64::from(all.max(1)))
}

/// A cluster of pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The mean of its pages' shares.
    pub centre: [f32; TAGS.len()],
    /// Who did best on them, by the place among [`CANDIDATES`].
    pub best: usize,
}

/// The clusters of a file: a centre and a candidate each, one behind the other.
pub fn clusters(file: &ModelFile) -> Option<Vec<Cluster>> {
    let values = file.floats(0)?;
    let rows = values.chunks_exact(TAGS.len() + 1);
    if rows.len() == 0 || !rows.remainder().is_empty() {
        return None;
    }
    let cluster = |row: &[f32]| {
        let (best, centre) = row.split_last()?;
        let best = *best as usize;
        let centre = centre.try_into().ok()?;
        (best < CANDIDATES.len()).then_some(Cluster { centre, best })
    };
    rows.map(cluster).collect()
}

/// Adds clusters to a file.
pub fn write(clusters: &[Cluster], file: &mut ModelFile) {
    let row = |cluster: &Cluster| cluster.centre.into_iter().chain([cluster.best as f32]);
    file.push_floats(&clusters.iter().flat_map(row).collect::<Vec<f32>>());
}

/// The cluster whose centre is nearest; none where there are none.
pub fn nearest<'c>(clusters: &'c [Cluster], shares: &[f64; TAGS.len()]) -> Option<&'c Cluster> {
    let distance = |cluster: &Cluster| {
        let pairs = cluster.centre.iter().zip(shares);
        pairs.map(|(&centre, share)| (f64::from(centre) - share).powi(2)).sum::<f64>()
    };
    clusters.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

static SHIPPED: LazyLock<Option<Vec<Cluster>>> =
    LazyLock::new(|| clusters(&super::shipped("cluster-choice")?));

/// The chooser.
pub(crate) struct ClusterChoice {
    clusters: &'static [Cluster],
    candidates: Members,
}

impl ClusterChoice {
    /// With the shipped model.
    pub fn shipped(registry: &Registry) -> Result<ClusterChoice, BuildError> {
        let clusters = super::usable("cluster-choice", &SHIPPED)?;
        Ok(ClusterChoice { clusters, candidates: candidates(registry)? })
    }
}

impl Extractor for ClusterChoice {
    fn extract(&self, document: &Document) -> Selection {
        let best = nearest(self.clusters, &tag_shares(document.page())).map_or(0, |c| c.best);
        match self.candidates.answer(best, document) {
            Some(answer) => (*answer).clone(),
            // Not reached: a file that names another is refused.
            None => Selection::from_blocks(document, Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Vec<Cluster> {
        let centre = |place: usize, share| {
            let mut centre = [0.0; TAGS.len()];
            centre[place] = share;
            centre
        };
        // Paragraphs, and links.
        vec![
            Cluster { centre: centre(6, 0.5), best: 3 },
            Cluster { centre: centre(8, 0.5), best: 5 },
        ]
    }

    #[test]
    fn a_page_belongs_to_the_nearest_cluster() {
        let best = |html: &str| nearest(&two(), &tag_shares(&Page::parse(html))).unwrap().best;
        assert_eq!(best("<p>a<p>b<p>c"), 3);
        assert_eq!(best("<a>a</a><a>b</a><a>c</a>"), 5);
        assert_eq!(nearest(&[], &[0.0; TAGS.len()]), None);
    }

    #[test]
    fn clusters_come_back_from_their_file() {
        let mut file = ModelFile::default();
        write(&two(), &mut file);
        assert_eq!(clusters(&file), Some(two()));
        let mut wrong = ModelFile::default();
        write(&[Cluster { best: CANDIDATES.len(), ..two().remove(0) }], &mut wrong);
        assert_eq!(clusters(&wrong), None);
        assert_eq!(clusters(&ModelFile::default()), None);
    }
}
